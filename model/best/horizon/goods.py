"""Goods turns within a round: cards used, cards acquired, and units over the tracks."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from model.best.draft import Draft, Linear, Lit, Literal, total, weighted
from model.best.goods import prices
from model.best.horizon.area import Area
from model.best.horizon.timeline import Timeline
from model.best.horizon.walk import Walk
from model.best.table import Table
from referee.game.components import DiscountBonus, GoodsCard
from referee.game.ids import COMPANIES, GOODS, CardId, Company, Good


@dataclass(eq=False)
class Market:
    """The cards of the display, and the turn in which each of them is acquired."""

    draft: Draft
    table: Table
    timeline: Timeline
    bought: dict[CardId, list[list[Lit]]] = field(default_factory=dict)
    """By card and turn: whether it is acquired, in one of several ways."""

    def __post_init__(self) -> None:
        self.bought = {card: [[] for _ in self.timeline.turns] for card in prices(self.table)}

    def offer(self, card: CardId, turn: int, lit: Lit) -> None:
        """Let a card be acquired in a turn."""
        self.bought[card][turn].append(lit)

    def before(self, card: CardId, turn: int) -> Linear:
        """Return whether a card was acquired before a turn."""
        return total(lit for row in self.bought[card][:turn] for lit in row)

    def close(self) -> None:
        """Let every card be acquired once."""
        for rows in self.bought.values():
            self.draft.model.add_at_most_one(lit for row in rows for lit in row)


@dataclass(eq=False)
class Sales:
    """The goods turns: units go to tracks, or to a card of the display."""

    draft: Draft
    table: Table
    area: Area
    walk: Walk
    market: Market
    buys: list[dict[CardId, Lit]] = field(default_factory=list)
    steps: list[dict[Company, Linear]] = field(default_factory=list)

    def __post_init__(self) -> None:
        if self.area.goods:
            for turn in range(len(self.area.sale.at)):
                self._turn(turn)
        else:
            self.draft.model.add(self.area.sale.done == 0)

    def _turn(self, turn: int) -> None:
        draft, model, selling = self.draft, self.draft.model, self.area.sale.at[turn]
        most = self.area.most_units()
        used = self.area.bonuses_used(turn)
        discounts = [(bonus, lit) for bonus, lit in used if isinstance(bonus, DiscountBonus)]
        largest = sum(bonus.less for bonus, _ in discounts)
        buys = {
            card: draft.choice(f"buy[{card}]@{turn + 1}")
            for card, price in prices(self.table).items()
            if price <= most + largest
        }
        for card, lit in buys.items():
            self.market.offer(card, turn, lit)
        model.add(total(buys.values()) <= selling)
        kinds = self._kinds(turn, buys, discounts)
        price = self._price(buys, kinds, discounts)
        steps: dict[Company, Linear] = {}
        for company in COMPANIES:
            room = min(self.walk.ahead(company).room, most)
            made = draft.chosen_amount(room, f"sell[{company}]@{turn + 1}")
            model.add(made <= room * selling)
            self.walk.move(company, turn, made)
            steps[company] = made
        units = self.area.units(turn)
        made_all = total(steps.values())
        model.add(made_all + price <= units)
        self.buys.append(buys)
        self.steps.append(steps)
        if not self.table.state.setting.rulings.may_leave_parts:
            left = draft.aside()
            model.add(made_all + price >= units).only_enforce_if(~left)
            self._nothing_can_move(turn, left)

    def _kinds(
        self,
        turn: int,
        buys: dict[CardId, Lit],
        discounts: Sequence[tuple[DiscountBonus, Lit]],
    ) -> dict[Good, Lit]:
        used: dict[Good, list[Lit]] = {good: [] for good in GOODS}
        for item in self.area.goods:
            if isinstance(item.thing, GoodsCard):
                used[item.thing.good].append(self.area.used[item.name][turn])
        kinds = {good: self.draft.either(lits) for good, lits in used.items() if lits}
        mixing = [lit for bonus, lit in discounts if bonus.mixed]
        if not mixing or not buys:
            self.draft.model.add_at_most_one(kinds.values())
            return kinds
        mixed = self.draft.aside()
        self.draft.model.add_bool_or(~mixed, *mixing)
        self.draft.model.add_bool_or(~mixed, *buys.values())
        self.draft.model.add(total(kinds.values()) <= 1 + (len(kinds) - 1) * mixed)
        return kinds

    def _price(
        self,
        buys: dict[CardId, Lit],
        kinds: dict[Good, Lit],
        discounts: Sequence[tuple[DiscountBonus, Lit]],
    ) -> Linear:
        crates = prices(self.table)
        printed = weighted((crates[card], lit) for card, lit in buys.items())
        less: list[tuple[int, Lit]] = []
        for bonus, counts in discounts:
            if bonus.good == "any":
                less.append((bonus.less, counts))
            elif bonus.good in kinds:
                less.append((bonus.less, self.draft.both(counts, kinds[bonus.good])))
        if not less or not buys:
            return printed
        price = self.draft.amount(max(crates.values()))
        self.draft.model.add_max_equality(price, [0, printed - weighted(less)])
        return price

    def _nothing_can_move(self, turn: int, left: Lit) -> None:
        """Units may only be left where every marker is at its end or at a call unpaid."""
        model, rulings = self.draft.model, self.table.state.setting.rulings
        for company in COMPANIES:
            ahead = self.walk.ahead(company)
            after = self.walk.made[company][turn + 1]
            if not after:
                continue
            ways: list[Literal] = [after[-1]]
            for step, call in enumerate(ahead.calls):
                if not call:
                    continue
                before = [after[step - 1]] if step else []
                stands = self.draft.both(~after[step], *before)
                ways.append(stands)
                if not rulings.may_decline_calls:
                    model.add(self.walk.cash[turn + 1] <= call - 1).only_enforce_if(left, stands)
            model.add_bool_or(~left, *ways)
