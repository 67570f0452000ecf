"""The solver at work on the model of one turn: its best, the turns of one value, second checks."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from itertools import islice

from msgspec.structs import replace
from ortools.sat.python import cp_model

from model.best.book_steps import place_books
from model.best.draft import Draft, ModelNumber
from model.best.enumeration import Equals, every, the_turn
from model.best.formulation import ACTIONS, Formulation, one_turn
from model.best.limits import SolverFaultError, SolverLimits
from model.best.objective import Objective
from model.best.outcome import value_of
from model.best.placed_turns import placed_turns
from model.best.table import MoverTable
from referee.game.canonical import (
    CanonicalBookkeeper,
    CanonicalExpansion,
    CanonicalMarker,
    CanonicalTurn,
)
from referee.game.ids import COMPANIES, BookId, BookLetter, Company
from referee.game.turns import Action, Placing

ROUTING_POINTS = 8
"""With so many expansion points a linear relaxation of the routes pays; measured with 7 to 10."""


@dataclass(frozen=True, slots=True)
class BestKnown:
    """The best turn known, and a bound on all of them."""

    turn: Callable[[], CanonicalTurn] | None
    """Reads it, without the steps on which its books are placed; None if time was too short."""
    value: int | None
    bound: int | None

    @property
    def proved(self) -> bool:
        """Nothing is worth more."""
        return self.value is not None and self.value == self.bound


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

    def _model(self, actions: Collection[Action], *, placing: bool) -> Formulation | None:
        return one_turn(self._table, self._wanted, actions, self._companies, placing=placing)

    def best(
        self, limits: SolverLimits, below: int | None = None, *, equals_follow: bool = False
    ) -> BestKnown | None:
        """Return the best turn worth less than `below`; None if there is none.

        Where its equals are asked for next, any turn will do, and the quickest way is taken.
        """
        if self._lean is None:
            return None
        formulation = self._lean
        model = formulation.draft.model
        if below is not None:
            model = model.clone()
            model.add(formulation.goal < below)
        model.maximize(formulation.goal)
        solver = limits.turn_solver()
        # Measured: what presolve and work on clauses take they do not give back. Without the latter
        # other turns of the same value are found; a turn that is told is to stay what it is.
        solver.parameters.cp_model_presolve = False
        solver.parameters.use_sat_inprocessing = not equals_follow
        if formulation.area.most_points < ROUTING_POINTS:
            solver.parameters.linearization_level = 0
        status = solver.solve(model)
        if status == cp_model.INFEASIBLE:
            return self._infeasible(model, limits)
        if status == cp_model.UNKNOWN:
            return BestKnown(None, None, solver.known_bound)
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            raise SolverFaultError(f"the solver calls a model {solver.status_name(status)}")
        value = solver.value(formulation.goal)

        def turn() -> CanonicalTurn:
            found = the_turn(formulation, solver)
            self._recount(found, value)
            return found

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
        self,
        value: int,
        limit: int,
        limits: SolverLimits,
        *,
        placing: bool = True,
        is_last: bool = False,
    ) -> Equals:
        """Return the turns worth `value`, the first in the order of ties first.

        They are listed without the steps of books, which are put in afterwards. Nothing more can be
        asked after the last question.
        """
        if self._lean is None:
            return Equals([], complete=True)
        model = self._lean.draft.model
        if not is_last:
            model = model.clone()
        model.proto.clear_objective()
        model.add(self._lean.goal == value)
        listed = every(self._lean, model, limit, limits)
        if listed.complete and not listed.turns:
            raise SolverFaultError(f"a model has no turn worth {value}, which was found before")
        for turn in listed.turns:
            self._recount(turn, value)
        if not placing:
            return listed
        placed = list(islice(placed_turns(self._table, listed.turns), limit))
        return Equals(placed, listed.complete and len(placed) < limit)

    def completed(self, best: BestKnown) -> CanonicalTurn:
        """Return the best turn with steps for its books, any that the rules allow."""
        if best.turn is None:
            raise SolverFaultError("a value is known, and no turn that has it")
        turn = best.turn()
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
