"""Answers at the default depend on the record alone, whatever a clock shows."""

import time
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from math import inf
from pathlib import Path
from typing import Any

import pytest

import referee
from referee.api.long_work import STEPS_OF_A_COUNT
from referee.api.repairs import likely_slip
from referee.cli.interrupts import UNDECIDED
from referee.solve import rounds
from referee_model import api as model
from referee_model.best.limits import StoppableSolver
from referee_model.solver import Room, UndecidedError
from tests.api.test_api_gap_hostile import OPENING, SMALL, turns
from tests.cli.running import run

GAME = "games/two-players.mgn"
GAPS = f"{OPENING}... 4\n= blue 99\n"
ILLEGAL = Path("games/illegal/exp-06-points-suffice.mgn").read_text(encoding="utf-8")
BEGUN = OPENING + "\n".join(turns(2))
CLOCKS = ("thread_time", "process_time", "monotonic", "perf_counter")

QUESTIONS: dict[str, Callable[[], object]] = {
    "a verdict": lambda: referee.loads(next(iter(SMALL.values())).encode()).check(),
    "a conflict": lambda: referee.loads(GAPS.encode()).check(),
    "gaps": lambda: referee.loads(f"{OPENING}... 2\n".encode()).completions(),
    "repairs": lambda: referee.repair(ILLEGAL.encode(), edits=1, prove=False),
    "a hint": lambda: likely_slip(ILLEGAL.encode()),
}


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_clock_that_leaps_changes_no_answer(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = QUESTIONS[name]()
    ticks = count(step=10_000.0)
    for clock in CLOCKS:
        monkeypatch.setattr(time, clock, lambda: next(ticks))
    assert QUESTIONS[name]() == expected


def counted(*asked: str) -> tuple[int, str]:
    """Return how a command ended that counts turns, and what it printed."""
    found = run(*asked, GAME, "--at", "1.2", "--json")
    return found.exit_code, found.output


@pytest.mark.parametrize("asked", [("legal",), ("legal", "--depth", "1")], ids=["list", "count"])
def test_turns_are_counted_whatever_a_clock_shows(
    asked: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = counted(*asked)
    ticks = count(step=10_000.0)
    monkeypatch.setattr(time, "monotonic", lambda: next(ticks))
    assert counted(*asked) == expected
    assert counted(*asked, "--timeout", "60")[0] == UNDECIDED


def test_turns_are_counted_with_so_much_work() -> None:
    assert (
        None
        not in referee.load(GAME)
        .table("1.2")
        .legal(budget=referee.Budget(work=STEPS_OF_A_COUNT))
        .counts.values()
    )
    assert (
        None in referee.load(GAME).table("1.2").legal(budget=referee.Budget(work=1)).counts.values()
    )


PROVED: dict[str, Callable[[], object]] = {
    "explaining": lambda: referee.loads(ILLEGAL.encode()).explain(),
    "proving": lambda: referee.loads(ILLEGAL.encode()).check(prove=True),
    "listing": lambda: [*model.solutions(referee.load(GAME).table("3.2").state, "goods")],
}


@pytest.mark.parametrize("name", PROVED)
def test_the_prover_is_given_work_and_no_time(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    given: set[str] = set()
    make: Any = Room.solver

    def watched(room: Room) -> Any:  # noqa: ANN401
        solver = make(room)
        put = solver.set

        def note(key: str, value: object) -> None:
            given.add(key)
            put(key, value)

        solver.set = note
        return solver

    monkeypatch.setattr(Room, "solver", watched)
    # Nor is it where the solver gives up.
    monkeypatch.setattr(Room, "check", lambda *_: 0)
    with suppress(referee.RefereeError, UndecidedError):
        PROVED[name]()
    assert "rlimit" in given
    assert "timeout" not in given


SOLVED: dict[str, Callable[[], object]] = {
    "a turn": lambda: referee.load(GAME).table("7.7").best(),
    "the rest of a round": lambda: referee.load(GAME).table("7.7").best_play(),
    "a round among others": lambda: referee.load(GAME).table("7.7").best_play(opponents="recorded"),
    "a review": lambda: referee.loads(BEGUN.encode()).review(),
}


@pytest.mark.parametrize("name", SOLVED)
def test_the_solver_is_given_no_time(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    given: set[float] = set()
    solve = StoppableSolver.solve

    def watched(solver: StoppableSolver, *asked: Any) -> Any:  # noqa: ANN401
        given.add(solver.parameters.max_time_in_seconds)
        return solve(solver, *asked)

    monkeypatch.setattr(StoppableSolver, "solve", watched)
    # More tables than may be looked at, so that the solver must look ahead.
    monkeypatch.setattr(rounds, "MOST_TABLES", 1)
    SOLVED[name]()
    assert given == {inf}
