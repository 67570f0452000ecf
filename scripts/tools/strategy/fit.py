"""Weights and calibration from rows of self-play; the one place that needs numpy."""

import math
from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np

from referee.core.limits import ROUNDS
from referee.strategy.features import NAMES
from referee.strategy.value import POUND, Calibration
from scripts.tools.strategy.selfplay import Row

RIDGE: Final = 0.5
"""Pulls weights to those of the generation before, where the rows tell little."""

SCALES: Final = range(2 * POUND, 80 * POUND, POUND // 2)
"""Among these the one is chosen by which the winners were least surprising."""

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
def worths(row: Row, weights: Array) -> Array:
    """Return by seat the value of a table, in thousandths of a pound."""
    value: Array = POUND * (np.array(row.worth, float) + design(row) @ weights)
    return value


def shares(worth: Array, scale: float) -> Array:
    """Return by seat the chance to win."""
    odds = np.exp(np.clip((worth - worth.max()) / scale, -50, 0))
    chances: Array = odds / odds.sum()
    return chances


def victory(final: Sequence[int]) -> Array:
    """Return by seat the part of the victory."""
    won = np.array([total == max(final) for total in final], float)
    part: Array = won / won.sum()
    return part


def calibrated(rows: Sequence[Row], weights: FeatureWeights) -> Calibration:
    """Return how values become chances, from tables that were played on several times."""
    columns = in_columns(weights)
    scale: list[int] = []
    error: list[int] = []
    margin: list[int] = []
    for ahead in range(ROUNDS + 1):
        # Neighbouring rounds are alike, and tables are few.
        near = [row for row in rows if abs(row.ahead - ahead) <= 1] if ahead else []
        near += [row for row in rows if row.ahead == ahead == 0]
        values = [worths(row, columns) for row in near]
        results = [[victory(final) for final in (row.final, *row.again)] for row in near]
        scale.append(min(SCALES, key=lambda one: _surprise(values, results, one)))
        error.append(_error(values, results, scale[-1]))
        margin.append(_margin(near, values))
    return Calibration(tuple(scale), tuple(error), tuple(np.maximum.accumulate(margin).tolist()))


def _surprise(values: Sequence[Array], results: Sequence[Sequence[Array]], scale: float) -> float:
    return -sum(
        float(result @ np.log(shares(value, scale) + 1e-9))
        for value, of_table in zip(values, results, strict=True)
        for result in of_table
    )


def _error(values: Sequence[Array], results: Sequence[Sequence[Array]], scale: float) -> int:
    """Return how far the logarithm of the odds is off, without what chance alone explains.

    Two results of one table differ from its true chance independently, so that the product of
    their differences from the estimate is on average the square of the estimate's error.
    """
    squares, slopes = [], []
    for value, of_table in zip(values, results, strict=True):
        chance = shares(value, scale)
        off = np.array([result - chance for result in of_table])
        times = len(off)
        pairs: Array = (off.sum(axis=0) ** 2 - (off**2).sum(axis=0)) / (times * (times - 1))
        squares.append(float(pairs.mean()))
        slopes.append(float(((chance * (1 - chance)) ** 2).mean()))
    ratio = max(float(np.mean(squares)), 0.0) / float(np.mean(slopes))
    return round(1000 * math.sqrt(ratio))


def _margin(rows: Sequence[Row], values: Sequence[Array]) -> int:
    """Return how close to the difference of values 95 of 100 final margins lie."""
    off = [
        np.abs(beyond_others(POUND * np.array(final, float)) - beyond_others(value))
        for row, value in zip(rows, values, strict=True)
        for final in (row.final, *row.again)
    ]
    return int(np.quantile(np.concatenate(off), 0.95))
