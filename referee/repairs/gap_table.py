"""A table at which lines may be missing from a record, and the search for what they said."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from referee.game.events import Event
from referee.game.state import State
from referee.gaps import Completions, GapLine, complete_record
from referee.gaps import WorkBudget as GapBudget
from referee.gaps.records import numbered_lines
from referee.notation.writer import line_of
from referee.repairs.budget import Budget
from referee.repairs.costs import Costs
from referee.repairs.sheet import Row
from referee.transcript.abbreviation import statement_of


class GapTable(Struct, frozen=True):
    """A table at which something may be missing, and what may go into finding it."""

    state: State
    colours: tuple[str, ...]
    costs: Costs
    budget: Budget
    first_of_two: bool = False
    """Whether another slip may stand further on, so that not all that follows has to fit."""

    def completed(self, lines: Sequence[GapLine], most: int) -> Completions:
        """Return the ways to fill the gaps among lines from here on, found with so much work."""
        work = GapBudget(most, self.budget.seconds_left)
        found = complete_record(self.state, lines, work, refills_written=True, explain=False)
        self.budget.add(found.work)
        return found

    def lines(self, rows: Sequence[Row]) -> Iterator[GapLine]:
        """Yield rows as the search for gaps takes them."""
        statements = [row.statement for row in rows]
        return (line for _, line in numbered_lines(statements, self.state.setting))

    def text(self, event: Event) -> str:
        """Return what happened as a line of a record."""
        return line_of(statement_of(event, self.state.setting.rulings), self.colours)
