"""Using goods cards: acquiring a card and advancing unit by unit."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import combinations

from referee.core.canonical import CanonicalGoods
from referee.core.components import DiscountBonus, GoodsCard, PlusOneTile, UnitBonus
from referee.core.ids import COMPANIES, GOODS, CardId, Good, ItemId
from referee.core.state import State
from referee.core.turns import UseGoods
from referee.rulebook import goods as rules
from referee.rulebook import tracks as track_rules
from referee_model.legality import writes
from referee_model.legality.tracks import StepsAhead, march, path
from referee_model.legality.turn import BonusTurnRelation
from referee_model.legality.writes import After
from referee_model.solver import Values
from referee_model.terms import (
    Num,
    Truth,
    Whole,
    both,
    either,
    eq,
    every,
    floor_zero,
    implies,
    is_among,
    no,
    same,
    some,
    table,
    total,
    when,
)


# What the cards on the display cost before anything is taken off ----------------------------------
def display_numbers(state: State) -> dict[CardId | None, int]:
    """Return the number of each card on the display, from 1; no card is 0."""
    numbers: dict[CardId | None, int] = {
        card: number for number, card in enumerate(state.display, 1) if card is not None
    }
    return numbers | {None: 0}


def display_prices(state: State) -> dict[int, int]:
    """Return the full price of each card on the display, by its number."""
    components = state.setting.components
    spaces = enumerate(zip(components.filling_order, state.display, strict=True), 1)
    prices = ((n, space.crate, card) for n, (space, card) in spaces if card is not None)
    return {number: crate + components.card[card].crate for number, crate, card in prices}


class GoodsRelation(BonusTurnRelation[UseGoods]):
    """Using goods cards; the k-th unit that advances a marker is a variable of its own."""

    bearing = (DiscountBonus, UnitBonus)
    lower_levels_help = True

    def state_rules(self) -> None:
        relation = self.relation
        self.use = {card: relation.bit(f"use-{n}") for n, card in enumerate(self.table.cards)}
        self.others = relation.bit("other-cards")
        """A card was named that is not in the area, or one was named twice."""
        self.strangers = relation.bit("other-kinds")
        """Among them is a card that is no goods card."""
        self.buy: Num = relation.whole("buy")
        self.steps: Num = relation.amount("steps")
        self._demand_cards()
        self._demand_purchase()
        self._demand_steps()
        self.tile.demand(self.use)

    # Cards

    @cached_property
    def _goods(self) -> dict[CardId, GoodsCard]:
        found = ((card, self.table.goods_card(card)) for card in self.table.cards)
        return {card: goods for card, goods in found if goods}

    def _demand_cards(self) -> None:
        relation, me = self.relation, self.table.me
        relation.demand(rules.USES_A_GOODS_CARD, some([*self.use.values(), self.others]))
        for card, use in self.use.items():
            if card in me.used:
                relation.demand(rules.GOODS_FACE_UP, no(use))
            if card not in self._goods:
                relation.demand(rules.GOODS_CARDS_ONLY, no(use))
        relation.demand(rules.GOODS_FACE_UP, no(self.others))
        relation.demand(rules.GOODS_CARDS_ONLY, no(self.strangers))
        buying = no(eq(self.buy, 0))
        mixing = both(buying, self.levels.mixing())
        for one, other in combinations(GOODS, 2):
            mixed = both(self._uses(one), self._uses(other))
            relation.demand(rules.ONE_KIND_OF_GOOD, implies(mixed, mixing))
        units = total(
            when(self.use[card], self.levels.units(goods) + self.tile.more(card))
            for card, goods in self._goods.items()
        )
        self.units = relation.have("units", relation.define(rules.UNITS_OF_A_CARD, "units", units))

    def _uses(self, good: Good) -> Truth:
        return some(self.use[card] for card, goods in self._goods.items() if goods.good == good)

    # The card acquired

    def _demand_purchase(self) -> None:
        relation = self.relation
        offers = display_prices(self.table.state)
        relation.demand(rules.BOUGHT_CARD_ON_DISPLAY, is_among(self.buy, [0, *offers]))
        full = relation.define(rules.PRICE, "full-price", table(self.buy, offers))
        less = relation.define(rules.GOODS_DISCOUNTS, "less", self.levels.discount(self._uses))
        price = relation.let(floor_zero(full - less))
        # Units of cards that are not there, and a price that nobody knows, are judged no further.
        covers = implies(both(self.buy > 0, no(self.others)), self.units >= price)
        relation.demand(rules.UNITS_COVER_PRICE, covers)
        self.settled = relation.let_bit(both(no(self.others), self.buy >= 0))
        self.left = relation.let(floor_zero(self.units - when(self.buy > 0, price)))

    # Units that advance markers

    @cached_property
    def most(self) -> int:
        """The most units that a legal turn can have."""
        tile = self.table.goods_tile.units if self.table.goods_tile else 0
        by_good = [self.levels.most_units(good) for good in GOODS]
        return (max(by_good) if self.levels.mixing() is False else sum(by_good)) + tile

    def _demand_steps(self) -> None:
        relation = self.relation
        self.paths: list[StepsAhead] = [
            path(self.table, c, self.most) for c in range(len(COMPANIES))
        ]
        self.unit = [relation.whole(f"unit-{k}", "steps") for k in range(1, self.most + 1)]
        """The company of the k-th unit, 1 to 4, or 0."""
        made: list[Whole] = [0] * len(COMPANIES)
        purse = relation.have("pounds", self.table.me.cash)
        cash = purse
        for number, unit in enumerate(self.unit, 1):
            relation.shape(implies(self.steps >= number, is_among(unit, (1, 2, 3, 4))))
            relation.shape(implies(self.steps < number, eq(unit, 0)))
            for company, way in enumerate(self.paths):
                moves = eq(unit, company + 1)
                for toll in way.tolls:
                    if toll.step <= number:
                        crosses = both(moves, eq(made[company], toll.step - 1))
                        paid = cash >= toll.pounds
                        relation.demand(track_rules.CALL_IS_PAID, implies(crosses, paid))
            made = [
                relation.let(done + when(eq(unit, company + 1), 1))
                for company, done in enumerate(made)
            ]
            gains = (way.gain(done) for way, done in zip(self.paths, made, strict=True))
            cash = relation.let(purse + total(gains))
        self.made: list[Whole] = []
        for company, done in enumerate(made):
            steps = relation.whole(f"made-{COMPANIES[company]}")
            relation.shape(eq(steps, done))
            self.made.append(steps)
            relation.demand(track_rules.NOT_BEYOND_THE_END, steps <= self.paths[company].room)
        enough = implies(self.settled, self.steps <= self.left)
        relation.demand(rules.NO_MORE_STEPS_THAN_UNITS, enough)
        self._demand_all_used(cash)

    def _demand_all_used(self, cash: Whole) -> None:
        rulings = self.table.rulings
        if rulings.may_leave_units:
            return
        stops: list[Truth] = []
        for way, done in zip(self.paths, self.made, strict=True):
            stop = way.stuck(done, cash - way.gain(done))
            declines = rulings.may_decline_for_units
            stops.append(either(stop, way.at_call(done)) if declines else stop)
        idle = both(self.settled, self.steps < self.left)
        self.relation.demand(rules.ALL_UNITS_USED, implies(idle, every(stops)))

    # Reading turns

    def other_facts(self, turn: UseGoods) -> Mapping[str, Iterable[Truth]]:
        return {
            "cards": self._card_facts(turn.cards),
            "buy": [eq(self.buy, display_numbers(self.table.state).get(turn.buy, -1))],
            "advance": [
                eq(self.steps, len(turn.advance)),
                *map(eq, self.unit, (COMPANIES.index(each) + 1 for each in turn.advance)),
            ],
            "plus_one": self.tile.facts(turn.plus_one),
        }

    def wishes(self, turn: UseGoods) -> Mapping[str, Truth]:
        """Return what a goods turn is after: the card to be acquired."""
        number = display_numbers(self.table.state).get(turn.buy, -1) if turn.buy else -1
        return {"buy": eq(self.buy, number)} if number > 0 else {}

    def _card_facts(self, cards: tuple[CardId, ...]) -> Iterator[Truth]:
        for card, use in self.use.items():
            yield same(use, card in cards)
        unknown = [card for card in cards if card not in self.use]
        yield same(self.others, bool(unknown) or len(set(cards)) < len(cards))
        # A card that nobody knows is not one of another kind; it is only not there.
        known = [card for card in unknown if card in self.table.components.card]
        yield same(self.strangers, any(not self.table.goods_card(card) for card in known))

    def read(self, values: Values) -> UseGoods:
        units = (values.number(unit.text) for unit in self.unit)
        return UseGoods(
            seat=self.table.seat,
            plus_one=self.tile.read(values),
            cards=tuple(card for card, use in self.use.items() if values.bit(use.text)),
            buy=self._bought(values),
            advance=tuple(COMPANIES[unit - 1] for unit in units if unit),
        )

    def _bought(self, values: Values) -> CardId | None:
        number = values.number(self.buy.text)
        return self.table.state.display[number - 1] if number > 0 else None

    def canonical(self, values: Values) -> CanonicalGoods:
        made = (values.number(steps.text) for steps in self.made if isinstance(steps, Num))
        return CanonicalGoods(
            seat=self.table.seat,
            plus_one=self.tile.canonical(values),
            cards=frozenset(card for card, use in self.use.items() if values.bit(use.text)),
            buy=self._bought(values),
            steps=tuple(made),
        )

    def choices(self) -> Iterable[Whole | Truth]:
        return [*self.use.values(), self.buy, *self.made, *self.tile.choices()]

    # Effects

    def state_effects(self, after: After) -> None:
        seen = self.table
        gain, spaces = march(after, seen, self.paths, self.made)
        after.sum(seen.me.cash + gain, writes.at("players", seen.seat, "cash"))
        for space, card in enumerate(seen.state.display):
            if card is not None:
                bought = eq(self.buy, space + 1)
                to_hand = writes.at("players", seen.seat, "hand", card)
                after.bit(rules.BOUGHT_CARD_TO_HAND, bought, to_hand)
                after.bit(rules.BOUGHT_CARD_TO_HAND, bought, writes.off_display(space))
        self.turn_down(after, rules.USED_GOODS_FLIP, self._flips())
        self.end_turn(after, spaces)

    def _flips(self) -> dict[ItemId, Truth]:
        flips: dict[ItemId, Truth] = {card: use for card, use in self.use.items()}  # noqa: C416
        seen = self.table
        plus_one = seen.me.plus_one
        for tile in seen.me.tiles:
            if seen.goods_tile and tile == seen.goods_tile.id:
                spots = enumerate(seen.cards, 1)
                laid = (both(eq(self.tile.card, number), self.use[card]) for number, card in spots)
                flips[tile] = some(laid)
            elif plus_one in self.use and isinstance(seen.components.tile[tile], PlusOneTile):
                flips[tile] = self.use[plus_one]
        return flips
