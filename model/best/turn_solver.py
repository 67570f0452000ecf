"""The solver at work on the model of one turn: its best, the turns of one value, second checks."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from msgspec.structs import replace
from ortools.sat.python import cp_model

from model.best.book_steps import place_books
from model.best.draft import Draft, Lit, Literal, ModelNumber, total
from model.best.formulation import ACTIONS, Formulation, one_turn
from model.best.limits import SolverFaultError, SolverLimits
from model.best.objective import Objective
from model.best.outcome import value_of
from model.best.reader import Reader
from model.best.table import MoverTable
from referee.game.canonical import (
    CanonicalBookkeeper,
    CanonicalExpansion,
    CanonicalMarker,
    CanonicalTurn,
)
from referee.game.ids import COMPANIES, BookId, BookLetter, Company
from referee.game.turns import Action, Placing

REPEATS = 1
"""Solutions in a row that tell nothing new, for each variable of a model, until it is asked again.

The smaller a model, the less it costs to begin anew without what is known.
"""
ROUTING_POINTS = 7
"""With so many expansion points a linear relaxation of the routes pays; measured with 3 to 10."""

TurnKind = tuple[Action, tuple[Company, ...]]
"""An action; of expansions, of which company."""


@dataclass(frozen=True, slots=True)
class BestKnown:
    """The best turn known, and a bound on all of them."""

    turn: CanonicalTurn | None
    """Without the steps on which its books are placed; None if the time was too short."""
    value: int | None
    bound: int | None

    @property
    def proved(self) -> bool:
        """Nothing is worth more."""
        return self.value is not None and self.value == self.bound


@dataclass(frozen=True, slots=True)
class Equals:
    """Turns of one value, and whether these are all of them."""

    turns: list[CanonicalTurn]
    complete: bool


class TurnQuestion:
    """The turns of some actions, and what the solver finds out about them.

    A model is asked for its best value without naming the steps on which books are placed, because
    no measure depends on them and counting tells whether all books fit.
    """

    def __init__(
        self,
        table: MoverTable,
        wanted: Objective,
        actions: Collection[Action] = ACTIONS,
        companies: tuple[Company, ...] = COMPANIES,
    ) -> None:
        self._table, self._wanted = table, wanted
        self._actions, self._companies = actions, companies
        self._lean = self._model(actions, placing=False)
        self._found: set[tuple[int, TurnKind]] = set()
        """Values, each with a kind of turn that is known to come to it."""

    def _model(self, actions: Collection[Action], *, placing: bool) -> Formulation | None:
        return one_turn(self._table, self._wanted, actions, self._companies, placing=placing)

    def best(self, limits: SolverLimits, below: int | None = None) -> BestKnown | None:
        """Return the best turn worth less than `below`; None if there is none."""
        if self._lean is None:
            return None
        formulation = self._lean
        model = formulation.draft.model.clone()
        if below is not None:
            model.add(formulation.goal < below)
        model.maximize(formulation.goal)
        solver = limits.turn_solver()
        # Measured on expansions: what presolve takes it does not give back.
        solver.parameters.cp_model_presolve = False
        if formulation.area.most_points < ROUTING_POINTS:
            solver.parameters.linearization_level = 0
        # Trying the highest values first leaves little to be proved once a turn is found.
        solver.parameters.use_objective_lb_search = True
        status = solver.solve(model)
        if status == cp_model.INFEASIBLE:
            return self._infeasible(model, limits)
        if status == cp_model.UNKNOWN:
            return BestKnown(None, None, solver.known_bound)
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            raise SolverFaultError(f"the solver calls a model {solver.status_name(status)}")
        turn = the_turn(formulation, solver)
        value = solver.value(formulation.goal)
        self._recount(turn, value)
        self._found.add((value, self._kind_of(formulation, solver)))
        return BestKnown(turn, value, value if status == cp_model.OPTIMAL else solver.known_bound)

    def _infeasible(self, model: cp_model.CpModel, limits: SolverLimits) -> BestKnown | None:
        # Solvers have been seen to call feasible models infeasible: ask in another way, too.
        solver = limits.turn_solver()
        solver.parameters.cp_model_presolve = True
        status = solver.solve(model)
        if status == cp_model.UNKNOWN:
            return BestKnown(None, None, None)
        if status != cp_model.INFEASIBLE:
            raise SolverFaultError("a model is infeasible without presolve and feasible with it")
        return None

    def _recount(self, turn: CanonicalTurn, value: int) -> None:
        counted = value_of(self._table, turn, self._wanted)
        if counted != value:
            raise SolverFaultError(f"{turn} is worth {counted}; the solver said {value}")

    def equals(
        self, value: int, limit: int, limits: SolverLimits, *, placing: bool = True
    ) -> Equals:
        """Return the turns worth `value`, the first in the order of ties first.

        They are looked for action by action: small models are searched through much sooner.
        """
        kinds, all_known = self._reaching(value, limits)
        turns: list[CanonicalTurn] = []
        for kind in kinds:
            if len(turns) >= limit:
                return Equals(turns, complete=False)
            found = self._equals_of(kind, value, limit - len(turns), limits, placing=placing)
            turns += found.turns
            if not found.complete:
                return Equals(turns, complete=False)
        return Equals(turns, all_known)

    def _reaching(self, value: int, limits: SolverLimits) -> tuple[list[TurnKind], bool]:
        """Return the kinds of turns worth `value`, and whether there are no others."""
        if self._lean is None:
            return [], True
        formulation, model = self._lean, self._lean.draft.model.clone()
        kinds = {kind: lits for kind, lits in self._kinds(formulation).items() if lits}
        if len(kinds) == 1:
            return list(kinds), True
        model.add(formulation.goal == value)
        reaching = {kind for known, kind in self._found if known == value}
        for kind in reaching:
            model.add(total(kinds[kind]) == 0)
        while True:
            solver = limits.turn_solver()
            solver.parameters.cp_model_presolve = False
            status = solver.solve(model)
            if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
                none_left = status == cp_model.INFEASIBLE
                return [kind for kind in kinds if kind in reaching], none_left
            kind = self._kind_of(formulation, solver)
            reaching.add(kind)
            model.add(total(kinds[kind]) == 0)

    def _kinds(self, formulation: Formulation) -> dict[TurnKind, list[Lit]]:
        """Return the kinds of turns in the order of ties, each with how it is told."""
        kinds: dict[TurnKind, list[Lit]] = {}
        for action in ACTIONS:
            if action == "expand":
                kinds |= {
                    ("expand", (c,)): [lit] for c, lit in formulation.expansion.chosen.items()
                }
            else:
                lits = [activity.at[0] for activity in formulation.activities(action)]
                kinds[action, COMPANIES] = [lit for lit in lits if lit is not formulation.draft.no]
        return kinds

    def _kind_of(self, formulation: Formulation, solver: cp_model.CpSolver) -> TurnKind:
        kinds = self._kinds(formulation).items()
        return next(kind for kind, lits in kinds if any(solver.value(lit) for lit in lits))

    def _equals_of(
        self, kind: TurnKind, value: int, limit: int, limits: SolverLimits, *, placing: bool
    ) -> Equals:
        actions, companies = (kind[0],), kind[1]
        formulation = one_turn(self._table, self._wanted, actions, companies, placing=placing)
        if formulation is None:
            raise SolverFaultError(f"{kind[0]} was thought to come to {value}, and has no turn")
        model = formulation.draft.model
        model.add(formulation.goal == value)
        found = every(formulation, model, limit, limits)
        if found.complete and not found.turns:
            raise SolverFaultError(f"a model has no turn worth {value}, which was found before")
        for turn in found.turns:
            self._recount(turn, value)
        return found

    def completed(self, best: BestKnown) -> CanonicalTurn:
        """Return the best turn with steps for its books, any that the rules allow."""
        if best.turn is None:
            raise SolverFaultError("a value is known, and no turn that has it")
        turn = best.turn
        if not isinstance(turn, CanonicalBookkeeper | CanonicalExpansion | CanonicalMarker):
            return turn
        setting, draft = self._table.state.setting, Draft()
        printed = setting.components.book
        books: dict[BookId, tuple[BookLetter, ModelNumber]] = {
            book: (printed[book].letter, 1) for book in sorted(turn.gains.books)
        }
        placed = place_books(draft, setting, self._table.visible, books)
        solver = SolverLimits().turn_solver()
        if books and solver.solve(draft.model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            raise SolverFaultError(f"the books of {turn} cannot be placed")
        steps = {key for key, lit in placed.items() if solver.value(lit)}
        placings = frozenset(Placing(*key) for key in steps)
        return replace(turn, gains=replace(turn.gains, placed=placings))

    def every_turn(self, limit: int, limits: SolverLimits) -> Equals:
        """Return all turns, at most `limit`, whatever they are worth."""
        formulation = self._model(self._actions, placing=True)
        if formulation is None:
            return Equals([], complete=True)
        return every(formulation, formulation.draft.model.clone(), limit, limits)


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


def every(
    formulation: Formulation, model: cp_model.CpModel, limit: int, limits: SolverLimits
) -> Equals:
    """Return the turns that a model allows, at most `limit`, in the order of ties."""
    draft = formulation.draft
    model.add_decision_strategy(draft.decisions, cp_model.CHOOSE_FIRST, cp_model.SELECT_MIN_VALUE)
    turns: list[CanonicalTurn] = []
    patience = REPEATS * len(draft.model.proto.variables)
    while True:
        solver = limits.turn_solver()
        parameters = solver.parameters
        parameters.num_workers = 1
        parameters.search_branching = cp_model.FIXED_SEARCH
        parameters.enumerate_all_solutions = True
        parameters.cp_model_presolve = False
        parameters.linearization_level = 0
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
