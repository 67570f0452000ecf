"""Weights and calibration from rows of self-play; the one place that needs numpy."""

import math
from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any, Final

import numpy as np

from referee.core.limits import ROUNDS
from referee.strategy.features import NAMES
from referee.strategy.value import POUND, Calibration
from scripts.tools.strategy.selfplay import Row

RIDGE: Final = 0.5
"""Pulls weights to those of the generation before, where the rows tell little."""

SCALES: Final = range(0, 41 * POUND, POUND)
"""Among these two are chosen by which the winners were least surprising: in the last round, and
with all rounds ahead; between them lies a line."""

Array = np.ndarray[Any, np.dtype[np.float64]]
FeatureWeights = Mapping[str, tuple[int, int, int]]


def design(row: Row) -> Array:
    """Return by seat the features in the three columns that a weight has."""
    seen = np.array(row.features, float)
    last = seen * (not row.ahead) * ~np.array(row.done)[:, None]
    return np.concatenate([last, seen * (row.ahead > 0), seen * max(0, row.ahead - 1)], axis=1)


def in_columns(weights: FeatureWeights) -> Array:
    """Return weights in the order of the columns."""
    return np.array([weights[name] for name in NAMES], float).T.reshape(-1) / POUND


def beyond_others(by_seat: Array) -> Array:
    """Return by seat how much each number is beyond the average of the other seats."""
    seats = len(by_seat)
    beyond: Array = (by_seat - by_seat.mean(axis=0)) * seats / (seats - 1)
    return beyond


def fitted(rows: Sequence[Row], before: FeatureWeights) -> dict[str, tuple[int, int, int]]:
    """Return the weights that explain best by how much a player came out beyond the others."""
    start = in_columns(before)
    x = np.concatenate([beyond_others(design(row)) for row in rows])
    gained = [np.array(row.final, float) - np.array(row.worth) for row in rows]
    y = np.concatenate([beyond_others(gain) for gain in gained]) - x @ start
    size = np.sqrt((x**2).mean(axis=0)) + 1e-9
    scaled = x / size
    gram = scaled.T @ scaled / len(y) + RIDGE * np.eye(x.shape[1])
    found = start + np.linalg.solve(gram, scaled.T @ y / len(y)) / size
    by_kind = np.rint(found * POUND).astype(int).reshape(3, len(NAMES)).T
    return {name: (int(a), int(b), int(c)) for name, (a, b, c) in zip(NAMES, by_kind, strict=True)}


# From values to chances ---------------------------------------------------------------------------
def calibrated(rows: Sequence[Row], weights: FeatureWeights) -> Calibration:
    """Return how values become chances, from tables that were played on several times."""
    columns = in_columns(weights)
    tables = [Outcomes(row, columns) for row in rows]
    scale = min(
        (
            np.linspace(last, first, ROUNDS + 1)
            for last, first in product(SCALES, SCALES)
            if 0 < last <= first
        ),
        key=lambda line: -sum(table.likelihood(line) for table in tables),
    )
    off = np.concatenate([table.margins_off(scale) for table in tables])
    squares = float(np.mean([table.square_of_error(scale) for table in tables]))
    slopes = float(np.mean([table.slope(scale) for table in tables]))
    error = round(1000 * math.sqrt(max(squares, 0.0) / slopes))
    return Calibration(
        scale=tuple(np.rint(scale).astype(int).tolist()),
        error=(error,) * (ROUNDS + 1),
        margin=tuple(np.rint(scale * np.quantile(off, 0.95)).astype(int).tolist()),
    )


class Outcomes:
    """What came of a table each time that it was played on, beside its value."""

    def __init__(self, row: Row, weights: Array) -> None:
        finals = (row.final, *row.again)
        self.ahead = row.ahead
        self.worth: Array = POUND * (np.array(row.worth, float) + design(row) @ weights)
        self.won = [victory(final) for final in finals]
        self.leads = [POUND * beyond_others(np.array(final, float)) for final in finals]

    def chances(self, scale: Array) -> Array:
        """Return by seat the chance to win."""
        odds = np.exp(np.clip((self.worth - self.worth.max()) / scale[self.ahead], -50, 0))
        chances: Array = odds / odds.sum()
        return chances

    def likelihood(self, scale: Array) -> float:
        """Return the logarithm of the chance of who won."""
        return float(sum(self.won) @ np.log(self.chances(scale) + 1e-9))

    def square_of_error(self, scale: Array) -> float:
        """Return the square of the error of the chance, without what luck alone explains.

        Two results of one table differ from its true chance independently, so that the product of
        their differences from the estimate is on average the square of the estimate's error.
        """
        off = np.array(self.won) - self.chances(scale)
        pairs = len(off) * (len(off) - 1)
        return float(((off.sum(axis=0) ** 2 - (off**2).sum(axis=0)) / pairs).mean())

    def slope(self, scale: Array) -> float:
        """Return the square of what a little more of the logarithm of the odds does."""
        chances = self.chances(scale)
        return float(((chances * (1 - chances)) ** 2).mean())

    def margins_off(self, scale: Array) -> Array:
        """Return how far leads were off, in units of the scale."""
        expected = beyond_others(self.worth)
        off = np.abs(np.concatenate(self.leads) - np.tile(expected, len(self.leads)))
        in_scale: Array = off / scale[self.ahead]
        return in_scale


def victory(final: Sequence[int]) -> Array:
    """Return by seat the part of the victory."""
    won = np.array([total == max(final) for total in final], float)
    part: Array = won / won.sum()
    return part


def reliability(rows: Sequence[Row], weights: FeatureWeights, calibration: Calibration) -> float:
    """Return the calibration error: how far chances and shares of victories differ, by tenths."""
    scale = np.array(calibration.scale, float)
    told, came = [], []
    for row in rows:
        table = Outcomes(row, in_columns(weights))
        for won in table.won:
            told += [*table.chances(scale)]
            came += [*won]
    bins = np.minimum((10 * np.array(told)).astype(int), 9)
    off = np.array(told) - np.array(came)
    return float(sum(abs(off[bins == one].sum()) for one in range(10)) / len(off))
