"""Tables with numbers that are not known, as plain tables that show what each number can be."""

from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from referee.game.state import State
from referee.unread.conditions import compared
from referee.unread.guards import Guard
from referee.unread.numbers import UnreadNumber
from referee.unread.scores import least_under
from referee.unread.work_left import WorkLeft
from referee.unread.world_tables import Known, settled
from referee.unread.worlds import GuardedWorld

MOST_TABLES: Final = 64
"""So many tables at most show what the numbers of one can be."""


def plain_tables(worlds: Iterable[GuardedWorld], work: WorkLeft) -> tuple[State, ...]:
    """Return tables with plain numbers that show between them what each number can be."""
    return tuple(table for world in worlds for table in _plain_tables(world, work))


def _plain_tables(world: GuardedWorld, work: WorkLeft) -> Iterator[State]:
    table: State = settled(world.table, Known(world.guard))
    values = {number.form: _values(number, world.guard, work) for number in unread_in(table)}
    for at in range(max(map(len, values.values()), default=1)):
        yield _filled(
            table, {form: found[min(at, len(found) - 1)] for form, found in values.items()}
        )


def _values(number: UnreadNumber, guard: Guard, work: WorkLeft) -> list[int]:
    """Return what a number can be under a guard, the least and the greatest in any case."""
    low, high = least_under(guard, number, work), -least_under(guard, -number, work)
    if high - low >= MOST_TABLES:
        return [low, high]
    return [value for value in range(low, high + 1) if _can_be(number, value, guard, work)]


def _can_be(number: UnreadNumber, value: int, guard: Guard, work: WorkLeft) -> bool:
    condition = compared(number.terms, number.constant - value, "==")
    return condition if isinstance(condition, bool) else guard.allows([condition], work)


def unread_in(value: Any) -> Iterator[UnreadNumber]:  # noqa: ANN401
    """Yield the numbers of a table that are not known."""
    if isinstance(value, UnreadNumber):
        yield value
    elif type(value) is tuple:
        for each in value:
            yield from unread_in(each)
    elif isinstance(value, Struct):
        for name in value.__struct_fields__:
            yield from unread_in(getattr(value, name))


def _filled(value: Any, numbers: Mapping[Hashable, int]) -> Any:  # noqa: ANN401
    """Return a table with these numbers in the places of those that are not known."""
    if isinstance(value, UnreadNumber):
        return numbers[value.form]
    if type(value) is tuple:
        return tuple([_filled(each, numbers) for each in value])
    if isinstance(value, Struct) and numbers:
        fields = {name: getattr(value, name) for name in value.__struct_fields__}
        return replace(value, **{name: _filled(each, numbers) for name, each in fields.items()})
    return value
