"""Records with slips in them: how often, and how soon, a repair brings the original back.

The pairs were made by somebody who had not seen the edits, in games that the costs were not fitted
on. Back is an original if the table at its end is among the suggestions; slips that leave a record
legal are counted apart. Times are of computing alone, so that other programs do not count.
"""

from collections.abc import Sequence
from pathlib import Path
from statistics import median

from scripts.tools.bench.measurement import Figures
from scripts.tools.project import ROOT
from scripts.tools.repair.pairs import SlipPair, combined, pairs_in
from scripts.tools.repair.trials import Mended, has_hidden_slip, mended

PAIRS = (ROOT / "tests" / "repairs" / "pairs.json",)
"""Kept apart from the games of `scripts/make costs`."""

AMONG = 5

ENOUGH = 60
"""Records of two slips that are made of records of one; each takes up to 20 s."""


def figures(_rounds: int, paths: Sequence[Path] = PAIRS) -> Figures:
    """Return the shares that come back and the times, for one slip and for two.

    Records of two slips are those that somebody made, and those of one slip joined by twos.
    """
    pairs = [pair for path in paths for pair in pairs_in(path)]
    single = [pair for pair in pairs if not _is_of_two(pair)]
    chosen = {
        "repair, one slip": single,
        "repair, two slips": [pair for pair in pairs if _is_of_two(pair)],
        "repair, two slips joined": _spread([*combined(single)]),
    }
    return {name: _shares([*mended(some)]) for name, some in chosen.items() if some}


def _spread(pairs: Sequence[SlipPair]) -> Sequence[SlipPair]:
    """Return enough of the pairs, from all games alike."""
    return pairs[:: max(1, len(pairs) // ENOUGH)]


def _hidden(each: Mended) -> bool:
    return _is_of_two(each.pair) and has_hidden_slip(each.pair)


def _is_of_two(pair: SlipPair) -> bool:
    return len(pair.slips) > 1


def _shares(all_mended: Sequence[Mended]) -> dict[str, float]:
    noticed = [each for each in all_mended if each.noticed]
    unreadable = [each for each in noticed if each.verdict == "unreadable"]
    times = [m.searched.first_after for m in noticed if m.searched.first_after is not None]
    tried = [m.searched.singles_after for m in noticed if m.searched.singles_after is not None]
    both = [each for each in noticed if not _hidden(each)]
    return {
        "records": len(all_mended),
        "unnoticed": len(all_mended) - len(noticed),
        "noticed %": _percent([each.noticed for each in all_mended]),
        "first %": _percent([each.rank == 1 for each in noticed]),
        f"among {AMONG} %": _percent([0 < each.rank <= AMONG for each in noticed]),
        "with a slip that alone is unnoticed": len(noticed) - len(both),
        f"without those: among {AMONG} %": _percent([0 < each.rank <= AMONG for each in both]),
        "unreadable": len(unreadable),
        "unreadable first %": _percent([each.rank == 1 for each in unreadable]),
        "exhausted %": _percent([m.searched.singles_after is not None for m in noticed]),
        "first after ms": round(1000 * median(times), 1) if times else 0.0,
        "all singles s": round(median(tried), 2) if tried else 0.0,
        "s": round(median([each.seconds for each in noticed]), 2) if noticed else 0.0,
    }


def _percent(found: Sequence[bool]) -> float:
    return round(100 * sum(found) / len(found), 1) if found else 0.0
