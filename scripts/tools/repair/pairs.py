"""Pairs of a record and the same record with slips in it, as somebody made them.

They lie in a folder as `NAME.original.mgn`, `NAME.damaged.mgn` and `NAME.txt`, which names each
slip on a line `slip: KIND`, or packed into one JSON file, each original once and of the damaged
ones what differs.
"""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from pathlib import Path

import msgspec
from msgspec import Struct


class SlipPair(Struct, frozen=True):
    """A record as it was meant, and as it was written."""

    name: str
    slips: tuple[str, ...]
    """What kinds of slips were made, in the words of who made them."""
    original: str
    damaged: str


class _Span(Struct, frozen=True, array_like=True):
    """Lines of an original that others stand for."""

    begin: int
    end: int
    lines: tuple[str, ...]


class _PackedPair(Struct, frozen=True):
    name: str
    slips: tuple[str, ...]
    game: int
    changed: tuple[_Span, ...]


class _Pack(Struct, frozen=True):
    games: tuple[tuple[str, ...], ...]
    pairs: tuple[_PackedPair, ...]


def pairs_in(path: Path) -> list[SlipPair]:
    """Return the pairs of a folder or of a packed file."""
    return [*_in_folder(path)] if path.is_dir() else [*_in_pack(path)]


def _in_folder(folder: Path) -> Iterator[SlipPair]:
    for damaged in sorted(folder.glob("*.damaged.mgn")):
        name = damaged.name.removesuffix(".damaged.mgn")
        about = (folder / f"{name}.txt").read_text("utf-8")
        slips = re.findall(r"^slip\b[^:]*: (.*)$", about, re.MULTILINE)
        original = (folder / f"{name}.original.mgn").read_text("utf-8")
        yield SlipPair(name, tuple(slips), original, damaged.read_text("utf-8"))


def _in_pack(file: Path) -> Iterator[SlipPair]:
    pack = msgspec.json.decode(file.read_bytes(), type=_Pack)
    for pair in pack.pairs:
        original = pack.games[pair.game]
        damaged = [*original]
        for span in reversed(pair.changed):
            damaged[span.begin : span.end] = span.lines
        yield SlipPair(pair.name, pair.slips, "\n".join(original), "\n".join(damaged))


def packed(pairs: Iterable[SlipPair]) -> str:
    """Return pairs as the text of a packed file, a line for each game and each pair."""
    games: dict[str, int] = {}
    found: list[str] = []
    for pair in pairs:
        game = games.setdefault(pair.original, len(games))
        spans = _changed(pair.original.split("\n"), pair.damaged.split("\n"))
        found.append(
            _line({"name": pair.name, "slips": pair.slips, "game": game, "changed": spans})
        )
    originals = [_line(original.split("\n")) for original in games]
    return '{{"games": [\n{}\n], "pairs": [\n{}\n]}}\n'.format(
        ",\n".join(originals), ",\n".join(found)
    )


def parts_of(pair: SlipPair) -> Iterator[str]:
    """Yield the original with each of its changes alone."""
    original = pair.original.split("\n")
    for begin, end, lines in _changed(original, pair.damaged.split("\n")):
        yield "\n".join([*original[:begin], *lines, *original[end:]])


def _changed(before: Sequence[str], after: Sequence[str]) -> list[tuple[int, int, list[str]]]:
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    return [
        (begin, end, [*after[first:last]])
        for tag, begin, end, first, last in matcher.get_opcodes()
        if tag != "equal"
    ]


def _line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
