"""The best turn at a table: asked of the solver, confirmed by the engine."""

from msgspec import Struct

from referee.core.canonical import CanonicalTurn
from referee.core.ids import Seat
from referee.core.state import State
from referee.core.turns import EndPhase, Turn
from referee.engine import IllegalEventError, step
from referee.i18n.speech import say
from referee.solve.horizons import PlayedTurn, Question, Stop, worth
from referee_model.best.limits import SolverLimits
from referee_model.best.objective import Objective, Status
from referee_model.best.search import best_turn, top
from referee_model.best.spoken_turns import UnorderableError, said


# Where a solver's promise and the engine part: a fault of this software, never of a position ------
class UnconfirmedPromise(Struct, frozen=True):
    """A promise that the engine did not confirm, with what it takes to see it again."""

    promised: str
    found: str
    turn: str
    table: State | None = None
    """Where it happened, if the solver came to that."""


class PromiseBrokenError(Exception):
    """An answer of a solver that the engine does not confirm."""

    def __init__(self, fault: UnconfirmedPromise) -> None:
        super().__init__(fault)
        self.fault = fault

    def __str__(self) -> str:
        return say(
            "answers.faults.was-promised-but", promised=self.fault.promised, found=self.fault.found
        )


def confirmed(state: State, turn: CanonicalTurn, value: int, wanted: Objective) -> PlayedTurn:
    """Return a promised turn as said and replayed by the engine; an error if it parts."""
    promised = say("answers.faults.a-legal-turn-worth", value=value)
    try:
        spoken = said(state, turn)
    except UnorderableError as error:
        raise broken_promise(state, turn, promised, str(error)) from error
    try:
        after = step(state, spoken)
    except IllegalEventError as error:
        raise broken_promise(
            state, spoken, promised, say("answers.faults.it-breaks", error=error)
        ) from error
    counted = worth(after, turn.seat, wanted)
    if counted != value:
        raise broken_promise(
            state, spoken, promised, say("answers.faults.it-is-worth", counted=counted)
        )
    return PlayedTurn(spoken, after, value)


def broken_promise(
    state: State, turn: Turn | CanonicalTurn, promised: str, found: str
) -> PromiseBrokenError:
    """Return the error of a promise about a turn at a table."""
    return PromiseBrokenError(UnconfirmedPromise(promised, found, str(turn), state))


class ConfirmedBest(Struct, frozen=True, kw_only=True):
    """A best turn with its proof status; the engine has replayed it."""

    question: Question
    before: State
    worth_before: int
    best: PlayedTurn
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

    turns: tuple[PlayedTurn, ...]
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


# A player who looks one turn ahead only, for comparison with whole rounds -------------------------
def greedy_round(
    state: State, seat: Seat, wanted: Objective, stop: Stop | None = None
) -> tuple[PlayedTurn, ...]:
    """Return the rest of a round in which every turn is the best one by itself.

    The others must not move any more. The player goes on as long as no turn is worse than ending;
    once `stop` says so, no further turn is looked for.
    """
    played: list[PlayedTurn] = []
    while state.phase == "actions" and state.to_move == seat:
        turn = said(state, best_turn(state, wanted, optima_limit=1).turn)
        if isinstance(turn, EndPhase):
            break
        state = step(state, turn)
        played.append(PlayedTurn(turn, state, worth(state, seat, wanted)))
        if stop is not None and stop():
            break
    return tuple(played)
