"""The parts of a reward, taken one after the other in the player's order.

Each part has a rank, its place in that order; below 0 it was not taken. Cash at the moment of a
part is what the parts of lower rank have left.
"""

from collections.abc import Iterator, Mapping, Sequence

from model.legality.diamonds import pounds_beyond
from model.legality.pools import PointPool, books_beyond
from model.legality.posts import Removals, removed_at_once
from model.legality.reward_parts import BOUGHT, NOT_BOUGHT, Amounts, PartUse, named
from model.legality.steps import StepsAhead, path
from model.legality.table import SeatView
from model.legality.tracks import Stretch, demand_steps
from model.relation import Relation
from model.solver import Values
from model.terms import (
    Bit,
    Num,
    Truth,
    Whole,
    all_different,
    both,
    count,
    either,
    eq,
    every,
    implies,
    no,
    same,
    some,
    total,
    when,
)
from referee.game.ids import COMPANIES, BookId, CardId
from referee.game.rulebook import diamonds as diamond_rules
from referee.game.turns import (
    Advance,
    BuyCard,
    MoveDiamond,
    RewardPart,
    SpendPoints,
    TakePounds,
)


class RewardParts:
    """The parts of one reward in a turn."""

    def __init__(
        self, relation: Relation, table: SeatView, amounts: Amounts, *, cash: Whole, converts: Truth
    ) -> None:
        self._relation = relation
        self._table = table
        self._cash = cash
        self._partial = table.rulings.may_leave_rewards
        self.amounts = amounts
        self.strange: Bit = relation.bit("strange-part")
        """A part was said that this reward cannot have, or a part was said twice."""
        self.advances: Num = relation.whole("advances")
        """How often steps on a track were said."""
        self.twice: Bit = relation.bit("track-twice")
        """Steps on one track were said twice."""
        self.pounds = self._part("pounds", 1, amounts.has_pounds)
        self.diamonds = self._part("diamonds", 2, amounts.diamonds)
        self.points = self._part("points", 3, amounts.points)
        self.tracks = [
            self._part(name, number, amounts.most_steps) for number, name in enumerate(COMPANIES, 4)
        ]
        if tracks := [part for part in self.tracks if part]:
            once = eq(self.advances, count(part.said for part in tracks))
            relation.shape(either(self.twice, once))
        self.pool = (
            PointPool(
                relation,
                table,
                "reward",
                points=amounts.points,
                given=amounts.has_points,
                converts=converts,
                said=self.points.said,
            )
            if self.points
            else None
        )
        self.removals = Removals(relation, table, amounts.posts) if amounts.posts != 0 else None
        self.paths: list[StepsAhead] = [
            path(table, company, amounts.most_steps if part else 0)
            for company, part in enumerate(self.tracks)
        ]
        self.buy: Num | None = None
        self.gains: list[tuple[Num, Whole]] = []
        self._find_gains()

    def _part(self, name: str, number: int, amount: Whole | Truth) -> PartUse | None:
        known_absent = isinstance(amount, int) and not amount
        return None if known_absent else PartUse(self._relation, name, number)

    def _find_gains(self) -> None:
        if self.pounds:
            self.gains.append((self.pounds.rank, self.pounds.count))
        if self.diamonds:
            beyond = pounds_beyond(self._table, self._table.me.diamonds, self.diamonds.count)
            won = self._relation.define(diamond_rules.DIAMONDS_AT_THE_END, "beyond", beyond)
            self.gains.append((self.diamonds.rank, won))
        if self.points and self.pool:
            self.gains.append((self.points.rank, self.pool.pounds))
        for part, way in zip(self.tracks, self.paths, strict=True):
            if part:
                self.gains.append((part.rank, self._relation.let(way.gain(part.count))))

    def add_purchase(self, price: Whole) -> Num:
        """Let a card be bought for `price` as one more part; return its rank."""
        self.buy = self._relation.whole("rank-card", "buy")
        self._relation.shape(either(self.buy > 0, eq(self.buy, NOT_BOUGHT)))
        self.gains.append((self.buy, when(self.buy > 0, 0 - price)))
        return self.buy

    def cash_at(self, rank: Num) -> Whole:
        """Return the cash when the part of this rank begins."""
        others = ((other, gain) for other, gain in self.gains if other is not rank)
        return self._cash + total(when(other < rank, gain) for other, gain in others if gain != 0)

    def cash_without(self, rank: Num) -> Whole:
        """Return the cash when everything but the part of this rank is done."""
        return self._cash + total(gain for other, gain in self.gains if other is not rank)

    @property
    def gain(self) -> Whole:
        """What all parts together bring, less what they cost."""
        return total(gain for _, gain in self.gains)

    def demand_order(self) -> None:
        """State what holds of parts that cost something; nothing else depends on the order."""
        relation, table = self._relation, self._table
        payers = [part.rank for part in self.tracks if part]
        if self.buy:
            payers.append(self.buy)
        relation.shape(all_different(payers))
        for part, way, amount in zip(self.tracks, self.paths, self.amounts.tracks, strict=True):
            if part:
                purse = relation.let(self.cash_at(part.rank))
                stretch = Stretch(way, amount=amount, start=0, made=part.count)
                # Steps that the reward does not give are a fault of the reward that was taken.
                given = both(part.said, amount > 0, part.count >= 0, part.count <= amount)
                demand_steps(
                    relation, table, stretch, purse=purse, applies=given, unsaid=part.unsaid
                )

    def fits(self, unjudged: Mapping[int, Truth] | None = None) -> Truth:
        """Say that nothing was taken that the reward does not give, and no part half.

        `unjudged` tells when steps on a company's track are another rule's business.
        """
        skipped = unjudged or {}
        held: list[Truth] = [no(self.strange)]
        amounts = self.amounts
        if self.pounds:
            held.append(implies(self.pounds.said, amounts.has_pounds))
            held.append(self._exact(self.pounds, amounts.pounds))
        if self.diamonds:
            held.append(implies(self.diamonds.said, amounts.diamonds > 0))
            held.append(self._exact(self.diamonds, amounts.diamonds))
        if self.points:
            held.append(implies(self.points.said, amounts.points > 0))
        for company, (part, amount) in enumerate(zip(self.tracks, amounts.tracks, strict=True)):
            if part:
                within = both(amount > 0, part.count >= 0, part.count <= amount)
                judged = both(part.said, no(skipped.get(company, False)))
                held.append(implies(judged, within))
        if self.removals:
            held.append(self.removals.said_in_all <= amounts.posts)
        return every(held)

    def _exact(self, part: PartUse, amount: Whole) -> Truth:
        full = eq(part.count, amount)
        if self._partial:
            full = either(full, both(no(part.unsaid), part.count >= 0, part.count <= amount))
        return implies(part.said, full)

    def diamonds_of_use(self, values: Values) -> int:
        """Return the diamond steps of a solution that were made or paid out."""
        count = values.number(self.diamonds.count.text) if self.diamonds else 0
        room = self._table.components.diamond_track.last - self._table.me.diamonds
        forfeits = self._table.rulings.diamond_overflow == "forfeit-overflow"
        return min(count, room) if forfeits and room else count

    def missing(self, *, diamonds_optional: Truth = False) -> list[Truth]:
        """Return, for each part, that it was left out although it could have been used."""
        if self._partial:
            return []
        amounts = self.amounts
        found: list[Truth] = []
        if self.pounds:
            found.append(both(no(self.pounds.said), amounts.pounds > 0))
        if self.diamonds:
            left = both(no(self.diamonds.said), amounts.diamonds > 0)
            found.append(both(left, no(diamonds_optional)))
        if self.points:
            found.append(both(no(self.points.said), amounts.points > 0))
        if self.removals:
            # A post said to leave a column that does not exist was not left out.
            found.append(self.removals.said_in_all < self.removals.possible(amounts.posts))
        for company, (part, amount) in enumerate(zip(self.tracks, amounts.tracks, strict=True)):
            if part:
                found.append(both(no(part.said), amount > 0, self.can_move(company)))
        return found

    def can_move(self, company: int) -> Truth:
        """Say that after all parts taken a step must still be made on a track not yet moved."""
        part, way = self.tracks[company], self.paths[company]
        if part is None:
            return False
        stops = way.stuck(0, self.cash_without(part.rank))
        if self._table.rulings.may_decline_calls:
            stops = either(stops, way.at_call(0))
        return no(stops)

    @property
    def taken(self) -> Truth:
        """Say that some part was taken."""
        removed = [self.removals.said_in_all > 0] if self.removals else []
        bought = [self.buy > 0] if self.buy else []
        said = [part.said for part in self._parts()]
        return some([*said, *removed, *bought, self.strange, self.twice])

    def _parts(self) -> Iterator[PartUse]:
        for part in (self.pounds, self.diamonds, self.points, *self.tracks):
            if part:
                yield part

    # Reading

    def facts(self, said: Sequence[RewardPart]) -> Iterator[Truth]:
        """Yield what was said about the parts."""
        spoken = [(rank, *named(part)) for rank, part in enumerate(said, 1)]
        removed, others = removed_at_once(said)
        first = {name: (rank, amount) for rank, name, amount in reversed(spoken) if name}
        names = [name for _, name, _ in spoken if name]
        again = {name for name in names if names.count(name) > 1}
        for part in self._parts():
            yield from part.facts(*first.pop(part.name, (None, None)))
        if self.pool:
            spent = (part for part in said if isinstance(part, SpendPoints))
            yield from self.pool.facts(next(spent, None))
        if self.buy is not None:
            yield eq(self.buy, first.pop(BOUGHT, (NOT_BOUGHT, None))[0])
        if self.removals:
            yield from self.removals.facts(removed)
        out_of_place = bool(first) or others or bool(removed and not self.removals)
        yield same(self.strange, out_of_place or bool(again - set(COMPANIES)))
        companies = [part.company for part in said if isinstance(part, Advance)]
        yield eq(self.advances, len(companies))
        yield same(self.twice, len(set(companies)) < len(companies))

    def unjudged_books(self, said: Sequence[RewardPart]) -> frozenset[BookId]:
        """Return the books of points that the reward does not give: a fault of those parts."""
        return books_beyond(said, pools=1 if self.pool else 0)

    def said(self, values: Values, card: CardId | None = None) -> tuple[RewardPart, ...]:
        """Return the parts of a solution in their order."""
        found: list[tuple[int, int, RewardPart]] = []
        if self.pounds and (rank := values.number(self.pounds.rank.text)) > 0:
            found.append((rank, 1, TakePounds(values.number(self.pounds.count.text))))
        if self.diamonds and (rank := values.number(self.diamonds.rank.text)) > 0:
            found.append((rank, 1, MoveDiamond(values.number(self.diamonds.count.text))))
        if self.points and self.pool and (rank := values.number(self.points.rank.text)) > 0:
            found.append((rank, 1, self.pool.said(values)))
        for company, part in zip(COMPANIES, self.tracks, strict=True):
            if part and (rank := values.number(part.rank.text)) > 0:
                # Of parts with one rank those that pay come first: they counted on no other.
                found.append((rank, 0, Advance(company, values.number(part.count.text))))
        if self.buy and card is not None:
            found.append((values.number(self.buy.text), 0, BuyCard(card)))
        parts = [part for _, _, part in sorted(found, key=lambda entry: entry[:2])]
        removed = self.removals.said(values) if self.removals else ()
        return (*parts, *removed)

    def steps(self) -> list[Whole]:
        """Return the steps made on each track."""
        return [part.count if part else 0 for part in self.tracks]

    def choices(self) -> Iterator[Whole | Truth]:
        """Yield the variables that tell one canonical turn from another."""
        for part in (self.pounds, self.diamonds, *self.tracks):
            if part:
                yield part.count
        if self.removals:
            yield from self.removals.choices()
