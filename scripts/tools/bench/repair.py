"""Records with slips in them: how often, and how soon, a repair brings the original back.

The pairs were made by somebody who had not seen the edits, in games that the costs were not fitted
on. Back is an original if the table at its end is among the suggestions; slips that leave a record
legal are counted apart. Times are of computing alone, so that other programs do not count.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from statistics import median

import msgspec
from msgspec import Struct

import referee
from referee.api.sources import sets_of
from referee.core.budget import Budget
from referee.repairs.search import Repairing, Searched
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


def pairs_in(path: Path) -> Iterator[SlipPair]:
    """Yield the pairs of a folder, or of a packed file.

    The file has games by their lines, and of each pair the spans that differ.
    """
    for damaged in sorted(path.glob("*.damaged.mgn")):
        name = damaged.name.removesuffix(".damaged.mgn")
        told = path / f"{name}.txt"
        about = told.read_text("utf-8") if told.exists() else ""
        slips = re.findall(r"^slip\b[^:]*: (.*)$", about, re.MULTILINE)
        original = (path / f"{name}.original.mgn").read_text("utf-8")
        yield SlipPair(name, tuple(slips), original, damaged.read_text("utf-8", "replace"))
    pack = msgspec.json.decode(path.read_bytes()) if path.is_file() else {"pairs": ()}
    for pair in pack["pairs"]:
        lines = [*pack["games"][pair["game"]]]
        original = "\n".join(lines)
        for begin, end, changed in reversed(pair["changed"]):
            lines[begin:end] = changed
        yield SlipPair(pair["name"], tuple(pair["slips"]), original, "\n".join(lines))


SECONDS = 20.0


class Mended(Struct, frozen=True):
    """What became of one record with slips."""

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
        truth = Repairing(Sheet(pair.original, sets), Budget()).as_it_is()
        budget = Budget(seconds=SECONDS)
        searched = Repairing(Sheet(pair.damaged, sets), budget, edits=2).search()
        # Suggestions are one by their table.
        tables = [*dict.fromkeys(version.tables[-1] for version in searched.found)]
        rank = 0
        if truth is not None and truth.failure is None and truth.tables[-1] in tables:
            rank = tables.index(truth.tables[-1]) + 1
        try:
            verdict: str = referee.check(pair.damaged).verdict
        except referee.UnreadableError:
            verdict = "unreadable"
        yield Mended(verdict, rank, searched, budget.spent)


PAIRS = (ROOT / "tests" / "repairs" / "pairs.json",)

AMONG = 5


def figures(_rounds: int, paths: Sequence[Path] = PAIRS) -> Figures:
    """Return the shares that come back and the times, for one slip and for two."""
    pairs = [pair for path in paths for pair in pairs_in(path)]
    chosen = {
        "repair, one slip": [pair for pair in pairs if len(pair.slips) <= 1],
        "repair, two slips": [pair for pair in pairs if len(pair.slips) > 1],
    }
    return {name: _shares([*mended(some)]) for name, some in chosen.items() if some}


def _shares(all_mended: Sequence[Mended]) -> dict[str, float]:
    noticed = [each for each in all_mended if each.noticed]
    unreadable = [each for each in noticed if each.verdict == "unreadable"]
    times = [m.searched.first_after for m in noticed if m.searched.first_after is not None]
    tried = [m.searched.singles_after for m in noticed if m.searched.singles_after is not None]
    return {
        "records": len(all_mended),
        "unnoticed": len(all_mended) - len(noticed),
        "noticed %": percent([each.noticed for each in all_mended]),
        "first %": percent([each.rank == 1 for each in noticed]),
        f"among {AMONG} %": percent([0 < each.rank <= AMONG for each in noticed]),
        "unreadable": len(unreadable),
        "unreadable first %": percent([each.rank == 1 for each in unreadable]),
        "exhausted %": percent([m.searched.singles_after is not None for m in noticed]),
        "first after ms": round(1000 * median(times), 1) if times else 0.0,
        "all singles s": round(median(tried), 2) if tried else 0.0,
        "s": round(median([each.seconds for each in noticed]), 2) if noticed else 0.0,
    }
