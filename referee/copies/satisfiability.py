"""Whether constraints can hold together: decided by propagation and splitting, work counted."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from referee.copies.propagation import (
    Among,
    Clause,
    Condition,
    Constraint,
    Cube,
    Domains,
    LinearCondition,
    Mask,
    Terms,
    Variable,
    Watching,
    bounds,
    holds,
    is_open,
    known,
    least_of,
    most_of,
    opposite,
    propagate,
    total,
    values_of,
    variables_in,
    watching_of,
)
from referee.core.budget import Budget

# Examples: values for which a guard holds, mended value by value until they hold for more ---------
#
# Most questions about a guard are answered with yes, and nearly always by values that differ from
# a known example in a few places. So a question changes the example first: a condition that fails
# is put right by one of its values, then whatever that value broke by another one, and no value is
# changed twice. Only where this comes to nothing does anybody have to search.
MOST_MENDED: Final = 80
"""So many constraints are looked at before the mending is given up."""

Watchers = Callable[[Variable], Iterable[Constraint | Condition]]


class ExampleValues(dict[Variable, int]):
    """An example that is being changed: its values, or the nearest that the domains leave."""

    def __init__(self, example: Mapping[Variable, int], domains: Domains) -> None:
        super().__init__()
        self._example = example
        self._domains = domains

    def __missing__(self, variable: Variable) -> int:
        mask = self._domains.get(variable, variable.domain)
        value = self._example.get(variable)
        self[variable] = found = least_of(mask) if value is None else nearest(mask, value)
        return found


def nearest(mask: Mask, value: int) -> int:
    """Return the value of a set that is nearest to another one."""
    if mask >> value & 1:
        return value
    above = mask >> value << value
    below = mask ^ above
    if not below or not above:
        return least_of(above) if above else most_of(below)
    up, down = least_of(above), most_of(below)
    return up if up - value < value - down else down


def constraint_holds(constraint: Constraint | Condition, values: Mapping[Variable, int]) -> bool:
    """Return whether a constraint holds for values of all its variables."""
    if isinstance(constraint, (Among, LinearCondition)):
        return holds(constraint, values)
    # Loops, since this is asked too often to make generators for it.
    for cube in constraint:
        for condition in cube:
            if not holds(condition, values):
                break
        else:
            return True
    return False


def mended(
    values: ExampleValues,
    domains: Domains,
    broken: Iterable[Constraint | Condition],
    watchers: Watchers,
) -> bool:
    """Change values until nothing that may be broken is; return whether that came to an end."""
    due = deque(broken)
    fixed: set[Variable] = set()
    left = MOST_MENDED
    while due:
        constraint = due.popleft()
        left -= 1
        if constraint_holds(constraint, values):
            continue
        changes = _changes(constraint, values, domains, fixed) if left > 0 else None
        if changes is None:
            return False
        values.update(changes)
        fixed.update(changes)
        due.append(constraint)
        for variable in changes:
            due.extend(watchers(variable))
    return True


Changes = dict[Variable, int]


def _changes(
    constraint: Constraint | Condition,
    values: Mapping[Variable, int],
    domains: Domains,
    fixed: set[Variable],
) -> Changes | None:
    """Return values that put a constraint right, or nearer to it; None if none can be changed."""
    if isinstance(constraint, Among):
        return _chosen(constraint, domains, values, fixed)
    if isinstance(constraint, LinearCondition):
        return _moved(constraint, values, domains, fixed)
    cubes = sorted(constraint, key=lambda cube: sum(not holds(each, values) for each in cube))
    for cube in cubes:
        changes = _of_cube(cube, values, domains, fixed)
        if changes is not None:
            return changes
    return None


def _of_cube(
    cube: Cube, values: Mapping[Variable, int], domains: Domains, fixed: set[Variable]
) -> Changes | None:
    changes: Changes = {}
    for condition in cube:
        seen = _Changed(values, changes)
        if not holds(condition, seen):
            more = _changes(condition, seen, domains, fixed | changes.keys())
            if more is None:
                return None
            changes |= more
            if not holds(condition, _Changed(values, changes)):
                return None
    return changes


class _Changed(dict[Variable, int]):
    """Values with some changes that nobody else sees."""

    def __init__(self, values: Mapping[Variable, int], changes: Changes) -> None:
        super().__init__(changes)
        self._values = values

    def __missing__(self, variable: Variable) -> int:
        return self._values[variable]


def _chosen(
    condition: Among, domains: Domains, values: Mapping[Variable, int], fixed: set[Variable]
) -> Changes | None:
    variable = condition.variable
    mask = domains.get(variable, variable.domain) & condition.mask
    if variable in fixed or not mask:
        return None
    return {variable: nearest(mask, values[variable])}


def _moved(
    linear: LinearCondition,
    values: Mapping[Variable, int],
    domains: Domains,
    fixed: set[Variable],
) -> Changes | None:
    """Return a value of a sum that makes the relation hold, or brings it nearest to that."""
    total = linear.constant + sum(factor * values[variable] for variable, factor in linear.terms)
    best: tuple[int, Variable, int] | None = None
    # What is derived from others comes last in the order, and is what has to follow them.
    for variable, factor in reversed(linear.terms):
        if variable in fixed:
            continue
        for value in _moves(
            domains.get(variable, variable.domain), values[variable], total, factor
        ):
            after = total + factor * (value - values[variable])
            wrong = _distance(after, linear.relation)
            if not wrong:
                return {variable: value}
            if best is None or wrong < best[0]:
                best = wrong, variable, value
    if best is None or best[0] >= _distance(total, linear.relation):
        return None
    return {best[1]: best[2]}


def _moves(mask: Mask, value: int, total: int, factor: int) -> Iterator[int]:
    """Yield the values of a variable that bring a sum to 0 or next to it, and the ones beside."""
    wanted = value - total // factor
    if wanted != value:
        yield nearest(mask, max(0, wanted))
    beside = -(-total // factor)
    if value - beside not in {wanted, value}:
        yield nearest(mask, max(0, value - beside))
    if total:
        yield least_of(mask) if (total > 0) == (factor > 0) else most_of(mask)
    else:
        # The sum must not be 0.
        rest = mask & ~(1 << value)
        if rest:
            yield nearest(rest, value)


def _distance(total: int, relation: str) -> int:
    if relation == "<=":
        return max(0, total)
    if relation == "==":
        return abs(total)
    return int(total == 0)


def solved(
    domains: dict[Variable, Mask],
    constraints: list[Constraint],
    example: Mapping[Variable, int],
    work: Budget,
) -> dict[Variable, Mask] | None:
    """Return domains in which the values nearest to an example make everything hold, if any do."""
    work.tick(2 * len(constraints))
    values = ExampleValues(example, domains)
    broken = [each for each in constraints if not constraint_holds(each, values)]
    if not broken:
        return domains
    variable = min(
        {v for each in broken for v in variables_in(each) if is_open(domains, v)},
        key=lambda v: (domains.get(v, v.domain).bit_count(), v.order, v.key),
    )
    watching = watching_of(constraints)
    for part in _parts(domains.get(variable, variable.domain)):
        narrowed = dict(domains)
        left = propagate(narrowed, constraints, watching, [Among(variable, part)], work)
        found = None if left is None else solved(narrowed, left, example, work)
        if found is not None:
            return found
    return None


FEW_VALUES = 3


def _parts(mask: Mask) -> Iterator[Mask]:
    """Yield the values one by one if there are few of them, else two halves."""
    count = mask.bit_count()
    if count <= FEW_VALUES:
        for value in values_of(mask):
            yield 1 << value
        return
    lower = 0
    for number, value in enumerate(values_of(mask)):
        if number < count // 2:
            lower |= 1 << value
    yield lower
    yield mask & ~lower


# What relations between sums exclude by themselves, so that nobody has to try values for it -------
#
# Narrowing looks at one relation at a time and at the ends of each value's range, so it does not
# see that a sum which is at least 1 is not at most 0. Here relations are added up, two or three at
# a time.
class LinearFacts:
    """Sums that come to at most something, beside the domains of their variables."""

    def __init__(self, domains: Domains, constraints: Iterable[Constraint] = ()) -> None:
        self._domains = domains
        self._most: dict[Terms, int] = {}
        for each in constraints:
            if isinstance(each, LinearCondition):
                self.add(each)

    def add(self, condition: Condition) -> None:
        """Take in a relation; values of a single variable are in its domain."""
        if isinstance(condition, LinearCondition):
            for terms, most in _upper_ends(condition):
                self._most[terms] = min(most, self._most.get(terms, most))

    def excludes(self, condition: Condition) -> bool:
        """Return whether a condition is seen to contradict what is known."""
        if not isinstance(condition, LinearCondition):
            return known(condition, self._domains) is False
        if condition.relation == "!=":
            return False
        return any(self._exceeds(terms, most) for terms, most in _upper_ends(condition))

    def includes(self, condition: Condition) -> bool:
        """Return whether a condition is seen to hold."""
        return self.excludes(opposite(condition))

    def _exceeds(self, terms: Terms, most: int) -> bool:
        """Return whether a sum is seen to come to more than something."""
        if bounds(terms, -most, self._domains)[0] > 0:
            return True
        factors = dict(terms)
        for other, of_other in self._most.items():
            # Two sums say something together only if a part of one takes away from the other.
            if not any(factors.get(v, 0) * factor < 0 for v, factor in other):
                continue
            both, room = total((*terms, *other)), most + of_other
            if bounds(both, -room, self._domains)[0] > 0:
                return True
            third = self._most.get(_negated(both))
            if third is not None and room + third < 0:
                return True
        return False

    def left_of(self, cubes: Clause) -> Clause | None:
        """Return what is left of a choice of cubes; None if one is seen to hold in any case.

        Of a cube with one condition that does not hold the opposite is known while others are
        looked at: either it holds, or they have to.
        """
        left = [*cubes]
        denied: dict[Condition, None] = {}
        again = True
        while again:
            again = False
            for cube in [*left]:
                now = self._left_of_cube(cube)
                if now == ():
                    return None
                if now is not None and len(now) > 1:
                    left[left.index(cube)] = now
                    continue
                again = True
                left.remove(cube)
                if now is not None:
                    denied[now[0]] = None
                    self.add(opposite(now[0]))
        return (*[(each,) for each in denied], *left)

    def _left_of_cube(self, cube: tuple[Condition, ...]) -> tuple[Condition, ...] | None:
        """Return the conditions of a cube that are not seen to hold; None if one cannot."""
        if any(self.excludes(each) for each in cube):
            return None
        return tuple([each for each in cube if not self.includes(each)])


def _upper_ends(condition: LinearCondition) -> list[tuple[Terms, int]]:
    terms, constant, relation = condition
    if relation == "!=":
        return []
    ends = [(terms, -constant)]
    if relation == "==":
        ends.append((_negated(terms), constant))
    return ends


def _negated(terms: Terms) -> Terms:
    return tuple([(variable, -factor) for variable, factor in terms])


# Which constraints of a guard bear on each other: a question looks at its own area alone ----------
class ConstraintArea(NamedTuple):
    """Constraints that bear on each other, and everything that they speak of."""

    constraints: tuple[Constraint, ...]
    variables: tuple[Variable, ...]


class ConstraintAreas:
    """The constraints of a guard by variable, and their areas as far as somebody asked."""

    __slots__ = ("_domains", "_found", "watching")

    def __init__(
        self,
        domains: Domains,
        watching: Watching,
        found: Mapping[Variable, ConstraintArea] | None = None,
    ) -> None:
        self._domains = domains
        self.watching = watching
        """By variable the constraints that speak of it."""
        self._found: dict[Variable, ConstraintArea] = {} if found is None else dict(found)

    def around(self, variables: Iterable[Variable]) -> ConstraintArea:
        """Return the constraints that bear on these variables, however indirectly."""
        found = {id(area): area for area in map(self._area, variables)}
        if len(found) == 1:
            [area] = found.values()
            return area
        return ConstraintArea(
            tuple([each for area in found.values() for each in area.constraints]),
            tuple([each for area in found.values() for each in area.variables]),
        )

    def _area(self, variable: Variable) -> ConstraintArea:
        if variable in self._found:
            return self._found[variable]
        found: dict[int, Constraint] = {}
        seen: dict[Variable, bool] = {}
        due = [variable]
        while due:
            each = due.pop()
            if each in seen:
                continue
            mask = self._domains.get(each, each.domain)
            seen[each] = bool(mask & (mask - 1))
            if seen[each]:
                for constraint in self.watching.get(each, ()):
                    if id(constraint) not in found:
                        found[id(constraint)] = constraint
                        due += variables_in(constraint)
        area = ConstraintArea(tuple(found.values()), tuple(seen))
        # What is certain separates areas and may be beside several.
        for each, undecided in seen.items():
            if undecided or each is variable:
                self._found[each] = area
        return area

    def with_area(
        self, near: ConstraintArea, domains: Domains, left: Sequence[Constraint]
    ) -> "ConstraintAreas":
        """Return these areas after one of them was narrowed to other domains and constraints."""
        gone = {*map(id, near.constraints)}
        of_area = watching_of(left)
        watching = dict(self.watching)
        found = dict(self._found)
        for variable in near.variables:
            found.pop(variable, None)
            # What is certain may be spoken of beyond the area.
            others = [each for each in watching.pop(variable, ()) if id(each) not in gone]
            others += of_area.get(variable, ())
            if others:
                watching[variable] = others
        return ConstraintAreas(domains, watching, found)
