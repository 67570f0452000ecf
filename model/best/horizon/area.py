"""The action area at every turn to come: what lies face up, and what it adds up to."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from model.best.draft import Draft, Linear, Lit, Literal, total, weighted
from model.best.goods import GoodsBonus
from model.best.horizon.timeline import Activity, Timeline
from model.best.horizon.walk import Walk
from model.best.table import Table
from referee.game.components import (
    BonusTile,
    BookkeeperCard,
    BookkeeperTile,
    Card,
    DiscountBonus,
    ExpansionBonus,
    ExpansionCard,
    ExpansionTile,
    GoodsCard,
    MerchantCard,
    MerchantTile,
    NeedsColleague,
    NeedsExpansion,
    NeedsGood,
    NeedsOneGood,
    PlusOneTile,
    Requirement,
    ShareCard,
    TrackBonus,
    UnitBonus,
)
from referee.game.ids import COMPANIES, GOODS, CardId, Company, Good


@dataclass(frozen=True, eq=False)
class Item:
    """A card or tile of the area, and whether it is there at all."""

    thing: Card | BonusTile
    present: Linear

    @property
    def name(self) -> str:
        """Its id."""
        return self.thing.id


def items_face_up(table: Table) -> list[Item]:
    """Return what lies face up now."""
    tiles = table.state.setting.components.tile
    held = [tiles[tile] for tile in sorted(table.me.tiles) if tile not in table.me.used]
    things: list[Card | BonusTile] = [*table.face_up(table.me), *held]
    return [Item(thing, 1) for thing in things]


def items_to_plan(draft: Draft, table: Table, slots: int) -> list[Item]:
    """Return the cards in hand, at most so many of which are placed, and the tiles held."""
    cards = [table.card(card) for card in sorted(table.me.hand)]
    placed = {
        card.id: draft.choice(f"place[{card.id}]")
        for card in cards
        if not isinstance(card, ShareCard)
    }
    draft.model.add(total(placed.values()) <= slots)
    return [Item(table.card(card), lit) for card, lit in placed.items()] + items_face_up(table)


class Area:
    """Cards and tiles with the turns in which they are used."""

    def __init__(
        self, draft: Draft, table: Table, timeline: Timeline, walk: Walk, items: Sequence[Item]
    ) -> None:
        self._draft, self._table, self._walk = draft, table, walk
        self._timeline = timeline
        self.items = list(items)
        self.goods = [i for i in items if isinstance(i.thing, GoodsCard)]
        self.expansions = [i for i in items if isinstance(i.thing, ExpansionCard | ExpansionTile)]
        keepers = [i for i in items if isinstance(i.thing, BookkeeperCard | BookkeeperTile)]
        sellers = [i for i in items if isinstance(i.thing, MerchantCard | MerchantTile)]
        self.bookkeepers = [(i, timeline.once(i.name, i.present)) for i in keepers]
        self.merchants = [(i, timeline.once(i.name, i.present)) for i in sellers]
        self.sale = timeline.often("goods")
        self.expansion = timeline.once("expand", total(i.present for i in self.expansions))
        self.used = {
            item.name: [draft.choice(f"use[{item.name}]@{t + 1}") for t in timeline.turns]
            for item in self.goods
        }
        for item in self.goods:
            draft.model.add(total(self.used[item.name]) <= item.present)
            for lit, selling in zip(self.used[item.name], self.sale.at, strict=True):
                draft.model.add_implication(lit, selling)
        for turn, selling in enumerate(self.sale.at):
            draft.model.add(total(row[turn] for row in self.used.values()) >= selling)
        self.tile = self._tile()
        self._totals: dict[tuple[Good, int], Linear] = {}
        self._used: dict[int, list[tuple[GoodsBonus, Lit]]] = {}

    # Bonuses of tracks ------------------------------------------------------------------------

    def bonuses(
        self, kind: type[TrackBonus], turn: int
    ) -> list[tuple[Company, int, TrackBonus, Lit]]:
        """Return the track bonuses of a kind, each with whether it works in a turn."""
        found = []
        for company in COMPANIES:
            for level, bonus in enumerate(self._table.bonuses(company), 1):
                if isinstance(bonus, kind):
                    works = self._walk.works(company, level, turn)
                    if works is not self._walk.no:
                        found.append((company, level, bonus, works))
        return found

    def bonuses_used(self, turn: int) -> list[tuple[GoodsBonus, Lit]]:
        """Return the bonuses that bear on goods turns, each with whether it is used in a turn."""
        if turn not in self._used:
            self._used[turn] = self._bonuses_used(turn)
        return self._used[turn]

    def _bonuses_used(self, turn: int) -> list[tuple[GoodsBonus, Lit]]:
        if self._table.state.setting.rulings.bonus_use == "always":
            bonuses = self.bonuses(UnitBonus, turn) + self.bonuses(DiscountBonus, turn)
            return [(b, lit) for *_, b, lit in bonuses if isinstance(b, GoodsBonus)]
        model = self._draft.model
        found: list[tuple[GoodsBonus, Lit]] = []
        for company in COMPANIES:
            levels: list[Lit] = []
            for level, bonus in enumerate(self._table.bonuses(company), 1):
                unlocked = self._walk.unlocked(company, level, turn)
                if isinstance(bonus, GoodsBonus) and unlocked is not self._walk.no:
                    lit = self._draft.aside()
                    model.add_implication(lit, unlocked)
                    model.add_implication(lit, self.sale.at[turn])
                    levels.append(lit)
                    found.append((bonus, lit))
            model.add_at_most_one(levels)
        return found

    # Goods ------------------------------------------------------------------------------------

    def _tile(self) -> dict[str, list[Lit]]:
        """Return on which card the goods tile lies in the action of each turn."""
        player, tiles = self._table.me, self._table.state.setting.components.tile
        if player.plus_one is not None:
            return {player.plus_one: [self._walk.yes] * len(self._timeline.turns)}
        if not any(isinstance(tiles[tile], PlusOneTile) for tile in player.tiles):
            return {}
        lying: dict[str, list[Lit]] = {}
        for item in self.goods:
            row = [self._draft.choice(f"tile[{item.name}]@{t + 1}") for t in self._timeline.turns]
            for turn, lit in enumerate(row):
                # It comes onto a card that lies face up, and stays.
                before = row[turn - 1] if turn else 0
                self._draft.model.add(before + self.face_up(item, turn) >= lit)
                if turn:
                    self._draft.model.add_implication(row[turn - 1], lit)
            lying[item.name] = [*row]
        if lying:
            self._draft.model.add_at_most_one(row[-1] for row in lying.values())
        return lying

    def face_up(self, item: Item, turn: int) -> Linear:
        """Return whether a goods card lies face up at the start of a turn."""
        return item.present - total(self.used[item.name][:turn])

    def units(self, turn: int) -> Linear:
        """Return the units of the cards used in a turn."""
        used = self.bonuses_used(turn)
        return total(
            self._counted(item, turn, self.used[item.name][turn], used) for item in self.goods
        )

    def total(self, good: Good, turn: int) -> Linear:
        """Return the face-up units of a good at the action of a turn."""
        if (good, turn) not in self._totals:
            works = [(b, lit) for *_, b, lit in self.bonuses(UnitBonus, turn)]
            self._totals[good, turn] = total(
                self._counted(item, turn, self._lies(item, turn), works)
                for item in self.goods
                if isinstance(item.thing, GoodsCard) and item.thing.good == good
            )
        return self._totals[good, turn]

    def _lies(self, item: Item, turn: int) -> Lit:
        lit = self._draft.aside()
        self._draft.model.add(lit == self.face_up(item, turn))
        return lit

    def _counted(
        self, item: Item, turn: int, lit: Lit, bonuses: Sequence[tuple[TrackBonus, Lit]]
    ) -> Linear:
        """Return the units that a goods card counts where `lit` holds, with some bonuses."""
        card = item.thing
        if not isinstance(card, GoodsCard):
            return 0
        units: Linear = card.units * lit
        for bonus, counts in bonuses:
            if isinstance(bonus, UnitBonus) and bonus.good == card.good:
                units = units + bonus.more * self._draft.both(lit, counts)
        if item.name in self.tile:
            units = units + self._table.tile_units * self._draft.both(
                lit, self.tile[item.name][turn]
            )
        return units

    def most_units(self, good: Good | None = None) -> int:
        """Return how many units the goods cards can count at most."""
        cards = [i.thing for i in self.goods if isinstance(i.thing, GoodsCard)]
        cards = [card for card in cards if good in (None, card.good)]
        more = {
            g: max(
                (
                    b.more
                    for c in COMPANIES
                    for b in self._table.bonuses(c)
                    if isinstance(b, UnitBonus) and b.good == g
                ),
                default=0,
            )
            for g in GOODS
        }
        tile = self._table.tile_units if self.tile else 0
        return sum(card.units + more[card.good] for card in cards) + tile

    # Requirements -----------------------------------------------------------------------------

    @property
    def points(self) -> Linear:
        """The points of all expansion cards and tiles, bonuses aside."""
        return weighted(
            (item.thing.points, item.present)
            for item in self.expansions
            if isinstance(item.thing, ExpansionCard | ExpansionTile)
        )

    def expansion_bonus(self, turn: int) -> Linear:
        """Return what track bonuses add to the total expansion value in a turn."""
        bonuses = self.bonuses(ExpansionBonus, turn)
        return weighted(
            (b.points, lit) for _, _, b, lit in bonuses if isinstance(b, ExpansionBonus)
        )

    @property
    def most_points(self) -> int:
        """The highest total expansion value that can come about."""
        points = [
            i.thing.points
            for i in self.expansions
            if not isinstance(i.thing, GoodsCard)
            and isinstance(i.thing, ExpansionCard | ExpansionTile)
        ]
        more = [
            max(
                (b.points for b in self._table.bonuses(c) if isinstance(b, ExpansionBonus)),
                default=0,
            )
            for c in COMPANIES
        ]
        return sum(points) + sum(more) if points else 0

    def demand_total(self, what: str, least: int, turn: int, lits: Sequence[Literal]) -> None:
        """Demand a face-up total of a good or of expansion points where all of `lits` hold."""
        model = self._draft.model
        if what != "expansion":
            good = next(g for g in GOODS if g == what)
            model.add(self.total(good, turn) >= least).only_enforce_if(*lits)
            return
        model.add(self.expansion.before(turn) == 0).only_enforce_if(*lits)
        model.add(self.points + self.expansion_bonus(turn) >= least).only_enforce_if(*lits)
        model.add(self.points >= 1).only_enforce_if(*lits)

    def meets(self, keeper: Activity, requires: Sequence[Requirement]) -> Lit:
        """Return a yes or no that can only hold if a bookkeeper meets requirements."""
        met = self._draft.aside()
        ways: list[Literal] = []
        for needed in _needs(requires):
            if all(units <= self.most_units(good) for good, units in needed.items()):
                way = self._draft.aside()
                ways.append(way)
                for good, units in needed.items():
                    for turn, lit in enumerate(keeper.at):
                        self.demand_total(good, units, turn, (way, lit))
        self._draft.model.add_bool_or(~met, *ways)
        self._demand_others(keeper, requires, met)
        return met

    def _demand_others(self, keeper: Activity, requires: Sequence[Requirement], met: Lit) -> None:
        points = sum(r.points for r in requires if isinstance(r, NeedsExpansion))
        count = sum(r.count for r in requires if isinstance(r, NeedsColleague))
        for turn, lit in enumerate(keeper.at):
            if points:
                self.demand_total("expansion", points, turn, (met, lit))
            if count:
                colleagues = self._colleagues(keeper, turn)
                self._draft.model.add(colleagues >= count).only_enforce_if(met, lit)

    def _colleagues(self, keeper: Activity, turn: int) -> Linear:
        return total(
            item.present - activity.before(turn)
            for item, activity in (*self.bookkeepers, *self.merchants)
            if activity is not keeper
        )

    def cards_placed(self) -> dict[CardId, Lit]:
        """Return the cards of a plan that is still open."""
        return {i.thing.id: i.present for i in self.items if not isinstance(i.present, int)}  # type: ignore[misc]


def _needs(requires: Sequence[Requirement]) -> list[dict[Good, int]]:
    """Return the totals of goods that meet requirements, in each of the ways they can fall."""
    free = [r.units for r in requires if isinstance(r, NeedsOneGood)]
    found = []
    for goods in product(GOODS, repeat=len(free)):
        needed: dict[Good, int] = {}
        fixed = [(r.good, r.units) for r in requires if isinstance(r, NeedsGood)]
        for good, units in (*fixed, *zip(goods, free, strict=True)):
            needed[good] = needed.get(good, 0) + units
        if needed not in found:
            found.append(needed)
    return found
