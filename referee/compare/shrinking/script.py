"""A game as what its players decided, which can be played again with decisions left out."""

from collections.abc import Iterable
from typing import TypeVar

from msgspec import Struct

from referee.game.events import (
    DealBooks,
    DealCards,
    Event,
    Plan,
    PrepareRound,
    RefillBooks,
    RestStartingCards,
    TakeStartingBonus,
    TakeStartingTile,
)
from referee.game.ids import BookId, CardId, Seat
from referee.game.setting import Setting
from referee.game.state import Phase
from referee.game.turns import Turn

E = TypeVar("E")

Setup = TakeStartingTile | RestStartingCards | TakeStartingBonus
"""The decisions of a player before the first round."""


class RoundScript(Struct, frozen=True):
    """What was planned and done in a round, in its order."""

    plans: tuple[Plan, ...] = ()
    turns: tuple[Turn, ...] = ()


class Script(Struct, frozen=True, kw_only=True):
    """The decisions of a game, the order in which chance gave things out, and where it stops."""

    setting: Setting
    deal_cards: DealCards | None = None
    deal_books: DealBooks | None = None
    setup: tuple[Setup, ...] = ()
    rounds: tuple[RoundScript, ...] = ()
    cards_drawn: tuple[CardId, ...] = ()
    books_drawn: tuple[BookId, ...] = ()
    stops_in: Phase
    """The phase in which the question is asked."""
    refill_due: bool = False
    """The question is asked before books are drawn."""
    asks: Seat | None = None
    """The seat whose turn the question is about; it must be to move."""


def script_of(
    setting: Setting,
    events: Iterable[Event],
    stops_in: Phase,
    *,
    refill_due: bool,
    asks: Seat | None,
) -> Script:
    """Return the decisions in the events of a game."""
    listed = list(events)
    rounds: list[tuple[list[Plan], list[Turn]]] = [([], [])]
    for event in listed:
        match event:
            case PrepareRound():
                rounds.append(([], []))
            case Plan():
                rounds[-1][0].append(event)
            case _ if isinstance(event, Turn):
                rounds[-1][1].append(event)
            case _:
                pass
    refills = [on for event in _all(listed, RefillBooks) for on in event.books]
    return Script(
        setting=setting,
        deal_cards=next(iter(_all(listed, DealCards)), None),
        deal_books=next(iter(_all(listed, DealBooks)), None),
        setup=tuple(event for event in listed if isinstance(event, Setup)),
        rounds=tuple(RoundScript(tuple(plans), tuple(turns)) for plans, turns in rounds),
        cards_drawn=tuple(card for event in _all(listed, PrepareRound) for card in event.cards),
        books_drawn=tuple(on.book for on in refills),
        stops_in=stops_in,
        refill_due=refill_due,
        asks=asks,
    )


def _all(events: list[Event], kind: type[E]) -> list[E]:
    return [event for event in events if isinstance(event, kind)]
