"""All turns that a model allows, one by one in the order of ties."""

from collections.abc import Iterable
from dataclasses import dataclass

from ortools.sat.python import cp_model

from model.best.draft import LeanModel, Literal
from model.best.formulation import Formulation
from model.best.limits import SolverLimits
from model.best.reader import Reader
from referee.game.canonical import CanonicalTurn

REPEATS = 1
"""Solutions in a row that tell nothing new, for each variable of a model, until it is asked again.

The smaller a model, the less it costs to begin anew without what is known.
"""

FEW_VARIABLES = 400
"""With so many a model is gone through sooner than its clauses are made shorter; measured."""


@dataclass(frozen=True, slots=True)
class Equals:
    """Turns of one value, and whether these are all of them."""

    turns: list[CanonicalTurn]
    complete: bool


def the_turn(
    formulation: Formulation, solution: cp_model.CpSolver | cp_model.CpSolverSolutionCallback
) -> CanonicalTurn:
    """Return the one turn of a solution."""
    [(_, turn)] = Reader(formulation, solution.value).turns()
    return turn


class _Collector(cp_model.CpSolverSolutionCallback):
    """Keeps each turn once, until there are enough or too many solutions told nothing new."""

    def __init__(self, formulation: Formulation, limit: int, patience: int) -> None:
        super().__init__()
        self._formulation, self._limit, self._patience = formulation, limit, patience
        self._indices = [decision.index for decision in formulation.draft.decisions]
        self._repeats = 0
        self._known: set[tuple[int, ...]] = set()
        self.turns: dict[CanonicalTurn, tuple[int, ...]] = {}

    def on_solution_callback(self) -> None:
        """Keep a solution's turn with the decisions that make it up."""
        decisions = tuple(map(self.SolutionIntegerValue, self._indices))
        if decisions in self._known:
            self._repeats += 1
        else:
            self._repeats = 0
            self._known.add(decisions)
            self.turns.setdefault(the_turn(self._formulation, self), decisions)
        if len(self.turns) >= self._limit or self._repeats > self._patience:
            self.stop_search()


def every(formulation: Formulation, model: LeanModel, limit: int, limits: SolverLimits) -> Equals:
    """Return the turns that a model allows, at most `limit`, in the order of ties."""
    draft = formulation.draft
    model.decide_in_order(draft.decisions)
    turns: list[CanonicalTurn] = []
    variables = len(draft.model.proto.variables)
    patience = REPEATS * variables
    while True:
        solver = limits.turn_solver()
        parameters = solver.parameters
        parameters.num_workers = 1
        parameters.search_branching = cp_model.FIXED_SEARCH
        parameters.enumerate_all_solutions = True
        parameters.cp_model_presolve = False
        parameters.linearization_level = 0
        parameters.use_sat_inprocessing = variables > FEW_VARIABLES
        found = _Collector(formulation, limit - len(turns), patience)
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
    differing = [
        differs(model, decision, value) for decision, value in zip(decisions, values, strict=True)
    ]
    model.add_bool_or(differing)


def differs(model: cp_model.CpModel, number: cp_model.IntVar, value: int) -> Literal:
    """Return a yes or no that only holds where a number is another than `value`."""
    if number.is_boolean:
        return ~number if value else number
    other = model.new_bool_var("")
    model.add(number != value).only_enforce_if(other)
    return other
