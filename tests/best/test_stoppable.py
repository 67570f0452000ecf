"""A search that an interrupt reaches."""

import os
import signal
import threading
import time

import pytest
from ortools.sat.python import cp_model

from referee_model.best.limits import StoppableSolver

HOLES = 30

HANGS = 600
"""Seconds after which a search that nothing stops ends by itself."""


def pigeons() -> cp_model.CpModel:
    """Return a model that keeps a solver busy: one pigeon more than there are holes."""
    model = cp_model.CpModel()
    sits = [[model.new_bool_var("") for _ in range(HOLES)] for _ in range(HOLES + 1)]
    for pigeon in sits:
        model.add_bool_or(pigeon)
    for hole in range(HOLES):
        for one in range(HOLES + 1):
            for other in range(one):
                model.add_bool_or(~sits[one][hole], ~sits[other][hole])
    return model


def test_an_interrupt_stops_the_search_and_is_raised() -> None:
    solver = StoppableSolver()
    solver.parameters.num_workers = 1
    solver.parameters.cp_model_presolve = False
    solver.parameters.symmetry_level = 0
    solver.parameters.linearization_level = 0
    solver.parameters.max_time_in_seconds = HANGS
    model = pigeons()

    def search() -> None:
        threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
        solver.solve(model)

    began = time.monotonic()
    # Tests of the command that ran before in this process may have left an interrupt to others.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            search()
    finally:
        signal.signal(signal.SIGINT, before)
    assert time.monotonic() - began < HANGS


def test_a_search_answers_as_ever() -> None:
    model = cp_model.CpModel()
    number = model.new_int_var(0, 9, "")
    model.maximize(number)
    solver = StoppableSolver()
    assert solver.solve(model) == cp_model.OPTIMAL
    assert solver.value(number) == 9


def test_other_threads_search_by_themselves() -> None:
    found: list[cp_model.CpSolverStatus] = []
    search = threading.Thread(
        target=lambda: found.append(StoppableSolver().solve(cp_model.CpModel()))
    )
    search.start()
    search.join()
    assert found == [cp_model.OPTIMAL]


def test_a_callback_may_stop_the_search() -> None:
    class Content(cp_model.CpSolverSolutionCallback):
        def on_solution_callback(self) -> None:
            self.stop_search()

    model = cp_model.CpModel()
    model.new_bool_var("")
    assert StoppableSolver().solve(model, Content()) in (cp_model.FEASIBLE, cp_model.OPTIMAL)


def _searchers() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == "searcher"]


def test_one_thread_searches_again_and_again() -> None:
    StoppableSolver().solve(cp_model.CpModel())
    kept = _searchers()
    assert len(kept) > 0
    StoppableSolver().solve(cp_model.CpModel())
    assert _searchers() == kept


def test_nobody_searches_in_vain_where_a_process_forks() -> None:
    StoppableSolver().solve(cp_model.CpModel())
    child = os.fork()
    if child == 0:
        # Only a search of its own can answer here: the thread of the parent did not come along.
        status = StoppableSolver().solve(cp_model.CpModel())
        os._exit(0 if status == cp_model.OPTIMAL else 1)
    assert _searchers() == []
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert StoppableSolver().solve(cp_model.CpModel()) == cp_model.OPTIMAL
