"""Judging rows of a record from some place on, and the tables before each of them."""

from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec import Struct

from referee.game.ids import Seat
from referee.game.state import State
from referee.repairs.budget import Budget
from referee.repairs.open_rows import filled_statement
from referee.repairs.sheet import Row
from referee.transcript.judge import Walker
from referee.transcript.judgement import Step
from referee.unread.worlds import GuardedWorld

Why = Literal["unreadable", "illegal", "wrong-note", "open"]
Layer = tuple[GuardedWorld, ...]
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

    first: int
    """The row that the judging began with."""
    tables: tuple[State, ...]
    """Before the first row, and after each that was legal."""
    failure: Failure | None = None
    layers: tuple[Layer, ...] = ()
    """With a set that is partly read the worlds in place of each table; the tables are examples."""

    @property
    def table(self) -> State:
        """The last table."""
        return self.tables[-1]


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
            return Trial(first, tuple(tables), Failure(at, "unreadable", left))
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
            return Trial(first, tuple(tables), Failure(at, why, left, step))
        tables.append(step.after)
    return Trial(first, tuple(tables))


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
