"""What a table is worth to a player, by weights from self-play, and his chance to win from there.

An opinion: what strong players of this program make of such a table on average, no proof.
"""

from collections.abc import Sequence
from functools import cache
from math import exp
from operator import mul
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import astuple

from referee.core.component_set import ComponentSet
from referee.core.limits import ROUNDS
from referee.core.shipped_files import packaged
from referee.core.state import State
from referee.strategy.features import NAMES, features, net_worth, rounds_ahead, yardsticks

POUND: Final = 1000
"""Weights and values are whole thousandths of a pound, so that they are the same everywhere."""


class Calibration(Struct, frozen=True, forbid_unknown_fields=True):
    """How values become chances, by the rounds ahead; measured on games never trained on."""

    scale: tuple[int, ...]
    """Thousandths of a pound of difference that make one player e times as likely to win."""
    error: tuple[int, ...]
    """Thousandths: how far the logarithm of the odds is off, as a standard deviation."""
    margin: tuple[int, ...]
    """Thousandths of a pound: 95 of 100 final margins lie so close to the difference of values."""


class Weights(Struct, frozen=True, forbid_unknown_fields=True):
    """The weights of one version, and how they were made."""

    version: int
    made: tuple[str, ...]
    """One line for each generation of self-play, and one for the calibration."""
    features: dict[str, tuple[int, int, int]]
    """By feature its weight in the last round, with one round ahead, and more with each further."""
    known: Calibration
    """For the component sets that were trained on."""
    unknown: Calibration
    """For all others."""
    known_sets: tuple[str, ...]
    """Names of the sets that were trained on, random ones apart."""


class Chance(Struct, frozen=True):
    """An estimated chance to win, a shared victory counted as a part, with its 95 % interval."""

    low: float
    chance: float
    high: float


NINETY_FIVE: Final = 1.96
"""Standard deviations on either side that hold 95 % of a normal distribution."""


class Value:
    """The value of tables by one version of the weights."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights
        in_order = [weights.features.get(name, (0, 0, 0)) for name in NAMES]
        self._rows = [[last for last, _, _ in in_order]] + [
            [first + further * (ahead - 1) for _, first, further in in_order]
            for ahead in range(1, ROUNDS + 1)
        ]

    def worth(self, state: State, seat: int) -> int:
        """Return what a table is worth to a player, in thousandths of a pound.

        Only differences between the players are fitted: where all gain alike, nobody leads.
        """
        yardstick = yardsticks.of(state.setting)
        now = POUND * net_worth(state, seat, yardstick)
        ahead = rounds_ahead(state)
        if state.phase == "over" or (not ahead and state.players[seat].done):
            return now
        ahead_of: tuple[int, ...] = astuple(features(state, seat, yardstick))
        to_come: int = sum(map(mul, ahead_of, self._rows[ahead]))
        return now + to_come

    def lead(self, state: State, seat: int) -> int:
        """Return by how much the player is expected to score more than the others on average."""
        others = [self.worth(state, at) for at in range(len(state.players)) if at != seat]
        return self.worth(state, seat) - sum(others) // len(others)

    def calibration(self, components: ComponentSet) -> Calibration:
        """Return how values become chances with a component set."""
        weights = self.weights
        return weights.known if components.name in weights.known_sets else weights.unknown

    def margin(self, state: State) -> int:
        """Return how close final margins are to the difference of values in 95 of 100 games."""
        if state.phase == "over":
            return 0
        return self.calibration(state.setting.components).margin[rounds_ahead(state)]

    def chances(self, state: State) -> tuple[Chance, ...]:
        """Return by seat the chance to win."""
        worths = [self.worth(state, seat) for seat in range(len(state.players))]
        if state.phase == "over":
            won = [worth == max(worths) for worth in worths]
            return tuple(Chance(*(is_won / sum(won),) * 3) for is_won in won)
        ahead = rounds_ahead(state)
        calibration = self.calibration(state.setting.components)
        scale = calibration.scale[ahead]
        off = NINETY_FIVE * calibration.error[ahead] / 1000
        return tuple(
            Chance(*(_share(worths, seat, scale, more) for more in (-off, 0.0, off)))
            for seat in range(len(worths))
        )


def _share(worths: Sequence[int], seat: int, scale: int, more: float) -> float:
    """Return the chance of a player whose odds are changed by a factor e^more."""
    mine = worths[seat]
    others = sum(
        exp(max(-50.0, min(50.0, (worth - mine) / scale - more)))
        for at, worth in enumerate(worths)
        if at != seat
    )
    return 1 / (1 + others)


@cache
def value() -> Value:
    """Return the value by the weights that come with the referee."""
    data = packaged("strategy", "weights.json").read_bytes()
    return Value(msgspec.json.decode(data, type=Weights))
