"""Worlds from which no completion exists, known by what was looked at to find that out."""

from collections.abc import Hashable, Mapping, Sequence

from referee.game.state import State
from referee.gaps.dependencies import EVERYTHING, Spot, spots_of
from referee.gaps.lines import GapLine
from referee.gaps.stand_ins import World
from referee.gaps.transfer import Alike

MOST_KNOWN = 30_000
"""Dead ends that are remembered before they are forgotten, so that memory is bounded."""

ALL_LINES = 10**9
"""Behind the last line of any record: nothing less than the whole world was needed."""


class DeadEnds:
    """Remembers dead ends: a world before a line, and the last line that was needed to see it.

    Another world before the same line is one, too, if it is alike in all that the lines between
    the two can look at.
    """

    def __init__(self, lines: Sequence[GapLine]) -> None:
        self._lines = lines
        self._spots: dict[int, frozenset[Spot]] = {}
        self._alike: dict[int, dict[int, Alike]] = {}
        """By the first line and the last what makes worlds alike."""
        self._known: set[Hashable] = set()

    def find(self, place: int, world: World) -> int | None:
        """Return the last line that was needed to see that a world is a dead end, if it is one."""
        if world.stand_ins or world.told:
            return ALL_LINES if (place, world) in self._known else None
        for last, alike in self._alike.get(place, NONE_ALIKE).items():
            if (place, last, alike(world.table)) in self._known:
                return last
        return None

    def keep(self, place: int, last: int, world: World) -> None:
        """Remember a dead end, found by looking at no line behind the last."""
        if len(self._known) >= MOST_KNOWN:
            self._known.clear()
        if world.stand_ins or world.told:
            self._known.add((place, world))
            return
        rows = self._alike.setdefault(place, {})
        if last not in rows:
            rows[last] = Alike(self._spots_of(place, last, world.table), len(world.table.players))
        self._known.add((place, last, rows[last](world.table)))

    def _spots_of(self, first: int, last: int, table: State) -> set[Spot]:
        if last == ALL_LINES:
            return {*EVERYTHING}
        spots: set[Spot] = set()
        for place in range(first, last + 1):
            if place not in self._spots:
                self._spots[place] = spots_of(self._lines[place], table)
            spots |= self._spots[place]
        return spots


NONE_ALIKE: Mapping[int, Alike] = {}
