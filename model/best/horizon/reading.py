"""Reads a solution as canonical turns, one after the other."""

from model.best.draft import Value, total
from model.best.horizon.expanding import Expansion
from model.best.horizon.jar import Keeper
from model.best.horizon.joint import Joint
from model.best.horizon.points import Pool
from model.best.horizon.spaces import Visit
from model.best.horizon.timeline import Activity
from referee.game.canonical import (
    CanonicalBookkeeper,
    CanonicalExpansion,
    CanonicalGoods,
    CanonicalMarker,
    CanonicalMerchant,
    CanonicalTurn,
    Columns,
    Gains,
)
from referee.game.ids import COMPANIES, BookId, CardId, Company, TileId
from referee.game.turns import Placing, PlusOne


class Reader:
    """Tells the turns of one solution."""

    def __init__(self, joint: Joint, value: Value) -> None:
        self._joint, self._value = joint, value
        self._seat = joint.table.seat
        self.laid = {book: step for (book, step), lit in joint.points.placed.items() if value(lit)}
        """Where a book must come to lie because the jar enters it later."""

    def cards(self) -> tuple[CardId, ...]:
        """Return the cards that a plan places."""
        return tuple(card for card, lit in self._joint.plan.items() if self._value(lit))

    def turns(self) -> list[tuple[Activity, CanonicalTurn]]:
        """Return the turns in order, without the placings of books that do not matter."""
        found = []
        for turn in self._joint.timeline.turns:
            doing = next(
                (a for a in self._joint.timeline.activities if self._value(a.at[turn])), None
            )
            if doing is None:
                break
            found.append((doing, self._turn(doing, turn)))
        return found

    def _turn(self, doing: Activity, turn: int) -> CanonicalTurn:
        joint = self._joint
        if doing is joint.area.sale:
            return self._goods(turn)
        if doing is joint.area.expansion:
            return self._expand(joint.expansion, turn)
        for keeper in joint.jar.keepers:
            if keeper.activity is doing:
                return self._bookkeeper(keeper, turn)
        for item, activity in joint.area.merchants:
            if activity is doing:
                return CanonicalMerchant(
                    seat=self._seat, plus_one=self._tile(turn), card=CardId(item.name)
                )
        visit = next(v for v in joint.spaces.visits if v.activity is doing)
        return self._marker(visit, turn)

    def _tile(self, turn: int) -> PlusOne | None:
        if self._joint.table.me.plus_one is not None:
            return None
        for card, row in self._joint.area.tile.items():
            earlier = turn and self._value(row[turn - 1])
            if self._value(row[turn]) and not earlier:
                return PlusOne(CardId(card))
        return None

    def _goods(self, turn: int) -> CanonicalGoods:
        joint, value = self._joint, self._value
        steps = joint.sales.steps[turn]
        return CanonicalGoods(
            seat=self._seat,
            plus_one=self._tile(turn),
            cards=frozenset(CardId(c) for c, row in joint.area.used.items() if value(row[turn])),
            buy=next((c for c, lit in joint.sales.buys[turn].items() if value(lit)), None),
            steps=tuple(value(steps[company]) for company in COMPANIES),
        )

    def _steps(self, turn: int) -> tuple[int, ...]:
        rows = self._joint.walk.made
        return tuple(
            self._value(total(rows[c][turn + 1])) - self._value(total(rows[c][turn]))
            for c in COMPANIES
        )

    def _gains(
        self,
        doing: Activity,
        turn: int,
        pounds: int,
        diamonds: int,
        pools: list[Pool],
    ) -> Gains:
        value = self._value
        books = frozenset(b for pool in pools for b, lit in pool.taken.items() if value(lit))
        return Gains(
            pounds=pounds,
            diamonds=diamonds,
            steps=self._steps(turn),
            books=books,
            points_for_pounds=sum(value(pool.for_pounds) for pool in pools),
            removed=self._removed(doing),
            placed=frozenset(Placing(b, self.laid[b]) for b in books if b in self.laid),
        )

    def _removed(self, doing: Activity) -> tuple[Columns, ...]:
        removal = next((r for r in self._joint.bases.removals if r.activity is doing), None)
        return tuple(
            self._columns(company, removal.number if removal else None) for company in COMPANIES
        )

    def _columns(self, company: Company, number: "object") -> Columns:
        columns = range(len(self._joint.table.piles[company]))
        if number is None or not callable(number):
            return (0,) * len(columns)
        return tuple(self._value(number(company, column)) for column in columns)

    def _expand(self, expansion: Expansion, turn: int) -> CanonicalExpansion:
        value, bases = self._value, self._joint.bases
        company = next(c for c, lit in expansion.chosen.items() if value(lit))
        regions = expansion.entered[company]
        return CanonicalExpansion(
            seat=self._seat,
            plus_one=self._tile(turn),
            company=company,
            regions=frozenset(r for r, lit in regions.items() if value(lit)),
            left=self._columns(company, lambda c, j: bases.left[c, j]),
            returned=tuple(
                self._columns(other, lambda c, j: bases.returned[c, j]) for other in COMPANIES
            ),
            gains=self._gains(
                self._joint.area.expansion,
                turn,
                value(expansion.pounds),
                value(expansion.diamonds),
                [expansion.pool] if expansion.pool else [],
            ),
        )

    def _bookkeeper(self, keeper: Keeper, turn: int) -> CanonicalBookkeeper:
        value, table = self._value, self._joint.table
        reached = [
            step
            for k in self._joint.jar.keepers
            for step, lit in k.moved.items()
            if value(lit) and value(k.activity.before(turn + 1))
        ]
        name = keeper.item.name
        tiles = table.state.setting.components.tile
        return CanonicalBookkeeper(
            seat=self._seat,
            plus_one=self._tile(turn),
            card=TileId(name) if name in tiles else CardId(name),
            flip=next((step for step, lit in keeper.flip.items() if value(lit)), None),
            to=max(reached, default=table.me.ink),
            gains=self._gains(
                keeper.activity, turn, value(keeper.pounds), value(keeper.diamonds), keeper.pools
            ),
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
            gains=self._gains(
                visit.activity,
                turn,
                value(visit.pounds),
                value(visit.diamonds),
                [visit.pool] if visit.pool else [],
            ),
        )


def books_left_to_place(turn: CanonicalTurn) -> frozenset[BookId]:
    """Return the books of a turn for which no step was named."""
    gains = getattr(turn, "gains", None)
    if not isinstance(gains, Gains):
        return frozenset()
    return gains.books - {placing.book for placing in gains.placed}
