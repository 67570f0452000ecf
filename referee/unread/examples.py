"""Examples: values for which a guard holds, mended value by value until they hold for more.

Most questions about a guard are answered with yes, and nearly always by values that differ from a
known example in a few places. So a question changes the example first: a condition that fails is
put right by one of its values, then whatever that value broke by another one, and no value is
changed twice. Only where this comes to nothing does anybody have to search.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from referee.unread.conditions import (
    Among,
    Condition,
    Cube,
    Domains,
    LinearCondition,
    holds,
)
from referee.unread.propagation import Constraint
from referee.unread.variables import Mask, Variable, least_of, most_of

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
