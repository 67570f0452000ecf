"""What the scoring pad can show at the end, and whether the winner is certain."""

from collections.abc import Iterable

from msgspec import Struct

from referee.engine import Pad, pads, winners
from referee.game.ids import Seat
from referee.game.state import State

Range = tuple[int, int]
"""The least and the greatest value."""


class PadRange(Struct, frozen=True):
    """What a player's pad can show."""

    rows: tuple[Range, ...]
    total: Range


class PossibleScores(Struct, frozen=True):
    """The pads of all players over all tables that are possible."""

    pads: tuple[PadRange, ...]
    winners: frozenset[tuple[Seat, ...]]
    """Who wins: each set of winners that is possible."""

    @property
    def winner_is_certain(self) -> bool:
        """Whether the same players win on every table."""
        return len(self.winners) == 1


def scores(tables: Iterable[State]) -> PossibleScores:
    """Return what the pads show on tables, of which there must be at least one."""
    every = [*tables]
    by_seat = zip(*map(pads, every), strict=True)
    return PossibleScores(
        tuple(_range_of_pads(own) for own in by_seat),
        frozenset(winners(table) for table in every),
    )


def _range_of_pads(own: tuple[Pad, ...]) -> PadRange:
    rows = zip(*(pad.rows for pad in own), strict=True)
    return PadRange(tuple(map(_range, rows)), _range(pad.total for pad in own))


def _range(values: Iterable[int]) -> Range:
    found = [*values]
    return min(found), max(found)
