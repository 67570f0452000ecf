"""The rewards of the regions entered, each a part of its own, and their points as one pool."""

from collections.abc import Collection, Iterator, Sequence
from functools import cached_property

from referee.core.components import RewardKind
from referee.core.ids import COMPANIES, Company, RegionId
from referee.core.limits import (
    DOUBLE_BORDER_POINTS,
    FOREIGN_POST_POINTS,
    POUNDS_AT_TRACK_END,
    SINGLE_BORDER_POINTS,
)
from referee.core.turns import CollectRegion, Entering, RegionPart, SpendPoints
from referee.rulebook import bookkeeping as book_rules
from referee.rulebook import diamonds as diamond_rules
from referee.rulebook import expansion as rules
from referee_model.legality.diamonds import pounds_beyond
from referee_model.legality.pools import PointPool
from referee_model.legality.rewards import read
from referee_model.legality.table import SeatView
from referee_model.legality.tracks import StepsAhead, Stretch, demand_steps, path
from referee_model.relation import Relation
from referee_model.solver import Values
from referee_model.terms import (
    Bit,
    Num,
    Truth,
    Whole,
    all_different,
    at_most,
    between,
    both,
    decided,
    either,
    eq,
    every,
    floor_zero,
    implies,
    no,
    same,
    some,
    table,
    times,
    total,
    when,
)

# Entering regions: which, when, from where, and with posts of which column ------------------------
#
# Each region has the index of the step that enters it, or 0. In a solution that was not given
# steps, regions may share an index: then none of them is the source of the other, and any order
# will do.
SOMETHING = "something"
"""The wish that anything happens at all."""

LINE_POINTS = {1: SINGLE_BORDER_POINTS, 2: DOUBLE_BORDER_POINTS}


