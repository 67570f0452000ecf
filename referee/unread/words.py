"""Conditions in words of the copy: at most three parts, else what they depend on."""

from collections.abc import Iterable, Sequence
from functools import reduce
from typing import Final

from msgspec import Struct

from referee.game.messages.copies import copy_words
from referee.unread.conditions import (
    Among,
    Condition,
    Cube,
    LinearCondition,
    compared,
    total,
    variables_of,
)
from referee.unread.guards import Guard
from referee.unread.propagation import Clause
from referee.unread.variables import Mask, Variable, least_of, most_of, values_of
from referee.unread.work_left import OutOfWorkError, WorkLeft

MOST_PARTS: Final = 3
MOST_NAMED: Final = 4
WORK_OF_WORDS: Final = 20_000
"""A condition that takes more to simplify is told as it was found."""


class ConditionWords(Struct, frozen=True):
    """A condition for people: what must hold, or only what it depends on if that is too much."""

    parts: tuple[str, ...] = ()
    """Sentences that hold together."""
    depends_on: tuple[str, ...] = ()
    """Everything it speaks of, where it has more parts than anybody would read."""

    def __str__(self) -> str:
        words = copy_words()
        if not self.depends_on:
            return reduce(_together, self.parts) if self.parts else words.conditions["always"]
        more = len(self.depends_on) - MOST_NAMED
        if more <= 0:
            return words.say("conditions", "depends", subjects=words.all_of(self.depends_on))
        named = ", ".join(self.depends_on[:MOST_NAMED])
        return words.say("conditions", "depends-more", subjects=named, n=more)


def _together(first: str, second: str) -> str:
    return copy_words().say("conditions", "together", first=first, second=second)


def _either(first: str, second: str) -> str:
    return copy_words().say("conditions", "either", first=first, second=second)


def in_words(cubes: Clause, guard: Guard, work: WorkLeft) -> ConditionWords:
    """Return a condition in words, simplified as far as the guard allows."""
    try:
        simple = simplified(cubes, guard, work.part(WORK_OF_WORDS))
    except OutOfWorkError:
        simple = cubes
    shared = [each for each in simple[0] if all(each in cube for cube in simple)] if simple else []
    rests = [tuple(each for each in cube if each not in shared) for cube in simple]
    alternatives = 0
    choice: list[str] = []
    if all(rests):
        told, alternatives = _choice(rests, guard)
        choice = [told] if alternatives else []
    for parts in (tuple([said(each, guard) for each in shared]), _parts(shared, guard)):
        if len(parts) + alternatives <= MOST_PARTS:
            return ConditionWords((*parts, *choice))
    variables = dict.fromkeys(v for cube in simple for each in cube for v in variables_of(each))
    in_order = sorted(variables, key=lambda variable: variable.order)
    return ConditionWords(depends_on=tuple(variable.subject for variable in in_order))


def _parts(conditions: Sequence[Condition], guard: Guard) -> tuple[str, ...]:
    """Return conditions that hold together as sentences, one for all values that are the same."""
    found: dict[object, list[Condition]] = {}
    for each in conditions:
        key = _values(each, guard) if isinstance(each, Among) else each
        found.setdefault(key, []).append(each)
    return tuple(
        said(same[0], guard) if len(same) == 1 else _all_are(same, guard) for same in found.values()
    )


def _all_are(same: Sequence[Condition], guard: Guard) -> str:
    among = [each for each in same if isinstance(each, Among)]
    subjects = ", ".join(each.variable.subject for each in among)
    return copy_words().say(
        "conditions", "all-are", values=_values(among[0], guard), subjects=subjects
    )


def _choice(cubes: Sequence[Cube], guard: Guard) -> tuple[str, int]:
    """Return a choice of cubes in words, and as how many parts it reads."""
    among = [cube[0] for cube in cubes if len(cube) == 1 and isinstance(cube[0], Among)]
    if len(among) == len(cubes) > 1 and len({_values(each, guard) for each in among}) == 1:
        subjects = ", ".join(each.variable.subject for each in among)
        values = _values(among[0], guard)
        return copy_words().say("conditions", "one-is", values=values, subjects=subjects), 1
    said_cubes = [reduce(_together, [said(each, guard) for each in cube]) for cube in cubes]
    return reduce(_either, said_cubes), sum(map(len, cubes))


