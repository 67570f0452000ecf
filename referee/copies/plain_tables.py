"""Tables with numbers that are not known, as plain tables that show what each number can be."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from referee.copies.guards import Guard
from referee.copies.lazy_entries import NotReadError
from referee.copies.numbers import UnreadNumber
from referee.copies.propagation import bounds, compared
from referee.copies.runs import leaves
from referee.copies.worlds import GuardedWorld, Known, settled
from referee.core.budget import Budget
from referee.core.ids import COMPANIES
from referee.core.state import State
from referee.engine.scoring import last_value, share_value, shares_owned

# What players can score where values are unread: each row of the pad as a range -------------------
Range = tuple[int, int]
"""The least and the greatest that a number can be."""


class UnreadPadRange(Struct, frozen=True):
    """What one player can have on the scoring pad."""

    rows: tuple[Range | None, ...]
    """By row; None where it depends on a list that is blank as a whole."""
    total: Range | None


def pad_ranges(worlds: Sequence[GuardedWorld], work: Budget) -> tuple[UnreadPadRange, ...]:
    """Return by seat what the players can score in one of the worlds."""
    if not worlds:
        return ()
    seats = range(len(worlds[0].table.players))
    found = [[_pad_range(world, seat, work) for seat in seats] for world in worlds]
    return tuple(_wider([of_world[seat] for of_world in found]) for seat in seats)


def _wider(found: list[UnreadPadRange]) -> UnreadPadRange:
    rows = [_spanned(each) for each in zip(*[one.rows for one in found], strict=True)]
    return UnreadPadRange(tuple(rows), _spanned([one.total for one in found]))


def _spanned(ranges: Sequence[Range | None]) -> Range | None:
    known = [each for each in ranges if each is not None]
    if len(known) < len(ranges):
        return None
    return min(low for low, _ in known), max(high for _, high in known)


def _pad_range(world: GuardedWorld, seat: int, work: Budget) -> UnreadPadRange:
    rows = [*_rows(world.table, seat)]
    ranges = tuple(_range(world.guard, row, work) for row in rows)
    if None in ranges:
        return UnreadPadRange(ranges, None)
    return UnreadPadRange(ranges, _range(world.guard, lambda: sum(row() for row in rows), work))


def _rows(table: State, seat: int) -> Iterator[Callable[[], Any]]:
    """Yield what gives each row of a player's pad."""
    player, setting = table.players[seat], table.setting
    board = setting.components
    yield lambda: player.cash
    for company in COMPANIES:
        yield lambda company=company: (  # type: ignore[misc]
            share_value(table, company) * shares_owned(table, player, company)
        )
    yield lambda: last_value(board.diamond_track.values, player.diamonds, setting.rulings)
    yield lambda: last_value(board.book_track.values, player.ink, setting.rulings)


def _range(guard: Guard, number: Callable[[], Any], work: Budget) -> Range | None:
    """Return the least and the greatest that a number comes to; None if a list decides it."""
    low: list[int] = []
    high: list[int] = []
    try:
        for leaf in leaves(guard, work, number):
            found: Any = leaf.result
            if isinstance(found, UnreadNumber):
                low.append(least_under(leaf.guard, found, work))
                high.append(-least_under(leaf.guard, -found, work))
            else:
                low.append(found)
                high.append(found)
    except NotReadError:
        return None
    return min(low), max(high)


def least_under(guard: Guard, number: UnreadNumber, work: Budget) -> int:
    """Return the least value that a number can have under a guard."""
    low, high = bounds(number.terms, number.constant, guard.domains)
    while low < high:
        middle = (low + high) // 2
        condition = compared(number.terms, number.constant - middle, "<=")
        possible = condition if isinstance(condition, bool) else guard.allows([condition], work)
        low, high = (low, middle) if possible else (middle + 1, high)
    return low


MOST_TABLES: Final = 64
"""So many tables at most show what the numbers of one can be."""


def plain_tables(worlds: Iterable[GuardedWorld], work: Budget) -> tuple[State, ...]:
    """Return tables with plain numbers that show between them what each number can be."""
    return tuple(table for world in worlds for table in _plain_tables(world, work))


def _plain_tables(world: GuardedWorld, work: Budget) -> Iterator[State]:
    table: State = settled(world.table, Known(world.guard))
    values = {number.form: _values(number, world.guard, work) for number in unread_in(table)}
    for at in range(max(map(len, values.values()), default=1)):
        yield _filled(
            table, {form: found[min(at, len(found) - 1)] for form, found in values.items()}
        )


def _values(number: UnreadNumber, guard: Guard, work: Budget) -> list[int]:
    """Return what a number can be under a guard, the least and the greatest in any case."""
    low, high = least_under(guard, number, work), -least_under(guard, -number, work)
    if high - low >= MOST_TABLES:
        return [low, high]
    return [value for value in range(low, high + 1) if _can_be(number, value, guard, work)]


def _can_be(number: UnreadNumber, value: int, guard: Guard, work: Budget) -> bool:
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
