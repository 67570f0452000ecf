"""The action area at every turn to come: what lies face up, and what it adds up to."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import product

from referee.core import components as printed
from referee.core.ids import COMPANIES, GOODS, CardId, Company, Good, ItemId, Majority
from referee.core.turns import Action
from referee_model.best.faces import meeting
from referee_model.best.table import Bookkeeper, Expander, Merchant, MoverTable
from referee_model.best.timeline import (
    Activity,
    Draft,
    Lit,
    Literal,
    ModelNumber,
    Timeline,
    total,
    weighted,
)
from referee_model.best.tracks import TrackWalk


@dataclass(frozen=True, eq=False)
class Item:
    """A card or tile of the area, and whether it is there at all."""

    thing: printed.Card | printed.BonusTile
    present: ModelNumber

    @property
    def name(self) -> ItemId:
        """Its id."""
        return self.thing.id


def items_face_up(table: MoverTable) -> list[Item]:
    """Return what lies face up now."""
    tiles = table.components.tile
    held = [tiles[tile] for tile in sorted(table.me.tiles) if tile not in table.me.used]
    things: list[printed.Card | printed.BonusTile] = [*table.face_up(table.me), *held]
    return [Item(thing, 1) for thing in things]


def items_to_plan(draft: Draft, table: MoverTable, slots: int) -> list[Item]:
    """Return the cards in hand, at most so many of which are placed, and the tiles held."""
    cards = [table.card(card) for card in sorted(table.me.hand)]
    slotted = [card for card in cards if not isinstance(card, printed.ShareCard)]
    placed = {card.id: draft.choice(f"place[{card.id}]") for card in slotted}
    draft.model.add(total(placed.values()) <= slots)
    return [Item(table.card(card), lit) for card, lit in placed.items()] + items_face_up(table)


class UsedCards:
    """Cards and tiles with the turns in which they are used."""

    def __init__(
        self,
        draft: Draft,
        table: MoverTable,
        timeline: Timeline,
        walk: TrackWalk,
        items: Sequence[Item],
        actions: Collection[Action],
    ) -> None:
        self._draft, self._table, self._walk = draft, table, walk
        self._timeline = timeline
        self.items = list(items)
        self.goods = [i for i in items if isinstance(i.thing, printed.GoodsCard)]
        self.expansions = [i for i in items if isinstance(i.thing, Expander)]
        keepers = [i for i in items if isinstance(i.thing, Bookkeeper)]
        sellers = [i for i in items if isinstance(i.thing, Merchant)]
        self.sale = self._never("goods")
        if self.goods and "goods" in actions:
            self.sale = timeline.often("goods")
        self.expansion = self._never("expand")
        if self.expansions and "expand" in actions:
            self.expansion = timeline.once("expand", total(i.present for i in self.expansions))
        self.bookkeepers = [
            (i, timeline.once(i.name, i.present)) for i in keepers if "bookkeeper" in actions
        ]
        self.merchants = [
            (i, timeline.once(i.name, i.present)) for i in sellers if "merchant" in actions
        ]
        self.used = {item.name: [draft.no] * len(self.sale.at) for item in self.goods}
        if self.sale in timeline.activities:
            self._use_goods()
        self.tile: dict[str, list[Lit]] = {}
        """On which card the goods tile lies in the action of each turn."""
        self.tile_after: dict[CardId, Lit] = {}
        """Onto which card it comes only after the one action that is asked about."""
        self._totals: dict[tuple[Good, int], ModelNumber] = {}

    def _never(self, name: str) -> Activity:
        return Activity(self._draft, name, [self._draft.no] * len(self._timeline.turns))

    def _use_goods(self) -> None:
        """Let every goods card be used in one of the goods turns."""
        model = self._draft.model
        for item in self.goods:
            name, turns = f"use[{item.name}]", self._timeline.turns
            self.used[item.name] = [self._draft.choice(f"{name}@{t + 1}") for t in turns]
            model.add(total(self.used[item.name]) <= item.present)
            for lit, selling in zip(self.used[item.name], self.sale.at, strict=True):
                model.add_implication(lit, selling)
        for turn, selling in enumerate(self.sale.at):
            model.add(total(row[turn] for row in self.used.values()) >= selling)

    # Bonuses of tracks ------------------------------------------------------------------------

    def bonuses(
        self, kind: type[printed.TrackBonus], turn: int
    ) -> list[tuple[Company, int, printed.TrackBonus, Lit]]:
        """Return the track bonuses of a kind, each with whether it works in a turn."""
        found = []
        for company in COMPANIES:
            for level, bonus in enumerate(self._table.bonuses[company], 1):
                if isinstance(bonus, kind):
                    works = self._walk.works(company, level, turn)
                    if works is not self._draft.no:
                        found.append((company, level, bonus, works))
        return found

    # Goods ------------------------------------------------------------------------------------

    def lay_tile(self) -> None:
        """Let the goods tile come onto a card, if it is held."""
        player = self._table.me
        if player.plus_one is not None:
            self.tile = {player.plus_one: [self._draft.yes] * len(self._timeline.turns)}
        elif self._holds_tile():
            for item in self.goods:
                name, turns = f"tile[{item.name}]", self._timeline.turns
                row = [self._draft.choice(f"{name}@{turn + 1}") for turn in turns]
                for turn, lit in enumerate(row):
                    # It comes onto a card that lies face up, and stays.
                    before = row[turn - 1] if turn else 0
                    self._draft.model.add(before + self.face_up(item, turn) >= lit)
                    if turn:
                        self._draft.model.add_implication(row[turn - 1], lit)
                self.tile[item.name] = row
            for turn in self._timeline.turns:
                self._draft.model.add_at_most_one(row[turn] for row in self.tile.values())

    def _holds_tile(self) -> bool:
        tiles = self._table.components.tile
        return any(isinstance(tiles[tile], printed.PlusOneTile) for tile in self._table.me.tiles)

    def tile_on(self, good: Good) -> Lit:
        """Return whether the tile is laid onto a card of a good before the one action."""
        cards = [card.id for card in self._table.tile_cards if card.good == good]
        return self._draft.either([self.tile[card][0] for card in cards if card in self.tile])

    def lay_tile_after(self, changed: Sequence[Lit]) -> None:
        """Allow laying it after the one action, where before would have `changed` its reward.

        Only rewards for cotton depend on it.
        """
        cards = [card.id for card in self._table.tile_cards if card.good == "cotton"]
        if not cards or not changed:
            return
        draft = self._draft
        self.tile_after = {card: draft.choice(f"tile-after[{card}]") for card in cards}
        before = [row[0] for row in self.tile.values()]
        draft.model.add_at_most_one([*before, *self.tile_after.values()])
        for lit in self.tile_after.values():
            draft.model.add_bool_or(~lit, *changed)

    def face_up(self, item: Item, turn: int) -> ModelNumber:
        """Return whether a goods card lies face up at the start of a turn."""
        return item.present - total(self.used[item.name][:turn]) if turn else item.present

    def units(self, turn: int, bonuses: Sequence[tuple[printed.TrackBonus, Lit]]) -> ModelNumber:
        """Return the units of the cards used in a turn, with some bonuses."""
        rows = [(item, self.used[item.name][turn]) for item in self.goods]
        return total(self._counted(item, turn, lit, bonuses) for item, lit in rows)

    def total(self, good: Good, turn: int) -> ModelNumber:
        """Return the face-up units of a good at the action of a turn."""
        if (good, turn) not in self._totals:
            works = [(b, lit) for *_, b, lit in self.bonuses(printed.UnitBonus, turn)]
            self._totals[good, turn] = sum(
                self._counted(item, turn, self._lies(item, turn), works)
                for item in self.goods
                if isinstance(item.thing, printed.GoodsCard) and item.thing.good == good
            )
        return self._totals[good, turn]

    def _lies(self, item: Item, turn: int) -> Lit:
        there = self.face_up(item, turn)
        if isinstance(there, int):
            return self._draft.yes if there else self._draft.no
        lit = self._draft.aside()
        self._draft.model.add(lit == there)
        return lit

    def _counted(
        self, item: Item, turn: int, lit: Lit, bonuses: Sequence[tuple[printed.TrackBonus, Lit]]
    ) -> ModelNumber:
        """Return the units that a goods card counts where `lit` holds, with some bonuses."""
        card = item.thing
        if not isinstance(card, printed.GoodsCard):
            return 0
        draft = self._draft
        units: ModelNumber = draft.times(card.units, lit)
        for bonus, counts in bonuses:
            if isinstance(bonus, printed.UnitBonus) and bonus.good == card.good:
                units = units + draft.times(bonus.more, draft.both(lit, counts))
        if item.name in self.tile:
            lies = draft.both(lit, self.tile[item.name][turn])
            units = units + draft.times(self._table.tile_units, lies)
        return units

    def most_units(self, good: Good | None = None) -> int:
        """Return how many units the goods cards can count at most."""
        cards = [i.thing for i in self.goods if isinstance(i.thing, printed.GoodsCard)]
        cards = [card for card in cards if good in (None, card.good)]
        more = {
            g: max(
                (
                    b.more
                    for c in COMPANIES
                    for b in self._table.bonuses[c]
                    if isinstance(b, printed.UnitBonus) and b.good == g
                ),
                default=0,
            )
            for g in GOODS
        }
        # Purchases are offered before it is settled where the tile may lie.
        tiled = self._table.me.plus_one is not None or self._holds_tile()
        tile = self._table.tile_units if tiled else 0
        return sum(card.units + more[card.good] for card in cards) + tile

    # Requirements -----------------------------------------------------------------------------

    @property
    def points(self) -> ModelNumber:
        """The points of all expansion cards and tiles, bonuses aside."""
        things = ((item.thing, item.present) for item in self.expansions)
        return weighted((t.points, present) for t, present in things if isinstance(t, Expander))

    def expansion_bonus(self, turn: int) -> ModelNumber:
        """Return what track bonuses add to the total expansion value in a turn."""
        kind = printed.ExpansionBonus
        bonuses = ((bonus, lit) for *_, bonus, lit in self.bonuses(kind, turn))
        return sum(self._draft.times(b.points, lit) for b, lit in bonuses if isinstance(b, kind))

    @property
    def most_points(self) -> int:
        """The highest total expansion value that can come about."""
        if self._timeline.single:
            return self._table.expansion(self._table.me)
        points = [i.thing.points for i in self.expansions if isinstance(i.thing, Expander)]
        bonuses = [self._table.bonuses[company] for company in COMPANIES]
        kind = printed.ExpansionBonus
        more = [max((b.points for b in row if isinstance(b, kind)), default=0) for row in bonuses]
        return sum(points) + sum(more) if points else 0

    def demand_total(self, what: Majority, least: int, turn: int, lits: Sequence[Literal]) -> None:
        """Demand a face-up total of a good or of expansion points where all of `lits` hold."""
        model = self._draft.model
        if what == "expansion" and not self._timeline.single:
            model.add(self.expansion.before(turn) == 0).only_enforce_if(*lits)
            model.add(self.points + self.expansion_bonus(turn) >= least).only_enforce_if(*lits)
            model.add(self.points >= 1).only_enforce_if(*lits)
            return
        number = self.most_points if what == "expansion" else self.total(what, turn)
        if not isinstance(number, int):
            model.add(number >= least).only_enforce_if(*lits)
        elif number < least:
            model.add_bool_or(~lit for lit in lits)

    def meets_now(self, table: MoverTable, requires: tuple[printed.Requirement, ...]) -> Lit:
        """Return whether a bookkeeper meets requirements in the one turn, bonuses as at `table`."""
        goods = meeting(table, requires)
        if isinstance(goods, bool):
            return self._draft.yes if goods else self._draft.no
        return self._draft.either([self.tile_on(good) for good in GOODS if good in goods])

    def meets(self, keeper: Activity, requires: Sequence[printed.Requirement]) -> Lit:
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
        points = sum(r.points for r in requires if isinstance(r, printed.NeedsExpansion))
        count = sum(r.count for r in requires if isinstance(r, printed.NeedsColleague))
        for turn, lit in enumerate(keeper.at):
            if points:
                self.demand_total("expansion", points, turn, (met, lit))
            if count:
                helpers = (*self.bookkeepers, *self.merchants)
                there = (i.present - use.before(turn) for i, use in helpers if use is not keeper)
                colleagues = total(there)
                self._draft.model.add(colleagues >= count).only_enforce_if(met, lit)
        return met

    def cards_placed(self) -> dict[CardId, Lit]:
        """Return the cards of a plan that is still open."""
        return {i.thing.id: i.present for i in self.items if not isinstance(i.present, int)}  # type: ignore[misc]


def _needs(requires: Sequence[printed.Requirement]) -> list[dict[Good, int]]:
    """Return the totals of goods that meet requirements, in each of the ways they can fall."""
    free = [r.units for r in requires if isinstance(r, printed.NeedsOneGood)]
    found = []
    for goods in product(GOODS, repeat=len(free)):
        needed: dict[Good, int] = {}
        fixed = [(r.good, r.units) for r in requires if isinstance(r, printed.NeedsGood)]
        for good, units in (*fixed, *zip(goods, free, strict=True)):
            needed[good] = needed.get(good, 0) + units
        if needed not in found:
            found.append(needed)
    return found
