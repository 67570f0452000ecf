"""Every kind of event with its relation, and the judges kept for further questions."""

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import lru_cache, partial
from typing import Generic, Literal, TypeVar

from referee.core import events, turns
from referee.core.canonical import CanonicalTurn
from referee.core.ids import CardId, Seat, SpaceId, StartTileId
from referee.core.rule import Rule
from referee.core.state import State
from referee.rulebook.planning import ONE_PLAN_EACH
from referee.rulebook.round_end import TURN_ORDER
from referee.rulebook.setup import SETUP_ORDER, STARTING_BONUS_ORDER
from referee_model.judge import EventQuestion, Judge, ModelVerdict, SupposedEvent
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

E = TypeVar("E", bound=JudgedEvent)


class EventKind(Generic[E]):
    """One kind of event: which relation rules it, and what a blank one looks like."""

    def __init__(
        self,
        relation: Callable[[State, Seat, Relation], EventRelation[E]],
        blank: Callable[[Seat], E],
        nobody: Rule = TURN_ORDER,
        *,
        outline: Callable[[SeatView, E], Mapping[str, int]] | None = None,
    ) -> None:
        self.blank = blank
        """Makes an event of this kind that says nothing."""
        self.nobody = nobody
        """The rule that an event of a seat at which nobody sits breaks."""
        self._relation = relation
        self._outline = outline

    def judge(self, state: State, seat: Seat) -> Judge[E]:
        """Return the judge of this kind in a state; the last ones are kept by each thread."""
        kept = room().kept
        if self not in kept:
            kept[self] = lru_cache(KEPT)(self._make)
        found: Judge[E] = kept[self](state, seat)
        return found

    def _make(self, state: State, seat: Seat) -> Judge[E]:
        outline = None if self._outline is None else partial(self._outline, SeatView(state, seat))
        return Judge(partial(self._relation, state, seat), outline=outline)

    def question(
        self, state: State, seat: Seat, event: JudgedEvent, *, levels_open: bool = False
    ) -> EventQuestion:
        """Return an event of this kind with the rules about it."""
        judge = self.judge(state, seat)
        return judge.question(self.own(event), self.blank(seat), levels_open=levels_open)

    def supposed(
        self, state: State, seat: Seat, event: JudgedEvent, left_open: Collection[str] = ()
    ) -> SupposedEvent:
        """Return an event at any levels, but with more of everything than there is in a state.

        What stands in the fields left open may be anything.
        """
        return self.judge(state, seat).supposed(self.own(event), left_open)

    def relation(
        self, state: State, seat: Seat, within: Relation | None = None
    ) -> EventRelation[E]:
        """Return the rules for a state and a seat, stated anew, perhaps beside other variables."""
        return self._relation(state, seat, Relation() if within is None else within)

    def forget(self) -> None:
        """Forget all judges of this thread."""
        room().kept.pop(self, None)

    def own(self, event: JudgedEvent) -> E:
        """Return an event as one of this kind, which it has to be."""
        blank = self.blank(Seat(0))
        if not isinstance(event, type(blank)):
            raise TypeError(f"a {type(event).__name__} was given, not a {type(blank).__name__}")
        return event

    def legal(self, state: State, seat: Seat, event: JudgedEvent) -> ModelVerdict:
        """Return whether an event of this kind is legal."""
        return self.judge(state, seat).legal(self.own(event))

    def legal_at_lower_levels(
        self, state: State, seat: Seat, event: JudgedEvent
    ) -> ModelVerdict | None:
        """Return the verdict at levels of bonuses below the highest; None if they do not help."""
        return self.judge(state, seat).legal_at_lower_levels(self.own(event))

    def effect(self, state: State, seat: Seat, event: JudgedEvent) -> State:
        """Return the table after an event of this kind."""
        return self.judge(state, seat).effect(self.own(event))

    def find(self, state: State, seat: Seat, given: Mapping[str, object]) -> JudgedEvent | None:
        """Return a legal event of this kind."""
        return self.judge(state, seat).find(self.blank(seat), given)

    def canonical_turns(
        self, state: State, seat: Seat, given: Mapping[str, object]
    ) -> frozenset[CanonicalTurn]:
        """Return every canonical turn of this kind."""
        return frozenset(self.judge(state, seat).canonical_turns(self.blank(seat), given))

    def said_turns(self, state: State, seat: Seat) -> Iterator[tuple[CanonicalTurn, JudgedEvent]]:
        """Yield every canonical turn of this kind, with a turn that says it."""
        return self.judge(state, seat).said_turns(self.blank(seat))


