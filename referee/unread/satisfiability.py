"""Whether constraints can hold together: decided by propagation and splitting, work counted."""

from collections.abc import Iterator, Mapping

from referee.unread.conditions import Among
from referee.unread.examples import ExampleValues, constraint_holds
from referee.unread.propagation import Constraint, is_open, propagate, variables_in, watching_of
from referee.unread.variables import (
    Mask,
    Variable,
    values_of,
)
from referee.unread.work_left import WorkLeft


def solved(
    domains: dict[Variable, Mask],
    constraints: list[Constraint],
    example: Mapping[Variable, int],
    work: WorkLeft,
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
