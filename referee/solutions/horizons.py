"""Questions beyond one turn, and their answers: the rest of a round, a plan, the last round."""

from typing import Literal

from msgspec import Struct

from model.best.objective import Objective, ObjectiveError
from model.best.questions import Status
from referee.game.events import Plan
from referee.game.ids import Seat
from referee.game.messages.speech import say
from referee.game.state import State
from referee.game.turns import Turn
from referee.solutions.question import NET_WORTH, Stop

Horizon = Literal["turn", "round", "plan", "game"]
"""How far one looks: a turn, the rest of the round, a plan and its round, the last round."""


WORKERS = 8
"""Threads of the solver: on two cores, too, eight that go about it differently beat one by far."""


class HorizonQuestion(Struct, frozen=True, kw_only=True):
    """What is to be best in the end, and how long it may take."""

    objective: Objective = NET_WORTH
    time_limit: float | None = None
    """Seconds until the best so far and a true bound must do; None lets the solver finish."""
    work: float | None = None
    """What the solver may do until then, as it counts its work."""
    stop: Stop | None = None
    workers: int = WORKERS

    def __post_init__(self) -> None:
        if any(weight < 0 for weight, _ in self.objective.terms):
            raise ObjectiveError(
                say("answers.horizons.has-a-weight-below-zero", objective=self.objective)
            )


class PlayedTurn(Struct, frozen=True):
    """A turn of an answer, the table after it, and what that table is worth."""

    turn: Turn
    after: State
    value: int


class BestRound(Struct, frozen=True, kw_only=True):
    """A best way of playing on; the engine has replayed every turn of it."""

    question: HorizonQuestion
    horizon: Horizon
    seat: Seat
    before: State
    """The table that the turns begin at, the plan of a plan turned up."""
    plan: Plan | None = None
    worth_before: int
    turns: tuple[PlayedTurn, ...]
    """In order, but for the one that ends the phase."""
    value: int
    status: Status
    bound: int | None
    """No way of playing on is worth more; None if the time was too short to say."""
    seconds: float
    assumptions: tuple[str, ...]

    @property
    def gap(self) -> int | None:
        """How far the bound lies above the value."""
        return None if self.bound is None else self.bound - self.value


ALONE = "the others take no more turns in this round; their face-up cards count for majorities"
NO_BOOKS = "a book space counts as empty once its book is taken"
NO_CARDS = "cards that are acquired are not replaced in this round"
SLOTS_BY_NAME = (
    "the value does not depend on the slots: the cards stand in them by name, from left to right"
)
