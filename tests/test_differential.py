"""Engine and model over seeded games, at the size of every test run."""

import pytest

from referee.game.rulebook import RULES
from scripts.differential import Result, compare_game

SEEDS = range(1000, 1010)


@pytest.fixture(scope="module")
def results() -> list[Result]:
    return [compare_game(seed) for seed in SEEDS]


def test_they_agree(results: list[Result]) -> None:
    assert [told for result in results for told in result.disagreements] == []


def test_they_are_compared_on_turns_changes_and_whole_positions(results: list[Result]) -> None:
    assert sum(result.turns for result in results) >= 200
    assert sum(result.mutations for result in results) >= 800
    assert sum(sum(result.positions.values()) for result in results) >= 10
    compared = {rule for result in results for rule in result.rules}
    assert len(compared) > len(RULES) / 2
