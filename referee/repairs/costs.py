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
        """Return the cost of a slip that stands before the first failure."""
        return sum(self.distance_parts(near).values())

    def distance_parts(self, near: Nearness) -> Mapping[str, float]:
        """Return what the cost of a distance is made of, by the names in the file of costs.

        A result that was noted tells of all that came before it, so distance counts less there.
        What was drawn is noticed only when it is named, however far that is.
        """
        which = "noted" if near.noted else "steps"
        steps = self.distance.noted if near.noted else self.distance.steps
        first, cost = next(step for step in reversed(steps) if near.statements >= step[0])
        parts = {f"{which} {first}": cost}
        if near.statements and near.same_player:
            parts["same-player"] = self.distance.same_player
        if near.same_name:
            parts["same-name"] = self.distance.same_name
            if near.drawn and sum(parts.values()) > self.distance.drawn:
                return {"drawn": self.distance.drawn}
        return parts

    def least(self, *, readable: bool) -> float:
        """Return the cost of the likeliest kind on a line, of letters that look alike."""
        kinds = self.kinds.keys() - UNREADABLE if readable else self.kinds.keys()
        return min(self.kinds[kind] for kind in kinds) + self.weights["look-alike"]


@cache
def costs() -> Costs:
    """Return the costs that come with the referee."""
    return costs_in(FILE)


def costs_in(file: Path) -> Costs:
    """Return the costs of a file."""
    return msgspec.toml.decode(file.read_bytes(), type=Costs)
