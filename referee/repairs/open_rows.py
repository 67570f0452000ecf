"""Rows that leave something open which later rows decide: filled, as a gap, to be judged."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from referee.game.state import State
from referee.gaps import Completions, GapLine, complete_record
from referee.gaps import WorkBudget as GapBudget
from referee.gaps.records import numbered_lines
from referee.notation.record import Statement
from referee.repairs.budget import Budget
from referee.transcript.abbreviation import statement_of

WORK: Final = 20_000
"""What may go into one open row."""

QUICK_WORK: Final = 400
QUICK_LINES: Final = 8
"""What may go into a row that an edit has left open, and the lines that are looked at for it."""


def filled_statement(
    statements: Sequence[Statement], at: int, table: State, budget: Budget, *, quickly: bool
) -> Statement | None:
    """Return what an open statement says given all that follows, as far as that can be legal.

    None if nothing fits. If several things fit, it is one of them: `check` calls a record legal if
    there is any way to fill it.
    """
    behind = statements[at : at + QUICK_LINES] if quickly else statements[at:]
    work = QUICK_WORK if quickly else WORK
    lines = [line for _, line in numbered_lines(behind, table.setting)]
    found = _completed(table, lines, work, budget)
    if found.exists == "no" and found.failed_at:
        found = _completed(table, lines[: found.failed_at], work, budget)
    event = next(iter(found.example or ()), None)
    statement = statements[at]
    if event is None or type(event) is not type(statement.said):
        return None
    return replace(statement, said=statement_of(event, table.setting.rulings).said)


def _completed(table: State, lines: Sequence[GapLine], work: int, budget: Budget) -> Completions:
    left = GapBudget(work, budget.seconds_left)
    found = complete_record(table, lines, left, refills_written=True, explain=False)
    budget.add(found.work)
    return found
