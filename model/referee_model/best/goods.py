"""Goods turns: cards used, a card acquired, and units over the tracks."""

from dataclasses import dataclass, field
from functools import cached_property

from referee.core.components import DiscountBonus, GoodsCard, UnitBonus
from referee.core.ids import COMPANIES, GOODS, CardId, Company, Good
from referee_model.best.area import UsedCards
from referee_model.best.payment import pay_in_some_order
from referee_model.best.table import MoverTable, level_choices, usable
from referee_model.best.timeline import Draft, Lit, Literal, ModelNumber, Timeline, total, weighted
from referee_model.best.tracks import TrackWalk

GoodsBonus = UnitBonus | DiscountBonus
"""The permanent bonuses that bear on goods turns."""

UsedBonuses = list[tuple[GoodsBonus, Lit]]
"""Bonuses, each with whether it is used."""


@dataclass(eq=False)
class Market:
    """The cards of the display, and the turn in which each of them is acquired."""

    draft: Draft
    table: MoverTable
    timeline: Timeline
    bought: dict[CardId, list[list[Lit]]] = field(default_factory=dict)
    """By card and turn: whether it is acquired, in one of several ways."""

    def __post_init__(self) -> None:
        self.bought = {card: [[] for _ in self.timeline.turns] for card in self.table.prices}

    def offer(self, card: CardId, turn: int, lit: Lit) -> None:
        """Let a card be acquired in a turn."""
        self.bought[card][turn].append(lit)

    def before(self, card: CardId, turn: int) -> ModelNumber:
        """Return whether a card was acquired before a turn."""
        return total(lit for row in self.bought[card][:turn] for lit in row)

    def close(self) -> None:
        """Let every card be acquired once."""
        for rows in self.bought.values():
            self.draft.at_most_one(lit for row in rows for lit in row)


