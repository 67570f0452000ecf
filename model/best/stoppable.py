"""A solver that an interrupt, or whoever asked, reaches while it is at work."""

import os
import threading
from collections.abc import Callable
from queue import SimpleQueue
from typing import ClassVar

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
        searcher = _Searcher.idle()
        searcher.begin(work)
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
                searcher.rest()
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

    _resting: ClassVar[list["_Searcher"]] = []

    def __init__(self) -> None:
        super().__init__(daemon=True, name="searcher")
        self._given = SimpleQueue[_Work | None]()

    @classmethod
    def idle(cls) -> "_Searcher":
        """Return one that has nothing to do."""
        try:
            return cls._resting.pop()
        except IndexError:
            searcher = cls()
            searcher.start()
            return searcher

    @classmethod
    def dismiss(cls) -> None:
        """End all that have nothing to do."""
        while cls._resting:
            searcher = cls._resting.pop()
            searcher.begin(None)
            searcher.join()

    def begin(self, work: _Work | None) -> None:
        """Let it search, or end with nothing to do."""
        self._given.put(work)

    def rest(self) -> None:
        """Let it wait for the next search; its own is over."""
        self._resting.append(self)

    def run(self) -> None:
        """Search whatever it is given."""
        while (work := self._given.get()) is not None:
            work.search()
            del work


# A process does not take threads with it when it forks, and is not to fork while it has some.
os.register_at_fork(before=_Searcher.dismiss)
