"""Whether constraints can hold together: decided by propagation and splitting, work counted."""

from collections.abc import Iterator, Mapping, Sequence

from referee.unread.conditions import (
    Among,
    Condition,
)
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
    conditions: Sequence[Condition] = (),
) -> dict[Variable, Mask] | None:
    """Return domains in which the values nearest to an example make everything hold, if any do."""
    work.tick(2 * len(constraints))
    left = propagate(domains, constraints, watching_of(constraints), conditions, work)
    if left is None:
        return None
    values = ExampleValues(example, domains)
    broken = [each for each in left if not constraint_holds(each, values)]
    if not broken:
        return domains
    variable = min(
        {v for each in broken for v in variables_in(each) if is_open(domains, v)},
        key=lambda v: (domains.get(v, v.domain).bit_count(), v.order, v.key),
    )
    for part in _parts(domains.get(variable, variable.domain)):
        given = [Among(variable, part)]
        found = solved(dict(domains), left, example, work, given)
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
