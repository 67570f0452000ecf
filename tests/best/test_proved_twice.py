"""The solver's optima before the model of the rules, which shares no formulation with it."""

import pytest

from referee_model.api import anything_better, better_turn
from referee_model.best.formulation import ACTIONS
from referee_model.best.objective import objective
from referee_model.best.search import NoTurnDueError, best_turn
from scripts.tools.oracle.best import prove, table

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("seed", range(14))
def test_the_model_confirms_an_optimum(seed: int) -> None:
    proof = prove(seed)
    assert (proof.verdict, proof.why) == ("proved", "")


@pytest.mark.parametrize("seed", [0, 4, 7])
def test_the_model_finds_the_optimum_itself_when_less_is_claimed(seed: int) -> None:
    state = table(seed)
    wanted = objective("margin")
    best = best_turn(state, wanted, optima_limit=0).value
    assert better_turn(state, wanted.terms, best - 1, 60) == "yes"
    assert better_turn(state, wanted.terms, best, 60) == "no"


@pytest.mark.parametrize("seed", [2, 3, 5])
def test_where_the_solver_knows_no_turn_of_an_action_the_model_knows_none(seed: int) -> None:
    state = table(seed)
    wanted = objective("cash")
    none = 0
    for action in ACTIONS:
        try:
            best_turn(state, wanted, action, optima_limit=0)
        except NoTurnDueError:
            none += 1
            assert anything_better(state, action, wanted.terms, -(10**6), 60) == "no"
    assert none


def test_no_time_is_no_proof() -> None:
    state = table(1)
    wanted = objective("net-worth")
    assert better_turn(state, wanted.terms, best_turn(state, wanted).value, 0) == "unknown"
