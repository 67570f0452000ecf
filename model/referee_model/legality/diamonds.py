"""Diamond merchants and the diamond track."""

from collections.abc import Iterable, Mapping

from referee.core.canonical import CanonicalMerchant
from referee.core.components import MerchantCard, MerchantTile
from referee.core.limits import POUNDS_AT_TRACK_END
from referee.core.turns import UseMerchant
from referee.rulebook import diamonds as rules
from referee_model.legality import writes
from referee_model.legality.table import SeatView
from referee_model.legality.turn import TurnRelation
from referee_model.legality.writes import After
from referee_model.solver import Values
from referee_model.terms import (
    Num,
    Truth,
    Whole,
    at_most,
    eq,
    floor_zero,
    is_among,
    minus,
    table,
    times,
    when,
)


def pounds_beyond(seen: SeatView, before: Whole, steps: Whole) -> Whole:
    """Return what one move of `steps` pays at the end of the diamond track.

    `before` counts all steps gained so far, as if the track went on.
    """
    last = seen.components.diamond_track.last
    if seen.rulings.diamond_overflow == "forfeit-overflow":
        return when(before >= last, times(POUNDS_AT_TRACK_END, steps))
    beyond = minus(floor_zero(before + steps - last), floor_zero(before - last))
    return times(POUNDS_AT_TRACK_END, beyond)


def diamonds_after(after: After, seen: SeatView, steps: Whole) -> None:
    """State where the diamond marker stands after `steps`."""
    last = seen.components.diamond_track.last
    reached = at_most(seen.me.diamonds + steps, last)
    after.number(rules.DIAMOND_STEPS, reached, writes.at("players", seen.seat, "diamonds"))


class MerchantRelation(TurnRelation[UseMerchant]):
    """Using a diamond merchant."""

    def state_rules(self) -> None:
        self.card: Num = self.relation.whole("card")
        merchants = self.table.merchants(self.table.me)
        numbered = enumerate(self.table.items, 1)
        self.merchants = {n: merchants[item] for n, item in numbered if item in merchants}
        self.relation.demand(rules.MERCHANT_FACE_UP, is_among(self.card, self.merchants))
        self.tile.demand({})

    def facts(self, turn: UseMerchant) -> Mapping[str, Iterable[Truth]]:
        items = self.table.items
        number = items.index(turn.card) + 1 if turn.card in items else -1
        return {"card": [eq(self.card, number)], "plus_one": self.tile.facts(turn.plus_one)}

    def read(self, values: Values) -> UseMerchant:
        item = self.table.items[values.number(self.card.text) - 1]
        return UseMerchant(seat=self.table.seat, card=item, plus_one=self.tile.read(values))

    def canonical(self, values: Values) -> CanonicalMerchant:
        item = self.table.items[values.number(self.card.text) - 1]
        plus_one = self.tile.canonical(values)
        return CanonicalMerchant(seat=self.table.seat, card=item, plus_one=plus_one)

    def choices(self) -> Iterable[Whole | Truth]:
        return [self.card, *self.tile.choices()]

    def state_effects(self, after: After) -> None:
        relation, seen = self.relation, self.table
        printed = {number: merchant.steps for number, merchant in self.merchants.items()}
        shown = relation.define(rules.MERCHANT_GIVES, "shown", table(self.card, printed))
        held = [*zip(seen.components.regions, seen.state.regions, strict=True)]
        mines = {
            n: sum(region.mines for region, owner in held if owner == m.company) // m.mines_per_step
            for n, m in self.merchants.items()
            if isinstance(m, MerchantCard) and m.mines_per_step
        }
        dug = relation.define(rules.MINES_GIVE_STEPS, "dug", table(self.card, mines))
        tiles = {n: m for n, m in self.merchants.items() if isinstance(m, MerchantTile)}
        others = {n: tile.per_merchant * (len(self.merchants) - 1) for n, tile in tiles.items()}
        joined = relation.define(rules.TILE_COUNTS_MERCHANTS, "joined", table(self.card, others))
        further = dug + joined
        pounds = {n: m.pounds for n, m in self.merchants.items() if isinstance(m, MerchantCard)}
        taken = relation.define(rules.MERCHANT_GIVES, "taken", table(self.card, pounds))
        # The further steps are a move of their own, which may begin at the end of the track.
        overflow = pounds_beyond(seen, seen.me.diamonds, shown)
        overflow += pounds_beyond(seen, seen.me.diamonds + shown, further)
        beyond = relation.define(rules.DIAMONDS_AT_THE_END, "beyond", overflow)
        diamonds_after(after, seen, shown + further)
        after.sum(seen.me.cash + taken + beyond, writes.at("players", seen.seat, "cash"))
        flips = {item: eq(self.card, number) for number, item in enumerate(seen.items, 1)}
        self.turn_down(after, rules.MERCHANT_FLIPS, flips)
        self.end_turn(after)
