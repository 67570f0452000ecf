"""A line of the header in its words, whoever has split it: the grammar, or a look at it."""

import re
from typing import Final

from msgspec import Struct


class Word(Struct, frozen=True):
    """A word of a line, and the column where it begins, counted from 1."""

    text: str
    column: int


class HeaderLine(Struct, frozen=True):
    """What kind of line it is, its keyword, and the words behind that."""

    kind: str
    first: Word
    """The keyword; of the players the whole line, in which commas count."""
    words: tuple[Word, ...] = ()
    groups: tuple[tuple[Word, ...], ...] = ()
    """The words of the rulings and of the tracks, those that belong together in one."""


_NAME = r"[A-Za-z][A-Za-z0-9-]*"

_CANONICAL: Final = {
    "players": re.compile(r"players [^#]+"),
    "set": re.compile(rf"set {_NAME}( sha256:[0-9a-f]{{8,64}})?"),
    "setup": re.compile(r"setup (variable|first-game( tracks| tiles)?)"),
    "title": re.compile(r'title "[^"#]*"'),
    "rulings": re.compile(rf"rulings( {_NAME}={_NAME})+"),
    "tracks": re.compile(rf"tracks( {_NAME}=[A-Za-z][A-Za-z0-9]*)+"),
}
"""How the writer writes the lines of a header, by their keyword."""

_KINDS: Final = {"set": "components"}
"""What the grammar calls a line, if not after its keyword."""

_WORDS: Final = re.compile(r'"[^"]*"|[^ =]+')
_GROUPS: Final = re.compile(r"[^ ]+")


def canonical_header(line: str) -> HeaderLine | None:
    """Return the words of a line of the header as the writer writes it; None for any other line."""
    keyword = line.partition(" ")[0]
    form = _CANONICAL.get(keyword)
    if form is None or not form.fullmatch(line):
        return None
    kind = _KINDS.get(keyword, keyword)
    if kind == "players":
        return HeaderLine(kind, Word(line, 1))
    first, *words = _split(line, _WORDS)
    groups = [tuple(_split(group.text, _WORDS, group.column)) for group in _split(line, _GROUPS)]
    return HeaderLine(kind, first, tuple(words), tuple(groups[1:]))


def _split(text: str, by: re.Pattern[str], column: int = 1) -> list[Word]:
    return [Word(found[0], column + found.start()) for found in by.finditer(text)]
