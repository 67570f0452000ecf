"""What a repair makes of a record with slips in it: where the original is among its suggestions."""

import time
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

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
    rank: int
    """The place of the original among the suggestions, 0 if it is none of them."""
    searched: Searched
    unreadable: bool
    """A line cannot be read."""
    seconds: float
    """Of computing: other programs on the machine do not count."""


def mended(pairs: Iterable[SlipPair], *, edits: int = 2) -> Iterator[Mended]:
    """Yield what becomes of each record."""
    sets = sets_of(None)
    for pair in pairs:
        truth = last_table(Sheet(pair.original, sets))
        begin = time.process_time()
        budget = Budget(seconds=SECONDS, clock=time.process_time)
        sheet = Sheet(pair.damaged, sets)
        searched = Repairing(sheet, budget, edits=edits).search()
        seconds = time.process_time() - begin
        unreadable = sheet.frame is None or any(row.problems for row in sheet.rows)
        yield Mended(pair, rank_of(truth, searched.found), searched, unreadable, seconds)


def rank_of(truth: State, found: Sequence[Version]) -> int:
    """Return the place of the version that comes to a table; suggestions are one by their table."""
    tables = [*dict.fromkeys(version.tables[-1] for version in found)]
    return tables.index(truth) + 1 if truth in tables else 0


def last_table(sheet: Sheet) -> State:
    """Return the last table of a record that is legal."""
    start = Repairing(sheet, Budget()).as_it_is()
    if start is None or start.failure is not None:
        raise ValueError("a record that is called an original is not legal")
    return start.tables[-1]
