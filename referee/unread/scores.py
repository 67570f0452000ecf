"""What players can score where values are unread: each row of the pad as a range."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from msgspec import Struct

from referee.engine.scoring import last_value, share_value, shares_owned
from referee.game.ids import COMPANIES
from referee.game.state import State
from referee.unread.conditions import bounds, compared
from referee.unread.guards import Guard
from referee.unread.lazy_entries import NotReadError
from referee.unread.numbers import UnreadNumber
from referee.unread.paths import leaves
from referee.unread.work_left import WorkLeft
from referee.unread.worlds import GuardedWorld

Range = tuple[int, int]
"""The least and the greatest that a number can be."""


class UnreadPadRange(Struct, frozen=True):
    """What one player can have on the scoring pad."""

    rows: tuple[Range | None, ...]
    """By row; None where it depends on a list that is blank as a whole."""
    total: Range | None


def pad_ranges(worlds: Sequence[GuardedWorld], work: WorkLeft) -> tuple[UnreadPadRange, ...]:
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


def _pad_range(world: GuardedWorld, seat: int, work: WorkLeft) -> UnreadPadRange:
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


def _range(guard: Guard, number: Callable[[], Any], work: WorkLeft) -> Range | None:
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


def least_under(guard: Guard, number: UnreadNumber, work: WorkLeft) -> int:
    """Return the least value that a number can have under a guard."""
    low, high = bounds(number.terms, number.constant, guard.domains)
    while low < high:
        middle = (low + high) // 2
        condition = compared(number.terms, number.constant - middle, "<=")
        possible = condition if isinstance(condition, bool) else guard.allows([condition], work)
        low, high = (low, middle) if possible else (middle + 1, high)
    return low
