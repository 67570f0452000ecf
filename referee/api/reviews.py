"""The review of a game: every turn beside the best one."""

from collections.abc import Iterator
from functools import partial
from math import inf
from typing import TYPE_CHECKING, Literal, get_args

from msgspec import UNSET, UnsetType

from referee.api.errors import require
from referee.api.games import Game
from referee.api.long_work import budget_of, followed
from referee.api.optima import asking, read_objective, seat_of
from referee.core.answer import Answer
from referee.core.budget import Budget
from referee.core.state import State
from referee.core.turns import Turn
from referee.i18n.speech import say, thing
from referee.records.completed_turn import Missing
from referee.records.judgement import Step
from referee.records.moments import stop_words
from referee.solve.horizons import turn_text
from referee.workers import shared, workers
from referee_model.best.objective import Objective, Status

if TYPE_CHECKING:
    from referee.solve.game_review import RecordedTurn, Reviewed, ReviewQuestion

ReviewHorizon = Literal["turn", "round"]
HORIZONS: tuple[ReviewHorizon, ...] = get_args(ReviewHorizon)
END = "end the phase"


class ReviewedTurn(Answer, frozen=True, kw_only=True):
    """A turn as it was taken, beside the best one at its table."""

    round: int
    turn_number: int
    player: str
    turn: str
    value: int
    """What the turn was worth; over a round, what was still possible after it."""
    best: str
    best_value: int
    bound: int | None
    status: Status
    """Whether nothing better than the best exists for certain."""
    loss: int
    """How much the turn fell short of the best one."""


class PlayerReview(Answer, frozen=True, kw_only=True):
    """The turns of a player summed up."""

    player: str
    turns: int
    perfect: int
    """Turns that lost nothing."""
    loss: int


class Review(Answer, frozen=True, kw_only=True):
    """A reviewed game, as far as it was reviewed."""

    file: str
    objective: str
    horizon: ReviewHorizon
    complete: bool
    """All turns that were asked for were reviewed."""
    note: str
    """Why the record goes no further, if it does not."""
    left_out: str
    """Which turns behind gaps were left out because their tables are not certain."""
    turns: tuple[ReviewedTurn, ...]
    misses: tuple[ReviewedTurn, ...]
    """The turns that lost most, the worst first."""
    players: tuple[PlayerReview, ...]
    asked: int | UnsetType = UNSET
    """How many turns were to be reviewed, where not all of them were."""


class Reviewing:
    """The turns of a game that are to be reviewed, and by what they are judged."""

    def __init__(
        self,
        game: Game,
        *,
        player: str | None = None,
        objective: str | Objective = "net-worth",
        horizon: ReviewHorizon = "turn",
        jobs: int = 1,
        budget: Budget | None = None,
    ) -> None:
        require(horizon in HORIZONS, "answers.reviews.unknown-horizon", horizons=tuple(HORIZONS))
        require(jobs >= 1, "answers.reviews.jobs-range")
        seat = seat_of(player, game.colours)
        self.game, self.horizon, self.budget = game, horizon, budget_of(budget)
        with asking():
            from referee.solve import game_review  # noqa: PLC0415 - imports the solver

            time_limit = None if self.budget.seconds == inf else self.budget.seconds
            self.question: ReviewQuestion = game_review.ReviewQuestion(
                objective=read_objective(objective), horizon=horizon, time_limit=time_limit
            )
        taken, stopped = game_review.turns_taken(game.read)
        self.note = "" if stopped is None else _note(stopped)
        self.left_out = ""
        if isinstance(stopped, Step) and stopped.missing is not None:
            behind, left_out = _behind_gaps(game)
            taken += [game_review.RecordedTurn(*turn) for turn in behind]
            if left_out is not None:
                self.note, self.left_out = "", left_out
        self.turns: list[RecordedTurn] = [turn for turn in taken if seat in (None, turn.turn.seat)]
        self._jobs = jobs

    def __iter__(self) -> "Iterator[Reviewed]":
        """Yield the turns in their order, each as soon as it is judged."""
        from referee.solve import game_review  # noqa: PLC0415 - imports the solver

        with asking():
            if self._jobs == 1 or len(self.turns) <= 1:
                for turn in self.turns:
                    yield game_review.reviewed(turn, self.question)
                return
            with workers(self._jobs, _take, self.turns) as pool:
                numbers = range(len(self.turns))
                hardest = sorted(numbers, key=lambda at: -game_review.effort(self.turns[at]))
                yield from shared(pool, self._jobs, partial(_one, self.question), hardest)


def _behind_gaps(game: Game) -> tuple[list[tuple[State, Turn, State]], str | None]:
    """Return the turns behind gaps at tables that are certain, and why others are left out.

    The words are None where the gaps could not be filled at all.
    """
    judged = game.judged_gaps
    if judged is None or judged.outcome == "undecided":
        return [], None
    turns = [
        (step.before, step.event, step.after)
        for step in judged.certain_steps()
        if isinstance(step.event, Turn)
    ]
    left_out = judged.turns - len(turns)
    if not left_out:
        return turns, ""
    gap = judged.gap_words(game.colours)
    return turns, say("answers.reviews.left-out", left_out=left_out, gap=gap)


def review_of(asked: Reviewing, max_items: int) -> Review:
    """Return every turn that was asked for, held against the best turn at its table."""
    from referee.solve import game_review  # noqa: PLC0415 - imports the solver

    require(max_items >= 0, "answers.reviews.misses-range")
    game = asked.game

    def notation(turn: Turn | None) -> str:
        if turn is None:
            return thing(END)
        return turn_text(turn, asked.turns[0].before.setting, game.colours)

    def answer_of(one: "Reviewed") -> ReviewedTurn:
        return ReviewedTurn(
            round=one.round,
            turn_number=one.turn_number,
            player=game.colours[one.seat],
            turn=notation(one.turn),
            value=one.value,
            best=notation(one.best),
            best_value=one.best_value,
            bound=one.bound,
            status=one.status,
            loss=one.loss,
        )

    def answer(found: "list[Reviewed]") -> Review:
        complete = len(found) == len(asked.turns)
        return Review(
            file=game.name,
            objective=str(asked.question.objective),
            horizon=asked.horizon,
            complete=complete,
            note=asked.note,
            left_out=asked.left_out,
            turns=tuple(map(answer_of, found)),
            misses=tuple(map(answer_of, game_review.misses(found, max_items))),
            players=tuple(
                PlayerReview(
                    player=colour,
                    turns=len(own),
                    perfect=sum(not turn.loss for turn in own),
                    loss=sum(turn.loss for turn in own),
                )
                for seat, colour in enumerate(game.colours)
                if (own := [turn for turn in found if turn.seat == seat])
            ),
            asked=UNSET if complete else len(asked.turns),
        )

    return followed(asked, len(asked.turns), answer, asked.budget)


def _note(stopped: Step | Missing) -> str:
    """Return why a record goes no further."""
    if isinstance(stopped, Missing):
        return stopped.words("header")
    return stop_words(stopped)


_taken: "list[RecordedTurn]" = []
"""What the processes look at, which they get once: numbers are cheaper to send than tables."""


def _take(taken: "list[RecordedTurn]") -> None:
    _taken[:] = taken


def _one(question: "ReviewQuestion", number: int) -> "Reviewed":
    from referee.solve.game_review import reviewed  # noqa: PLC0415 - imports the solver

    return reviewed(_taken[number], question)
