"""Many games in one file of JSON lines, told apart while it is read.

A game is a header line with its statements behind it, or one line with a whole record. A line that
cannot be read belongs to the game before it, so that a fault costs one game and no other.
"""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO, Final

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType

from referee.game.input_limits import BYTES_OF_A_RECORD

PLAIN: Final = ".jsonl"
MARK: Final = b'"format"'
"""The key by which a line is known that begins a game."""
BEGINNING: Final = 100
"""Bytes in which a line that cannot be read has that key if it was to begin a game."""


class _Opening(Struct):
    format: Any | UnsetType = UNSET
    statements: Raw | UnsetType = UNSET


_OPENING: Final = msgspec.json.Decoder(_Opening)


def games_in(stream: BinaryIO) -> Iterator[bytes]:
    """Yield the bytes of one game after the other, of none more than is read of a record."""
    lines: list[bytes] = []
    size = 0
    complete = False
    """Whether the game is one line, to which nothing can be added."""
    for line in _lines(stream):
        opening = _opening(line)
        if lines and (complete or opening is not None):
            yield b"".join(lines)
            lines, size = [], 0
        if not lines:
            complete = opening is not None and opening.statements is not UNSET
        if size <= BYTES_OF_A_RECORD:
            # One byte too many is enough to tell that it is too large.
            lines.append(line[: BYTES_OF_A_RECORD + 1 - size])
            size += len(lines[-1])
    if lines:
        yield b"".join(lines)


def holds_several(path: Path) -> bool:
    """Return whether a file of JSON lines holds more than one game; False if it cannot be read."""
    try:
        with path.open("rb") as stream:
            first = [*islice(games_in(stream), 2)]
    except OSError:
        return False
    return len(first) > 1 and _opening(first[0].partition(b"\n")[0]) is not None


def _lines(stream: BinaryIO) -> Iterator[bytes]:
    """Yield lines that are not empty; what is longer than any record is cut."""
    while line := stream.readline(BYTES_OF_A_RECORD + 1):
        cut = line
        while cut and not cut.endswith(b"\n"):
            cut = stream.readline(BYTES_OF_A_RECORD + 1)
        if not line.isspace():
            yield line


def _opening(line: bytes) -> _Opening | None:
    """Return how a line begins a game; None if it does not."""
    if MARK not in line:
        return None
    try:
        found = _OPENING.decode(line.lstrip(b"\xef\xbb\xbf"))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return _Opening() if MARK in line[:BEGINNING] else None
    return None if found.format is UNSET else found
