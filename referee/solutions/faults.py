"""Where a solver's promise and the engine part: a fault of this software, never of a position."""

from msgspec import Struct

from model.best.objective import Objective
from model.best.spoken_turns import UnorderableError, said
from referee.engine import IllegalEventError, step
from referee.game.canonical import CanonicalTurn
from referee.game.messages.speech import say
from referee.game.state import State
from referee.game.turns import Turn
from referee.solutions.worth import worth


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


class Confirmed(Struct, frozen=True):
    """A turn that the engine found legal and worth exactly what was promised."""

    turn: Turn
    value: int
    after: State


def confirmed(state: State, turn: CanonicalTurn, value: int, wanted: Objective) -> Confirmed:
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
    return Confirmed(spoken, value, after)


def broken_promise(
    state: State, turn: Turn | CanonicalTurn, promised: str, found: str
) -> PromiseBrokenError:
    """Return the error of a promise about a turn at a table."""
    return PromiseBrokenError(UnconfirmedPromise(promised, found, str(turn), state))
