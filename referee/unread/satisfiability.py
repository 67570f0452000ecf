"""Whether constraints can hold together: decided by propagation and splitting, work counted."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from referee.unread.conditions import (
    Among,
    Condition,
    Domains,
    LinearCondition,
)
from referee.unread.propagation import Constraint, is_open, propagate, variables_in
from referee.unread.variables import (
    Mask,
    Variable,
    least_of,
    most_of,
    values_of,
)
from referee.unread.work_left import OutOfWorkError, WorkLeft


def seems_satisfiable(
    domains: dict[Variable, Mask],
    constraints: list[Constraint],
    conditions: Sequence[Condition],
    work: WorkLeft,
) -> bool:
    """Return whether constraints can hold, or would take too long to be refuted."""
    left = propagate(domains, constraints, conditions, work)
    if not left:
        return left is not None
    part = work.part(work.of_a_question)
    try:
        return _satisfiable(domains, left, (), part)
    except OutOfWorkError:
        return True
    finally:
        work.tick(part.done)


def _satisfiable(
    domains: dict[Variable, Mask],
    constraints: list[Constraint],
    conditions: Sequence[Condition],
    work: WorkLeft,
) -> bool:
    left = propagate(domains, constraints, conditions, work)
    # A value that is the best for every constraint can be taken without trying others.
    while left and (best := _best_values(domains, left)):
        left = propagate(domains, left, best, work)
    if left is None:
        return False
    if not left:
        return True
    variable = min(
        {v for each in left for v in variables_in(each) if is_open(domains, v)},
        key=lambda v: (domains.get(v, v.domain).bit_count(), v.order, v.key),
    )
    for part in _parts(domains.get(variable, variable.domain)):
        branch = dict(domains)
        if _satisfiable(branch, left, [Among(variable, part)], work):
            return True
    return False


LESS, MORE, BOTH = 1, 2, 3
"""Which values of a variable a constraint favours: the least, the greatest, or neither."""


def _best_values(domains: Domains, constraints: Iterable[Constraint]) -> list[Condition]:
    """Return the best values of the variables of which all constraints favour the same end."""
    favoured: dict[Variable, int] = {}
    for constraint in constraints:
        linears: Iterable[Condition] = (
            (constraint,)
            if isinstance(constraint, LinearCondition)
            else chain.from_iterable(constraint)
        )
        for condition in linears:
            for variable, ends in _favours(condition, domains):
                favoured[variable] = favoured.get(variable, 0) | ends
    best: list[Condition] = []
    for variable, ends in favoured.items():
        mask = domains.get(variable, variable.domain)
        if ends != BOTH and mask & (mask - 1):
            value = least_of(mask) if ends == LESS else most_of(mask)
            best.append(Among(variable, 1 << value))
    return best


def _favours(condition: Condition, domains: Domains) -> Iterator[tuple[Variable, int]]:
    if isinstance(condition, LinearCondition):
        for variable, factor in condition.terms:
            if condition.relation != "<=":
                yield variable, BOTH
            else:
                yield variable, LESS if factor > 0 else MORE
        return
    mask = domains.get(condition.variable, condition.variable.domain)
    kept, lost = mask & condition.mask, mask & ~condition.mask
    if not kept or not lost:
        return
    if most_of(kept) < least_of(lost):
        yield condition.variable, LESS
    elif most_of(lost) < least_of(kept):
        yield condition.variable, MORE
    else:
        yield condition.variable, BOTH


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
