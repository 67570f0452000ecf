"""The parts of a reward, taken one after the other in the player's order.

Each part has a rank, its place in that order; below 0 it was not taken. Cash at the moment of a
part is what the parts of lower rank have left.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from referee.core import turns
from referee.core.canonical import NO_GAINS, Gains
from referee.core.ids import COMPANIES, BookId, CardId
from referee.rulebook import bookkeeping as rules
from referee.rulebook import diamonds as diamond_rules
from referee_model.legality import writes
from referee_model.legality.diamonds import diamonds_after, pounds_beyond
from referee_model.legality.pools import BookPlaces, PointPool, books_beyond
from referee_model.legality.table import SeatView
from referee_model.legality.tracks import StepsAhead, Stretch, demand_steps, march, path
from referee_model.legality.writes import After
from referee_model.relation import Relation
from referee_model.solver import Values
from referee_model.terms import (
    Bit,
    Num,
    Truth,
    Whole,
    all_different,
    at_most,
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

# What a reward consists of, and the variables of one of its parts ---------------------------------
BOUGHT = "card"
"""The name of a purchase among the parts."""

NOT_BOUGHT = -8
"""The rank of a purchase that is not made; parts have ranks from -1 to -7 in that case."""


class Amounts(NamedTuple):
    """What a reward gives; a part of it that can never be given is a known 0."""

    pounds: Whole = 0
    has_pounds: Truth = False
    """Pounds are part of the reward, even if they come to nothing."""
    diamonds: Whole = 0
    points: Whole = 0
    has_points: Truth | None = None
    """Points are part of the reward; None where the number of points has to tell."""
    posts: Whole = 0
    tracks: tuple[Whole, ...] = (0, 0, 0, 0)
    most_steps: int = 0
    """The most steps that any track can be given."""


class PartUse:
    """One part: its rank, how much of it was used, and whether that was left unsaid."""

    def __init__(self, relation: Relation, name: str, number: int) -> None:
        self.name = name
        self.rank: Num = relation.whole(f"rank-{name}", f"reward-{name}")
        self.count: Num = relation.amount(f"count-{name}", f"reward-{name}")
        self.unsaid: Bit = relation.bit(f"unsaid-{name}", f"reward-{name}")
        self._never = -number
        relation.shape(either(self.rank > 0, eq(self.rank, self._never)))
        relation.shape(implies(no(self.taken), eq(self.count, 0)))

    @property
    def taken(self) -> Truth:
        """Say that the part was taken."""
        return self.rank > 0

    def facts(self, rank: int | None, amount: int | None) -> Iterator[Truth]:
        yield eq(self.rank, self._never if rank is None else rank)
        yield same(self.unsaid, rank is not None and amount is None)
        if rank is not None and amount is not None:
            yield eq(self.count, amount)


def named(part: turns.RewardPart) -> tuple[str, int | None]:
    """Return the name of a part and the amount said; posts have no rank and so no name."""
    match part:
        case turns.TakePounds(count):
            return "pounds", count
        case turns.MoveDiamond(count):
            return "diamonds", count
        case turns.Advance(company, count):
            return company, count
        case turns.SpendPoints():
            return "points", None
        case turns.BuyCard():
            return BOUGHT, None
        case turns.RemovePost():
            return "", None


# Posts that a reward takes out of the game --------------------------------------------------------
def removed_at_once(said: Iterable[turns.RewardPart]) -> tuple[tuple[turns.RemovePost, ...], bool]:
    """Return the posts that are removed one directly after the other, and whether more follow.

    When another part begins, the posts to remove are done with, like any part.
    """
    runs = [
        tuple(part for part in run if isinstance(part, turns.RemovePost))
        for is_post, run in groupby(said, lambda part: isinstance(part, turns.RemovePost))
        if is_post
    ]
    return (runs[0] if runs else ()), len(runs) > 1


class Removals:
    """How many posts are removed from each column of each base."""

    def __init__(self, relation: Relation, table: SeatView, due: Whole) -> None:
        self._table = table
        self.removed: list[list[Num]] = [
            [
                relation.whole(f"remove-{company}-{column}", "removed-posts")
                for column in range(len(columns))
            ]
            for company, columns in zip(COMPANIES, table.state.bases, strict=True)
        ]
        self.other: Bit = relation.bit("remove-other", "removed-posts")
        """A column was named that no base has."""
        # More posts than there are to remove are a fault of the reward that was taken.
        judged = relation.let_bit(both(due > 0, self.named_in_all <= due))
        relation.demand(rules.REMOVES_FOREMOST, implies(judged, no(self.other)))
        for columns, removed in zip(table.state.bases, self.removed, strict=True):
            for column, number in zip(columns, removed, strict=True):
                relation.shape(number >= 0)
                relation.demand(rules.REMOVES_FOREMOST, implies(judged, number <= column.posts))

    @property
    def number(self) -> Whole:
        """The posts removed in all."""
        return total(number for removed in self.removed for number in removed)

    @property
    def named_in_all(self) -> Whole:
        """The posts removed, and one that was said to leave a column that no base has."""
        return self.number + when(self.other, 1)

    def possible(self, amount: Whole) -> Whole:
        """Return how many of `amount` posts there are to remove."""
        left = sum(column.posts for columns in self._table.state.bases for column in columns)
        return at_most(amount, left)

    def facts(self, said: Sequence[turns.RemovePost]) -> Iterator[Truth]:
        columns = len(self.removed[0])
        for company, removed in zip(COMPANIES, self.removed, strict=True):
            for column, number in enumerate(removed, 1):
                times = sum(post.company == company and post.column == column for post in said)
                yield eq(number, times)
        yield same(self.other, any(not 1 <= post.column <= columns for post in said))

    def read(self, values: Values) -> tuple[turns.RemovePost, ...]:
        return tuple(
            turns.RemovePost(company, column)
            for company, counts in zip(COMPANIES, self.counts(values), strict=True)
            for column, times in enumerate(counts, 1)
            for _ in range(times)
        )

    def counts(self, values: Values) -> tuple[tuple[int, ...], ...]:
        """Return how many posts a solution removes, by company and column."""
        return tuple(tuple(values.number(n.text) for n in removed) for removed in self.removed)

    def choices(self) -> Iterator[Whole | Truth]:
        for removed in self.removed:
            yield from removed

    def after(self, after: After) -> None:
        rule = rules.REMOVED_POSTS_ARE_LOST
        state = self._table.state
        for index, (columns, removed) in enumerate(zip(state.bases, self.removed, strict=True)):
            for place, (column, number) in enumerate(zip(columns, removed, strict=True)):
                left = column.posts - number
                after.number(rule, left, writes.at("bases", index, place, "posts"))
                opened = writes.at("bases", index, place, "opened")
                after.bit(rule, column.opened or eq(left, 0), opened)
            lost = state.lost_posts[index] + total(removed)
            after.number(rule, lost, writes.at("lost_posts", index))


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
            once = eq(self.advances, count(part.taken for part in tracks))
            relation.shape(either(self.twice, once))
        self.pool = (
            PointPool(
                relation,
                table,
                "reward",
                points=amounts.points,
                given=amounts.has_points,
                converts=converts,
                said=self.points.taken,
            )
            if self.points
            else None
        )
        self.removals = Removals(relation, table, amounts.posts) if amounts.posts != 0 else None
        self.paths: list[StepsAhead] = [
            path(table, company, amounts.most_steps if part else 0)
            for company, part in enumerate(self.tracks)
        ]
        self.diamonds_used: Whole = self.diamonds.count if self.diamonds else 0
        """The diamond steps that were made or paid out."""
        room = table.components.diamond_track.last - table.me.diamonds
        if table.rulings.diamond_overflow == "forfeit-overflow" and room:
            used = at_most(self.diamonds_used, room)
            self.diamonds_used = relation.noted("diamonds-used", used)
        self.buy: Num | None = None
        self.gains: list[tuple[Num, Whole]] = []
        if self.pounds:
            self.gains.append((self.pounds.rank, self.pounds.count))
        if self.diamonds:
            beyond = pounds_beyond(table, table.me.diamonds, self.diamonds.count)
            won = relation.define(diamond_rules.DIAMONDS_AT_THE_END, "beyond", beyond)
            self.gains.append((self.diamonds.rank, won))
        if self.points and self.pool:
            self.gains.append((self.points.rank, self.pool.pounds))
        for part, way in zip(self.tracks, self.paths, strict=True):
            if part:
                self.gains.append((part.rank, relation.let(way.gain(part.count))))

    def _part(self, name: str, number: int, amount: Whole | Truth) -> PartUse | None:
        known_absent = isinstance(amount, int) and not amount
        return None if known_absent else PartUse(self._relation, name, number)

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
                # Steps that the reward does not give are a fault of the reward that was taken.
                given = both(part.taken, amount > 0, part.count >= 0, part.count <= amount)
                stretch = Stretch(way, amount, 0, part.count)
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
            held.append(implies(self.pounds.taken, amounts.has_pounds))
            held.append(self._exact(self.pounds, amounts.pounds))
        if self.diamonds:
            held.append(implies(self.diamonds.taken, amounts.diamonds > 0))
            held.append(self._exact(self.diamonds, amounts.diamonds))
        if self.points:
            held.append(implies(self.points.taken, amounts.points > 0))
        for company, (part, amount) in enumerate(zip(self.tracks, amounts.tracks, strict=True)):
            if part:
                within = both(amount > 0, part.count >= 0, part.count <= amount)
                judged = both(part.taken, no(skipped.get(company, False)))
                held.append(implies(judged, within))
        if self.removals:
            held.append(self.removals.named_in_all <= amounts.posts)
        return every(held)

    def _exact(self, part: PartUse, amount: Whole) -> Truth:
        full = eq(part.count, amount)
        if self._partial:
            full = either(full, both(no(part.unsaid), part.count >= 0, part.count <= amount))
        return implies(part.taken, full)

    def missing(self, *, diamonds_optional: Truth = False) -> list[Truth]:
        """Return, for each part, that it was left out although it could have been used."""
        if self._partial:
            return []
        amounts = self.amounts
        found: list[Truth] = []
        if self.pounds:
            found.append(both(no(self.pounds.taken), amounts.pounds > 0))
        if self.diamonds:
            left = both(no(self.diamonds.taken), amounts.diamonds > 0)
            found.append(both(left, no(diamonds_optional)))
        if self.points:
            found.append(both(no(self.points.taken), amounts.points > 0))
        if self.removals:
            # A post said to leave a column that does not exist was not left out.
            found.append(self.removals.named_in_all < self.removals.possible(amounts.posts))
        for company, (part, amount) in enumerate(zip(self.tracks, amounts.tracks, strict=True)):
            if part:
                found.append(both(no(part.taken), amount > 0, self.can_move(company)))
        return found

    def can_move(self, company: int) -> Truth:
        """Say that after all parts taken a step must still be made on a track not yet moved."""
        part, way = self.tracks[company], self.paths[company]
        if part is None:
            return False
        others = (gain for rank, gain in self.gains if rank is not part.rank)
        stops = way.stuck(0, self._cash + total(others))
        if self._table.rulings.may_decline_calls:
            stops = either(stops, way.at_call(0))
        return no(stops)

    @property
    def taken(self) -> Truth:
        """Say that some part was taken."""
        removed = [self.removals.named_in_all > 0] if self.removals else []
        bought = [self.buy > 0] if self.buy else []
        said = [part.taken for part in self._parts()]
        return some([*said, *removed, *bought, self.strange, self.twice])

    def _parts(self) -> Iterator[PartUse]:
        for part in (self.pounds, self.diamonds, self.points, *self.tracks):
            if part:
                yield part

    # Reading

    def facts(self, said: Sequence[turns.RewardPart]) -> Iterator[Truth]:
        spoken = [(rank, *named(part)) for rank, part in enumerate(said, 1)]
        removed, others = removed_at_once(said)
        first = {name: (rank, amount) for rank, name, amount in reversed(spoken) if name}
        names = [name for _, name, _ in spoken if name]
        again = {name for name in names if names.count(name) > 1}
        for part in self._parts():
            yield from part.facts(*first.pop(part.name, (None, None)))
        if self.pool:
            spent = (part for part in said if isinstance(part, turns.SpendPoints))
            yield from self.pool.facts(next(spent, None))
        if self.buy is not None:
            yield eq(self.buy, first.pop(BOUGHT, (NOT_BOUGHT, None))[0])
        if self.removals:
            yield from self.removals.facts(removed)
        out_of_place = bool(first) or others or bool(removed and not self.removals)
        yield same(self.strange, out_of_place or bool(again - set(COMPANIES)))
        companies = [part.company for part in said if isinstance(part, turns.Advance)]
        yield eq(self.advances, len(companies))
        yield same(self.twice, len(set(companies)) < len(companies))

    def unjudged_books(self, said: Sequence[turns.RewardPart]) -> frozenset[BookId]:
        """Return the books of points that the reward does not give: a fault of those parts."""
        return books_beyond(said, pools=1 if self.pool else 0)

    def read(self, values: Values, card: CardId | None = None) -> tuple[turns.RewardPart, ...]:
        found: list[tuple[int, int, turns.RewardPart]] = []
        if self.pounds and (rank := values.number(self.pounds.rank.text)) > 0:
            found.append((rank, 1, turns.TakePounds(values.number(self.pounds.count.text))))
        if self.diamonds and (rank := values.number(self.diamonds.rank.text)) > 0:
            found.append((rank, 1, turns.MoveDiamond(values.number(self.diamonds.count.text))))
        if self.points and self.pool and (rank := values.number(self.points.rank.text)) > 0:
            found.append((rank, 1, self.pool.read(values)))
        for company, part in zip(COMPANIES, self.tracks, strict=True):
            if part and (rank := values.number(part.rank.text)) > 0:
                # Of parts with one rank those that pay come first: they counted on no other.
                found.append((rank, 0, turns.Advance(company, values.number(part.count.text))))
        if self.buy and card is not None:
            found.append((values.number(self.buy.text), 0, turns.BuyCard(card)))
        parts = [part for _, _, part in sorted(found, key=lambda entry: entry[:2])]
        removed = self.removals.read(values) if self.removals else ()
        return (*parts, *removed)

    def steps(self) -> list[Whole]:
        """Return the steps made on each track."""
        return [part.count if part else 0 for part in self.tracks]

    def after(self, after: After) -> list[Whole]:
        """State what the parts make of markers, tracks and bases; return this seat's spaces."""
        _, spaces = march(after, self._table, self.paths, self.steps())
        if self.diamonds:
            diamonds_after(after, self._table, self.diamonds.count)
        if self.removals:
            self.removals.after(after)
        return spaces

    def choices(self) -> Iterator[Whole | Truth]:
        yield self.diamonds_used
        for part in (self.pounds, *self.tracks):
            if part:
                yield part.count
        if self.removals:
            yield from self.removals.choices()


# What a solution makes of the rewards of a turn ---------------------------------------------------
def read(values: Values, number: Whole) -> int:
    """Return what a solution makes of a number."""
    return values.number(number.text) if isinstance(number, Num) else number


def gains(values: Values, parts: RewardParts, places: BookPlaces, for_pounds: Whole) -> Gains:
    """Return what a solution makes of a reward, in amounts and sets."""
    placed = frozenset(places.read(values))
    return Gains(
        pounds=read(values, parts.pounds.count) if parts.pounds else 0,
        diamonds=read(values, parts.diamonds_used),
        steps=tuple(read(values, steps) for steps in parts.steps()),
        books=frozenset(placing.book for placing in placed),
        points_for_pounds=read(values, for_pounds),
        removed=parts.removals.counts(values) if parts.removals else NO_GAINS.removed,
        placed=placed,
    )
