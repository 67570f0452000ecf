"""Records with slips in them: how often, and how soon, a repair brings the original back.

The pairs were made by somebody who had not seen the edits, in games that the costs were not fitted
on. Back is an original if the table at its end is among the suggestions; slips that leave a record
legal are counted apart. Times are of computing alone, so that other programs do not count.
"""

import re
import time
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import product
from pathlib import Path
from statistics import median

import msgspec
from msgspec import Struct

import referee
from referee.api.sources import sets_of
from referee.core.budget import Budget
from referee.core.state import State
from referee.repairs.search import Repairing, Searched, Version
from referee.repairs.sheet import Sheet
from scripts.tools.bench.measurement import Figures, percent
from scripts.tools.project import ROOT


class SlipPair(Struct, frozen=True):
    """A record as it was meant, and as it was written."""

    name: str
    slips: tuple[str, ...]
    """What kinds of slips were made, in the words of who made them."""
    original: str
    damaged: str
    alone: tuple[str, ...] = ()
    """The original with each of the slips alone, where that is known."""


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
    """Yield the pairs of a file: games by their lines, and of each pair the spans that differ."""
    pack = msgspec.json.decode(file.read_bytes())
    for pair in pack["pairs"]:
        original = pack["games"][pair["game"]]
        damaged = [*original]
        for begin, end, lines in reversed(pair["changed"]):
            damaged[begin:end] = lines
        slips = tuple(pair["slips"])
        yield _pair(pair["name"], slips, "\n".join(original), "\n".join(damaged))


def _pair(name: str, slips: tuple[str, ...], original: str, damaged: str) -> SlipPair:
    """Return a pair, with each of two slips alone if it is clear which changes are of which."""
    changed = _changed(original.split("\n"), damaged.split("\n"))
    if len(slips) != len(changed) or len(slips) == 1:
        return SlipPair(name, slips, original, damaged)
    alone = tuple(_with_changes(original, [change]) for change in changed)
    return SlipPair(name, slips, original, damaged, alone)


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


SECONDS = 20.0


class Mended(Struct, frozen=True):
    """What became of one record with slips."""

    pair: SlipPair
    verdict: str
    """What `check` says of it."""
    rank: int
    """The place of the original among the suggestions, 0 if it is none of them."""
    searched: Searched
    seconds: float
    """Of computing: other programs on the machine do not count."""

    @property
    def noticed(self) -> bool:
        """Whether `check` does not call it legal."""
        return self.verdict != "legal"


def mended(pairs: Iterable[SlipPair]) -> Iterator[Mended]:
    """Yield what becomes of each record."""
    sets = sets_of(None)
    for pair in pairs:
        truth = last_table(Sheet(pair.original, sets))
        budget = Budget(seconds=SECONDS, clock=time.process_time)
        searched = Repairing(Sheet(pair.damaged, sets), budget, edits=2).search()
        rank = 0 if truth is None else rank_of(truth, searched.found)
        yield Mended(pair, _verdict(pair.damaged), rank, searched, budget.spent)


def has_hidden_slip(pair: SlipPair) -> bool:
    """Return whether one of several slips alone is not noticed, so that nobody takes it back.

    Where it is not clear which changes are of which slip, none is called hidden.
    """
    return len(pair.slips) > 1 and any(_verdict(record) == "legal" for record in pair.alone)


def _verdict(record: str) -> str:
    try:
        return referee.check(record).verdict
    except referee.UnreadableError:
        return "unreadable"


def rank_of(truth: State, found: Sequence[Version]) -> int:
    """Return the place of the version that comes to a table; suggestions are one by their table."""
    tables = [*dict.fromkeys(version.tables[-1] for version in found)]
    return tables.index(truth) + 1 if truth in tables else 0


def last_table(sheet: Sheet) -> State | None:
    """Return the last table of a record that is legal; None if it leaves something open."""
    start = Repairing(sheet, Budget()).as_it_is()
    if start is None or start.failure is not None:
        return None
    return start.tables[-1]


PAIRS = (ROOT / "tests" / "repairs" / "pairs.json",)

AMONG = 5

ENOUGH = 60
"""Records of two slips made of records of one, from all games alike; each takes up to 20 s."""


def figures(_rounds: int, paths: Sequence[Path] = PAIRS) -> Figures:
    """Return the shares that come back and the times, for one slip and for two.

    Records of two slips are those that somebody made, and those of one slip joined by twos.
    """
    pairs = [pair for path in paths for pair in pairs_in(path)]
    single = [pair for pair in pairs if not len(pair.slips) > 1]
    joined = [*combined(single)]
    chosen = {
        "repair, one slip": single,
        "repair, two slips": [pair for pair in pairs if len(pair.slips) > 1],
        "repair, two slips joined": joined[:: max(1, len(joined) // ENOUGH)],
    }
    return {name: _shares([*mended(some)]) for name, some in chosen.items() if some}


def _shares(all_mended: Sequence[Mended]) -> dict[str, float]:
    noticed = [each for each in all_mended if each.noticed]
    unreadable = [each for each in noticed if each.verdict == "unreadable"]
    times = [m.searched.first_after for m in noticed if m.searched.first_after is not None]
    tried = [m.searched.singles_after for m in noticed if m.searched.singles_after is not None]
    both = [each for each in noticed if not has_hidden_slip(each.pair)]
    return {
        "records": len(all_mended),
        "unnoticed": len(all_mended) - len(noticed),
        "noticed %": percent([each.noticed for each in all_mended]),
        "first %": percent([each.rank == 1 for each in noticed]),
        f"among {AMONG} %": percent([0 < each.rank <= AMONG for each in noticed]),
        "with a slip that alone is unnoticed": len(noticed) - len(both),
        f"without those: among {AMONG} %": percent([0 < each.rank <= AMONG for each in both]),
        "unreadable": len(unreadable),
        "unreadable first %": percent([each.rank == 1 for each in unreadable]),
        "exhausted %": percent([m.searched.singles_after is not None for m in noticed]),
        "first after ms": round(1000 * median(times), 1) if times else 0.0,
        "all singles s": round(median(tried), 2) if tried else 0.0,
        "s": round(median([each.seconds for each in noticed]), 2) if noticed else 0.0,
    }
