"""Examples of guards, and what is seen from two ways of filling blanks."""

from random import Random

import pytest
from msgspec.structs import replace

from referee.copies.condition_words import in_words
from referee.copies.solver import (
    Among,
    ExampleValues,
    Guard,
    LinearCondition,
    Variable,
    between,
    compared,
    mask_of,
    mended,
    nearest,
)
from referee.core.budget import Budget
from referee.core.set_reader import reference_set
from referee.core.turns import BLANK, UseGoods
from referee.records.completed_turn import Missing
from referee.records.completion import ambiguity, complete
from referee.records.judge import setting_of, walk
from scripts.tools.bench.unread import drawn_game
from tests.unread.test_unread_guards import AMPLE, drawn_clause, drawn_variables


@pytest.mark.parametrize("seed", range(60))
def test_a_guard_holds_for_its_example(seed: int) -> None:
    rng = Random(seed)
    variables = drawn_variables(rng)
    guard: Guard | None = Guard()
    for _ in range(4):
        assert guard is not None
        guard = guard.with_clause(drawn_clause(rng, variables), Budget(AMPLE))
        if guard is None:
            return
        assert guard.is_exemplified
        values = ExampleValues(guard.example, guard.domains)
        assert guard.holds({variable: values[variable] for variable in variables})


def test_an_example_lost_for_want_of_work_is_found_again() -> None:
    one, other = (Variable(name, name, between(0, 9), order=n) for n, name in enumerate("ab"))
    sums = compared(((one, 1), (other, 1)), -7, "==")
    assert isinstance(sums, LinearCondition)
    guard = Guard({}, (sums,))
    assert not guard.is_exemplified
    found = guard.exemplified(100, Budget(AMPLE))
    assert found is not None
    assert found.is_exemplified
    assert found.example[one] + found.example[other] == 7
    contrary = compared(((one, 1), (other, 1)), -8, "==")
    assert isinstance(contrary, LinearCondition)
    assert Guard({}, (sums, contrary)).exemplified(1000, Budget(AMPLE)) is None


def test_no_value_is_changed_twice() -> None:
    one = Variable("a", "a", between(0, 3))
    values = ExampleValues({one: 0}, {})
    contrary = [Among(one, 1 << 1), Among(one, 1 << 2)]
    assert not mended(values, {}, contrary, lambda _: contrary)


def test_the_nearest_value_is_one_of_those_that_are_left() -> None:
    mask = mask_of((1, 4, 9))
    assert [nearest(mask, value) for value in (0, 1, 2, 3, 6, 7, 30)] == [1, 1, 1, 4, 4, 9, 9]


def test_a_condition_that_nothing_allows_has_words() -> None:
    one = Variable("a", "a", between(0, 3))
    guard = Guard().with_conditions([Among(one, 1)], Budget(AMPLE))
    assert guard is not None
    assert not in_words(((Among(one, 2),),), guard, Budget(AMPLE)).depends_on


@pytest.mark.slow
def test_what_two_ways_show_to_be_missing_is_missing() -> None:
    game = drawn_game(3, 2, "greedy", claims=False)
    setting = setting_of(game.header, reference_set())
    assert not isinstance(setting, Missing)
    found = 0
    for step in walk(game, setting):
        said = step.statement.said
        if isinstance(said, UseGoods):
            blank = replace(said, advance=(BLANK,))
            if ambiguity(step.before, blank) is not None:
                found += 1
                assert isinstance(complete(step.before, blank), Missing)
    assert found > 2
