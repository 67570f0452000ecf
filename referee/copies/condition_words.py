"""Conditions in words of the copy: at most three parts, else what they depend on."""

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from itertools import combinations, islice
from operator import or_
from typing import Final, NamedTuple

from msgspec import Struct

from referee.copies.solver import (
    Among,
    Clause,
    Condition,
    Cube,
    Guard,
    LinearCondition,
    Mask,
    Terms,
    Variable,
    compared,
    least_of,
    most_of,
    total,
    values_of,
    variables_of,
)
from referee.copies.worlds import DerivedNumber
from referee.core.budget import Budget, BudgetExceeded
from referee.i18n.page_words import copy_words

# Cubes taken together that say as much as one, seen by their form alone: no question is asked -----
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
    now: Cube = (Among(among.variable, mask),)
    if mask == guard.mask(among.variable):
        now = ()
    at = cube.index(among)
    return (*cube[:at], *now, *cube[at + 1 :])


def _by_substitution(cubes: Sequence[Cube], guard: Guard) -> list[Cube]:
    """Return the cubes without those that say what another one comes to for a single value."""
    left = [*cubes]
    for cube in cubes:
        singles = [e for e in cube if isinstance(e, Among) and not e.mask & (e.mask - 1)]
        for single in singles:
            rest = {each for each in cube if each is not single}
            for place, other in enumerate(left):
                of_variable = (
                    e for e in other if isinstance(e, Among) and e.variable is single.variable
                )
                among = next(of_variable, None)
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


def _for_value(cube: Cube, among: Among, single: Among, guard: Guard) -> set[Condition] | None:
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


# Conditions with fewer parts that say exactly the same under a guard ------------------------------
MOST_CANDIDATES: Final = 80
"""So many conditions are tried that all ways to hold might share."""


def simplified(cubes: Clause, guard: Guard, work: Budget) -> Clause:
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


class _GuardedCube(NamedTuple):
    """A cube, and the guard within which it holds."""

    cube: Cube
    within: Guard


def _way(cube: Cube, guard: Guard, work: Budget) -> _GuardedCube | None:
    plainer = _propagated(cube, guard, work)
    within = None if plainer is None else guard.with_conditions(plainer, work)
    return None if plainer is None or within is None else _GuardedCube(plainer, within)


def _plainest_last(conditions: Iterable[Condition]) -> Cube:
    """Return conditions in the order in which one would rather do without them."""
    return tuple(sorted(conditions, key=_ugliness, reverse=True))


def _ugliness(condition: Condition) -> tuple[int, int]:
    variables = variables_of(condition)
    return sum(isinstance(each, DerivedNumber) for each in variables), len(variables)


def _needed(shared: Cube, rest: Clause, whole: Clause, guard: Guard, work: Budget) -> Cube:
    """Return as much of what is shared as makes the rest say the whole condition."""
    kept = [*shared]
    for condition in shared:
        fewer = [each for each in kept if each is not condition]
        if all(_covers(whole, (*fewer, *cube), guard, work) for cube in rest):
            kept = fewer
    return tuple(kept)


# What all cubes imply -------------------------------------------------------------------------
def _implied_by_all(ways: Sequence[_GuardedCube], guard: Guard, work: Budget) -> list[Condition]:
    if len(ways) == 1:
        return [*ways[0].cube]
    return [
        each
        for each in dict.fromkeys(islice(_candidates(ways, guard), MOST_CANDIDATES))
        if all(way.within.implies(((each,),), work) for way in ways)
    ]


def _candidates(ways: Sequence[_GuardedCube], guard: Guard) -> Iterator[Condition]:
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
def _propagated(cube: Cube, guard: Guard, work: Budget) -> Cube | None:
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


def _shortest(cube: Cube, cubes: Clause, guard: Guard, work: Budget) -> Cube:
    for condition in cube:
        shorter = tuple(each for each in cube if each is not condition)
        if _covers(cubes, shorter, guard, work):
            cube = shorter
    return cube


def _covers(cubes: Clause, cube: Cube, guard: Guard, work: Budget) -> bool:
    within = guard.with_conditions(cube, work)
    return within is None or within.implies(cubes, work)


MOST_PARTS: Final = 3
MOST_NAMED: Final = 4
WORK_OF_WORDS: Final = 40_000
"""A condition that takes more to simplify is told as it was found."""

WORK_OF_A_PART: Final = 2_000
"""What may be done to see that a part follows from others."""


class ConditionWords(Struct, frozen=True):
    """A condition for people: what must hold, or only what it depends on if that is too much."""

    parts: tuple[str, ...] = ()
    """Sentences that hold together."""
    depends_on: tuple[str, ...] = ()
    """Everything it speaks of, where it has more parts than anybody would read."""

    def __str__(self) -> str:
        words = copy_words()
        if not self.depends_on:
            return _joined("together", self.parts) if self.parts else words.conditions["always"]
        more = len(self.depends_on) - MOST_NAMED
        if more <= 0:
            return words.say("conditions", "depends", subjects=words.all_of(self.depends_on))
        named = ", ".join(self.depends_on[:MOST_NAMED])
        return words.say("conditions", "depends-more", subjects=named, n=more)


