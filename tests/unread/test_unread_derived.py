"""Worlds that differ in numbers only go on as one, and nothing is lost by it."""

from itertools import product
from random import Random

import pytest

from referee.copies import judge
from referee.copies.solver import Among, Guard, Valuation, Variable, compared, either
from referee.copies.worlds import DerivedNumber
from referee.core import budget
from referee.core.budget import Budget
from scripts.tools.oracle.unread import compare, drawn_trial

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("seed", [5000, 5001, 5003])
def test_games_judged_with_derived_numbers_agree_with_plain_sets(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(judge, "FEW_WORLDS", 0)
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
    monkeypatch.setattr(judge, "FEW_WORLDS", 0)
    widths = []
    for seed in (5000, 5001, 5003):
        trial = drawn_trial(seed, kinds=False)
        assert trial is not None
        judged = judge.judge_with_unread(trial.record, trial.partly)
        last = judged.layers[-1][0]
        widths.append(sum(isinstance(each, DerivedNumber) for each in last.guard.domains))
    assert any(widths)


@pytest.mark.parametrize("kinds", [False, True])
@pytest.mark.parametrize("seed", [7000, 7001, 7002])
def test_loosened_guards_agree_with_plain_sets(
    seed: int,
    kinds: bool,  # noqa: FBT001
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(judge, "FEW_WORLDS", 1)
    monkeypatch.setattr(judge, "HEAVY_GUARD", 0)
    monkeypatch.setattr(budget, "WORK_OF_A_QUESTION", 30)
    trial = drawn_trial(seed, kinds=kinds)
    assert trial is not None
    assert compare(trial, 12, Random(seed)).differences == ()


def test_a_loosened_guard_holds_for_the_same_values_and_excludes_no_other() -> None:
    work = Budget(10_000)
    a, b = (Variable(name, name, 0b1111, order=n) for n, name in enumerate("ab"))
    sums = compared(((a, 1), (b, 1)), -2, "<=")
    assert not isinstance(sums, bool)
    guard = Guard().with_conditions([sums], work)
    assert guard is not None
    loose = guard.loosened(0)
    assert (guard.weight, loose.weight) == (2, 0)
    for x, y in product(range(4), repeat=2):
        assert loose.holds({a: x, b: y}) == guard.holds({a: x, b: y})
    assert loose.allows([Among(a, 0b0100), Among(b, 0b0100)], work)
    assert not guard.allows([Among(a, 0b0100), Among(b, 0b0100)], work)


def test_a_guard_of_several_holds_where_one_of_them_does() -> None:
    work = Budget(10_000)
    a, b = (Variable(name, name, 0b1111, order=n) for n, name in enumerate("ab"))
    one = Guard().with_conditions([Among(a, 0b0001), Among(b, 0b0011)], work)
    other = Guard().with_conditions([Among(a, 0b0100), Among(b, 0b1000)], work)
    assert one is not None
    assert other is not None
    joint = either([one, other])
    assert joint.mask(a) == 0b0101
    for x, y in product(range(4), repeat=2):
        values = {a: x, b: y}
        assert joint.holds(values) == (one.holds(values) or other.holds(values))
