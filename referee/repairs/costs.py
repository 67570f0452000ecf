"""What slips of the pen cost, from the one file in which all costs are."""

from collections.abc import Mapping
from functools import cache
from math import log
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

FILE: Final = Path(__file__).with_name("costs.toml")

UNREADABLE: Final = frozenset(
    {
        *("typo", "transposed-typo", "far-typo", "guess", "shape", "lost-sign", "garbled-word"),
        *("comment", "unreadable-line", "broken-line", "joined-lines"),
    }
)
"""Kinds of slips that leave a line which cannot be read."""


class Nearness(Struct, frozen=True):
    """How near a statement stands to the first failure."""

    statements: int
    """How many before it."""
    noted: bool = False
    """A noted result is what fails."""
    same_player: bool = False
    drawn: bool = False
    """It tells what was drawn."""
    same_name: bool = False
    """What may have been meant by it names something else that the one that fails names, too."""


class Distance(Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """What it costs that a statement stands before the first failure."""

    steps: tuple[tuple[int, float], ...]
    noted: tuple[tuple[int, float], ...]
    same_player: float
    same_name: float
    drawn: float


class Costs(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How unlikely slips are; what is added up are logarithms."""

    most: float
    most_of_two: float
    most_behind: float
    kinds: Mapping[str, float]
    distance: Distance
    weights: Mapping[str, float]

    def of(self, kind: str, among: int) -> float:
        """Return the cost of a slip that is one of so many of its kind."""
        return self.kinds[kind] + log(among)

    def of_distance(self, near: Nearness) -> float:
        """Return the cost of a slip that stands before the first failure.

        A result that was noted tells of all that came before it, so distance counts less there.
        What was drawn is noticed only when it is named, however far that is.
        """
        steps = self.distance.noted if near.noted else self.distance.steps
        cost = next(cost for first, cost in reversed(steps) if near.statements >= first)
        if near.statements and near.same_player:
            cost += self.distance.same_player
        if near.same_name:
            cost += self.distance.same_name
            if near.drawn:
                return min(cost, self.distance.drawn)
        return cost

    def least(self, *, readable: bool) -> float:
        """Return the cost of the likeliest kind on a line, of letters that look alike."""
        kinds = self.kinds.keys() - UNREADABLE if readable else self.kinds.keys()
        return min(self.kinds[kind] for kind in kinds) + self.weights["look-alike"]


@cache
def costs() -> Costs:
    """Return the costs that come with the referee."""
    return msgspec.toml.decode(FILE.read_bytes(), type=Costs)


MOST_WORK: Final = 600_000
"""Statements that are judged before a search is given up: some twenty seconds."""
