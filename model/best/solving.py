"""The solver at work on one model: its best turn, the turns of one value, and second checks."""

import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from math import floor

from ortools.sat.python import cp_model

from model.best.draft import Linear, Literal
from model.best.effects import Branch
from model.best.measuring import measure
from model.best.objective import Objective
from model.best.outcome import value_of
from model.best.stoppable import StoppableSolver
from model.best.table import Table
from referee.game.canonical import CanonicalTurn

REPEATS = 5
"""Solutions that tell nothing new, for each variable of a model, before it is asked again.

The smaller a model, the less it costs to begin anew without what is known.
"""


class SolverFaultError(RuntimeError):
    """The solver contradicts itself or plain counting: a fault of ours or of its own."""


@dataclass(slots=True)
class Limits:
    """How long and with how many workers the solver may look."""

    workers: int = 1
    until: float | None = None

    def solver(self) -> cp_model.CpSolver:
        """Return a solver that stops in time."""
        solver = StoppableSolver()
        solver.parameters.num_workers = self.workers
        # Measured on expansions: a whole small linear relaxation, and little work beforehand.
        solver.parameters.add_lp_constraints_lazily = False
        solver.parameters.cut_level = 0
        solver.parameters.max_presolve_iterations = 1
        solver.parameters.cp_model_probing_level = 0
        solver.parameters.symmetry_level = 0
        solver.parameters.inprocessing_dtime_ratio = 0.0
        if self.until is not None:
            solver.parameters.max_time_in_seconds = max(0.01, self.until - time.monotonic())
        return solver