def _joined(key: str, sentences: Iterable[str]) -> str:
    return reduce(lambda a, b: copy_words().say("conditions", key, first=a, second=b), sentences)


def in_words(cubes: Clause, guard: Guard, work: Budget) -> ConditionWords:
    """Return a condition in words, simplified as far as the guard allows."""
    part = work.within(WORK_OF_WORDS)
    part.of_a_question = WORK_OF_A_PART
    try:
        simple = simplified(cubes, guard, part)
    except BudgetExceeded:
        simple = united_cubes(cubes, guard)
    first = dict.fromkeys(simple[0]) if simple else {}
    shared = [each for each in first if all(each in cube for cube in simple)]
    rests = [tuple(each for each in cube if each not in shared) for cube in simple]
    alternatives = 0
    choice: list[str] = []
    if rests and all(rests):
        words, alternatives = _choice(rests, guard)
        choice = [words] if alternatives else []
    for parts in (tuple([said(each, guard) for each in shared]), _parts(shared, guard)):
        if len(parts) + alternatives <= MOST_PARTS:
            return ConditionWords((*parts, *choice))
    variables = dict.fromkeys(v for cube in simple for each in cube for v in variables_of(each))
    in_order = sorted(variables, key=lambda variable: variable.order)
    return ConditionWords(depends_on=tuple(variable.subject for variable in in_order))


def _parts(conditions: Sequence[Condition], guard: Guard) -> tuple[str, ...]:
    found: dict[object, list[Condition]] = {}
    for each in conditions:
        key = _values(each, guard) if isinstance(each, Among) else each
        found.setdefault(key, []).append(each)
    return tuple(
        said(same[0], guard)
        if len(same) == 1
        else _of_several("all-are", [each for each in same if isinstance(each, Among)], guard)
        for same in found.values()
    )


def _of_several(key: str, among: Sequence[Among], guard: Guard) -> str:
    subjects = ", ".join(each.variable.subject for each in among)
    values = _values(among[0], guard)
    return copy_words().say("conditions", key, values=values, subjects=subjects)


def _choice(cubes: Sequence[Cube], guard: Guard) -> tuple[str, int]:
    among = [cube[0] for cube in cubes if len(cube) == 1 and isinstance(cube[0], Among)]
    if len(among) == len(cubes) > 1 and len({_values(each, guard) for each in among}) == 1:
        return _of_several("one-is", among, guard), 1
    said_cubes = [_joined("together", [said(each, guard) for each in cube]) for cube in cubes]
    return _joined("either", said_cubes), sum(map(len, cubes))


def said(condition: Condition, guard: Guard) -> str:
    """Return one condition as a sentence without a full stop."""
    if isinstance(condition, Among):
        values = _values(condition, guard)
        subject = condition.variable.subject
        return copy_words().say("conditions", "is", subject=subject, values=values)
    left = [(v, factor) for v, factor in condition.terms if factor > 0]
    right = [(v, -factor) for v, factor in condition.terms if factor < 0]
    constant = -condition.constant
    compared = {"<=": "at-most", "==": "exactly", "!=": "not"}[condition.relation]
    if not left:
        left, right, constant = right, left, -constant
        compared = "at-least" if compared == "at-most" else compared
    more = 0
    if constant < 0 and right:
        # Nobody adds a negative number: it moves to the other side.
        more, constant = -constant, 0
    one = "sum-is" if len(left) == 1 and not more else "sums"
    return copy_words().say(
        "conditions", f"{one}-{compared}", left=_sum(left, more), right=_sum(right, constant)
    )


def _values(condition: Among, guard: Guard) -> str:
    within = guard.mask(condition.variable)
    return values_said(condition.variable, condition.mask & within, within)


def values_said(variable: Variable, mask: Mask, within: Mask) -> str:
    """Return some of the values that a variable can have, in words."""
    words = copy_words()
    lost = within & ~mask
    values = [variable.said(value) for value in values_of(mask)]
    if len(values) == 1:
        return values[0]
    if not variable.labels and lost:
        if most_of(mask) < least_of(lost):
            return words.say("conditions", "at-most", n=most_of(mask))
        if most_of(lost) < least_of(mask):
            return words.say("conditions", "at-least", n=least_of(mask))
    if lost.bit_count() == 1:
        return words.say("conditions", "not", value=variable.said(least_of(lost)))
    return words.any_of(values)


def _sum(terms: Sequence[tuple[Variable, int]], constant: int) -> str:
    words = copy_words()
    parts = [
        v.subject if factor == 1 else words.say("conditions", "times", n=factor, subject=v.subject)
        for v, factor in terms
    ]
    if constant or not parts:
        parts.append(str(constant))
    return _joined("plus", parts)
