"""Cubes taken together that say as much as one, seen by their form alone: no question is asked."""

from collections.abc import Iterable, Sequence
from typing import Final

from referee.unread.conditions import Among, Condition, Cube, LinearCondition, compared
from referee.unread.guards import Guard
from referee.unread.variables import Mask, Variable, least_of

MOST_CUBES: Final = 400
"""More cubes than that are left as they are."""


def united_cubes(cubes: Iterable[Cube], guard: Guard) -> tuple[Cube, ...]:
    """Return cubes of which one holds exactly where, under the guard, one of the given ones does.

    Two that differ in the values of one variable are one with all these values. So are two of
    which the first names a single value, and says what the second comes to for that value.
    """
    found = [*dict.fromkeys(_plain(cube, guard) for cube in cubes)]
    if len(found) > MOST_CUBES:
        return tuple(found)
    before = 0
    while before != len(found):
        before = len(found)
        found = _by_values(found, guard)
        found = _by_substitution(found, guard)
    return tuple(found)


def _plain(cube: Cube, guard: Guard) -> Cube:
    """Return a cube with one condition for each variable, without what the guard says already."""
    masks: dict[Variable, Mask] = {}
    for each in cube:
        if isinstance(each, Among):
            variable = each.variable
            masks[variable] = masks.get(variable, guard.mask(variable)) & each.mask
    plain: dict[Condition, None] = {}
    for each in cube:
        if isinstance(each, LinearCondition):
            plain[each] = None
        elif masks[each.variable] != guard.mask(each.variable):
            plain[Among(each.variable, masks[each.variable])] = None
    return tuple(plain)


def _by_values(cubes: Sequence[Cube], guard: Guard) -> list[Cube]:
    """Return the cubes, those that differ only in the values of one variable as one."""
    left = [*cubes]
    place = 0
    while place < len(left):
        cube = left[place]
        for other in left[place + 1 :]:
            union = _union(cube, other, guard)
            if union is not None:
                left.remove(other)
                left[place] = union
                # What was looked at before may go together with the new one.
                place = -1
                break
        place += 1
    return left


def _union(one: Cube, other: Cube, guard: Guard) -> Cube | None:
    if len(one) != len(other):
        return None
    apart = [each for each in one if each not in other]
    others = [each for each in other if each not in one]
    if not apart:
        return one
    if len(apart) > 1 or len(others) > 1:
        return None
    [first], [second] = apart, others
    if (
        not isinstance(first, Among)
        or not isinstance(second, Among)
        or first.variable is not second.variable
    ):
        return None
    return _with_values(one, first, first.mask | second.mask, guard)


def _with_values(cube: Cube, among: Among, mask: Mask, guard: Guard) -> Cube:
    """Return a cube with other values of one of its variables."""
    now: Cube = (Among(among.variable, mask),)
    if mask == guard.mask(among.variable):
        now = ()
    at = cube.index(among)
    return (*cube[:at], *now, *cube[at + 1 :])


def _by_substitution(cubes: Sequence[Cube], guard: Guard) -> list[Cube]:
    """Return the cubes without those that say what another one comes to for a single value."""
    left = [*cubes]
    for cube in cubes:
        for single in _single_values(cube):
            rest = {each for each in cube if each is not single}
            for place, other in enumerate(left):
                among = _values_of(single.variable, other)
                if other is cube or among is None:
                    continue
                if _for_value(other, among, single, guard) == rest:
                    left[place] = _with_values(other, among, among.mask | single.mask, guard)
                    left.remove(cube)
                    break
            else:
                continue
            break
    return left


def _single_values(cube: Cube) -> list[Among]:
    return [each for each in cube if isinstance(each, Among) and not each.mask & (each.mask - 1)]


def _values_of(variable: Variable, cube: Cube) -> Among | None:
    for each in cube:
        if isinstance(each, Among) and each.variable is variable:
            return each
    return None


def _for_value(cube: Cube, among: Among, single: Among, guard: Guard) -> set[Condition] | None:
    """Return what else a cube says if a variable has one value; None if it cannot hold then."""
    value = least_of(single.mask)
    found: list[Condition] = []
    for each in cube:
        if each is among:
            continue
        if isinstance(each, LinearCondition):
            factor = dict(each.terms).get(single.variable, 0)
            terms = tuple([term for term in each.terms if term[0] is not single.variable])
            now = compared(terms, each.constant + factor * value, each.relation)
            if now is False:
                return None
            if now is not True:
                found.append(now)
        else:
            found.append(each)
    return {*_plain(tuple(found), guard)}
