"""The lines of a record as the search takes them: what was written, and what nobody wrote."""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from referee.engine.actions import TURNS
from referee.game.events import (
    DealBooks,
    DealCards,
    Plan,
    PrepareRound,
    RefillBooks,
    RestStartingCards,
    TakeStartingBonus,
    TakeStartingTile,
)
from referee.game.ids import Seat
from referee.game.state import Phase
from referee.game.turns import Turn
from referee.transcript.said import Remark, RoundMark, SaidClaim


class BlankTurn(Struct, frozen=True):
    """One turn of which nothing is known, or only whose it was."""

    seat: Seat | None = None


class BlankTurns(Struct, frozen=True):
    """An unknown number of turns within a round, none included, with their refills."""

    until: Literal["unknown", "round"] = "unknown"
    """With `round` they are all that were left of it."""


class BlankRefill(Struct, frozen=True):
    """A refill of the book display of which nothing is known."""

    certain: bool = True
    """False if it is not known, either, whether one was due."""


Unsaid = BlankTurn | BlankTurns | BlankRefill
Written = (
    DealCards
    | DealBooks
    | TakeStartingTile
    | RestStartingCards
    | TakeStartingBonus
    | Plan
    | PrepareRound
    | RefillBooks
    | Turn
)
Content = Written | RoundMark | Remark | Unsaid

ONE_TURN = (*TURNS, BlankTurn)
"""What is exactly one turn."""


class Line(Struct, frozen=True):
    """A line of a record: what happened as far as it is known, and claims about the table then."""

    content: Content
    claims: tuple[SaidClaim, ...] = ()


_PHASES: Mapping[type, Phase] = {
    DealCards: "deal-cards",
    DealBooks: "deal-books",
    TakeStartingTile: "starting-tiles",
    RestStartingCards: "resting",
    TakeStartingBonus: "starting-bonus",
    Plan: "planning",
    RoundMark: "planning",
    PrepareRound: "preparation",
    BlankTurns: "actions",
    **dict.fromkeys(ONE_TURN, "actions"),
}


def phase_of(content: Content) -> Phase | None:
    """Return the phase in which a line can stand; None if it can stand in several."""
    return _PHASES.get(type(content))


def seat_of(content: Content) -> Seat | None:
    """Return whose turn a line is, if it is one and that is known."""
    return content.seat if isinstance(content, ONE_TURN) else None


def may_be_turn_of(content: Content, seat: Seat) -> bool:
    """Return whether a line may be, or hold, a turn of a player."""
    if isinstance(content, BlankTurns):
        return True
    return isinstance(content, ONE_TURN) and content.seat in {None, seat}
