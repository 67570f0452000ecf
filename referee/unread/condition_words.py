"""Conditions in words of the copy: at most three parts, else what they depend on."""

from collections.abc import Sequence
from functools import reduce
from typing import Final

from msgspec import Struct

from referee.game.messages.copies import copy_words
from referee.unread.conditions import (
    Among,
    Condition,
    Cube,
    LinearCondition,
    variables_of,
)
from referee.unread.cube_unions import united_cubes
from referee.unread.guards import Guard
from referee.unread.propagation import Clause
from referee.unread.simplification import simplified
from referee.unread.variables import Mask, Variable, least_of, most_of, values_of
from referee.unread.work_left import OutOfWorkError, WorkLeft

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
    part = work.part(WORK_OF_WORDS)
    part.of_a_question = WORK_OF_A_PART
    try:
        simple = simplified(cubes, guard, part)
    except OutOfWorkError:
        simple = united_cubes(cubes, guard)
    first = dict.fromkeys(simple[0]) if simple else {}
    shared = [each for each in first if all(each in cube for cube in simple)]
    rests = [tuple(each for each in cube if each not in shared) for cube in simple]
    alternatives = 0
    choice: list[str] = []
    if rests and all(rests):
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
