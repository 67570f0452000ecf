"""Makes the weights anew from self-play: a generation of games, then the calibration.

`scripts/make value --guess --games 1000 --results FILE` begins; the same without `--guess` plays
another generation by the weights made before. `scripts/make calibration` follows.
"""

import tomllib
from functools import partial
from pathlib import Path

import click
import msgspec
from msgspec.structs import replace

from referee.core.shipped_files import packaged
from referee.durable import replace_file
from referee.engine.play import Policy
from referee.strategy.players import Breadth, Strong, policy
from referee.strategy.value import Calibration, Value, Weights
from scripts.tools.runs import Run, check
from scripts.tools.strategy.fit import calibrated, fitted, reliability
from scripts.tools.strategy.selfplay import HELD_OUT, Row, exploring, held_out_row, rows

SHIPPED = packaged("strategy", "weights.json")
LADDER = Path(__file__).with_name("ladder")
"""The weights of every version, frozen."""

TRAINING = Breadth(listed=40, sampled=12, strongest=7)
"""Training games look at less, so that there are more of them."""

TIMES = 2
"""How often a held-out table is played on beside the game that it is from."""


def guess() -> Weights:
    """Return what a person would guess, with which self-play begins."""
    features = tomllib.loads(Path(__file__).with_name("guess.toml").read_text("utf-8"))
    unknown = Calibration((20_000,) * 8, (500,) * 8, (40_000,) * 8)
    weights = {name: tuple(numbers) for name, numbers in features.items()}
    return Weights(0, (), weights, unknown, unknown, ("reference",))


def frozen(version: int) -> Weights:
    """Return the weights of a version."""
    if not version:
        return guess()
    return msgspec.json.decode((LADDER / f"{version}.json").read_bytes(), type=Weights)


def _training_player(weights: Weights) -> Policy:
    return policy(Strong(Value(weights), TRAINING))


def _training_rows(seed: int, weights: Weights) -> list[Row]:
    return [*rows(seed, exploring(_training_player(weights)))]


def _held_out_row(seed: int, weights: Weights) -> Row:
    return held_out_row(seed, _training_player(weights), TIMES)


def _ship(weights: Weights) -> None:
    data = msgspec.json.format(msgspec.json.encode(weights), indent=1)
    for path in (SHIPPED, LADDER / f"{weights.version}.json"):
        replace_file(path, data)


@click.command()
@click.option("--guess", "from_guess", is_flag=True, help="Begin with what a person would guess.")
@check("games", 1000, about="How many games.")
def command(run: Run, *, from_guess: bool) -> None:
    """Play a generation of games and make the next version of the weights from them."""
    before = guess() if from_guess else msgspec.json.decode(SHIPPED.read_bytes(), type=Weights)
    if run.seed + run.wanted > HELD_OUT:
        raise click.UsageError(f"seeds from {HELD_OUT} on are never trained on")
    played = [*run.over_seeds(partial(_training_rows, weights=before), kind=list[Row])]
    made = f"{len(played)} games by version {before.version}, from seed {run.seed} on"
    features = fitted([row for of_game in played for row in of_game], before.features)
    _ship(replace(before, version=before.version + 1, made=(*before.made, made), features=features))
    print(made)


def no_narrower(unknown: Calibration, known: Calibration) -> Calibration:
    """Return a calibration for sets never seen that claims no more than for those seen."""
    return Calibration(
        scale=unknown.scale,
        error=tuple(map(max, unknown.error, known.error)),
        margin=tuple(map(max, unknown.margin, known.margin)),
    )


@click.command()
@check("games", 300, about="How many games.")
def calibration(run: Run) -> None:
    """Measure on games never trained on how values become chances, and how far they are off."""
    weights = msgspec.json.decode(SHIPPED.read_bytes(), type=Weights)
    held_out = replace(run, seed=HELD_OUT + run.seed)
    work = partial(_held_out_row, weights=weights)
    played = [*held_out.over_seeds(work, kind=Row)]
    by_kind = [[row for row in played if row.reference is known] for known in (True, False)]
    known, unknown = (calibrated(of_kind, weights.features) for of_kind in by_kind)
    _ship(replace(weights, known=known, unknown=no_narrower(unknown, known)))
    for name, of_kind, found in zip(
        ("reference", "random"), by_kind, (known, unknown), strict=True
    ):
        error = reliability(of_kind, weights.features, found)
        print(f"{name} sets: {len(of_kind)} tables, calibration error {error:.3f}")
