"""The shipped puzzles about rounds, plans and the last round."""

import time

import pytest

from referee.core.turns import Action
from referee.solve.best import greedy_round
from referee.solve.horizons import WORKERS
from referee.solve.puzzle import Puzzle, attempts, judge, shipped_puzzles, solve
from referee_model.best.formulation import Formulation, rest_of_round
from referee_model.best.limits import SolverLimits
from referee_model.best.rounds import RoundSearch
from referee_model.best.table import MoverTable

pytestmark = pytest.mark.slow

PUZZLES = {puzzle.id: puzzle for puzzle in shipped_puzzles() if puzzle.horizon != "turn"}
ORDERS: dict[str, tuple[Action, Action]] = {
    "the-bananas-vote-first": ("marker", "goods"),
    "count-the-cotton": ("marker", "goods"),
    "everything-in-its-turn": ("marker", "goods"),
    "ten-pounds-behind-two-books": ("marker", "goods"),
    "while-the-helmet-lies-open": ("bookkeeper", "expand"),
}
"""The order of two kinds of turns that decides a puzzle."""
SECONDS = 300.0


@pytest.fixture(params=sorted(PUZZLES))
def puzzle(request: pytest.FixtureRequest) -> Puzzle:
    return PUZZLES[request.param]


def test_there_are_puzzles_for_every_horizon() -> None:
    assert len(PUZZLES) >= 12
    assert {puzzle.horizon for puzzle in PUZZLES.values()} == {"round", "plan", "game"}


def test_the_solution_is_legal_and_worth_the_optimum(puzzle: Puzzle) -> None:
    judged = judge(puzzle, *puzzle.solution)
    assert judged.attempt.violations == ()
    assert judged.value == puzzle.optimum


def test_whoever_looks_one_turn_ahead_falls_short(puzzle: Puzzle) -> None:
    start, _ = attempts(puzzle.state, puzzle.seat, puzzle.horizon, puzzle.solution, puzzle.colours)
    greedy = greedy_round(start, puzzle.seat, puzzle.objective)
    assert max((played.value for played in greedy), default=0) < puzzle.optimum


def rule_out(formulation: Formulation, first: Action, then: Action) -> None:
    turns = formulation.timeline.turns
    for one in formulation.activities(first):
        for other in formulation.activities(then):
            for early in turns:
                for late in turns[early + 1 :]:
                    formulation.draft.model.add_bool_or(~one.at[early], ~other.at[late])


@pytest.mark.parametrize("name", sorted(ORDERS))
def test_an_order_decides(name: str) -> None:
    puzzle = PUZZLES[name]
    first, then = ORDERS[name]
    start, _ = attempts(puzzle.state, puzzle.seat, puzzle.horizon, puzzle.solution, puzzle.colours)
    joint = rest_of_round(MoverTable(start, puzzle.seat), puzzle.objective)
    rule_out(joint, first, then)
    search = RoundSearch(joint, SolverLimits(WORKERS, time.monotonic() + SECONDS))
    search.propose()
    assert search.bound is not None
    assert search.bound < puzzle.optimum


@pytest.mark.parametrize("name", ["bought-to-be-sold", "count-the-cotton"])
def test_a_puzzle_is_proved_anew(name: str) -> None:
    found = solve(PUZZLES[name], SECONDS)
    assert found.status == "optimal"
    assert found.value == PUZZLES[name].optimum


def test_an_attempt_tells_which_of_its_turns_is_not_legal() -> None:
    puzzle = PUZZLES["bought-to-be-sold"]
    judged = judge(puzzle, puzzle.solution[0], puzzle.solution[0])
    assert judged.value is None
    assert len(judged.earlier) == 1
    assert judged.attempt.violations


def test_turns_may_come_in_one_piece() -> None:
    puzzle = PUZZLES["bought-to-be-sold"]
    assert judge(puzzle, "; ".join(puzzle.solution)).is_solved
