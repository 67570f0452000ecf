"""Worlds that differ in numbers only go on as one, and nothing is lost by it."""

from random import Random

import pytest

from referee.unread import judging
from referee.unread.derived import DerivedNumber
from referee.unread.guards import Guard
from referee.unread.variables import Valuation, Variable
from scripts.tools.oracle.unread import compare, drawn_trial


@pytest.mark.parametrize("seed", [5000, 5001, 5003])
def test_games_judged_with_derived_numbers_agree_with_plain_sets(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(judging, "FEW_WORLDS", 0)
    trial = drawn_trial(seed, kinds=False)
    assert trial is not None
    found = compare(trial, 24, Random(seed))
    assert found.differences == ()


def test_a_derived_number_follows_from_what_is_printed() -> None:
    printed = Variable("tracks.A1.last", "the last space", 0b1110)
    derived = DerivedNumber(
        "derived.1.0", "the pounds", 0b111, [(Guard({}, ((),)), 0), (Guard(), 2)], 1
    )
    values = Valuation({printed: 3})
    assert values[derived] == 2
    with pytest.raises(KeyError):
        values[Variable("tracks.A2.last", "another", 0b11)]


def test_derived_numbers_are_made_where_too_many_tables_are_possible(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(judging, "FEW_WORLDS", 0)
    widths = []
    for seed in (5000, 5001, 5003):
        trial = drawn_trial(seed, kinds=False)
        assert trial is not None
        judged = judging.judge_with_unread(trial.record, trial.partly)
        last = judged.layers[-1][0]
        widths.append(sum(isinstance(each, DerivedNumber) for each in last.guard.domains))
    assert any(widths)
