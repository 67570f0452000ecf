"""Slips put into games by lot: how often, and how soon, a repair brings the game back.

The games are not those that the costs were fitted on. Back is a game if the table at its end is
the one before the slip; slips that leave the record legal are counted apart.
"""

import time
from collections.abc import Iterator, Sequence
from random import Random
from statistics import median

from msgspec import Struct

from referee.api.sources import sets_of
from referee.game.state import State
from referee.repairs.budget import Budget
from referee.repairs.search import Repairing, Searched
from referee.repairs.sheet import Sheet
from scripts.tools.bench.measurement import Figures
from scripts.tools.repair.games import written_game
from scripts.tools.repair.slips import SLIPS, with_slip

FIRST_SEED = 400_000
"""Games that nothing else is tried with; the costs were fitted on those of seeds 100 to 199."""

SLIPS_A_ROUND = 40
PAIRS_A_ROUND = 8
SECONDS = 20.0
AMONG = 5


class Mended(Struct, frozen=True):
    """What became of one record with slips."""

    kind: str
    rank: int
    """The place of the original among the suggestions, 0 if it is none of them."""
    searched: Searched
    seconds: float


def figures(rounds: int) -> Figures:
    """Return the shares that come back and the times, for all slips and by their kind."""
    ones = [*_mended(rounds * SLIPS_A_ROUND, 1)]
    found: Figures = {"repair, one slip": _shares(ones)}
    for kind in SLIPS:
        if of_kind := [mended for mended in ones if mended.kind == kind]:
            found[f"repair, {kind}"] = _shares(of_kind)
    found["repair, two slips"] = _shares([*_mended(rounds * PAIRS_A_ROUND, 2)])
    return found


def _mended(number: int, slips: int) -> Iterator[Mended]:
    sets = sets_of(None)
    for seed in range(FIRST_SEED, FIRST_SEED + number):
        text = written_game(seed)
        truth = _last_table(Sheet(text, sets))
        rng = Random(f"{seed} {slips}")
        kinds = []
        for _ in range(slips):
            kind, text = with_slip(text, rng)
            kinds.append(kind)
        begin = time.perf_counter()
        searched = Repairing(Sheet(text, sets), Budget(seconds=SECONDS)).search()
        seconds = time.perf_counter() - begin
        tables = dict.fromkeys(version.tables[-1] for version in searched.found)
        rank = [*tables].index(truth) + 1 if truth in tables else 0
        yield Mended(" and ".join(kinds), rank, searched, seconds)


def _last_table(sheet: Sheet) -> State:
    start = Repairing(sheet, Budget()).as_it_is()
    if start is None or start.failure is not None:
        raise RuntimeError("a game that was played is not legal")
    return start.tables[-1]


def _shares(all_mended: Sequence[Mended]) -> dict[str, float]:
    noticed = [mended for mended in all_mended if not mended.searched.legal]
    times = [m.searched.first_after for m in noticed if m.searched.first_after is not None]
    tried = [m.searched.singles_after for m in noticed if m.searched.singles_after is not None]
    return {
        "slips": len(all_mended),
        "unnoticed": len(all_mended) - len(noticed),
        "first %": _percent([mended.rank == 1 for mended in noticed]),
        f"among {AMONG} %": _percent([0 < mended.rank <= AMONG for mended in noticed]),
        "exhausted %": _percent([m.searched.singles_after is not None for m in noticed]),
        "first after ms": round(1000 * median(times), 1) if times else 0.0,
        "all singles s": round(median(tried), 2) if tried else 0.0,
        "s": round(median([m.seconds for m in noticed]), 2) if noticed else 0.0,
    }


def _percent(found: Sequence[bool]) -> float:
    return round(100 * sum(found) / len(found), 1) if found else 0.0
