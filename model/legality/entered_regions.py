"""Entering regions: which, when, from where, and with posts of which column.

Each region has the index of the step that enters it, or 0. In a solution that was not given steps,
regions may share an index: then none of them is the source of the other, and any order will do.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property

from model.legality.table import SeatView
from model.relation import Relation
from model.solver import Values
from model.terms import (
    Bit,
    Num,
    Truth,
    Whole,
    between,
    both,
    decided,
    either,
    eq,
    implies,
    no,
    some,
    table,
    total,
    when,
)
from referee.game.ids import COMPANIES, Company, RegionId
from referee.game.limits import DOUBLE_BORDER_POINTS, FOREIGN_POST_POINTS, SINGLE_BORDER_POINTS
from referee.game.rulebook import expansion as rules
from referee.game.turns import Entering

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
        """Yield what was said about the regions."""
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
        known = [entering for entering in said if entering.region in self.numbers_of_regions]
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

    @cached_property
    def numbers_of_regions(self) -> frozenset[RegionId]:
        """The regions of the map."""
        return frozenset(self.ids)

    def said(self, values: Values) -> tuple[Entering, ...]:
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
