"""What a repair makes of a record with slips in it: where the original is among its suggestions."""

import time
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

import referee
from referee.api.sources import sets_of
from referee.game.state import State
from referee.repairs.budget import Budget
from referee.repairs.candidates import Version
from referee.repairs.search import Repairing, Searched
from referee.repairs.sheet import Sheet
from scripts.tools.repair.pairs import SlipPair

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


def mended(pairs: Iterable[SlipPair], *, edits: int = 2) -> Iterator[Mended]:
    """Yield what becomes of each record."""
    sets = sets_of(None)
    for pair in pairs:
        truth = last_table(Sheet(pair.original, sets))
        budget = Budget(seconds=SECONDS, clock=time.process_time)
        searched = Repairing(Sheet(pair.damaged, sets), budget, edits=edits).search()
        rank = 0 if truth is None else rank_of(truth, searched.found)
        yield Mended(pair, _verdict(pair.damaged), rank, searched, budget.spent)


def has_hidden_slip(pair: SlipPair) -> bool:
    """Return whether one of several slips alone is not noticed, so that nobody takes it back.

    Where it is not clear which changes are of which slip, none is called hidden.
    """
    return any(_verdict(record) == "legal" for record in pair.alone)


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
