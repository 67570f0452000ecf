"""What makes questions and conditions short is exact: held against every assignment."""

from random import Random

import pytest

from referee.copies.condition_words import united_cubes
from referee.copies.runs import leaves, unread
from referee.copies.solver import (
    Among,
    Condition,
    ConstraintAreas,
    Guard,
    LinearFacts,
    Variable,
    between,
    compared,
    holds,
    propagate,
    watching_of,
)
from referee.core.budget import Budget
from tests.unread.test_unread_guards import (
    AMPLE,
    drawn_clause,
    drawn_condition,
    drawn_variables,
    every_assignment,
    holds_of,
)

PRICE = Variable("price", "the price", between(0, 5), order=0)
CRATE = Variable("crate", "the crate value", between(0, 7), order=1)
CASH = Variable("cash", "the pounds", between(0, 30), order=2)


def related(terms: tuple[tuple[Variable, int], ...], constant: int) -> Condition:
    found = compared(terms, constant, "<=")
    assert not isinstance(found, bool)
    return found


@pytest.mark.parametrize("seed", range(100))
def test_united_cubes_say_the_same(seed: int) -> None:
    rng = Random(seed)
    variables = drawn_variables(rng)
    guard = Guard().with_clause(drawn_clause(rng, variables), Budget(AMPLE))
    if guard is None:
        return
    cubes = tuple(cube for _ in range(4) for cube in drawn_clause(rng, variables))
    united = united_cubes(cubes, guard)
    assert len(united) <= len(cubes)
    for values in every_assignment(variables):
        if guard.holds(values):
            assert holds_of(united)(values) == holds_of(cubes)(values)


def test_cubes_that_differ_in_values_are_one() -> None:
    few, many = Among(CRATE, between(0, 3)), Among(CRATE, between(4, 7))
    free, dear = Among(PRICE, 1), Among(PRICE, between(1, 5))
    grid = ((few, free), (few, dear), (many, dear), (many, free))
    assert united_cubes(grid, Guard()) == ((),)
    assert united_cubes(grid[:3], Guard()) == ((few,), (many, dear))


def test_a_cube_that_says_what_another_comes_to_for_a_value_is_not_said() -> None:
    free = (Among(PRICE, 1), related(((CRATE, 1), (CASH, -1)), 0))
    paid = related(((PRICE, 1), (CRATE, 1), (CASH, -1)), 0)
    assert united_cubes((free, (Among(PRICE, between(1, 5)), paid)), Guard()) == ((paid,),)
    other = related(((PRICE, 1), (CRATE, 1), (CASH, -1)), 1)
    apart = (free, (Among(PRICE, between(1, 5)), other))
    assert united_cubes(apart, Guard()) == apart


@pytest.mark.parametrize("seed", range(100))
def test_what_relations_exclude_no_assignment_satisfies(seed: int) -> None:
    rng = Random(seed)
    variables = drawn_variables(rng)
    known = [drawn_condition(rng, variables) for _ in range(4)]
    facts = LinearFacts({}, [each for each in known if not isinstance(each, Among)])
    for each in known:
        facts.add(each)
    linear = [each for each in known if not isinstance(each, Among)]
    left = [
        values
        for values in every_assignment(variables)
        if all(holds(each, values) for each in linear)
    ]
    for _ in range(20):
        asked = drawn_condition(rng, variables)
        if facts.excludes(asked):
            assert not any(holds(asked, values) for values in left)
        if facts.includes(asked):
            assert all(holds(asked, values) for values in left)


def test_relations_are_added_up() -> None:
    some = related(((PRICE, -1), (CRATE, -1)), 1)
    facts = LinearFacts({})
    facts.add(some)
    assert facts.excludes(related(((PRICE, 1), (CRATE, 1)), 0))
    facts.add(related(((PRICE, 1), (CASH, -1)), 0))
    facts.add(related(((CRATE, 1), (CASH, -2)), 0))
    assert facts.includes(related(((PRICE, 1), (CRATE, 1), (CASH, -3)), 0))
    assert not facts.includes(related(((PRICE, 1), (CRATE, 1), (CASH, -2)), 0))


@pytest.mark.parametrize("seed", range(60))
def test_areas_that_are_carried_on_are_those_that_are_found_anew(seed: int) -> None:
    rng = Random(seed)
    variables = [*drawn_variables(rng), *drawn_variables(rng)]
    constraints = tuple(drawn_clause(rng, rng.sample(variables, 2)) for _ in range(4))
    areas = ConstraintAreas({}, watching_of(constraints))
    near = areas.around(rng.sample(variables, 2))
    domains = {each: each.domain for each in near.variables}
    added = drawn_condition(rng, [*near.variables])
    left = propagate(domains, near.constraints, areas.watching, [added], Budget(AMPLE))
    if left is None:
        return
    gone = {*map(id, near.constraints)}
    rest = [each for each in constraints if id(each) not in gone]
    carried, anew = (
        areas.with_area(near, domains, left),
        ConstraintAreas(domains, watching_of(rest + left)),
    )
    for variable in variables:
        one, other = carried.around([variable]), anew.around([variable])
        assert {*one.constraints} == {*other.constraints}
        assert {*one.variables} == {*other.variables}


def test_whether_a_price_is_nothing_is_not_asked_where_that_makes_no_difference() -> None:
    assert len([*leaves(Guard(), Budget(AMPLE), lambda: max(unread(PRICE), 0))]) == 1
    assert len([*leaves(Guard(), Budget(AMPLE), lambda: max(0, unread(PRICE)))]) == 2
