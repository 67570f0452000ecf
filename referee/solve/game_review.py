"""The review of a game: what every turn was worth, and what the best one would have been."""

from collections.abc import Sequence

from msgspec import Struct

from referee.core.components import ExpansionCard
from referee.core.ids import Seat
from referee.core.state import State
from referee.core.turns import EndPhase, Turn
from referee.i18n.speech import say
from referee.records.completed_turn import Missing
from referee.records.judge import setting_of, walk
from referee.records.judgement import Step
from referee.records.reader import Read
from referee.solve.best import broken_promise, confirmed
from referee.solve.horizons import NET_WORTH, Horizon, HorizonQuestion, worth
from referee.solve.rounds import best_round
from referee_model.best.limits import SolverLimits
from referee_model.best.objective import Objective, Status
from referee_model.best.search import best_turn


class ReviewQuestion(Struct, frozen=True, kw_only=True):
    """By what turns are judged, how far one looks, and how long for each."""

    objective: Objective = NET_WORTH
    horizon: Horizon = "turn"
    time_limit: float | None = None


class RecordedTurn(Struct, frozen=True):
    """A turn as it was recorded, between two tables."""

    before: State
    turn: Turn
    after: State


class Reviewed(Struct, frozen=True, kw_only=True):
    """A turn judged: its worth, the best one, and what was lost."""

    round: int
    turn_number: int
    seat: Seat
    turn: Turn
    value: int
    """What the turn was worth; over a round, what was still possible after it."""
    best: Turn | None
    """The best turn, or the first of the best round; None if that is to end the phase."""
    best_value: int
    bound: int | None
    status: Status
    """Whether nothing better than the best exists for certain."""

    @property
    def loss(self) -> int:
        """How much the turn fell short of the best one."""
        return max(0, self.best_value - self.value)


def turns_taken(read: Read) -> tuple[list[RecordedTurn], Step | Missing | None]:
    """Return the turns of a record as far as it is legal, and what stopped it."""
    setting = setting_of(read.record.header, read.components)
    if isinstance(setting, Missing):
        return [], setting
    taken: list[RecordedTurn] = []
    for step in walk(read.record, setting):
        if step.stops:
            return taken, step
        if step.counts and isinstance(step.event, Turn):
            taken.append(RecordedTurn(step.before, step.event, step.after))
    return taken, None


def effort(taken: RecordedTurn) -> int:
    """Return what tells turns that take long from others: cards to use, above all expansions."""
    player = taken.before.players[taken.turn.seat]
    cards = taken.before.setting.components.card
    face_up = [cards[card] for card in player.slots if card and card not in player.used]
    return len(face_up) + 2 * sum(isinstance(card, ExpansionCard) for card in face_up)


def reviewed(taken: RecordedTurn, question: ReviewQuestion) -> Reviewed:
    """Return one turn judged."""
    return _in_round(taken, question) if question.horizon == "round" else _alone(taken, question)


def _alone(taken: RecordedTurn, question: ReviewQuestion) -> Reviewed:
    limits = SolverLimits.of(seconds=question.time_limit)
    answer = best_turn(taken.before, question.objective, optima_limit=0, limits=limits)
    value = worth(taken.after, taken.turn.seat, question.objective)
    best = taken.turn
    if answer.value > value:
        best = confirmed(taken.before, answer.turn, answer.value, question.objective).turn
    elif answer.status == "optimal" and value > answer.value:
        promised, found = (
            say("answers.game_review.nothing-better", value=answer.value),
            say("answers.faults.actual-worth", counted=value),
        )
        raise broken_promise(taken.before, taken.turn, promised, found)
    return _judged(taken, value, best, max(answer.value, value), answer.bound, answer.status)


def _in_round(taken: RecordedTurn, question: ReviewQuestion) -> Reviewed:
    """Judge a turn by what was possible in the round before it and after it."""
    asked = HorizonQuestion(objective=question.objective, time_limit=question.time_limit)
    seat = taken.turn.seat
    before = best_round(taken.before, seat, asked)
    best = before.turns[0].turn if before.turns else None
    if isinstance(taken.turn, EndPhase):
        value, after_status = worth(taken.after, seat, question.objective), before.status
    else:
        after = best_round(taken.after, seat, asked)
        value, after_status = after.value, after.status
    status: Status = "optimal" if before.status == after_status == "optimal" else "bound"
    # What was possible after the turn was possible before it.
    return _judged(taken, value, best, max(before.value, value), before.bound, status)


def _judged(
    taken: RecordedTurn,
    value: int,
    best: Turn | None,
    best_value: int,
    bound: int | None,
    status: Status,
) -> Reviewed:
    return Reviewed(
        round=taken.before.round,
        turn_number=taken.before.turn,
        seat=taken.turn.seat,
        turn=taken.turn,
        value=value,
        best=best,
        best_value=best_value,
        bound=bound,
        status=status,
    )


def misses(turns: Sequence[Reviewed], most: int) -> list[Reviewed]:
    """Return the turns that lost most, the worst first."""
    lossy = [turn for turn in turns if turn.loss]
    return sorted(lossy, key=lambda turn: -turn.loss)[:most]
