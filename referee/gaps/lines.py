"""The lines of a record as the search takes them: what was written, and what nobody wrote."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TypeGuard, get_args

from msgspec import Struct

from referee.core.events import (
    DealBooks,
    DealCards,
    Plan,
    PrepareRound,
    RefillBooks,
    RestStartingCards,
    TakeStartingBonus,
    TakeStartingTile,
)
from referee.core.ids import Seat
from referee.core.rulings import Rulings
from referee.core.state import Phase
from referee.core.turns import BLANK, Turn, has_blanks
from referee.engine.actions import TURNS
from referee.records.record import (
    Adjust,
    AsItLies,
    BlankTurn,
    BlankTurns,
    Remark,
    RoundMark,
    SaidClaim,
)


class BlankRefill(Struct, frozen=True):
    """A refill of the book display of which nothing is known."""

    certain: bool = True
    """False if it is not known, either, whether one was due."""


class Unordered(Struct, frozen=True):
    """Lines that were told in any order, each of them once."""

    lines: tuple["GapLine", ...]


class RulingFromHere(Struct, frozen=True):
    """Rulings that were chosen in the middle of a game and hold from there on."""

    rulings: Rulings


Unsaid = BlankTurn | BlankTurns | BlankRefill
AgreedChange = Adjust | AsItLies | RulingFromHere
"""What no rule of the game brings about."""
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
Content = Written | RoundMark | Remark | Unsaid | Unordered | AgreedChange

WRITTEN: tuple[type[Written], ...] = get_args(Written)
AGREED: tuple[type[AgreedChange], ...] = get_args(AgreedChange)
ONE_TURN = (*TURNS, BlankTurn)
"""What is exactly one turn."""
SOME_TURNS = (*ONE_TURN, BlankTurns, Unordered)
"""What may be, or hold, a turn."""
PUTS_RIGHT = (Adjust, AsItLies)
"""What can change a marker or cash without a turn."""


class GapLine(Struct, frozen=True):
    """A line of a record: what happened as far as it is known, and claims about the table then."""

    content: Content
    claims: tuple[SaidClaim, ...] = ()
    doubtful: tuple[SaidClaim, ...] = ()
    """Claims that their writer was not sure of: they refute nothing."""


def several_turns(number: int) -> tuple[GapLine, ...]:
    """Return the lines of so many turns of which nothing is known, nor of their refills."""
    return (GapLine(BlankTurn()), GapLine(BlankRefill(certain=False))) * number


PHASES: Mapping[type, Phase] = {
    DealCards: "deal-cards",
    DealBooks: "deal-books",
    TakeStartingTile: "starting-tiles",
    RestStartingCards: "resting",
    TakeStartingBonus: "starting-bonus",
    Plan: "planning",
    RoundMark: "planning",
    PrepareRound: "preparation",
    **dict.fromkeys((*ONE_TURN, BlankTurns), "actions"),
}
"""The phase in which a line can stand, unless it can stand in several."""


def seat_of(content: Content) -> Seat | None:
    """Return whose turn a line is, if it is one and that is known."""
    return content.seat if isinstance(content, ONE_TURN) else None


def may_be_turn_of(content: Content, seat: Seat) -> bool:
    """Return whether a line may be, or hold, a turn of a player."""
    if isinstance(content, Unordered):
        return any(may_be_turn_of(line.content, seat) for line in content.lines)
    if isinstance(content, BlankTurns):
        return True
    return isinstance(content, ONE_TURN) and content.seat in {None, seat}


def is_gap(content: Content) -> bool:
    """Return whether a line leaves anything open."""
    if isinstance(content, BlankTurn | BlankTurns | BlankRefill | Unordered):
        return True
    if isinstance(content, TURNS):
        return not is_whole_turn(content)
    return BLANK in _names_of(content)


def is_whole_turn(content: Content) -> TypeGuard[Turn]:
    """Return whether a line is a turn without anything left open."""
    return isinstance(content, TURNS) and not _has_blanks(content)


_has_blanks = lru_cache(maxsize=4096)(has_blanks)


def is_exact(content: Content) -> bool:
    """Return whether a line is an event without anything left open."""
    if isinstance(content, TakeStartingBonus):
        # Without its parts only their order is not written, which may not matter.
        return bool(content.reward)
    if isinstance(content, RestStartingCards) and not content.cards:
        return False
    return isinstance(content, WRITTEN) and not is_gap(content)


def _names_of(content: Content) -> Iterator[object]:
    """Yield the names that an event other than a turn holds."""
    match content:
        case Plan():
            yield from content.slots
        case PrepareRound() | DealCards() | RestStartingCards():
            yield from content.cards
        case RefillBooks() | DealBooks():
            yield from (name for drawn in content.books for name in (drawn.space, drawn.book))
        case TakeStartingTile():
            yield content.tile
        case _:
            return
