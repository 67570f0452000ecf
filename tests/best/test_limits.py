"""Limits of a search: work, seconds, and whoever wants it to stop."""

import threading
import time
from collections.abc import Callable

import pytest
from ortools.sat.python import cp_model

import referee
from referee.core.ids import Company
from referee.core.state import State
from referee.solve.horizons import HorizonQuestion
from referee.solve.rounds import best_round
from referee_model.best.limits import NothingFoundError, SolverLimits
from referee_model.best.search import BestAnswer, best_turn, top
from scripts.tools.bench.solvers import half_full
from tests.best.test_stoppable import pigeons
from tests.solutions.tables import at, mover

GAME = "games/four-players.mgn"
LITTLE = (0.001, 0.005, 0.01, 0.015, 0.02, 0.05)
"""Work that does not suffice for a route of ten points at first, and then does."""


@pytest.fixture(scope="module")
def hard() -> tuple[State, Company]:
    """Return a table with a long way to go."""
    return half_full(2)[1]


def stopping_after(questions: int) -> Callable[[], bool]:
    """Return a wish to stop that comes up after so many questions."""
    left = iter(range(questions))
    return lambda: next(left, None) is None


def test_a_search_stops_when_it_is_told_to() -> None:
    limits = SolverLimits(stop=stopping_after(3))
    solver = limits.solver()
    solver.parameters.cp_model_presolve = False
    solver.parameters.symmetry_level = 0
    solver.parameters.max_time_in_seconds = 600
    began = time.monotonic()
    assert solver.solve(pigeons()) == cp_model.UNKNOWN
    assert time.monotonic() - began < 300


def test_a_search_of_another_thread_stops_when_it_is_told_to() -> None:
    found: list[cp_model.CpSolverStatus] = []
    solver = SolverLimits(stop=stopping_after(2)).solver()
    solver.parameters.cp_model_presolve = False
    solver.parameters.symmetry_level = 0
    search = threading.Thread(target=lambda: found.append(solver.solve(pigeons())))
    search.start()
    search.join(60)
    assert found == [cp_model.UNKNOWN]


def test_whoever_wants_no_answer_gets_none(hard: tuple[State, Company]) -> None:
    with pytest.raises(NothingFoundError):
        best_turn(hard[0], limits=SolverLimits(stop=lambda: True))
    assert top(hard[0], limits=SolverLimits(stop=lambda: True)).in_time is False


def within(hard: tuple[State, Company], work: float) -> BestAnswer | None:
    try:
        return best_turn(
            hard[0],
            action="expand",
            companies=(hard[1],),
            optima_limit=0,
            limits=SolverLimits(work=work),
        )
    except NothingFoundError:
        return None


@pytest.mark.slow
def test_the_same_work_gives_the_same_answer_and_a_true_bound(hard: tuple[State, Company]) -> None:
    patient = best_turn(hard[0], action="expand", companies=(hard[1],), optima_limit=0)
    assert patient.status == "optimal"
    answered = 0
    for work in LITTLE:
        hasty, again = within(hard, work), within(hard, work)
        if hasty is None or again is None:
            assert hasty is again
            continue
        answered += 1
        assert (hasty.turn, hasty.value, hasty.bound) == (again.turn, again.value, again.bound)
        assert hasty.value <= patient.value
        assert hasty.bound is None or hasty.bound >= patient.value
    assert 0 < answered < len(LITTLE)


@pytest.mark.slow
def test_work_is_counted_over_all_that_a_question_takes(hard: tuple[State, Company]) -> None:
    limits = SolverLimits(work=1000)
    best_turn(hard[0], action="expand", companies=(hard[1],), limits=limits)
    assert limits.work is not None
    assert 0 < limits.work < 1000
    assert not limits.are_reached


def test_no_work_is_done_beyond_the_limit(hard: tuple[State, Company]) -> None:
    spent = SolverLimits(work=0)
    assert spent.are_reached
    with pytest.raises(NothingFoundError):
        best_turn(hard[0], limits=spent)


def test_a_round_that_is_stopped_at_once_is_played_turn_by_turn() -> None:
    state = at(3, 4)
    found = best_round(state, mover(state), HorizonQuestion(stop=lambda: True))
    assert found.status == "bound"
    assert found.bound is None
    assert found.value >= found.worth_before


def test_the_public_surface_can_be_stopped() -> None:
    with pytest.raises(referee.TimeLimitExceeded):
        referee.load(GAME).table("4.3").best(budget=referee.Budget(stop=lambda: True))
    with pytest.raises(referee.TimeLimitExceeded):
        referee.load(GAME).table("4.3").books(
            points=3, plans=["clerk2 cotton2"], budget=referee.Budget(stop=lambda: True)
        )
    with pytest.raises(referee.TimeLimitExceeded):
        referee.Puzzle.named("lone-merchant").solve(budget=referee.Budget(stop=lambda: True))
    assert (
        referee.load(GAME).table("4.3").best_play(budget=referee.Budget(stop=lambda: True)).status
        == "bound"
    )


def test_the_public_surface_takes_a_limit_of_work() -> None:
    assert referee.load(GAME).table("4.3").best(budget=referee.Budget(work=100)).status == "optimal"
    assert (
        referee.load(GAME)
        .table("4.3")
        .books(points=3, plans=["clerk2"], budget=referee.Budget(work=100))
        .status
        == "optimal"
    )
    assert referee.Puzzle.named("lone-merchant").solve(budget=referee.Budget(work=100)).value == 5
    with pytest.raises(referee.UsageError, match="a work limit"):
        referee.load(GAME).table("4.3").best(budget=referee.Budget(work=0))
