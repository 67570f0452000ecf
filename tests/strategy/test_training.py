import math
from pathlib import Path
from random import Random

import click
import msgspec
import pytest
from click.testing import CliRunner

from referee.engine.play import POLICIES
from referee.strategy.features import NAMES
from referee.strategy.value import POUND, Weights, value
from scripts.tools.strategy.fit import calibrated, fitted, reliability
from scripts.tools.strategy.selfplay import HELD_OUT, Row, held_out_row, rows, training_set
from scripts.tools.strategy.strength import MEASURED, Duel, wilson
from scripts.tools.strategy.training import SHIPPED, command, frozen, guess

NOTHING = dict.fromkeys(NAMES, (0, 0, 0))
UNITS = NAMES.index("units")


def drawn_row(rng: Random, scale: float, times: int = 0, worth: float = 2.0) -> Row:
    """Return a table of two players whose units are worth so many pounds each in the end."""
    units = [rng.randrange(12) for _ in range(2)]
    seen = [tuple(n if at == UNITS else 0 for at in range(len(NAMES))) for n in units]

    def result() -> tuple[int, ...]:
        # The difference of two such numbers is spread so that the odds follow the logistic curve.
        luck = [-scale * math.log(-math.log(rng.random() or 0.5)) for _ in units]
        return tuple(round(10 * (worth * n + more)) for n, more in zip(units, luck, strict=True))

    again = tuple(result() for _ in range(times))
    done = (False, False)
    return Row(1, bool(times), 3, done, tuple(seen), (0, 0), result(), again)


def test_weights_are_found_again() -> None:
    rng = Random(1)
    fit = fitted(
        [drawn_row(rng, 0.3, worth=0.2) for _ in range(400)], {**NOTHING, "units": (0, 1000, 500)}
    )
    last, first, further = fit["units"]
    assert last == 0
    assert first + 2 * further == pytest.approx(2 * POUND, rel=0.05)


def test_a_calibration_finds_the_scale_again_and_no_error_where_there_is_none() -> None:
    rng = Random(2)
    played = [drawn_row(rng, 1.0, times=2, worth=0.1) for _ in range(400)]
    weights = {**NOTHING, "units": (0, POUND, 0)}
    found = calibrated(played, weights)
    assert found.scale[3] == pytest.approx(10 * POUND, rel=0.2)
    assert found.error[3] < 300
    assert reliability(played, weights, found) < 0.05
    wrong = {**NOTHING, "expansion": (0, POUND, 0)}
    blind = calibrated(played, wrong)
    assert blind.margin[3] > found.margin[3]


def test_rows_tell_what_came_of_their_tables() -> None:
    policy = POLICIES["random"]
    of_game = [*rows(3, policy)]
    assert of_game
    assert [*rows(3, policy)] == of_game
    for row in of_game:
        assert row.reference
        assert len(row.features) == len(row.worth) == len(row.final) == 2
    held = held_out_row(HELD_OUT, policy, 2)
    assert not held.reference
    assert len(held.again) == 2
    assert msgspec.json.decode(msgspec.json.encode(held), type=Row) == held


def test_every_second_game_is_on_a_set_of_its_own() -> None:
    assert {training_set(seed).name for seed in (1, 3)} == {"reference"}
    assert training_set(2) != training_set(4)


def test_nothing_is_trained_on_what_is_held_out() -> None:
    asked = CliRunner().invoke(command, ["--games", "1", "--seed", str(HELD_OUT)])
    assert asked.exit_code == click.UsageError.exit_code
    assert HELD_OUT < MEASURED


def test_the_shipped_weights_are_the_newest_of_the_ladder() -> None:
    shipped = msgspec.json.decode(Path(SHIPPED).read_bytes(), type=Weights)
    assert shipped == value().weights == frozen(shipped.version)
    assert [frozen(version).version for version in range(shipped.version + 1)] == [
        *range(shipped.version + 1)
    ]
    assert tuple(guess().features) == NAMES


def test_an_interval_of_a_share_stays_between_nothing_and_all() -> None:
    low, high = wilson(1.0, 20)
    assert high == pytest.approx(1.0)
    assert 0.8 < low < 0.9
    assert Duel(1.0, 3.0, 0.1).won == 1