class EnteredRegions:
    """The regions entered by one company."""

    def __init__(
        self, relation: Relation, seen: SeatView, company: Num, total_value: Whole
    ) -> None:
        self._relation = relation
        self._seen = seen
        self.company = company
        self.ids: tuple[RegionId, ...] = tuple(region.id for region in seen.components.regions)
        self.owners = [None if o is None else COMPANIES.index(o) for o in seen.state.regions]
        numbers = range(1, len(self.ids) + 1)
        self.at: list[Num] = [relation.whole(f"at-{n}", f"region-{n}") for n in numbers]
        self.column: list[Num] = [relation.whole(f"column-{n}", f"region-{n}") for n in numbers]
        self.source: list[Num] = [relation.whole(f"source-{n}", f"region-{n}") for n in numbers]
        """The number of a region, a number beyond them for a base, or 0 for the cheapest."""
        self.again: Bit = relation.bit("entered-again")
        self.unknown: Bit = relation.bit("entered-unknown")
        self.entered: list[Truth] = [at > 0 for at in self.at]
        for at in self.at:
            relation.shape(at >= 0)
        self._demand(total_value)

    def _demand(self, total_value: Whole) -> None:
        relation = self._relation
        relation.demand(rules.ENTERS_REGIONS, no(self.unknown))
        relation.demand(rules.NOT_ALREADY_THERE, no(self.again))
        costs: list[Whole] = []
        for index, owner in enumerate(self.owners):
            entered = self.entered[index]
            if decided(entered) is False:
                continue
            if owner is not None:
                own = eq(self.company, owner)
                relation.demand(rules.NOT_ALREADY_THERE, implies(entered, no(own)))
            cheapest = relation.let_bit(eq(self.source[index], 0))
            single: list[Truth] = []
            double: list[Truth] = []
            for number, lines, free in self._ways(index):
                crossed = both(free, either(cheapest, eq(self.source[index], number)))
                one = eq(lines, 1)
                single.append(both(crossed, one))
                double.append(both(crossed, no(one)))
            one_line = relation.let_bit(some(single))
            reached = relation.let_bit(either(one_line, *double))
            relation.demand(rules.ACCESSIBLE, implies(entered, reached))
            border = when(one_line, LINE_POINTS[1], LINE_POINTS[2])
            foreign = 0 if owner is None else when(eq(self.company, owner), 0, FOREIGN_POST_POINTS)
            costs.append(when(both(entered, reached), border + foreign))
        cost = relation.define(rules.COST_OF_ENTERING, "cost", total(costs))
        relation.demand(rules.POINTS_SUFFICE, cost <= total_value)
        self._demand_posts()

    @cached_property
    def _borders(self) -> dict[str, list[tuple[str, int]]]:
        found: dict[str, list[tuple[str, int]]] = {region: [] for region in self.ids}
        for border in self._seen.components.borders:
            one, other = border.between
            for here, there in ((one, other), (other, one)):
                if here in found:
                    found[here].append((there, border.lines))
        return found

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The number of each region and base as a source."""
        return {name: number for number, name in enumerate((*self.ids, *COMPANIES), 1)}

    def _ways(self, index: int) -> list[tuple[int, int, Truth]]:
        """Return the borders of a region: source, lines, and when it can be crossed."""
        found: list[tuple[int, int, Truth]] = []
        for source, lines in self._borders[self.ids[index]]:
            number = self.numbers[source]
            if number > len(self.ids):
                free: Truth = eq(self.company, number - len(self.ids) - 1)
            else:
                neighbour = number - 1
                before = self.at[neighbour] < self.at[index]
                owner = self.owners[neighbour]
                held = owner is not None and eq(self.company, owner)
                free = either(held, both(self.entered[neighbour], before))
            found.append((number, lines, free))
        return found

    def _demand_posts(self) -> None:
        relation, bases = self._relation, self._seen.state.bases
        columns = len(bases[0])
        for entered, column in zip(self.entered, self.column, strict=True):
            relation.shape(implies(no(entered), eq(column, 0)))
            relation.demand(rules.FOREMOST_POST, implies(entered, between(1, column, columns)))
        self.taken: list[Whole] = []
        lefts: list[Whole] = []
        for place in range(columns):
            taken = total(when(eq(column, place + 1), 1) for column in self.column)
            self.taken.append(relation.noted(f"taken-{place}", taken))
            posts = {company: base[place].posts for company, base in enumerate(bases)}
            left = relation.have(f"posts-{place + 1}", table(self.company, posts))
            relation.demand(rules.FOREMOST_POST, self.taken[-1] <= left)
            lefts.append(left)
        relation.demand(rules.BASE_HAS_POSTS, relation.let(total(lefts)) > 0)

    def facts(self, said: Sequence[Entering]) -> Iterator[Truth]:
        first = {entering.region: n for n, entering in reversed(list(enumerate(said, 1)))}
        for index, region in enumerate(self.ids):
            step = first.get(region, 0)
            yield eq(self.at[index], step)
            if step:
                entering = said[step - 1]
                # A column said as 0 is no column, and not the word for none.
                yield eq(self.column[index], entering.column or -1)
                source = entering.source
                yield eq(self.source[index], 0 if source is None else self.numbers.get(source, -1))
        known = [entering for entering in said if entering.region in self.ids]
        yield self.again if len(known) > len({e.region for e in known}) else no(self.again)
        yield self.unknown if len(known) < len(said) else no(self.unknown)

    def wishes(self, said: Sequence[Entering]) -> dict[str, Truth]:
        """Return that the regions named are entered, and that some region is."""
        if not said:
            return {}
        named = {entering.region for entering in said}
        regions: dict[str, Truth] = {
            f"region-{number}": self.entered[number - 1]
            for number, region in enumerate(self.ids, 1)
            if region in named
        }
        return {SOMETHING: some(self.entered), **regions}

    def read(self, values: Values) -> tuple[Entering, ...]:
        """Return the regions of a solution in an order in which they can be entered."""
        names: list[RegionId | Company] = [*self.ids, *COMPANIES]
        steps = sorted((values.number(at.text), index) for index, at in enumerate(self.at))
        return tuple(
            Entering(
                self.ids[index],
                values.number(self.column[index].text),
                names[number - 1] if (number := values.number(self.source[index].text)) else None,
            )
            for step, index in steps
            if step > 0
        )


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
        self._demand_collected_steps()

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
        spent = self.times > 0
        self.pool = PointPool(relation, seen, "regions", points=points, converts=at_end, said=spent)
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
            others = [other for other in tracks if other != index]
            earlier = (when(self.rank[other] < rank, self.count[other]) for other in others)
            start = relation.let(total(earlier))
            purse = relation.let(self._purse(rank)) if tolls else 0
            for company, way in enumerate(self.paths):
                applies = both(rank > 0, given, eq(self._entries.company, company))
                stretch = Stretch(way, self.regions[index].amount, start, self.count[index])
                unsaid = self.unsaid[index]
                demand_steps(relation, seen, stretch, purse=purse, applies=applies, unsaid=unsaid)

    def _demand_collected_steps(self) -> None:
        """State that steps are left uncollected only where none could be made after all parts."""
        relation, rulings = self._relation, self._seen.rulings
        if rulings.may_leave_rewards:
            return
        tracks = self._of("track")
        cash = relation.have("pounds", self._seen.me.cash)
        purse = relation.let(cash + self.gain) if tracks else 0
        for company, way in enumerate(self.paths):
            useless = way.stuck(self.steps, purse)
            if rulings.may_decline_calls:
                useless = either(useless, way.at_call(self.steps))
            for index in tracks:
                left_out = both(self._entries.entered[index], self.rank[index] < 0)
                left = both(left_out, eq(self._entries.company, company))
                relation.demand(rules.EACH_REWARD_ONCE, implies(left, useless))

    def _purse(self, rank: Num) -> Whole:
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

    def _overflow_before(self, rank: Num) -> Whole:
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
        room = self._seen.components.diamond_track.last - self._seen.me.diamonds
        self.diamonds_made = relation.noted("diamonds-made", at_most(self.diamonds, room))

    def diamonds_used(self, values: Values) -> int:
        """Return the diamond steps of a solution that were made or paid out."""
        paid = read(values, self.beyond) // POUNDS_AT_TRACK_END
        return read(values, self.diamonds_made) + paid

    @property
    def gain(self) -> Whole:
        """What the regions bring in pounds, apart from the track."""
        return self.pounds + self.beyond + self.pool.pounds

    # Reading

    def facts(self, said: Sequence[RegionPart], entered: Collection[RegionId]) -> Iterator[Truth]:
        collected: dict[str, tuple[int, int | None]] = {}
        spent: list[tuple[int, SpendPoints]] = []
        other = False
        for rank, part in enumerate(said, 1):
            match part:
                case CollectRegion(region, count):
                    known = {*self._entries.ids, *entered}
                    other = other or region in collected or region not in known
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

    def read(self, values: Values) -> tuple[RegionPart, ...]:
        found: list[tuple[int, int, RegionPart]] = []
        for index, region in enumerate(self.regions):
            rank = values.number(self.rank[index].text)
            if rank > 0:
                # Of parts with one rank steps come first: they counted on no other part.
                late = int(region.reward != "track")
                count = values.number(self.count[index].text)
                found.append((rank, late, CollectRegion(region.id, count)))
        if values.number(self.times.text):
            found.append((values.number(self.moment.text), 2, self.pool.read(values)))
        return tuple(part for _, _, part in sorted(found, key=lambda entry: entry[:2]))
