"""Where a statement of a record stands, and at which moment of the game it was made."""

from typing import Any

from msgspec import structs

from referee.api.answer import Answer
from referee.api.games import Game
from referee.game.state import State
from referee.notation.record import Statement
from referee.notation.writer import line_of


class PlacedStatement(Answer, frozen=True, kw_only=True):
    """A statement of a record with its place and its moment."""

    line: int | None
    column: int | None
    round: int
    turn: int | None
    """None outside the turns of a round."""
    phase: str
    player: str | None
    """The colour of the player who made the statement."""
    statement: str


def placed(game: Game, statement: Statement, before: State) -> dict[str, Any]:
    """Return the place and the moment of a statement for an answer that says more about it."""
    seat = getattr(statement.said, "seat", None)
    return structs.asdict(
        PlacedStatement(
            line=statement.at.line or None,
            column=statement.at.column or None,
            round=before.round,
            turn=before.turn if before.phase == "actions" else None,
            phase=before.phase,
            player=None if seat is None else game.colours[seat],
            statement=line_of(statement, game.colours),
        )
    )
