"""What is to be best, and at which table; asking it needs a solver, saying it does not."""

from collections.abc import Callable
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from model.best.objective import Objective
from model.best.questions import OPTIMA_LIMIT
from referee.engine.actions import refill_due
from referee.game.ids import Seat
from referee.game.messages.speech import say
from referee.game.state import State
from referee.game.turns import Action

NET_WORTH = Objective(((1, "net-worth"),))


class NotDueError(ValueError):
    """A question about a turn of somebody who has none at the table."""


Stop = Callable[[], bool]
"""Is asked while a solver works whether to leave it at what is known."""
LEAST_SECONDS: Final = 0.01
"""The solver is always given so much: a limit of nothing would be none."""


class Question(Struct, frozen=True, kw_only=True):
    """What is to be best, among which turns, and how long it may take."""

    objective: Objective = NET_WORTH
    action: Action | None = None
    time_limit: float | None = None
    """Seconds for the whole question; None lets the solver finish."""
    work: float | None = None
    """What the solver may do, as it counts its work: the same on every machine."""
    stop: Stop | None = None
    workers: int = 1
    optima_limit: int = OPTIMA_LIMIT

    def after(self, seconds: float) -> "Question":
        """Return the same question with the time that is left."""
        if self.time_limit is None:
            return self
        return replace(self, time_limit=max(LEAST_SECONDS, self.time_limit - seconds))


def to_move(state: State, seat: Seat | None = None) -> State:
    """Return the table at which a player is to move; without one, whoever is due."""
    if state.phase != "actions" or state.to_move is None:
        raise NotDueError(say("answers.question.nobody-has-a-turn-here"))
    if refill_due(state):
        raise NotDueError(say("answers.question.books-are-still-to-be"))
    if seat is None or seat == state.to_move:
        return state
    if state.players[seat].done:
        raise NotDueError(say("answers.question.this-player-has-ended-the"))
    return replace(state, to_move=seat)
