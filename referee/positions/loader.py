"""Reads a position from its file: text to plain data to a table that can be."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from referee.core.component_set import ComponentSet
from referee.core.input_limits import BYTES_OF_A_POSITION
from referee.core.limits import PLAYER_COUNTS
from referee.core.plain_toml import TomlError, parse_toml
from referee.core.problem import KeyPath, Place, Problem
from referee.core.set_reader import reference_set
from referee.core.state import State
from referee.core.toml_lines import lines_of_keys
from referee.positions import parser
from referee.positions.audit import contradictions
from referee.positions.builder import build
from referee.records.headers import FindSet

# Finds the line of a position file in which a key stands ------------------------------------------
_LONGEST = 4000
"""Characters of a line that are searched."""


class KeyLines:
    """The lines of a text, and where in them keys begin; a help for readers, never a rule."""

    def __init__(self, text: str, colours: tuple[str, ...]) -> None:
        self._seats = {colour: str(seat) for seat, colour in enumerate(colours)}
        self._lines = [line[:_LONGEST] for line in text.splitlines()]
        self._found: dict[KeyPath, int] = {}
        for path, number in lines_of_keys(text).items():
            self._found.setdefault(self._by_seat(tuple(map(str, path))), number)

    def _by_seat(self, path: KeyPath) -> KeyPath:
        """Return a path in which players are numbers, as a file may call them either way."""
        if path[:1] != ("seat",) or len(path) == 1:
            return path
        return ("seat", self._seats.get(str(path[1]).casefold(), path[1]), *path[2:])

    def in_order(self, faults: Iterable[Problem]) -> list[Problem]:
        """Return the faults with their places, in the order of the text; the others are last."""
        found = map(self._located, faults)
        return sorted(found, key=lambda fault: (not fault.at.line, fault.at.line, fault.at.column))

    def _located(self, fault: Problem) -> Problem:
        """Return the fault with the place of its key, or of the nearest key around it."""
        for length in range(len(fault.path), 0, -1):
            number = self._found.get(self._by_seat(fault.path[:length]))
            if number is None:
                continue
            line = self._lines[number - 1]
            at = 0
            for key in fault.path[length - 1 :]:
                found = re.compile(rf"(?<![\w-]){re.escape(str(key))}(?![\w-])").search(line, at)
                if found is None:
                    break
                at = found.start()
            column = at + 1 if at else len(line) - len(line.lstrip()) + 1
            return replace(fault, at=Place(number, column), line=line)
        return fault


class Position(Struct, frozen=True):
    """A table, and how its players are called."""

    state: State
    colours: tuple[str, ...]
    title: str | None = None
    places: KeyLines | None = None
    """Where in the file the keys stand, if it came from a file."""


def shipped_sets(name: str) -> ComponentSet | None:
    """Return the shipped component set if that is its name."""
    return reference_set() if name == "reference" else None


def load_position(source: str | bytes, name: str, sets: FindSet = shipped_sets) -> Position:
    """Return the table that a text says, with its players; a `PositionError` if none can be."""
    data = source.encode() if isinstance(source, str) else source
    try:
        plain = parse_toml(data, "a position", BYTES_OF_A_POSITION)
    except TomlError as error:
        raise parser.PositionError(name, [error.problem]) from error
    places = KeyLines(data.decode("utf-8-sig"), parser.read_players(parser.Fields(plain, (), [])))
    try:
        return replace(position_of(plain, name, sets), places=places)
    except parser.PositionError as error:
        raise parser.PositionError(name, places.in_order(error.faults)) from error


def position_of(
    plain: Mapping[str, Any], name: str = "position", sets: FindSet = shipped_sets
) -> Position:
    """Return the table that plain data say; a `PositionError` if none can be."""
    faults: list[Problem] = []
    fields = parser.Fields(plain, (), faults)
    title = fields.text("title")
    components, colours = parser.read_components(fields, sets), parser.read_players(fields)
    if components is None or len(colours) not in PLAYER_COUNTS:
        raise parser.PositionError(name, faults)
    setting = parser.read_setting(fields, components, len(colours))
    form = parser.read_form(fields, parser.PositionWords(setting, colours))
    if any(fault.kind == "unreadable" for fault in faults):
        raise parser.PositionError(name, faults)
    state = build(form, setting)
    faults += contradictions(state, colours)
    if faults:
        raise parser.PositionError(name, faults)
    return Position(state, colours, title)