@dataclass(eq=False)
class Sales:
    """The goods turns: units go to tracks, or to a card of the display."""

    draft: Draft
    table: MoverTable
    area: UsedCards
    walk: TrackWalk
    market: Market
    buys: list[dict[CardId, Lit]] = field(default_factory=list)
    steps: list[dict[Company, ModelNumber]] = field(default_factory=list)

    def __post_init__(self) -> None:
        for turn, selling in enumerate(self.area.sale.at):
            buys: dict[CardId, Lit] = {}
            if selling is not self.draft.no:
                most = self._most_units + sum(self._most_discount(c) for c in COMPANIES)
                dear = [card for card, price in self.table.prices.items() if price <= most]
                buys = {card: self.draft.choice(f"buy[{card}]@{turn + 1}") for card in dear}
                for card, lit in buys.items():
                    self.market.offer(card, turn, lit)
                self.draft.model.add(total(buys.values()) <= selling)
            self.buys.append(buys)

    def _most_discount(self, company: Company) -> int:
        bonuses = self.table.bonuses[company]
        return max((b.less for b in bonuses if isinstance(b, DiscountBonus)), default=0)

    @cached_property
    def _most_units(self) -> int:
        """How many units a goods turn can have at most."""
        if not self.area.sale.single:
            return self.area.most_units()
        table = self.table
        bonuses = (bonus for company in COMPANIES for bonus in usable(table, company))
        mixed = any(isinstance(bonus, DiscountBonus) and bonus.mixed for bonus in bonuses)
        choices = [table.at_levels(levels).totals for levels in level_choices(table, UnitBonus)]
        most = max(sum(t.values()) if mixed else max(t.values()) for t in choices)
        return most + (table.tile_units if table.tile_cards else 0)

    def sell(self) -> None:
        """Settle what becomes of the units of every turn."""
        for turn, selling in enumerate(self.area.sale.at):
            if selling is not self.draft.no:
                self._turn(turn, selling)

    def _turn(self, turn: int, selling: Lit) -> None:
        draft, model, buys = self.draft, self.draft.model, self.buys[turn]
        kinds = self._kinds(turn)
        used = self._bonuses(turn, kinds)
        mixing = [lit for bonus, lit in used if isinstance(bonus, DiscountBonus) and bonus.mixed]
        model.add(total(kinds.values()) <= 1 + (len(kinds) - 1) * total(mixing))
        price = self._price(buys, kinds, used)
        steps: dict[Company, ModelNumber] = {}
        for company in COMPANIES:
            room = min(self.table.ahead[company].room, self._most_units)
            made = draft.chosen_amount(room, f"sell[{company}]@{turn + 1}")
            model.add(made <= room * selling)
            self.walk.move(company, turn, made, room)
            steps[company] = made
        self.steps.append(steps)
        units = self.area.units(turn, used)
        made_all = total(steps.values())
        model.add(made_all + price <= units)
        if not self.table.rulings.may_leave_units:
            left = draft.aside()
            model.add(made_all + price >= units).only_enforce_if(~left)
            model.add(made_all + price <= units - 1).only_enforce_if(left)
            self._nothing_can_move(turn, left)
        if self.area.sale.single:
            rows = {company: self.walk.made[company][turn + 1] for company in COMPANIES}
            reached = {company: row[: self._most_units] for company, row in rows.items()}
            pay_in_some_order(self.area.sale, self.table, reached)

    def _kinds(self, turn: int) -> dict[Good, Lit]:
        """Return whether cards of a good are used in a turn."""
        used: dict[Good, list[Lit]] = {good: [] for good in GOODS}
        for item in self.area.goods:
            if isinstance(item.thing, GoodsCard):
                used[item.thing.good].append(self.area.used[item.name][turn])
        return {good: self.draft.either(lits) for good, lits in used.items() if lits}

    def _bonuses(self, turn: int, kinds: dict[Good, Lit]) -> UsedBonuses:
        """Return the bonuses that can bear on a turn, each with whether it is used."""
        draft, walk = self.draft, self.walk
        always = self.table.rulings.bonus_use == "always"
        found: UsedBonuses = []
        for company in COMPANIES:
            levels: list[Lit] = []
            for level, bonus in enumerate(self.table.bonuses[company], 1):
                if not isinstance(bonus, GoodsBonus):
                    continue
                there = (walk.works if always else walk.unlocked)(company, level, turn)
                needs = self._needs(bonus, kinds, self.buys[turn])
                if there is draft.no or not all(needs):
                    continue
                lit = draft.both(there, *map(draft.either, needs)) if always else draft.aside()
                if not always:
                    draft.model.add_implication(lit, there)
                    for one_of in needs:
                        draft.model.add_bool_or(~lit, *one_of)
                levels.append(lit)
                found.append((bonus, lit))
            draft.at_most_one(levels)
        return found

    @staticmethod
    def _needs(
        bonus: GoodsBonus, kinds: dict[Good, Lit], buys: dict[CardId, Lit]
    ) -> list[list[Lit]]:
        """Return choices, one of each list, without which it does not matter if it is used."""
        good = [lit for kind, lit in kinds.items() if kind == bonus.good]
        if isinstance(bonus, UnitBonus):
            return [good]
        anything = bonus.mixed or bonus.good == "any"
        return [[*buys.values()]] if anything else [[*buys.values()], good]

    def _price(
        self, buys: dict[CardId, Lit], kinds: dict[Good, Lit], used: UsedBonuses
    ) -> ModelNumber:
        crates = self.table.prices
        printed = weighted((crates[card], lit) for card, lit in buys.items())
        less: list[tuple[int, Lit]] = []
        for bonus, counts in used:
            if not isinstance(bonus, DiscountBonus):
                continue
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
        model, rulings = self.draft.model, self.table.rulings
        for company in COMPANIES:
            ahead = self.table.ahead[company]
            after = self.walk.made[company][turn + 1]
            if not after:
                continue
            ways: list[Literal] = [after[-1]]
            for step, call in enumerate(ahead.calls):
                if not call:
                    continue
                before = [after[step - 1]] if step else []
                stands = self.draft.both(self.draft.opposite(after[step]), *before)
                if stands is self.draft.no:
                    break
                ways.append(stands)
                if not rulings.may_decline_for_units:
                    model.add(self.walk.cash[turn + 1] <= call - 1).only_enforce_if(left, stands)
            model.add_bool_or(~left, *ways)
