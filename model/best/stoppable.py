"""A solver that an interrupt, or whoever asked, reaches while it is at work."""

import threading
from collections.abc import Callable

from ortools.sat.python import cp_model

ASKED_EVERY = 0.05
"""Seconds between two questions whether to stop."""


class StoppableSolver(cp_model.CpSolver):
    """CP-SAT, which stops when Python wants to raise something in the thread that waits for it.

    By itself it takes an interrupt for the end of its time, and nobody else hears of it. It also
    stops when `stop` says so, and then tells what it knows.
    """

    def __init__(self, stop: Callable[[], bool] | None = None) -> None:
        super().__init__()
        self._wants_to_stop = stop
        self.parameters.catch_sigint_signal = False

    def solve(
        self,
        model: cp_model.CpModel,
        solution_callback: cp_model.CpSolverSolutionCallback | None = None,
    ) -> cp_model.CpSolverStatus:
        """Solve `model`; what a signal raises meanwhile stops the search, and rises from here."""
        in_main_thread = threading.current_thread() is threading.main_thread()
        if not in_main_thread and self._wants_to_stop is None:
            # Signals never come here.
            return super().solve(model, solution_callback)
        work = _Work(self, model, solution_callback)
        work.start()
        try:
            # Never without a time: a signal that comes just before the wait would not end it.
            while work.is_alive():
                work.join(ASKED_EVERY)
                if work.is_alive() and self._wants_to_stop is not None and self._wants_to_stop():
                    self._stop(work)
        except BaseException:
            self._stop(work)
            raise
        if work.failure is not None:
            raise work.failure
        return work.status

    def _stop(self, work: "_Work") -> None:
        while work.is_alive():
            # It may not have begun yet, so that once may be too early.
            self.stop_search()
            work.join(ASKED_EVERY)


class _Work(threading.Thread):
    """A search in a thread of its own, because only a waiting thread gets signals at once."""

    def __init__(
        self,
        solver: StoppableSolver,
        model: cp_model.CpModel,
        callback: cp_model.CpSolverSolutionCallback | None,
    ) -> None:
        super().__init__(daemon=True)
        self._solver, self._model, self._callback = solver, model, callback
        self.status = cp_model.UNKNOWN
        self.failure: BaseException | None = None

    def run(self) -> None:
        """Search, and keep what comes of it."""
        try:
            self.status = cp_model.CpSolver.solve(self._solver, self._model, self._callback)
        except BaseException as error:  # noqa: BLE001 - raised again where it belongs
            self.failure = error
