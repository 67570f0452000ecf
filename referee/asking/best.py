"""The best turn at a table: asked of the solver, confirmed by the engine."""

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from model.best.objective import Objective
from model.best.search import OPTIMA_LIMIT, best_turn, top
from model.best.solving import Status
from referee.asking.faults import Confirmed, confirmed
from referee.asking.worth import worth
from referee.engine.actions import refill_due
from referee.game.ids import Seat
from referee.game.state import State
from referee.game.turns import Action

NET_WORTH = Objective(((1, "net-worth"),))


class NotDueError(ValueError):
    """A question about a turn of somebody who has none at the table."""


LEAST_SECONDS: Final = 0.01
"""The solver is always given so much: a limit of nothing would be none."""


class Question(Struct, frozen=True, kw_only=True):
    """What is to be best, among which turns, and how long it may take."""

    objective: Objective = NET_WORTH
    action: Action | None = None
    time_limit: float | None = None
    """Seconds for the whole question; None lets the solver finish."""
    workers: int = 1
    optima_limit: int = OPTIMA_LIMIT

    def after(self, seconds: float) -> "Question":
        """Return the same question with the time that is left."""
        if self.time_limit is None:
            return self
        return replace(self, time_limit=max(LEAST_SECONDS, self.time_limit - seconds))


class Best(Struct, frozen=True, kw_only=True):
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


def to_move(state: State, seat: Seat | None = None) -> State:
    """Return the table at which a player is to move; without one, whoever is due."""
    if state.phase != "actions" or state.to_move is None:
        raise NotDueError("nobody has a turn here")
    if refill_due(state):
        raise NotDueError("books are still to be drawn before the next turn")
    if seat is None or seat == state.to_move:
        return state
    if state.players[seat].done:
        raise NotDueError("this player has ended the phase")
    return replace(state, to_move=seat)


def ask_best(state: State, question: Question) -> Best:
    """Return the best turn of the player who is to move."""
    answer = best_turn(
        state,
        question.objective,
        question.action,
        time_limit=question.time_limit,
        workers=question.workers,
        optima_limit=question.optima_limit,
    )
    best = confirmed(state, answer.turn, answer.value, question.objective)
    return Best(
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


def ask_best_few(state: State, question: Question, number: int) -> BestFew:
    """Return the best so many turns, equals in the order in which ties are broken."""
    ranking = top(
        state,
        question.objective,
        number,
        question.action,
        time_limit=question.time_limit,
        workers=question.workers,
    )
    turns = (confirmed(state, one.turn, one.value, question.objective) for one in ranking.turns)
    return BestFew(tuple(turns), ranking.in_time)
