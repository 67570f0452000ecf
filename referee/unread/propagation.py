"""Narrows the values of variables by constraints, without trying any."""

from collections.abc import Iterator, Sequence
from itertools import chain

from referee.unread.conditions import (
    Condition,
    Cube,
    Domains,
    LinearCondition,
    bounds,
    known,
    variables_of,
)
from referee.unread.variables import (
    Mask,
    Variable,
    least_of,
    most_of,
)
from referee.unread.work_left import WorkLeft

Clause = tuple[Cube, ...]
"""Cubes of which at least one holds."""


Constraint = LinearCondition | Clause
"""What remains to be watched; conditions on one variable are in its domain."""


ALWAYS: Clause = ((),)


NEVER: Clause = ()


def variables_in(constraint: Constraint) -> Iterator[Variable]:
    """Yield the variables that a constraint speaks of."""
    if isinstance(constraint, LinearCondition):
        yield from variables_of(constraint)
    else:
        for condition in chain.from_iterable(constraint):
            yield from variables_of(condition)


def is_open(domains: Domains, variable: Variable) -> bool:
    """Return whether a variable has more than one value left."""
    mask = domains.get(variable, variable.domain)
    return bool(mask & (mask - 1))


def propagate(
    domains: dict[Variable, Mask],
    constraints: list[Constraint],
    conditions: Sequence[Condition],
    work: WorkLeft,
) -> list[Constraint] | None:
    """Narrow the domains; return the constraints still to be watched, None for a contradiction."""
    watched = [*constraints]
    for condition in conditions:
        if isinstance(condition, LinearCondition):
            watched.append(condition)
        elif not _narrow(domains, condition.variable, condition.mask):
            return None
    changed = True
    while changed:
        changed = False
        work.tick(1 + len(watched))
        left: list[Constraint] = []
        for constraint in watched:
            moved = (
                _propagate_linear(domains, constraint, left)
                if isinstance(constraint, LinearCondition)
                else _propagate_clause(domains, constraint, left)
            )
            if moved is None:
                return None
            changed = changed or moved
        watched = left
    return watched


def _narrow(domains: dict[Variable, Mask], variable: Variable, mask: Mask) -> bool:
    """Keep only these values of a variable; False if none is left."""
    narrowed = domains.get(variable, variable.domain) & mask
    domains[variable] = narrowed
    return narrowed != 0


def _propagate_linear(
    domains: dict[Variable, Mask], linear: LinearCondition, left: list[Constraint]
) -> bool | None:
    """Narrow by one relation; None for a contradiction, else whether a domain became smaller."""
    terms, constant, relation = linear
    low, high = bounds(terms, constant, domains)
    if relation == "!=":
        return _propagate_unequal(domains, linear, left, low, high)
    if low > 0 or (relation == "==" and high < 0):
        return None
    if high <= 0 and (relation == "<=" or low == 0 == high):
        return False
    moved = False
    for variable, factor in terms:
        mask = domains.get(variable, variable.domain)
        least, most = least_of(mask), most_of(mask)
        if least == most:
            continue
        # The others come to at least and at most this, and the variable's own part to the rest.
        others = (
            low - (factor * least if factor > 0 else factor * most),
            high - (factor * most if factor > 0 else factor * least),
        )
        kept = mask & _fitting(factor, others, relation == "==")
        if kept != mask:
            if not kept:
                return None
            domains[variable] = kept
            moved = True
            low, high = bounds(terms, constant, domains)
    left.append(linear)
    return moved


def _fitting(factor: int, others: tuple[int, int], is_equation: bool) -> Mask:  # noqa: FBT001
    """Return the values of a variable for which the others can make up the rest."""
    low, high = others
    if factor > 0:
        fitting = _up_to(-low // factor)
        return fitting & ~_up_to(-(high // factor) - 1) if is_equation else fitting
    fitting = ~_up_to(-(-low // -factor) - 1)
    return fitting & _up_to(high // -factor) if is_equation else fitting


def _up_to(most: int) -> Mask:
    return (1 << (most + 1)) - 1 if most >= 0 else 0


def _propagate_unequal(
    domains: dict[Variable, Mask],
    linear: LinearCondition,
    left: list[Constraint],
    low: int,
    high: int,
) -> bool | None:
    if low > 0 or high < 0:
        return False
    open_terms = [term for term in linear.terms if is_open(domains, term[0])]
    if not open_terms:
        return None if low == 0 else False
    if len(open_terms) > 1:
        left.append(linear)
        return False
    [(variable, factor)] = open_terms
    mask = domains.get(variable, variable.domain)
    least = least_of(mask)
    rest = low - factor * (least if factor > 0 else most_of(mask))
    if rest % factor == 0 and -rest // factor >= 0:
        kept = mask & ~(1 << (-rest // factor))
        if kept != mask:
            domains[variable] = kept
            return True if kept else None
    return False


def _propagate_clause(
    domains: dict[Variable, Mask], clause: Clause, left: list[Constraint]
) -> bool | None:
    """Drop the cubes that cannot hold; None if none is left, else whether anything changed."""
    alive: list[Cube] = []
    for cube in clause:
        open_part = _open_part(cube, domains)
        if open_part == ():
            return False
        if open_part is not None:
            alive.append(open_part)
    if not alive:
        return None
    if len(alive) > 1:
        same = len(alive) == len(clause) and all(map(_is, alive, clause))
        left.append(clause if same else tuple(alive))
        return False
    for condition in alive[0]:
        if isinstance(condition, LinearCondition):
            left.append(condition)
        elif not _narrow(domains, condition.variable, condition.mask):
            return None
    return True


def _open_part(cube: Cube, domains: Domains) -> Cube | None:
    """Return the conditions of a cube that are open; None if one of them cannot hold."""
    answers = [known(condition, domains) for condition in cube]
    if False in answers:
        return None
    if True not in answers:
        return cube
    return tuple([each for each, answer in zip(cube, answers, strict=True) if answer is None])


def _is(one: object, other: object) -> bool:
    return one is other