@dataclass(slots=True)
class Asked:
    """A branch with its objective, and what the solver found out about it."""

    table: Table
    branch: Branch
    wanted: Objective
    goal: Linear = field(init=False)

    def __post_init__(self) -> None:
        self.goal = measure(self.branch.draft, self.table, self.branch.effects, self.wanted)

    def best(self, limits: Limits, below: int | None = None) -> "Best | None":
        """Return the best turn of the branch worth less than `below`; None if there is none."""
        model = self.branch.draft.model.clone()
        if below is not None:
            model.add(self.goal < below)
        model.maximize(self.goal)
        solver = limits.solver()
        # Measured on expansions: what presolve takes it does not give back.
        solver.parameters.cp_model_presolve = False
        # Trying the highest values first leaves little to be proved once a turn is found.
        solver.parameters.use_objective_lb_search = True
        announced: list[float] = []
        # Stopped before it knows anything, the solver reports a bound of 0: only those count that
        # it announces.
        solver.best_bound_callback = announced.append
        status = solver.solve(model)
        if status == cp_model.INFEASIBLE:
            return self._infeasible(model, limits)
        if status == cp_model.UNKNOWN:
            return Best(None, None, _lowest(announced))
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            raise SolverFaultError(f"the solver calls a model {solver.status_name(status)}")
        turn = self.branch.read(solver.value)
        value = solver.value(self.goal)
        self._recount(turn, value)
        bound = value if status == cp_model.OPTIMAL else _lowest(announced)
        decisions = {d.name: solver.value(d) for d in self.branch.draft.decisions}
        return Best(turn, value, bound, decisions)

    def _infeasible(self, model: cp_model.CpModel, limits: Limits) -> "Best | None":
        # Solvers have been seen to call feasible models infeasible: ask in another way, too.
        solver = limits.solver()
        solver.parameters.cp_model_presolve = True
        status = solver.solve(model)
        if status == cp_model.UNKNOWN:
            return Best(None, None, None)
        if status != cp_model.INFEASIBLE:
            raise SolverFaultError("a model is infeasible without presolve and feasible with it")
        return None

    def _recount(self, turn: CanonicalTurn, value: int) -> None:
        counted = value_of(self.table, turn, self.wanted)
        if counted != value:
            raise SolverFaultError(f"{turn} is worth {counted}; the solver said {value}")

    def whole(self) -> "Asked":
        """Return the same question to a model that leaves nothing out."""
        if self.branch.full is None:
            return self
        branch = self.branch.full()
        if branch is None:
            raise SolverFaultError("a model without placings has none with them")
        return Asked(self.table, branch, self.wanted)

    def equals(self, value: int, limit: int, limits: Limits) -> "Equals":
        """Return the turns of this branch worth `value`, the first in the order of ties first."""
        model = self.branch.draft.model.clone()
        model.add(self.goal == value)
        found = every(self.branch, model, limit, limits)
        if found.complete and not found.turns:
            raise SolverFaultError(f"a model has no turn worth {value}, which was found before")
        for turn in found.turns:
            self._recount(turn, value)
        return found

    def completed(self, best: "Best") -> CanonicalTurn:
        """Return a turn of this model that makes the decisions of one found without placings."""
        model = self.branch.draft.model.clone()
        # Both models give their decisions the same names.
        for decision in self.branch.draft.decisions:
            if decision.name in best.decisions:
                model.add(decision == best.decisions[decision.name])
        # Which books were taken is told only by where they are placed.
        if best.value is not None:
            model.add(self.goal == best.value)
        solver = Limits().solver()
        if solver.solve(model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            raise SolverFaultError(f"the books of {best.turn} cannot be placed")
        turn = self.branch.read(solver.value)
        if best.value is not None:
            self._recount(turn, best.value)
        return turn


def _lowest(bounds: list[float]) -> int | None:
    return floor(min(bounds) + 1e-6) if bounds else None


@dataclass(frozen=True, slots=True)
class Best:
    """The best turn known of a branch, and a bound on all of them."""

    turn: CanonicalTurn | None
    value: int | None
    bound: int | None
    decisions: dict[str, int] = field(default_factory=dict)

    @property
    def proved(self) -> bool:
        """Nothing of the branch is worth more."""
        return self.value is not None and self.value == self.bound


@dataclass(frozen=True, slots=True)
class Equals:
    """Turns of one value, and whether these are all of them."""

    turns: list[CanonicalTurn]
    complete: bool


class _Collector(cp_model.CpSolverSolutionCallback):
    """Keeps each turn once, until there are enough or too many solutions told nothing new."""

    def __init__(self, branch: Branch, limit: int, patience: int) -> None:
        super().__init__()
        self._branch, self._limit, self._patience = branch, limit, patience
        self._repeats = 0
        self.turns: dict[CanonicalTurn, tuple[int, ...]] = {}

    def on_solution_callback(self) -> None:
        """Keep a solution's turn with the decisions that make it up."""
        turn = self._branch.read(self.value)
        if turn in self.turns:
            self._repeats += 1
        else:
            self.turns[turn] = tuple(self.value(d) for d in self._branch.draft.decisions)
        if len(self.turns) >= self._limit or self._repeats > self._patience:
            self.stop_search()


def every(branch: Branch, model: cp_model.CpModel, limit: int, limits: Limits) -> Equals:
    """Return the turns that a model of a branch allows, at most `limit`, in the order of ties."""
    draft = branch.draft
    if draft.decisions:
        model.add_decision_strategy(
            draft.decisions, cp_model.CHOOSE_FIRST, cp_model.SELECT_MIN_VALUE
        )
    turns: list[CanonicalTurn] = []
    patience = REPEATS * len(draft.model.proto.variables)
    while True:
        solver = limits.solver()
        parameters = solver.parameters
        parameters.num_workers = 1
        parameters.search_branching = cp_model.FIXED_SEARCH
        parameters.enumerate_all_solutions = True
        parameters.keep_all_feasible_solutions_in_presolve = True
        found = _Collector(branch, limit - len(turns), patience)
        status = solver.solve(model, found)
        turns += found.turns
        if status in (cp_model.OPTIMAL, cp_model.INFEASIBLE):
            return Equals(turns, complete=True)
        if len(turns) >= limit or not found.turns:
            return Equals(turns, complete=False)
        # Orders that come to the same turn abound: rule out what is known and go on.
        for values in found.turns.values():
            _rule_out(model, draft.decisions, values)


def _rule_out(
    model: cp_model.CpModel, decisions: Iterable[cp_model.IntVar], values: Iterable[int]
) -> None:
    other: list[Literal] = []
    for decision, value in zip(decisions, values, strict=True):
        if decision.is_boolean:
            other.append(~decision if value else decision)
        else:
            differs = model.new_bool_var("")
            model.add(decision != value).only_enforce_if(differs)
            other.append(differs)
    model.add_bool_or(other)
