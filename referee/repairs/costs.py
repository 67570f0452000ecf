"""What slips of the pen cost, from the one file in which all costs are."""

from collections.abc import Mapping
from functools import cache
from math import log
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

FILE: Final = Path(__file__).with_name("costs.toml")


class Nearness(Struct, frozen=True):
    """How near a statement stands to the first failure."""

    statements: int
    """How many before it."""
    noted: bool = False
    """A noted result is what fails."""
    same_player: bool = False


class Distance(Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """What it costs that a statement stands before the first failure."""

    steps: tuple[tuple[int, float], ...]
    noted: tuple[tuple[int, float], ...]
    same_player: float
    same_name: float


class Costs(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How unlikely slips are; what is added up are logarithms."""

    most: float
    most_of_two: float
    kinds: Mapping[str, float]
    distance: Distance
    weights: Mapping[str, float]

    def of(self, kind: str, among: int) -> float:
        """Return the cost of a slip that is one of so many of its kind."""
        return self.kinds[kind] + log(among)

    def of_distance(self, near: Nearness) -> float:
        """Return the cost of a slip that stands before the first failure.

        A result that was noted tells of all that came before it, so distance counts less there.
        """
        steps = self.distance.noted if near.noted else self.distance.steps
        cost = next(cost for first, cost in reversed(steps) if near.statements >= first)
        if near.statements and near.same_player:
            cost += self.distance.same_player
        return cost

    @property
    def least(self) -> float:
        """The cost of the likeliest kind."""
        return min(self.kinds.values())


@cache
def costs() -> Costs:
    """Return the costs that come with the referee."""
    return costs_in(FILE)


def costs_in(file: Path) -> Costs:
    """Return the costs of a file."""
    return msgspec.toml.decode(file.read_bytes(), type=Costs)
