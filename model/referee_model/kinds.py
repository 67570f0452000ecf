"""Every kind of event with its relation, and the judges kept for further questions."""

from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from typing import Any, Literal

from referee.core import events, turns
from referee.core.ids import CardId, Seat, SpaceId, StartTileId
from referee.core.rule import Rule
from referee.core.state import State
from referee.rulebook.planning import ONE_PLAN_EACH
from referee.rulebook.round_end import TURN_ORDER
from referee.rulebook.setup import SETUP_ORDER, STARTING_BONUS_ORDER
from referee_model.judge import Judge
from referee_model.legality.bonus import MarkerRelation, marker_outline
from referee_model.legality.bookkeeping import (
    BookkeeperRelation,
    RefillRelation,
    bookkeeper_outline,
)
from referee_model.legality.diamonds import MerchantRelation
from referee_model.legality.expansion import ExpansionRelation
from referee_model.legality.goods import GoodsRelation
from referee_model.legality.phase_end import EndRelation
from referee_model.legality.planning import PlanRelation
from referee_model.legality.preparation import PreparationRelation
from referee_model.legality.setup import (
    DealBooksRelation,
    DealCardsRelation,
    RestingRelation,
    StartingBonusRelation,
    StartingTileRelation,
)
from referee_model.legality.table import SeatView
from referee_model.legality.turn import EventRelation
from referee_model.relation import Relation
from referee_model.solver import room

JudgedEvent = (
    turns.Turn
    | events.DealCards
    | events.DealBooks
    | events.TakeStartingTile
    | events.RestStartingCards
    | events.TakeStartingBonus
    | events.Plan
    | events.RefillBooks
    | events.PrepareRound
)
"""Every event that rules allow or forbid."""

OF_CHANCE = (events.DealCards, events.DealBooks, events.RefillBooks, events.PrepareRound)
"""The events that nobody in particular says."""

EventTag = (
    turns.Action
    | Literal[
        "deal-cards",
        "deal-books",
        "starting-tile",
        "rest",
        "starting-bonus",
        "plan",
        "refill-books",
        "prepare",
    ]
)
"""The same events by the word that tags them."""

KEPT = 4
"""How many judges of a kind stay in memory for further questions."""


class EventKind:
    """One kind of event: which relation rules it, and what a blank one looks like."""

    def __init__(
        self,
        relation: Callable[[State, Seat, Relation], EventRelation[Any]],
        blank: Callable[[Seat], JudgedEvent],
        seat_rule: Rule = TURN_ORDER,
        *,
        outline: Callable[[SeatView, Any], Mapping[str, int]] | None = None,
    ) -> None:
        self.blank = blank
        """Makes an event of this kind that says nothing."""
        self.seat_rule = seat_rule
        """The rule that an event of a seat at which nobody sits breaks."""
        self._relation = relation
        self._outline = outline

    def judge(self, state: State, seat: Seat) -> Judge[Any]:
        """Return the judge of this kind in a state; the last ones are kept by each thread."""
        kept = room().kept
        if self not in kept:
            kept[self] = lru_cache(KEPT)(self._make)
        found: Judge[Any] = kept[self](state, seat)
        return found

    def _make(self, state: State, seat: Seat) -> Judge[Any]:
        outline = None if self._outline is None else partial(self._outline, SeatView(state, seat))
        return Judge(partial(self._relation, state, seat), self.blank(seat), outline=outline)

    def relation(
        self, state: State, seat: Seat, within: Relation | None = None
    ) -> EventRelation[Any]:
        """Return the rules for a state and a seat, stated anew, perhaps beside other variables."""
        return self._relation(state, seat, Relation() if within is None else within)

    def forget(self) -> None:
        """Forget all judges of this thread."""
        room().kept.pop(self, None)


_NO_CARD = CardId("")

KINDS: Mapping[Any, EventKind] = {
    "goods": EventKind(GoodsRelation, lambda seat: turns.UseGoods(seat=seat, cards=())),
    "expand": EventKind(
        ExpansionRelation,
        lambda seat: turns.Expand(seat=seat, company="mombasa"),
        outline=lambda _seen, _turn: {},
    ),
    "bookkeeper": EventKind(
        BookkeeperRelation,
        lambda seat: turns.UseBookkeeper(seat=seat, card=_NO_CARD),
        outline=bookkeeper_outline,
    ),
    "merchant": EventKind(
        MerchantRelation, lambda seat: turns.UseMerchant(seat=seat, card=_NO_CARD)
    ),
    "marker": EventKind(
        MarkerRelation,
        lambda seat: turns.PlaceMarker(seat=seat, space=SpaceId("")),
        outline=marker_outline,
    ),
    "end": EventKind(EndRelation, lambda seat: turns.EndPhase(seat=seat)),
    "plan": EventKind(PlanRelation, lambda seat: events.Plan(seat=seat, slots=()), ONE_PLAN_EACH),
    "starting-tile": EventKind(
        StartingTileRelation,
        lambda seat: events.TakeStartingTile(seat=seat, tile=StartTileId("")),
        SETUP_ORDER,
    ),
    "rest": EventKind(
        RestingRelation, lambda seat: events.RestStartingCards(seat=seat, cards=()), SETUP_ORDER
    ),
    "starting-bonus": EventKind(
        StartingBonusRelation,
        lambda seat: events.TakeStartingBonus(seat=seat),
        STARTING_BONUS_ORDER,
        outline=lambda _seen, _event: {},
    ),
    "deal-cards": EventKind(DealCardsRelation, lambda _: events.DealCards(cards=())),
    "deal-books": EventKind(DealBooksRelation, lambda _: events.DealBooks(books=())),
    "refill-books": EventKind(RefillRelation, lambda _: events.RefillBooks(books=())),
    "prepare": EventKind(PreparationRelation, lambda _: events.PrepareRound()),
}
"""Every kind by its tag, an `EventTag`."""


def kind_of(event: JudgedEvent) -> EventKind:
    """Return the kind of an event, by the word that tags it."""
    return KINDS[event.__struct_config__.tag]


def seat_of(event: JudgedEvent) -> Seat:
    """Return who an event is said by; chance sits at the first seat."""
    return Seat(0) if isinstance(event, OF_CHANCE) else event.seat
