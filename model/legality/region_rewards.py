"""The rewards of the regions entered, each a part of its own, and their points as one pool."""

from collections.abc import Container, Iterator, Sequence

from model.legality.diamonds import pounds_beyond
from model.legality.entered_regions import EnteredRegions
from model.legality.pools import PointPool
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
    between,
    both,
    either,
    eq,
    every,
    floor_zero,
    implies,
    no,
    same,
    times,
    total,
    when,
)
from referee.game.components import RewardKind
from referee.game.ids import COMPANIES, RegionId
from referee.game.limits import POUNDS_AT_TRACK_END
from referee.game.rulebook import bookkeeping as book_rules
from referee.game.rulebook import diamonds as diamond_rules
from referee.game.rulebook import expansion as rules
from referee.game.turns import CollectRegion, RegionPart, SpendPoints

AFTER_ALL = 1000
"""A place behind every part of a reward."""


class RegionRewards:
    """What is collected from the regions entered, in which order."""

    def __init__(self, relation: Relation, seen: SeatView, entries: EnteredRegions) -> None:
        self._relation = relation
        self._seen = seen
        self._entries = entries
        self.regions = seen.components.regions
        numbers = range(1, len(self.regions) + 1)
        self.rank: list[Num] = [relation.whole(f"collect-{n}", f"region-{n}") for n in numbers]
        """The place of each region among the parts of the reward; below 0 it is not collected."""
        self.count: list[Num] = [relation.amount(f"count-{n}", f"region-{n}") for n in numbers]
        self.unsaid: list[Bit] = [relation.bit(f"unsaid-{n}", f"region-{n}") for n in numbers]
        self.other: Bit = relation.bit("collect-other")
        self.times: Num = relation.whole("spent-times", "regions-points")
        self.moment: Num = relation.whole("spent-at", "regions-points")
        for number, rank, count in zip(numbers, self.rank, self.count, strict=True):
            relation.shape(either(rank > 0, eq(rank, -number)))
            relation.shape(implies(rank < 0, eq(count, 0)))
        self._demand_collecting()
        self._demand_pool()
        self._demand_track()
        self._find_diamonds()

    def _of(self, kind: RewardKind) -> list[int]:
        return [index for index, region in enumerate(self.regions) if region.reward == kind]

    def _sum(self, kind: RewardKind) -> Whole:
        return total(self.count[index] for index in self._of(kind))

    def _demand_collecting(self) -> None:
        relation, partial = self._relation, self._seen.rulings.may_leave_rewards
        relation.demand(rules.EACH_REWARD_ONCE, no(self.other))
        for index, region in enumerate(self.regions):
            said, entered = self.rank[index] > 0, self._entries.entered[index]
            relation.demand(rules.EACH_REWARD_ONCE, implies(said, entered))
            if region.reward in {"none", "points"}:
                # Nothing to collect here; points are spent from the pool.
                relation.demand(rules.EACH_REWARD_ONCE, no(said))
                continue
            if not partial and region.reward != "track":
                relation.demand(rules.EACH_REWARD_ONCE, implies(entered, said))
            count = self.count[index]
            full = eq(count, region.amount)
            within = both(count >= 0, count <= region.amount)
            if region.reward == "track":
                full = within
            elif partial:
                full = either(full, both(no(self.unsaid[index]), within))
            relation.demand(rules.REWARD_AS_SHOWN, implies(said, full))

    def _demand_pool(self) -> None:
        relation, seen = self._relation, self._seen
        entered = (
            when(self._entries.entered[index], self.regions[index].amount)
            for index in self._of("points")
        )
        points = relation.define(rules.REWARDS_OF_REGIONS, "points", total(entered))
        at_end = seen.me.ink == seen.components.book_track.last
        self.pool = PointPool(
            relation, seen, "regions", points=points, converts=at_end, said=self.times > 0
        )
        once = self.times <= when(points > 0, 1, 0)
        relation.demand(rules.POINTS_ARE_ONE_POOL, once)
        if not seen.rulings.may_leave_rewards:
            spent = implies(points > 0, self.times > 0)
            relation.demand(book_rules.ALL_POINTS_USED, spent)
        relation.shape(both(self.moment > 0, self.times >= 0))

    # Steps on the company's track

    def _demand_track(self) -> None:
        relation, seen = self._relation, self._seen
        tracks = self._of("track")
        most = sum(self.regions[index].amount for index in tracks)
        self.paths: list[StepsAhead] = [
            path(seen, company, most) for company in range(len(COMPANIES))
        ]
        tolls = any(way.tolls for way in self.paths)
        steps = relation.define(rules.REWARDS_OF_REGIONS, "track-steps", self._sum("track"))
        self.made: list[Whole] = [
            when(eq(self._entries.company, company), steps) for company in range(len(COMPANIES))
        ]
        self.steps = steps
        relation.shape(all_different(self.rank[index] for index in tracks))
        # Steps that no region gives are a fault of the reward that was taken.
        sound = every(between(0, self.count[i], self.regions[i].amount) for i in tracks)
        given = relation.let_bit(sound)
        for index in tracks:
            rank = self.rank[index]
            start = relation.let(
                total(when(self.rank[o] < rank, self.count[o]) for o in tracks if o != index)
            )
            purse = relation.let(self._purse(rank)) if tolls else 0
            for company, way in enumerate(self.paths):
                stretch = Stretch(
                    way, amount=self.regions[index].amount, start=start, made=self.count[index]
                )
                applies = both(rank > 0, given, eq(self._entries.company, company))
                demand_steps(
                    relation,
                    seen,
                    stretch,
                    purse=purse,
                    applies=applies,
                    unsaid=self.unsaid[index],
                )
        self._demand_collected_steps(tracks)

    def _demand_collected_steps(self, tracks: Sequence[int]) -> None:
        """State that steps are left uncollected only where none of them could be made."""
        relation, rulings = self._relation, self._seen.rulings
        if rulings.may_leave_rewards:
            return
        purse = relation.let(self._purse(AFTER_ALL)) if tracks else 0
        for company, way in enumerate(self.paths):
            useless = way.stuck(self.steps, purse)
            if rulings.may_decline_calls:
                useless = either(useless, way.at_call(self.steps))
            for index in tracks:
                left = both(
                    self._entries.entered[index],
                    self.rank[index] < 0,
                    eq(self._entries.company, company),
                )
                relation.demand(rules.EACH_REWARD_ONCE, implies(left, useless))

    def _purse(self, rank: Whole) -> Whole:
        """Return the cash at a moment, apart from what the track gave and took."""
        pounds = (when(self.rank[i] < rank, self.count[i]) for i in self._of("pounds"))
        points = when(self.moment < rank, self.pool.pounds)
        cash = self._relation.have("pounds", self._seen.me.cash)
        return cash + total(pounds) + points + self._overflow_before(rank)

    # Diamonds

    @property
    def _may_overflow(self) -> bool:
        most = sum(self.regions[index].amount for index in self._of("diamonds"))
        return self._seen.me.diamonds + most > self._seen.components.diamond_track.last

    def _overflow_before(self, rank: Whole) -> Whole:
        if not self._may_overflow:
            return 0
        diamonds = self._of("diamonds")
        if self._seen.rulings.diamond_overflow == "forfeit-overflow":
            return total(when(self.rank[i] < rank, self._beyond(i)) for i in diamonds)
        moved = total(when(self.rank[i] < rank, self.count[i]) for i in diamonds)
        return self._beyond_all(moved)

    def _beyond(self, index: int) -> Whole:
        """Return what one region's steps pay, if only moves from the end on pay."""
        rank = self.rank[index]
        others = (i for i in self._of("diamonds") if i != index)
        before = total(when(self.rank[i] < rank, self.count[i]) for i in others)
        return pounds_beyond(self._seen, self._seen.me.diamonds + before, self.count[index])

    def _beyond_all(self, moved: Whole) -> Whole:
        last = self._seen.components.diamond_track.last
        return times(POUNDS_AT_TRACK_END, floor_zero(self._seen.me.diamonds + moved - last))

    def _find_diamonds(self) -> None:
        relation = self._relation
        self.diamonds = relation.define(rules.REWARDS_OF_REGIONS, "diamonds", self._sum("diamonds"))
        self.pounds = relation.define(rules.REWARDS_OF_REGIONS, "pounds", self._sum("pounds"))
        beyond: Whole = 0
        if self._may_overflow:
            if self._seen.rulings.diamond_overflow == "forfeit-overflow":
                relation.shape(all_different(self.rank[i] for i in self._of("diamonds")))
                beyond = total(self._beyond(i) for i in self._of("diamonds"))
            else:
                beyond = self._beyond_all(self.diamonds)
        self.beyond = relation.define(diamond_rules.DIAMONDS_AT_THE_END, "beyond", beyond)

    def diamonds_of_use(self, values: Values) -> int:
        """Return the diamond steps of a solution that were made or paid out."""
        room = self._seen.components.diamond_track.last - self._seen.me.diamonds
        made = min(_read(values, self.diamonds), room)
        return made + _read(values, self.beyond) // POUNDS_AT_TRACK_END

    @property
    def gain(self) -> Whole:
        """What the regions bring in pounds, apart from the track."""
        return self.pounds + self.beyond + self.pool.pounds

    # Reading

    def facts(self, said: Sequence[RegionPart], entered: Container[RegionId]) -> Iterator[Truth]:
        """Yield what was said about the rewards of the regions said to be entered."""
        collected: dict[str, tuple[int, int | None]] = {}
        spent: list[tuple[int, SpendPoints]] = []
        other = False
        ids = self._entries.numbers_of_regions
        for rank, part in enumerate(said, 1):
            match part:
                case CollectRegion(region, count):
                    other = other or region in collected or not (region in ids or region in entered)
                    collected.setdefault(region, (rank, count))
                case SpendPoints():
                    spent.append((rank, part))
        for index, entry in enumerate(self.regions):
            rank, count = collected.get(entry.id, (-index - 1, 0))
            yield eq(self.rank[index], rank)
            yield same(self.unsaid[index], count is None)
            if rank > 0 and count is not None:
                yield eq(self.count[index], count)
            elif entry.reward != "track" and rank > 0:
                yield eq(self.count[index], entry.amount)
        yield same(self.other, other)
        yield eq(self.times, len(spent))
        yield eq(self.moment, spent[0][0] if spent else len(said) + 1)
        yield from self.pool.facts(spent[0][1] if spent else None)

    def said(self, values: Values) -> tuple[RegionPart, ...]:
        """Return the parts of a solution in their order."""
        found: list[tuple[int, int, RegionPart]] = []
        for index, region in enumerate(self.regions):
            rank = values.number(self.rank[index].text)
            if rank > 0:
                # Of parts with one rank steps come first: they counted on no other part.
                late = int(region.reward != "track")
                count = values.number(self.count[index].text)
                found.append((rank, late, CollectRegion(region.id, count)))
        if values.number(self.times.text):
            found.append((values.number(self.moment.text), 2, self.pool.said(values)))
        return tuple(part for _, _, part in sorted(found, key=lambda entry: entry[:2]))


def _read(values: Values, number: Whole) -> int:
    return values.number(number.text) if isinstance(number, Num) else number
