"""The solver at work on a round: proposals with true bounds, and what was refused."""

import time
from collections.abc import Iterator
from dataclasses import dataclass, field

from ortools.sat.python import cp_model

from referee.core.canonical import CanonicalTurn
from referee.core.ids import BookId, CardId
from referee.core.turns import BookStep
from referee_model.best.formulation import Formulation, Reader
from referee_model.best.limits import LimitedSolver, SolverFaultError, SolverLimits
from referee_model.best.timeline import Activity, total
from referee_model.best.turn_solver import differs

ALONE_EFFORT = 15.0
"""What one worker tries alone, as the solver counts its work: some minute on an idle core.

That settles nearly all rounds and plans in a fraction of what many workers need, however busy the
machine is. Where it does not, many workers give better bounds.
"""
ALONE_SHARE = 0.75
"""Its part of the time or work that is left."""
TIDYING_EFFORT = 0.1
"""What a shorter way to the same value may take, counted likewise."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """Turns that the model thinks possible, and what it thinks they come to."""

    turns: tuple[CanonicalTurn, ...]
    """In order, without steps for books that the jar does not enter."""
    laid: dict[BookId, BookStep]
    """Steps on which books must come to lie."""
    cards: tuple[CardId, ...]
    """The cards that a plan places."""
    value: int
    doing: tuple[Activity, ...]
    chosen: dict[int, int]
    """The solution, by the index of a variable."""


@dataclass(slots=True)
class RoundSearch:
    """A model of a round under questioning; its bound only falls."""

    formulation: Formulation
    limits: SolverLimits
    bound: int | None = None
    """No way of playing the round is worth more."""
    _better_than: int | None = None
    _refused: list[tuple[tuple[int, int], ...]] = field(default_factory=list)

    def propose(self) -> Proposal | None:
        """Return the best that is not refused and better than all known; None if there is none.

        None can also mean that the time ran out: then the bound stays above what is known.
        """
        model = self._model()
        model.maximize(self.formulation.goal)
        found: Proposal | None = None
        for solver in self._solvers():
            status = solver.solve(model)
            self._lower(solver.known_bound)
            if status == cp_model.UNKNOWN:
                continue
            if status == cp_model.INFEASIBLE and found is None:
                self.bound = self._better_than
                return None
            if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
                raise SolverFaultError(f"the solver calls a round {solver.status_name(status)}")
            proposal = self._read(solver)
            if found is None or proposal.value > found.value:
                found = proposal
            if status == cp_model.OPTIMAL:
                self._lower(proposal.value)
                break
            _hint(model, found)
        return found

    def shortest(self, proposal: Proposal) -> Proposal | None:
        """Return a proposal as good that leaves out all turns and cards it can do without.

        Only what was proposed is done again, though not in the same order or with the same choices:
        looking at everything else would take as long as the proposal itself did.
        """
        model, formulation = self._model(), self.formulation
        model.add(formulation.goal >= proposal.value)
        turns = len(proposal.turns)
        left_out = [card for name, card in formulation.plan.items() if name not in proposal.cards]
        for activity in formulation.timeline.activities:
            left_out += activity.at[turns if activity in proposal.doing else 0 :]
        if left_out:
            model.add(total(left_out) == 0)
        done = total(lit for activity in set(proposal.doing) for lit in activity.at[:turns])
        model.minimize(done + total(formulation.plan.values()))
        _hint(model, proposal)
        solver = self._solver(1)
        solver.parameters.max_deterministic_time = TIDYING_EFFORT
        if solver.solve(model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return None
        return self._read(solver)

    def known(self, value: int) -> None:
        """Look only for what is better than a value that is certain."""
        self._better_than = max(value, self._better_than or value)

    def refuse(self, proposal: Proposal, turn: int, *, unpaid: bool) -> None:
        """Rule out a proposal with a turn that the rules do not allow.

        Whether some order of a turn can be paid follows from the cash and the markers before it and
        from what is chosen in it: such a turn is ruled out wherever it comes up. What else makes a
        turn fail may lie anywhere before it, so then only the very same turns are ruled out.
        """
        formulation, doing = self.formulation, proposal.doing[turn]
        keepers = [keeper.activity for keeper in formulation.jar.keepers]
        if unpaid and doing not in keepers and not formulation.diamonds.may_overflow:
            numbers = [doing.at[turn], *doing.decisions]
            for rows in formulation.walk.made.values():
                numbers += [*rows[turn], *rows[turn + 1]]
            cash = formulation.walk.cash[turn]
            numbers += [cash] if isinstance(cash, cp_model.IntVar) else []
            # Points pay more once the jar is on the last step.
            numbers += [lit for keeper in formulation.jar.keepers for lit in keeper.moved.values()]
            self._rule_out(proposal, numbers)
        else:
            self.settle(proposal)

    def settle(self, proposal: Proposal) -> None:
        """Rule out the very same turns, because it is known what they come to."""
        formulation = self.formulation
        numbers = [*formulation.draft.decisions, *formulation.bases.stories]
        numbers += [lit for activity in formulation.timeline.activities for lit in activity.at]
        self._rule_out(proposal, numbers)

    def _rule_out(self, proposal: Proposal, numbers: list[cp_model.IntVar]) -> None:
        known = {number.index: number for number in numbers}
        self._refused.append(tuple((i, proposal.chosen[i]) for i in known))

    def _model(self) -> cp_model.CpModel:
        model = self.formulation.draft.model.clone()
        if self._better_than is not None:
            model.add(self.formulation.goal >= self._better_than + 1)
        for refused in self._refused:
            model.add_bool_or(
                differs(model, model.get_int_var_from_proto_index(index), value)
                for index, value in refused
            )
        return model

    def _solvers(self) -> Iterator[LimitedSolver]:
        """Yield a solver with one worker, then one with all workers for what it leaves open."""
        if self.limits.workers > 1:
            solver, limits = self._solver(1), self.limits
            effort = ALONE_EFFORT if limits.work is None else ALONE_SHARE * limits.work
            solver.parameters.max_deterministic_time = min(effort, ALONE_EFFORT)
            if limits.until is not None:
                left = ALONE_SHARE * (limits.until - time.monotonic())
                solver.parameters.max_time_in_seconds = max(0.05, left)
            yield solver
        yield self._solver(self.limits.workers)

    def _solver(self, workers: int) -> LimitedSolver:
        solver = self.limits.solver(workers)
        if workers == 1:
            # Measured on puzzles and on rounds of seeded games: no cuts, and little probing.
            solver.parameters.cut_level = 0
            solver.parameters.cp_model_probing_level = 0
            solver.parameters.symmetry_level = 0
        return solver

    def _lower(self, bound: int | None) -> None:
        if bound is not None:
            self.bound = bound if self.bound is None else min(bound, self.bound)

    def _read(self, solver: cp_model.CpSolver) -> Proposal:
        reader = Reader(self.formulation, solver.value)
        turns = reader.turns()
        number = len(self.formulation.draft.model.proto.variables)
        return Proposal(
            turns=tuple(turn for _, turn in turns),
            laid=reader.laid,
            cards=reader.cards(),
            value=solver.value(self.formulation.goal),
            doing=tuple(doing for doing, _ in turns),
            chosen=dict(zip(range(number), solver.response_proto.solution, strict=False)),
        )


def _hint(model: cp_model.CpModel, proposal: Proposal) -> None:
    """Let the solver begin with what is known."""
    model.proto.clear_solution_hint()
    for index, value in proposal.chosen.items():
        model.add_hint(model.get_int_var_from_proto_index(index), value)
