"""Single values that would settle whether a statement is legal."""

from referee.unread.conditions import Among
from referee.unread.variables import Variable, values_of
from referee.unread.work_left import WorkLeft
from referee.unread.worlds import Branch, GuardedWorld


def settling_values(
    layer: tuple[GuardedWorld, ...],
    good: list[Branch],
    others: list[Branch],
    variable: Variable,
    work: WorkLeft,
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the values of a variable that alone make a statement legal, and illegal."""
    mask = 0
    for world in layer:
        mask |= world.guard.possible(variable, work)
    legal: list[int] = []
    illegal: list[int] = []
    for value in values_of(mask):
        can, cannot = (_can_be(found, variable, value, work) for found in (good, others))
        if can != cannot:
            (legal if can else illegal).append(value)
    return tuple(legal), tuple(illegal)


def _can_be(found: list[Branch], variable: Variable, value: int, work: WorkLeft) -> bool:
    given = Among(variable, 1 << value)
    return any(
        branch.world.guard.allows((*cube, given), work) for branch in found for cube in branch.cubes
    )
