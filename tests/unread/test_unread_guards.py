"""Guards are decided exactly: random ones against every assignment of their variables."""

from collections.abc import Callable
from itertools import product
from random import Random

import pytest

from referee.copies.condition_words import in_words, simplified
from referee.copies.runs import PathLimit, conditions_of, leaves, unread
from referee.copies.solver import (
    Among,
    Clause,
    Condition,
    Guard,
    Variable,
    between,
    compared,
    holds,
    mask_of,
    opposite,
    total,
    values_of,
)
from referee.core.budget import Budget, BudgetExceeded

Values = dict[Variable, int]
AMPLE = 10**7


def drawn_variables(rng: Random) -> list[Variable]:
    return [
        Variable(f"v{n}", f"v{n}", mask_of(rng.sample(range(6), rng.randint(1, 4))), order=n)
        for n in range(4)
    ]


def drawn_condition(rng: Random, variables: list[Variable]) -> Condition:
    while True:
        if rng.random() < 0.4:
            variable = rng.choice(variables)
            if mask := variable.domain & rng.getrandbits(6):
                return Among(variable, mask)
            continue
        terms = total([(rng.choice(variables), rng.randint(-3, 3)) for _ in range(3)])
        relation = rng.choice(("<=", "==", "!="))
        condition = compared(terms, rng.randint(-8, 8), relation)  # type: ignore[arg-type]
        if not isinstance(condition, bool):
            return condition


def drawn_clause(rng: Random, variables: list[Variable]) -> Clause:
    return tuple(
        tuple(drawn_condition(rng, variables) for _ in range(rng.randint(1, 2)))
        for _ in range(rng.randint(1, 3))
    )


def holds_of(clause: Clause) -> Callable[[Values], bool]:
    return lambda values: any(all(holds(each, values) for each in cube) for cube in clause)


def every_assignment(variables: list[Variable]) -> list[Values]:
    domains = [[*values_of(variable.domain)] for variable in variables]
    return [dict(zip(variables, values, strict=True)) for values in product(*domains)]


@pytest.mark.parametrize("seed", range(150))
def test_a_guard_allows_what_some_assignment_satisfies(seed: int) -> None:
    rng = Random(seed)
    variables = drawn_variables(rng)
    left = every_assignment(variables)
    guard: Guard | None = Guard()
    work = Budget(AMPLE)
    for _ in range(rng.randint(1, 5)):
        clause = drawn_clause(rng, variables)
        satisfies = holds_of(clause)
        assert guard is not None
        assert guard.implies(clause, work) == all(map(satisfies, left))
        left = [values for values in left if satisfies(values)]
        guard = guard.with_clause(clause, work)
        assert (guard is not None) == bool(left)
        if guard is None:
            return
        for values in every_assignment(variables):
            assert guard.holds(values) == (values in left)
        for variable in variables:
            possible = {*values_of(guard.possible(variable, work))}
            assert possible == {values[variable] for values in left}


@pytest.mark.parametrize("seed", range(60))
def test_a_simplified_condition_says_the_same(seed: int) -> None:
    rng = Random(seed)
    variables = drawn_variables(rng)
    work = Budget(AMPLE)
    guard = Guard().with_clause(drawn_clause(rng, variables), work)
    if guard is None:
        return
    clause = drawn_clause(rng, variables)
    simple = simplified(clause, guard, work)
    for values in every_assignment(variables):
        if guard.holds(values):
            assert holds_of(simple)(values) == holds_of(clause)(values)
    assert sum(map(len, simple)) <= sum(map(len, clause)) + len(variables)


def test_the_opposite_holds_where_a_condition_does_not() -> None:
    rng = Random(1)
    variables = drawn_variables(rng)
    for _ in range(100):
        condition = drawn_condition(rng, variables)
        for values in every_assignment(variables):
            assert holds(opposite(condition), values) != holds(condition, values)


def test_too_much_work_is_no_answer() -> None:
    rng = Random(2)
    variables = drawn_variables(rng)
    with pytest.raises(BudgetExceeded):
        Guard().with_clause(drawn_clause(rng, variables), Budget(1))


def test_words_are_facts_of_the_copy() -> None:
    labels = ("missing", "single", "double")
    one = Variable("one", "the border between R07 and R08", between(1, 2), labels, 0)
    other = Variable("other", "the border between R08 and R09", between(1, 2), labels, 1)
    crate = Variable("crate", "the crate value of coffee3", between(0, 7), order=2)
    work = Budget(AMPLE)
    both = compared(((one, 1), (other, 1)), -2, "<=")
    assert not isinstance(both, bool)
    assert str(in_words(((both,),), Guard(), work)) == (
        "the border between R07 and R08 is single and the border between R08 and R09 is single"
    )
    cheap = Among(crate, mask_of((0, 1, 2)))
    assert str(in_words(((cheap,),), Guard(), work)) == "the crate value of coffee3 is at most 2"
    either: Clause = ((Among(one, 1 << 1),), (Among(other, 1 << 1),))
    assert "one of these is single" in str(in_words(either, Guard(), work))
    exactly = compared(((one, 1), (crate, 1)), -5, "==")
    assert not isinstance(exactly, bool)
    assert "plus" in str(in_words(((exactly,),), Guard(), work))


def test_answers_that_make_no_difference_leave_no_condition() -> None:
    a = Variable("a", "a", between(0, 3), order=0)
    b = Variable("b", "b", between(0, 3), order=1)

    def run() -> str:
        if unread(a) > 1:
            return "yes" if unread(b) > 2 else "no"
        return "yes" if unread(b) >= 3 else "no"

    found = [*leaves(Guard(), Budget(AMPLE), run)]
    assert len(found) == 4
    conditions = conditions_of(found, [leaf.result for leaf in found])
    assert conditions["yes"] == ((Among(b, 1 << 3),),)


def test_paths_beyond_a_limit_stay_open() -> None:
    a = Variable("a", "a", between(0, 9), order=0)
    found = [*leaves(Guard(), Budget(AMPLE), lambda: int(unread(a)), PathLimit(4, AMPLE))]
    assert [leaf.result for leaf in found[:4]] == [0, 1, 2, 3]
    assert [leaf.result for leaf in found[4:]] == [None] * 6
    assert {leaf.guard.mask(a) for leaf in found} == {1 << value for value in range(10)}
