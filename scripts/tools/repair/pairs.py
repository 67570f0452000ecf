"""Pairs of a record and the same record with slips in it, as somebody made them.

They lie in a folder as `NAME.original.mgn`, `NAME.damaged.mgn` and `NAME.txt`, which names each
slip on a line `slip: KIND` (without that it is one slip), or packed into one JSON file, each
original once and of the damaged ones what differs.
"""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import product
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
    alone: tuple[str, ...] = ()
    """The original with each of the slips alone, where that is known."""


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
        told = folder / f"{name}.txt"
        about = told.read_text("utf-8") if told.exists() else ""
        slips = re.findall(r"^slip\b[^:]*: (.*)$", about, re.MULTILINE)
        original = (folder / f"{name}.original.mgn").read_text("utf-8")
        yield _pair(name, tuple(slips), original, damaged.read_text("utf-8", "replace"))


def _in_pack(file: Path) -> Iterator[SlipPair]:
    pack = msgspec.json.decode(file.read_bytes(), type=_Pack)
    for pair in pack.pairs:
        original = pack.games[pair.game]
        damaged = [*original]
        for span in reversed(pair.changed):
            damaged[span.begin : span.end] = span.lines
        yield _pair(pair.name, pair.slips, "\n".join(original), "\n".join(damaged))


def _pair(name: str, slips: tuple[str, ...], original: str, damaged: str) -> SlipPair:
    """Return a pair, with each of two slips alone if it is clear which changes are of which."""
    changed = _changed(original.split("\n"), damaged.split("\n"))
    if len(slips) != len(changed) or len(slips) == 1:
        return SlipPair(name, slips, original, damaged)
    alone = tuple(_with_changes(original, [change]) for change in changed)
    return SlipPair(name, slips, original, damaged, alone)


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


def combined(pairs: Iterable[SlipPair]) -> Iterator[SlipPair]:
    """Yield records with two slips: of each game the slips of a pair and of the next, in a ring."""
    by_game: dict[str, list[SlipPair]] = {}
    for pair in pairs:
        by_game.setdefault(pair.original, []).append(pair)
    for game in by_game.values():
        following = [*game[1:], *game[:1]] if len(game) > 2 else game[1:]  # noqa: PLR2004 - a ring
        for one, two in zip(game, following, strict=False):
            damaged = _with_both(one, two)
            if damaged is not None:
                name, slips = f"{one.name}+{two.name}", (*one.slips, *two.slips)
                yield SlipPair(name, slips, one.original, damaged, (one.damaged, two.damaged))


def _with_both(one: SlipPair, two: SlipPair) -> str | None:
    """Return the original with the changes of both; None if they are not lines apart."""
    lines = one.original.split("\n")
    mine, yours = (_changed(lines, pair.damaged.split("\n")) for pair in (one, two))
    for (begin, end, _), (first, last, _) in product(mine, yours):
        if begin <= last and first <= end:
            return None
    return _with_changes(one.original, [*mine, *yours])


def _with_changes(original: str, changes: Sequence[tuple[int, int, list[str]]]) -> str:
    lines = original.split("\n")
    for begin, end, texts in sorted(changes, reverse=True):
        lines[begin:end] = texts
    return "\n".join(lines)


def _changed(before: Sequence[str], after: Sequence[str]) -> list[tuple[int, int, list[str]]]:
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    return [
        (begin, end, [*after[first:last]])
        for tag, begin, end, first, last in matcher.get_opcodes()
        if tag != "equal"
    ]


def _line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
