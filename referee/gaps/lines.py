"""The lines of a record as the search takes them: what was written, and what nobody wrote."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TypeGuard, get_args

from msgspec import Struct

from referee.core import events
from referee.core.ids import Seat
from referee.core.rulings import Rulings
from referee.core.state import Phase
from referee.core.turns import BLANK, Turn, has_blanks
from referee.engine.actions import TURNS
from referee.records import record


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


Unsaid = record.BlankTurn | record.BlankTurns | BlankRefill
AgreedChange = record.Adjust | record.AsItLies | RulingFromHere
"""What no rule of the game brings about."""
Written = (
    events.DealCards
    | events.DealBooks
    | events.TakeStartingTile
    | events.RestStartingCards
    | events.TakeStartingBonus
    | events.Plan
    | events.PrepareRound
    | events.RefillBooks
    | Turn
)
Content = Written | record.RoundMark | record.Remark | Unsaid | Unordered | AgreedChange

WRITTEN: tuple[type[Written], ...] = get_args(Written)
AGREED: tuple[type[AgreedChange], ...] = get_args(AgreedChange)
ONE_TURN = (*TURNS, record.BlankTurn)
"""What is exactly one turn."""
SOME_TURNS = (*ONE_TURN, record.BlankTurns, Unordered)
"""What may be, or hold, a turn."""
PUTS_RIGHT = (record.Adjust, record.AsItLies)
"""What can change a marker or cash without a turn."""


class GapLine(Struct, frozen=True):
    """A line of a record: what happened as far as it is known, and claims about the table then."""

    content: Content
    claims: tuple[record.SaidClaim, ...] = ()
    doubtful: tuple[record.SaidClaim, ...] = ()
    """Claims that their writer was not sure of: they refute nothing."""


def several_turns(number: int) -> tuple[GapLine, ...]:
    """Return the lines of so many turns of which nothing is known, nor of their refills."""
    return (GapLine(record.BlankTurn()), GapLine(BlankRefill(certain=False))) * number


PHASES: Mapping[type, Phase] = {
    events.DealCards: "deal-cards",
    events.DealBooks: "deal-books",
    events.TakeStartingTile: "starting-tiles",
    events.RestStartingCards: "resting",
    events.TakeStartingBonus: "starting-bonus",
    events.Plan: "planning",
    record.RoundMark: "planning",
    events.PrepareRound: "preparation",
    **dict.fromkeys((*ONE_TURN, record.BlankTurns), "actions"),
}
"""The phase in which a line can stand, unless it can stand in several."""


def seat_of(content: Content) -> Seat | None:
    """Return whose turn a line is, if it is one and that is known."""
    return content.seat if isinstance(content, ONE_TURN) else None


def may_be_turn_of(content: Content, seat: Seat) -> bool:
    """Return whether a line may be, or hold, a turn of a player."""
    if isinstance(content, Unordered):
        return any(may_be_turn_of(line.content, seat) for line in content.lines)
    if isinstance(content, record.BlankTurns):
        return True
    return isinstance(content, ONE_TURN) and content.seat in {None, seat}


def is_gap(content: Content) -> bool:
    """Return whether a line leaves anything open."""
    if isinstance(content, record.BlankTurn | record.BlankTurns | BlankRefill | Unordered):
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
    if isinstance(content, events.TakeStartingBonus):
        # Without its parts only their order is not written, which may not matter.
        return bool(content.reward)
    if isinstance(content, events.RestStartingCards) and not content.cards:
        return False
    return isinstance(content, WRITTEN) and not is_gap(content)


def _names_of(content: Content) -> Iterator[object]:
    match content:
        case events.Plan():
            yield from content.slots
        case events.PrepareRound() | events.DealCards() | events.RestStartingCards():
            yield from content.cards
        case events.RefillBooks() | events.DealBooks():
            yield from (name for drawn in content.books for name in (drawn.space, drawn.book))
        case events.TakeStartingTile():
            yield content.tile
        case _:
            return
