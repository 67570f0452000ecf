"""Planning: which cards are placed where, and turning them up."""

from collections.abc import Iterable, Mapping
from itertools import combinations

from msgspec.structs import replace

from referee.core.components import ShareCard
from referee.core.events import Plan
from referee.core.ids import SLOTS, CardId
from referee.rulebook import planning as rules
from referee_model.legality import writes
from referee_model.legality.tracks import working_levels
from referee_model.legality.turn import EventRelation
from referee_model.legality.writes import After, TableDraft, WriteNumber
from referee_model.solver import Values
from referee_model.terms import Num, Truth, both, either, eq, implies, is_among, no

NO_SLOTS: tuple[CardId | None, ...] = (None,) * len(SLOTS)


class PlanRelation(EventRelation[Plan]):
    """A player's plan; the number of a card is its place in the sorted hand."""

    def state_rules(self) -> None:
        relation, seen = self.relation, self.table
        self.hand: tuple[CardId, ...] = tuple(sorted(seen.me.hand))
        self.slots: list[Num] = [relation.whole(f"slot-{slot}") for slot in SLOTS]
        self.named: Num = relation.whole("slots-named")
        relation.demand(rules.PLAN_WHEN_DUE, self.state.phase == "planning")
        relation.demand(rules.ONE_PLAN_EACH, self.state.plans[seen.seat] is None)
        relation.demand(rules.KNOWN_SLOTS, eq(self.named, len(SLOTS)))
        components = seen.components
        numbered = enumerate(self.hand, 1)
        shares = [n for n, card in numbered if isinstance(components.card[card], ShareCard)]
        for slot in self.slots:
            relation.demand(rules.PLAN_FROM_HAND, both(slot >= 0, slot <= len(self.hand)))
            relation.demand(rules.NO_SHARE_CARD_IN_SLOT, no(is_among(slot, shares)))
        for one, other in combinations(self.slots, 2):
            relation.demand(rules.ONE_SLOT_A_CARD, implies(eq(one, other), eq(one, 0)))
        diamonds = relation.have("diamond-steps", seen.me.diamonds)
        ink = relation.have("ink-steps", seen.me.ink)
        unlocked = {
            "diamond": diamonds >= components.diamond_track.slot_at,
            "ink": ink >= components.book_track.slot_at,
        }
        for name, slot in zip(SLOTS, self.slots, strict=True):
            relation.demand(rules.SLOT_UNLOCKED, either(eq(slot, 0), unlocked.get(name, True)))

    def facts(self, event: Plan) -> Mapping[str, Iterable[Truth]]:
        known: dict[CardId | None, int] = {card: n for n, card in enumerate(self.hand, 1)}
        known[None] = 0
        numbers = (
            known[card] if card in known else -event.slots.index(card) - 1
            for card in (*event.slots, *NO_SLOTS)
        )
        return {"slots": [eq(self.named, len(event.slots)), *map(eq, self.slots, numbers)]}

    def read(self, values: Values) -> Plan:
        numbers = (values.number(slot.text) for slot in self.slots)
        slots = tuple(self.hand[number - 1] if number else None for number in numbers)
        return Plan(seat=self.table.seat, slots=slots)

    def state_effects(self, after: After) -> None:
        seat, state = self.table.seat, self.state
        for place, slot in enumerate(self.slots):
            after.number(rules.ALL_REVEAL, slot, self._write_slot(place))
        others = (plan for other, plan in enumerate(state.plans) if other != seat)
        if all(plan is not None for plan in others):
            after.bit(rules.ALL_REVEAL, value=True, write=_reveal)
            first = state.first_player
            after.number(rules.ALL_REVEAL, first, writes.to_move)
            after.number(rules.ALL_REVEAL, 1, writes.at("turn"))
            working_levels(after, self.table, first, state.players[first].tracks)

    def _write_slot(self, place: int) -> WriteNumber:
        seat, hand = self.table.seat, self.hand

        def write(draft: TableDraft, value: int) -> None:
            plan = draft.plans[seat] or Plan(seat=seat, slots=NO_SLOTS)
            card = hand[value - 1] if value else None
            slots = (*plan.slots[:place], card, *plan.slots[place + 1 :])
            draft.plans[seat] = replace(plan, slots=slots)

        return write


def _reveal(draft: TableDraft, value: bool) -> None:  # noqa: FBT001
    if not value:
        return
    draft.phase = "actions"
    for seat, plan in enumerate(draft.plans):
        if plan is not None:
            player = draft.players[seat]
            player.slots = list(plan.slots)
            player.hand -= {card for card in plan.slots if card is not None}
        draft.plans[seat] = None
