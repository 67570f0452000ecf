"""Reads a solution as canonical turns, one after the other."""

from collections.abc import Callable

from model.best.bonus import Visit
from model.best.bookkeeping import Keeper
from model.best.draft import ModelNumber, ValueReader
from model.best.formulation import Formulation
from model.best.rewards import RewardUse
from model.best.timeline import Activity
from referee.game.canonical import (
    CanonicalBookkeeper,
    CanonicalEnd,
    CanonicalExpansion,
    CanonicalGoods,
    CanonicalMarker,
    CanonicalMerchant,
    CanonicalTurn,
    Columns,
    Gains,
)
from referee.game.ids import COMPANIES, CardId, Company, ItemId, TileId
from referee.game.turns import Placing, PlusOne


class Reader:
    """Tells the turns of one solution."""

    def __init__(self, formulation: Formulation, value: ValueReader) -> None:
        self._formulation, self._value = formulation, value
        self._seat = formulation.table.seat
        self.laid = {
            book: step for (book, step), lit in formulation.points.placed.items() if value(lit)
        }
        """Where a book comes to lie; over several turns, because the jar enters it later."""

    def cards(self) -> tuple[CardId, ...]:
        """Return the cards that a plan places."""
        return tuple(card for card, lit in self._formulation.plan.items() if self._value(lit))

    def turns(self) -> list[tuple[Activity, CanonicalTurn]]:
        """Return the turns in order, without the placings of books that do not matter."""
        found = []
        for turn in self._formulation.timeline.turns:
            doing = next(
                (a for a in self._formulation.timeline.activities if self._value(a.at[turn])), None
            )
            if doing is None:
                break
            found.append((doing, self._turn(doing, turn)))
        return found

    def _turn(self, doing: Activity, turn: int) -> CanonicalTurn:
        formulation = self._formulation
        if doing is formulation.area.sale:
            return self._goods(turn)
        if doing is formulation.area.expansion:
            return self._expand(turn)
        for keeper in formulation.jar.keepers:
            if keeper.activity is doing:
                return self._bookkeeper(keeper, turn)
        for item, activity in formulation.area.merchants:
            if activity is doing:
                return CanonicalMerchant(
                    seat=self._seat, plus_one=self._tile(turn), card=self._item(item.name)
                )
        if formulation.ending is not None and formulation.ending.activity is doing:
            decks = formulation.ending.decks.items()
            deck = next((slot for slot, lit in decks if self._value(lit)), None)
            return CanonicalEnd(seat=self._seat, deck=deck)
        visit = next(v for v in formulation.spaces.visits if v.activity is doing)
        return self._marker(visit, turn)

    def _item(self, name: str) -> ItemId:
        tiles = self._formulation.table.state.setting.components.tile
        return TileId(name) if name in tiles else CardId(name)

    def _tile(self, turn: int) -> PlusOne | None:
        if self._formulation.table.me.plus_one is not None:
            return None
        for card, row in self._formulation.area.tile.items():
            earlier = turn and self._value(row[turn - 1])
            if self._value(row[turn]) and not earlier:
                return PlusOne(CardId(card))
        for name, lit in self._formulation.area.tile_after.items():
            if self._value(lit):
                return PlusOne(name, "after")
        return None

    def _goods(self, turn: int) -> CanonicalGoods:
        formulation, value = self._formulation, self._value
        steps = formulation.sales.steps[turn]
        return CanonicalGoods(
            seat=self._seat,
            plus_one=self._tile(turn),
            cards=frozenset(
                CardId(c) for c, row in formulation.area.used.items() if value(row[turn])
            ),
            buy=next((c for c, lit in formulation.sales.buys[turn].items() if value(lit)), None),
            steps=tuple(value(steps[company]) for company in COMPANIES),
        )

    def _gains(self, taken: RewardUse) -> Gains:
        value = self._value
        books = frozenset(b for pool in taken.pools for b, lit in pool.taken.items() if value(lit))
        removals = self._formulation.bases.removals
        removal = next((r for r in removals if r.activity is taken.activity), None)
        return Gains(
            pounds=value(taken.pounds),
            diamonds=value(taken.diamonds.used),
            steps=tuple(value(taken.steps.get(company, 0)) for company in COMPANIES),
            books=books,
            points_for_pounds=sum(value(pool.for_pounds) for pool in taken.pools),
            removed=tuple(
                self._columns(c, removal.number if removal else _none) for c in COMPANIES
            ),
            placed=frozenset(Placing(b, self.laid[b]) for b in books if b in self.laid),
        )

    def _columns(self, company: Company, number: Callable[[Company, int], ModelNumber]) -> Columns:
        columns = range(len(self._formulation.table.piles[company]))
        return tuple(self._value(number(company, column)) for column in columns)

    def _expand(self, turn: int) -> CanonicalExpansion:
        value, bases, expansion = self._value, self._formulation.bases, self._formulation.expansion
        company = next(c for c, lit in expansion.chosen.items() if value(lit))
        regions = expansion.entered.get(company, {})
        return CanonicalExpansion(
            seat=self._seat,
            plus_one=self._tile(turn),
            company=company,
            regions=frozenset(r for r, lit in regions.items() if value(lit)),
            left=self._columns(company, lambda c, j: bases.left[c, j]),
            returned=tuple(
                self._columns(other, lambda c, j: bases.returned[c, j]) for other in COMPANIES
            ),
            gains=self._gains(expansion.taken),
        )

    def _bookkeeper(self, keeper: Keeper, turn: int) -> CanonicalBookkeeper:
        value, table = self._value, self._formulation.table
        reached = [
            step
            for k in self._formulation.jar.keepers
            for step, lit in k.moved.items()
            if value(lit) and value(k.activity.before(turn + 1))
        ]
        return CanonicalBookkeeper(
            seat=self._seat,
            plus_one=self._tile(turn),
            card=self._item(keeper.item.name),
            flip=next((step for step, lit in keeper.flip.items() if value(lit)), None),
            to=max(reached, default=table.me.ink),
            gains=self._gains(keeper.taken),
        )

    def _marker(self, visit: Visit, turn: int) -> CanonicalMarker:
        value = self._value
        bought = visit.buys[turn] if visit.buys else {}
        return CanonicalMarker(
            seat=self._seat,
            plus_one=self._tile(turn),
            space=visit.space.id,
            option=next((number for number, _, lit in visit.options if value(lit)), None),
            discard=next((c for c, lit in visit.discards.items() if value(lit)), None),
            buy=next((c for c, lit in bought.items() if value(lit)), None),
            gains=self._gains(visit.taken),
        )


def _none(_company: Company, _column: int) -> ModelNumber:
    return 0