def simplified(cubes: Clause, guard: Guard, work: WorkLeft) -> Clause:
    """Return the same condition, under the guard, with as few parts as dropping them finds.

    A part is dropped where the rest of its cube implies the whole condition, a cube where the
    others do.
    """
    left = [plainer for cube in cubes if (plainer := _propagated(cube, guard, work)) is not None]
    for number in range(len(left)):
        left[number] = _shortest(left[number], tuple(left), guard, work)
    kept = [*dict.fromkeys(left)]
    for cube in sorted(kept, key=len, reverse=True):
        others = tuple(other for other in kept if other is not cube)
        if others and _covers(others, cube, guard, work):
            kept.remove(cube)
    united = tuple(united_cubes(kept))
    return _as_a_relation(united, guard, work) or united


def _as_a_relation(cubes: Clause, guard: Guard, work: WorkLeft) -> Clause | None:
    """Return cubes that pair the values of two variables as one, if a sum or difference says it."""
    shared = [each for each in cubes[0] if all(each in cube for cube in cubes)] if cubes else []
    pairs = [_pinned([each for each in cube if each not in shared], guard) for cube in cubes]
    if len(cubes) < 2 or None in pairs:  # noqa: PLR2004
        return None
    values = [pair for pair in pairs if pair is not None]
    variables = [*values[0]]
    if len(variables) != 2 or any({*pair} != {*variables} for pair in values):  # noqa: PLR2004
        return None
    one, other = variables
    for factor in (1, -1):
        sums = {pair[one] + factor * pair[other] for pair in values}
        if len(sums) == 1:
            relation = compared(total(((one, 1), (other, factor))), -sums.pop(), "==")
            cube = (*shared, *(() if isinstance(relation, bool) else (relation,)))
            if _covers(cubes, cube, guard, work):
                return (cube,)
    return None


def _pinned(conditions: Sequence[Condition], guard: Guard) -> dict[Variable, int] | None:
    """Return the values that conditions leave, if they are each about one value of a variable."""
    found: dict[Variable, int] = {}
    for each in conditions:
        if not isinstance(each, Among):
            return None
        mask = each.mask & guard.mask(each.variable)
        if not mask or mask & (mask - 1) or each.variable.labels:
            return None
        found[each.variable] = least_of(mask)
    return found


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


def united_cubes(cubes: Iterable[Cube]) -> Iterable[Cube]:
    """Return the cubes, those taken together that differ only in the values of one variable."""
    found: dict[tuple[frozenset[Condition], Variable | None], Mask] = {}
    plain: list[Cube] = []
    for cube in cubes:
        among = [each for each in cube if isinstance(each, Among)]
        if len(among) != 1:
            plain.append(cube)
            continue
        rest = frozenset(each for each in cube if each is not among[0])
        key = rest, among[0].variable
        found[key] = found.get(key, 0) | among[0].mask
    united = [
        (Among(variable, mask), *sorted(rest, key=repr))
        for (rest, variable), mask in found.items()
        if variable is not None
    ]
    return [*united, *plain]


def said(condition: Condition, guard: Guard) -> str:
    """Return one condition as a sentence without a full stop."""
    if isinstance(condition, Among):
        values = _values(condition, guard)
        subject = condition.variable.subject
        return copy_words().say("conditions", "is", subject=subject, values=values)
    return _linear(condition)


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


def _linear(condition: LinearCondition) -> str:
    """Return a relation of several values: what is added on one side, compared with the other."""
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


def _sum(terms: Sequence[tuple[Variable, int]], constant: int) -> str:
    words = copy_words()
    parts = [
        v.subject if factor == 1 else words.say("conditions", "times", n=factor, subject=v.subject)
        for v, factor in terms
    ]
    if constant or not parts:
        parts.append(str(constant))
    return reduce(lambda a, b: words.say("conditions", "plus", first=a, second=b), parts)
