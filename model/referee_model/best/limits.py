"""How much the solver may do: its work, seconds, and whoever wants it to stop."""

import os
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from math import floor
from queue import SimpleQueue
from typing import ClassVar

from ortools.sat.python import cp_model

# A solver that an interrupt, or whoever asked, reaches while it is at work ------------------------
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
        searcher = _Searcher.idle()
        searcher.given.put(work)
        try:
            # Never without a time: a signal that comes just before the wait would not end it.
            while not work.finished.wait(ASKED_EVERY):
                if self._wants_to_stop is not None and self._wants_to_stop():
                    self._stop(work)
        except BaseException:
            self._stop(work)
            raise
        finally:
            if work.finished.is_set():
                _Searcher.resting.append(searcher)
        if work.failure is not None:
            raise work.failure
        return work.status

    def _stop(self, work: "_Work") -> None:
        while not work.finished.is_set():
            # It may not have begun yet, so that once may be too early.
            self.stop_search()
            work.finished.wait(ASKED_EVERY)


class _Work:
    """A search, and what comes of it."""

    def __init__(
        self,
        solver: StoppableSolver,
        model: cp_model.CpModel,
        callback: cp_model.CpSolverSolutionCallback | None,
    ) -> None:
        self._solver, self._model, self._callback = solver, model, callback
        self.finished = threading.Event()
        self.status = cp_model.UNKNOWN
        self.failure: BaseException | None = None

    def search(self) -> None:
        """Search, and keep what comes of it."""
        try:
            self.status = cp_model.CpSolver.solve(self._solver, self._model, self._callback)
        except BaseException as error:  # noqa: BLE001 - raised again where it belongs
            self.failure = error
        finally:
            self.finished.set()


class _Searcher(threading.Thread):
    """A thread that searches for another, because only a waiting thread gets signals at once.

    It is kept for the next search: a new thread costs as much as a small one.
    """

    resting: ClassVar[list["_Searcher"]] = []

    def __init__(self) -> None:
        super().__init__(daemon=True, name="searcher")
        self.given = SimpleQueue[_Work | None]()
        """What to search; None ends the thread."""

    @classmethod
    def idle(cls) -> "_Searcher":
        """Return one that has nothing to do."""
        try:
            return cls.resting.pop()
        except IndexError:
            searcher = cls()
            searcher.start()
            return searcher

    @classmethod
    def dismiss(cls) -> None:
        """End all that have nothing to do."""
        while cls.resting:
            searcher = cls.resting.pop()
            searcher.given.put(None)
            searcher.join()

    def run(self) -> None:
        """Search whatever it is given."""
        while (work := self.given.get()) is not None:
            work.search()
            del work


# A process does not take threads with it when it forks, and is not to fork while it has some.
os.register_at_fork(before=_Searcher.dismiss)


LEAST_SECONDS = 0.01
"""The solver is always given so much: a limit of nothing would be none."""


class SolverFaultError(RuntimeError):
    """The solver contradicts itself or plain counting: a fault of ours or of its own."""


class NothingFoundError(Exception):
    """The limits were reached before anything was found."""


@dataclass(slots=True)
class SolverLimits:
    """How long and with how many workers the solver may look, over all that one question takes."""

    workers: int = 1
    until: float | None = None
    """The moment at which it stops, as `time.monotonic` counts."""
    work: float | None = None
    """What it may still do, as it counts its work: that is the same on every machine."""
    stop: Callable[[], bool] | None = None
    """Is asked now and then whether to leave it at that."""

    @classmethod
    def of(
        cls,
        workers: int = 1,
        seconds: float | None = None,
        work: float | None = None,
        stop: Callable[[], bool] | None = None,
    ) -> "SolverLimits":
        """Return limits that begin to count now."""
        until = None if seconds is None else time.monotonic() + seconds
        return cls(workers, until, work, stop)

    @property
    def are_reached(self) -> bool:
        """Nothing more may be done."""
        if self.until is not None and time.monotonic() >= self.until:
            return True
        if self.work is not None and self.work <= 0:
            return True
        return self.stop is not None and self.stop()

    def solver(self, workers: int | None = None) -> "LimitedSolver":
        """Return a solver that keeps within these limits."""
        return LimitedSolver(self, self.workers if workers is None else workers)

    def turn_solver(self) -> "LimitedSolver":
        """Return a solver for the model of a single turn."""
        solver = self.solver()
        # Measured on expansions: a whole small linear relaxation, and little work beforehand.
        solver.parameters.add_lp_constraints_lazily = False
        solver.parameters.cut_level = 0
        solver.parameters.max_presolve_iterations = 1
        solver.parameters.cp_model_probing_level = 0
        solver.parameters.symmetry_level = 0
        solver.parameters.inprocessing_dtime_ratio = 0.0
        return solver


class LimitedSolver(StoppableSolver):
    """A solver that counts what it does against limits."""

    def __init__(self, limits: SolverLimits, workers: int) -> None:
        super().__init__(limits.stop)
        self._limits = limits
        self._announced: list[float] = []
        self.best_bound_callback = self._announced.append
        self.parameters.num_workers = workers
        if limits.work is not None:
            # Several workers go about it in the same way each time, if more slowly.
            self.parameters.interleave_search = workers > 1

    @property
    def known_bound(self) -> int | None:
        """No solution is worth more; None if nothing is known.

        Stopped before it knows anything, the solver reports a bound of 0: only those count that it
        announces.
        """
        return floor(min(self._announced) + 1e-6) if self._announced else None

    def solve(
        self,
        model: cp_model.CpModel,
        solution_callback: cp_model.CpSolverSolutionCallback | None = None,
    ) -> cp_model.CpSolverStatus:
        """Solve `model` as far as the limits allow."""
        limits, parameters = self._limits, self.parameters
        if limits.stop is not None and limits.stop():
            return cp_model.UNKNOWN
        if limits.work is not None:
            if limits.work <= 0:
                return cp_model.UNKNOWN
            parameters.max_deterministic_time = min(parameters.max_deterministic_time, limits.work)
        if limits.until is not None:
            left = max(LEAST_SECONDS, limits.until - time.monotonic())
            parameters.max_time_in_seconds = min(parameters.max_time_in_seconds, left)
        status = super().solve(model, solution_callback)
        if limits.work is not None:
            limits.work -= self.response_proto.deterministic_time
        return status
