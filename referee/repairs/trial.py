"""Judging rows of a record from some place on, and the tables before each of them."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from referee.core.budget import Budget
from referee.core.component_set import ComponentSet
from referee.core.ids import Seat
from referee.core.state import Setting, State
from referee.engine import initial
from referee.gaps.completions import Completions, complete_record
from referee.gaps.lines import GapLine
from referee.gaps.records import numbered_lines
from referee.records.judge import Walker
from referee.records.judgement import Step
from referee.records.record import FORMAT, Record, Statement
from referee.records.writer import statement_of
from referee.repairs.sheet import RecordFrame, Row

if TYPE_CHECKING:
    from referee.copies.worlds import GuardedWorld


# Rows that leave something open which later rows decide: filled, as a gap, to be judged -----------
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
    found = completed(table, lines, work, budget)
    if found.exists == "no" and found.failed_at:
        found = completed(table, lines[: found.failed_at], work, budget)
    event = next(iter(found.example or ()), None)
    statement = statements[at]
    if event is None or type(event) is not type(statement.said):
        return None
    return replace(
        statement, said=statement_of(event, table.setting.rulings, table.setting.components).said
    )


def completed(table: State, lines: Sequence[GapLine], work: int, budget: Budget) -> Completions:
    """Return the ways to fill the gaps among lines, found with so much work of a budget."""
    left = Budget(work, budget.seconds_left)
    found = complete_record(table, lines, left, refills_written=True, explain=False)
    budget.add(found.work)
    return found


Why = Literal["unreadable", "illegal", "wrong-note", "open"]
Layer = tuple["GuardedWorld", ...]
"""The worlds that the unread values of a set allow at one moment."""


class Failure(Struct, frozen=True):
    """The first row at which something is wrong or open."""

    at: int
    why: Why
    left: int
    """Rows from there to the end: the fewer, the later it is."""
    step: Step | None = None

    @property
    def says_too_little(self) -> bool:
        """Whether a part of the statement is open, and not what must have come before it."""
        missing = None if self.step is None else self.step.missing
        return missing is not None and not missing.whole

    def seats(self, row: Row) -> frozenset[Seat]:
        """Return whose statement fails, or whose results were noted wrongly in it."""
        if row.seat is not None:
            return frozenset({row.seat})
        claimed = (claim.seat for claim in row.statement.claims)
        return frozenset(seat for seat in claimed if seat is not None)


class Trial(Struct, frozen=True):
    """How rows were judged: the tables before each of them, as far as they are legal."""

    tables: tuple[State, ...]
    """Before the first row, and after each that was legal."""
    failure: Failure | None = None
    layers: tuple[Layer, ...] = ()
    """With a set that is partly read the worlds in place of each table; the tables are examples."""


def judged(
    rows: Sequence[Row],
    first: int,
    table: State,
    colours: tuple[str, ...],
    budget: Budget,
    edited: int = 0,
) -> Trial:
    """Return how rows are judged from one of them on, at the table before it.

    The first of them may have been edited; what these leave open is looked into less.
    """
    statements = [row.statement for row in rows]
    walker = Walker(table, colours, statements)
    tables = [table]
    for at in range(first, len(rows)):
        left = len(rows) - at
        if rows[at].problems:
            return Trial(tuple(tables), Failure(at, "unreadable", left))
        budget.tick()
        step = walker.take(at)
        if step.counts and step.missing is not None and not step.missing.whole:
            quickly = at < first + edited
            filled = filled_statement(statements, at, tables[-1], budget, quickly=quickly)
            if filled is not None:
                statements[at] = filled
                walker = Walker(tables[-1], colours, statements)
                step = walker.take(at)
        if why := _wrong(step):
            return Trial(tuple(tables), Failure(at, why, left, step))
        tables.append(step.after)
    return Trial(tuple(tables))


def steps(
    rows: Sequence[Row], first: int, table: State, colours: tuple[str, ...], budget: Budget
) -> Iterator[Step]:
    """Yield how rows are judged from one of them on, whatever is wrong with their notes."""
    walker = Walker(table, colours, [row.statement for row in rows])
    for at in range(first, len(rows)):
        budget.tick()
        yield walker.take(at)


def _wrong(step: Step) -> Why | None:
    if not step.counts:
        return None
    if step.missing is not None:
        return "open"
    if step.violations:
        return "wrong-note" if step.misnoted else "illegal"
    return None


# The same with a set that is partly read: in every world that the unread values allow -------------
WORK_OF_A_STATEMENT: Final = 50
"""Steps of propagation that count as one statement of a plain record."""


def opening_layer(setting: Setting, components: ComponentSet) -> Layer:
    """Return the worlds in which a game can begin."""
    from referee.copies.judge import WORK_OF_A_RECORD, guard_of  # noqa: PLC0415 - few have blanks
    from referee.copies.worlds import GuardedWorld  # noqa: PLC0415 - as above

    guard = guard_of(components, Budget(WORK_OF_A_RECORD))
    return (GuardedWorld(initial(setting), guard),)


def judged_with_unread(
    rows: Sequence[Row], first: int, layer: Layer, frame: RecordFrame, budget: Budget
) -> Trial:
    """Return how rows are judged from one of them on, in the worlds before it.

    What is legal on a condition is no failure: it can be what happened.
    """
    from referee.copies.judge import WORK_OF_A_RECORD, Judging  # noqa: PLC0415 - as above

    statements = tuple(row.statement for row in rows)
    work = Budget(WORK_OF_A_RECORD)
    judging = Judging(Record(format=FORMAT, header=frame.header, statements=statements), work)
    layers = [layer]
    failure = None
    for at in range(first, len(rows)):
        left = len(rows) - at
        if rows[at].problems:
            failure = Failure(at, "unreadable", left)
            break
        budget.tick()
        done = work.done
        found, following = judging.take(layers[-1], at)
        budget.add((work.done - done) // WORK_OF_A_STATEMENT)
        why: Why | None = None if following else "open"
        if found.decision == "illegal":
            why = "illegal"
        elif found.decision == "wrong-note" or found.misnoted:
            why = "wrong-note"
        if why and not found.statement.taken_back:
            # It fails as if it had been judged at the first table.
            table = layers[-1][0].table
            step = Step(found.statement, table, table, violations=found.violations)
            step = replace(step, missing=found.missing, misnoted=found.misnoted)
            failure = Failure(at, why, left, step)
            break
        layers.append(following)
    tables = tuple(worlds[0].table for worlds in layers)
    return Trial(tables, failure, tuple(layers))
