"""Says what cannot be: of a table as it lies there, and of the game that led to it."""

from collections.abc import Callable, Iterator
from contextlib import suppress

from referee.core.component_set import UnreadValueError
from referee.core.state import State
from referee.positions.audit.moment import (
    AuditedTable,
    PositionFinding,
    frame,
    moment,
    order_played,
    phase_played,
)
from referee.positions.audit.pieces import (
    boards_on_table,
    boards_played,
    books_on_table,
    books_played,
    cards_on_table,
    cards_played,
    markers_played,
    posts_on_table,
    posts_played,
)
from referee.positions.fields import PositionMistake

AuditCheck = Callable[[AuditedTable], Iterator[PositionFinding]]

ON_TABLE: tuple[AuditCheck, ...] = (
    frame,
    moment,
    posts_on_table,
    cards_on_table,
    books_on_table,
    boards_on_table,
)
"""What holds of any table that can be laid out, whatever game was played."""

PLAYED: tuple[AuditCheck, ...] = (
    phase_played,
    order_played,
    posts_played,
    cards_played,
    books_played,
    markers_played,
    boards_played,
)
"""What holds of a table that a game by the rules can have led to."""


def contradictions(state: State, colours: tuple[str, ...]) -> list[PositionMistake]:
    """Return everything because of which the table cannot lie there."""
    return _found(ON_TABLE, state, colours)


def audit(state: State, colours: tuple[str, ...]) -> list[PositionMistake]:
    """Return everything because of which no game can have led to the table."""
    return contradictions(state, colours) or _found(PLAYED, state, colours)


def _found(
    checks: tuple[AuditCheck, ...], state: State, colours: tuple[str, ...]
) -> list[PositionMistake]:
    table = AuditedTable(state, colours)
    found: list[PositionMistake] = []
    for check in checks:
        # Nothing is held against a table because of a value that nobody has read.
        with suppress(UnreadValueError):
            for each in check(table):
                mistake = PositionMistake(kind="impossible", path=each.path, message=each.message)
                found.append(mistake)
    return found