_NO_CARD = CardId("")

GOODS = EventKind(GoodsRelation, lambda seat: turns.UseGoods(seat=seat, cards=()))
EXPAND = EventKind(
    ExpansionRelation,
    lambda seat: turns.Expand(seat=seat, company="mombasa"),
    outline=lambda _seen, _turn: {},
)
BOOKKEEPER = EventKind(
    BookkeeperRelation,
    lambda seat: turns.UseBookkeeper(seat=seat, card=_NO_CARD),
    outline=bookkeeper_outline,
)
MERCHANT = EventKind(MerchantRelation, lambda seat: turns.UseMerchant(seat=seat, card=_NO_CARD))
MARKER = EventKind(
    MarkerRelation,
    lambda seat: turns.PlaceMarker(seat=seat, space=SpaceId("")),
    outline=marker_outline,
)
END = EventKind(EndRelation, lambda seat: turns.EndPhase(seat=seat))
PLAN = EventKind(PlanRelation, lambda seat: events.Plan(seat=seat, slots=()), ONE_PLAN_EACH)
TILE = EventKind(
    StartingTileRelation,
    lambda seat: events.TakeStartingTile(seat=seat, tile=StartTileId("")),
    SETUP_ORDER,
)
REST = EventKind(
    RestingRelation, lambda seat: events.RestStartingCards(seat=seat, cards=()), SETUP_ORDER
)
BONUS = EventKind(
    StartingBonusRelation,
    lambda seat: events.TakeStartingBonus(seat=seat),
    STARTING_BONUS_ORDER,
    outline=lambda _seen, _event: {},
)
CARDS = EventKind(
    lambda state, _, relation: DealCardsRelation(state, relation),
    lambda _: events.DealCards(cards=()),
)
BOOKS = EventKind(
    lambda state, _, relation: DealBooksRelation(state, relation),
    lambda _: events.DealBooks(books=()),
)
REFILL = EventKind(
    lambda state, _, relation: RefillRelation(state, relation),
    lambda _: events.RefillBooks(books=()),
)
PREPARE = EventKind(
    lambda state, _, relation: PreparationRelation(state, relation), lambda _: events.PrepareRound()
)

AnyKind = (
    EventKind[turns.UseGoods]
    | EventKind[turns.Expand]
    | EventKind[turns.UseBookkeeper]
    | EventKind[turns.UseMerchant]
    | EventKind[turns.PlaceMarker]
    | EventKind[turns.EndPhase]
    | EventKind[events.Plan]
    | EventKind[events.TakeStartingTile]
    | EventKind[events.RestStartingCards]
    | EventKind[events.TakeStartingBonus]
    | EventKind[events.DealCards]
    | EventKind[events.DealBooks]
    | EventKind[events.RefillBooks]
    | EventKind[events.PrepareRound]
)

KINDS: dict[EventTag, AnyKind] = {
    "goods": GOODS,
    "expand": EXPAND,
    "bookkeeper": BOOKKEEPER,
    "merchant": MERCHANT,
    "marker": MARKER,
    "end": END,
    "plan": PLAN,
    "starting-tile": TILE,
    "rest": REST,
    "starting-bonus": BONUS,
    "deal-cards": CARDS,
    "deal-books": BOOKS,
    "refill-books": REFILL,
    "prepare": PREPARE,
}

BY_TAG: dict[object, AnyKind] = dict(KINDS.items())


def kind_of(event: JudgedEvent) -> AnyKind:
    """Return the kind of an event, by the word that tags it."""
    return BY_TAG[event.__struct_config__.tag]


def seat_of(event: JudgedEvent) -> Seat:
    """Return who an event is said by; chance sits at the first seat."""
    return Seat(0) if isinstance(event, OF_CHANCE) else event.seat
