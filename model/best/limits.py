"""How much the solver may do: its work, seconds, and whoever wants it to stop."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from math import floor

from ortools.sat.python import cp_model

from model.best.stoppable import StoppableSolver

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
        return self._work_is_done or (self.stop is not None and self.stop())

    @property
    def _work_is_done(self) -> bool:
        return self.work is not None and self.work <= 0

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
