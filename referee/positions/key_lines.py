"""Finds the line of a position file in which a key stands."""

import re
from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from referee.notation.record import Place
from referee.positions.faults import KeyPath, PositionMistake

_HEAD = re.compile(r"\s*\[+([^\[\]]+)\]+\s*(?:#.*)?$")
_ENTRY = re.compile(
    r"""\s*((?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*="""
)
_LONGEST = 4000
"""Characters of a line that are searched."""


class KeyLines:
    """The lines of a text, and where in them keys begin; a help for readers, never a rule."""

    def __init__(self, text: str, colours: tuple[str, ...]) -> None:
        self._seats = {colour: str(seat) for seat, colour in enumerate(colours)}
        self._lines = [line[:_LONGEST] for line in text.splitlines()]
        self._found: dict[KeyPath, int] = {}
        for path, number in self._keys():
            self._found.setdefault(self._by_seat(path), number)

    def _by_seat(self, path: KeyPath) -> KeyPath:
        """Return a path in which players are numbers, as a file may call them either way."""
        if path[:1] != ("seat",) or len(path) == 1:
            return path
        return ("seat", self._seats.get(path[1].casefold(), path[1]), *path[2:])

    def _keys(self) -> Iterator[tuple[KeyPath, int]]:
        table: KeyPath = ()
        for number, line in enumerate(self._lines, 1):
            if head := _HEAD.match(line):
                table = _parts(head[1])
                yield table, number
            elif entry := _ENTRY.match(line):
                path = (*table, *_parts(entry[1]))
                yield path, number

    def in_order(self, faults: Iterable[PositionMistake]) -> list[PositionMistake]:
        """Return the faults with their places, in the order of the text; the others are last."""
        found = map(self._located, faults)
        return sorted(found, key=lambda fault: (not fault.at.line, fault.at.line, fault.at.column))

    def _located(self, fault: PositionMistake) -> PositionMistake:
        """Return the fault with the place of its key, or of the nearest key around it."""
        for length in range(len(fault.path), 0, -1):
            number = self._found.get(self._by_seat(fault.path[:length]))
            if number is None:
                continue
            line = self._lines[number - 1]
            column = _column(line, fault.path[length - 1 :])
            return replace(fault, at=Place(number, column), line=line)
        return fault


def _parts(dotted: str) -> KeyPath:
    """Return the parts of a key with dots in it, without quotation marks."""
    found = re.findall(r"""[\w-]+|"[^"]*"|'[^']*'""", dotted)
    return tuple(part.strip("\"'") for part in found)


def _column(line: str, keys: KeyPath) -> int:
    """Return where in a line the last of some keys begins that can be found in it, from 1."""
    at = 0
    for key in keys:
        found = re.compile(rf"(?<![\w-]){re.escape(key)}(?![\w-])").search(line, at)
        if found is None:
            break
        at = found.start()
    return at + 1 if at else len(line) - len(line.lstrip()) + 1
