"""The best turn at a table: asked of the solver, confirmed by the engine."""

from msgspec import Struct

from model.best.limits import SolverLimits
from model.best.questions import Status
from model.best.search import best_turn, top
from referee.game.ids import Seat
from referee.game.state import State
from referee.solutions.faults import Confirmed, confirmed
from referee.solutions.question import Question
from referee.solutions.worth import worth


class ConfirmedBest(Struct, frozen=True, kw_only=True):
    """A best turn with its proof status; the engine has replayed it."""

    question: Question
    before: State
    worth_before: int
    best: Confirmed
    status: Status
    bound: int | None
    """No turn is worth more; None if the time was too short to say."""
    optima: int
    """Canonical turns known to have the value of this one, itself among them."""
    counted_all: bool
    """There are no further turns of that value."""
    ties_broken: bool
    seconds: float

    @property
    def seat(self) -> Seat:
        """Whose turn it is."""
        return self.best.turn.seat

    @property
    def value(self) -> int:
        """What the turn is worth."""
        return self.best.value

    @property
    def gap(self) -> int | None:
        """How far the bound lies above the value."""
        return None if self.bound is None else self.bound - self.best.value


class BestFew(Struct, frozen=True):
    """The best turns in falling order, and whether the time sufficed."""

    turns: tuple[Confirmed, ...]
    in_time: bool


def ask_best(state: State, question: Question) -> ConfirmedBest:
    """Return the best turn of the player who is to move."""
    answer = best_turn(
        state,
        question.objective,
        question.action,
        limits=_limits(question),
        optima_limit=question.optima_limit,
    )
    best = confirmed(state, answer.turn, answer.value, question.objective)
    return ConfirmedBest(
        question=question,
        before=state,
        worth_before=worth(state, best.turn.seat, question.objective),
        best=best,
        status=answer.status,
        bound=answer.bound,
        optima=max(1, answer.optima),
        counted_all=answer.counted_all,
        ties_broken=answer.ties_broken,
        seconds=answer.seconds,
    )


def _limits(question: Question) -> SolverLimits:
    return SolverLimits.of(question.workers, question.time_limit, question.work, question.stop)


def ask_best_few(state: State, question: Question, number: int) -> BestFew:
    """Return the best so many turns, equals in the order in which ties are broken."""
    ranking = top(
        state,
        question.objective,
        number,
        question.action,
        limits=_limits(question),
    )
    turns = (confirmed(state, one.turn, one.value, question.objective) for one in ranking.turns)
    return BestFew(tuple(turns), ranking.in_time)
