"""Conditions with fewer parts that say exactly the same under a guard."""

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from itertools import combinations, islice
from operator import or_
from typing import Final

from referee.unread.conditions import (
    Among,
    Condition,
    Cube,
    LinearCondition,
    Terms,
    compared,
    total,
    variables_of,
)
from referee.unread.cube_unions import united_cubes
from referee.unread.derived_numbers import DerivedNumber
from referee.unread.guards import Guard
from referee.unread.propagation import Clause
from referee.unread.variables import Mask, Variable, least_of
from referee.unread.work_left import WorkLeft

MOST_CANDIDATES: Final = 80
"""So many conditions are tried that all ways to hold might share."""


def simplified(cubes: Clause, guard: Guard, work: WorkLeft) -> Clause:
    """Return the same condition, under the guard, with as few parts as were found to say it.

    Whatever all cubes imply is said once; if that alone implies one of them, it is all there is
    to say. Else a part is dropped where the rest of its cube implies the whole condition, a cube
    where the others do.
    """
    cubes = united_cubes(cubes, guard)
    ways = [way for cube in cubes if (way := _way(cube, guard, work)) is not None]
    if not ways:
        return ()
    whole = tuple(way.cube for way in ways)
    shared = _implied_by_all(ways, guard, work)
    within = guard.with_conditions(shared, work)
    if within is None:
        return whole
    if within.implies(whole, work):
        return (_shortest(_plainest_last(shared), whole, guard, work),)
    left = [*whole]
    for number in range(len(left)):
        left[number] = _shortest(left[number], tuple(left), within, work)
    kept = [*dict.fromkeys(left)]
    for cube in sorted(kept, key=len, reverse=True):
        others = tuple(other for other in kept if other is not cube)
        if others and _covers(others, cube, within, work):
            kept.remove(cube)
    rest = united_cubes(kept, within)
    needed = _needed(_plainest_last(shared), rest, whole, guard, work)
    return tuple((*needed, *cube) for cube in rest)


class _GuardedCube:
    """A cube, and the guard within which it holds."""

    def __init__(self, cube: Cube, within: Guard) -> None:
        self.cube = cube
        self.within = within


def _way(cube: Cube, guard: Guard, work: WorkLeft) -> _GuardedCube | None:
    plainer = _propagated(_without_repetition(cube), guard, work)
    within = None if plainer is None else guard.with_conditions(plainer, work)
    return None if plainer is None or within is None else _GuardedCube(plainer, within)


def _without_repetition(cube: Cube) -> Cube:
    """Return a cube with one condition for each variable and each relation."""
    masks: dict[Variable, Mask] = {}
    for each in cube:
        if isinstance(each, Among):
            masks[each.variable] = masks.get(each.variable, each.variable.domain) & each.mask
    merged = [
        Among(each.variable, masks[each.variable]) if isinstance(each, Among) else each
        for each in cube
    ]
    return tuple(dict.fromkeys(merged))


def _plainest_last(conditions: Iterable[Condition]) -> Cube:
    """Return conditions in the order in which one would rather do without them."""
    return tuple(sorted(conditions, key=_ugliness, reverse=True))


def _ugliness(condition: Condition) -> tuple[int, int]:
    variables = variables_of(condition)
    return sum(isinstance(each, DerivedNumber) for each in variables), len(variables)


def _needed(shared: Cube, rest: Clause, whole: Clause, guard: Guard, work: WorkLeft) -> Cube:
    """Return as much of what is shared as makes the rest say the whole condition."""
    kept = [*shared]
    for condition in shared:
        fewer = [each for each in kept if each is not condition]
        if all(_covers(whole, (*fewer, *cube), guard, work) for cube in rest):
            kept = fewer
    return tuple(kept)


# What all cubes imply -------------------------------------------------------------------------


def _implied_by_all(ways: Sequence[_GuardedCube], guard: Guard, work: WorkLeft) -> list[Condition]:
    if len(ways) == 1:
        return [*ways[0].cube]
    return [
        each
        for each in dict.fromkeys(islice(_candidates(ways, guard), MOST_CANDIDATES))
        if all(way.within.implies(((each,),), work) for way in ways)
    ]


def _candidates(ways: Sequence[_GuardedCube], guard: Guard) -> Iterator[Condition]:
    """Yield conditions that may hold in all ways: relations that one says, values, and sums."""
    for way in ways:
        yield from (each for each in way.cube if isinstance(each, LinearCondition))
    variables = dict.fromkeys(v for way in ways for each in way.cube for v in variables_of(each))
    varying: list[Variable] = []
    for variable in variables:
        masks = {way.within.mask(variable) for way in ways}
        left = reduce(or_, masks)
        if left != guard.mask(variable):
            yield Among(variable, left)
        if len(masks) > 1 and not variable.labels:
            varying.append(variable)
    for way in ways:
        yield from _sums(way, varying)


def _sums(way: _GuardedCube, varying: Sequence[Variable]) -> Iterator[Condition]:
    """Yield what values that differ from way to way come to together in one of them."""
    masks = {variable: way.within.mask(variable) for variable in varying}
    values = {v: least_of(mask) for v, mask in masks.items() if not mask & (mask - 1)}
    if len(values) > 2:  # noqa: PLR2004
        yield from _equation(tuple((v, 1) for v in values), sum(values.values()))
    for one, other in combinations(values, 2):
        for factor in (1, -1):
            value = values[one] + factor * values[other]
            yield from _equation(((one, 1), (other, factor)), value)
    for each in way.cube:
        if isinstance(each, LinearCondition) and each.relation == "==":
            for variable, value in values.items():
                for factor in (1, -1):
                    terms = (*each.terms, (variable, factor))
                    yield from _equation(terms, factor * value - each.constant)


def _equation(terms: Terms, value: int) -> Iterator[Condition]:
    found = compared(total(terms), -value, "==")
    if not isinstance(found, bool):
        yield found


# One cube ---------------------------------------------------------------------------------------


def _propagated(cube: Cube, guard: Guard, work: WorkLeft) -> Cube | None:
    """Return a cube with the values that it leaves in the place of relations that say the same."""
    within = guard.with_conditions(cube, work)
    if within is None:
        return None
    variables = dict.fromkeys(v for each in cube for v in variables_of(each))
    narrowed: list[Condition] = [
        Among(v, within.mask(v)) for v in variables if within.mask(v) != guard.mask(v)
    ]
    # The order of the cube is kept: what was asked first is said first.
    relations = [each for each in cube if isinstance(each, LinearCondition)]
    left = [each for each in relations if any(each == other for other in within.constraints)]
    plainer = (*narrowed, *left)
    same = guard.with_conditions(plainer, work)
    if same is not None and same.implies((cube,), work):
        return plainer
    return cube


def _shortest(cube: Cube, cubes: Clause, guard: Guard, work: WorkLeft) -> Cube:
    for condition in cube:
        shorter = tuple(each for each in cube if each is not condition)
        if _covers(cubes, shorter, guard, work):
            cube = shorter
    return cube


def _covers(cubes: Clause, cube: Cube, guard: Guard, work: WorkLeft) -> bool:
    """Return whether under the guard one of the cubes holds wherever another does."""
    within = guard.with_conditions(cube, work)
    return within is None or within.implies(cubes, work)
