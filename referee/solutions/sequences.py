"""Attempts at more than one turn: a plan perhaps, and turns in their order."""

from referee.engine.planning import check_plan
from referee.game.events import Plan
from referee.game.ids import Seat
from referee.game.messages.speech import say
from referee.game.state import State
from referee.notation.errors import Problem, UnreadableRecordError
from referee.notation.reader import read_text
from referee.notation.record import NOWHERE
from referee.solutions.horizons import Horizon
from referee.solutions.notation import TriedTurn, attempt
from referee.solutions.plans import NO_CARDS_PLACED, turned_up
from referee.solutions.rounds import alone

BETWEEN = ";"
"""Separates turns that come in one piece."""


def attempts(
    state: State, seat: Seat, horizon: Horizon, said: tuple[str, ...], colours: tuple[str, ...]
) -> tuple[State, tuple[TriedTurn, ...]]:
    """Return the table that turns begin at, and what comes of each, up to one that fails.

    The others stand still, as they do for the solver.
    """
    pieces = [piece.strip() for word in said for piece in word.split(BETWEEN) if piece.strip()]
    if not pieces:
        raise UnreadableRecordError(
            [Problem(NOWHERE, say("answers.sequences.a-turn-was-expected"))]
        )
    tried: list[TriedTurn] = []
    if horizon in ("plan", "game") and state.phase == "planning":
        plan = _plan(pieces.pop(0), state, seat, colours)
        others = {
            Seat(other): lying or Plan(seat=Seat(other), slots=NO_CARDS_PLACED)
            for other, lying in enumerate(state.plans)
            if other != seat
        }
        if violations := tuple(check_plan(state, plan)):
            return state, (TriedTurn(violations=violations),)
        state = turned_up(state, seat, others, plan.slots)
    else:
        state = alone(state, seat)
    start = state
    for piece in pieces:
        one = attempt(piece, state, colours)
        tried.append(one)
        if one.after is None:
            break
        state = one.after
    return start, tuple(tried)


def _plan(line: str, state: State, seat: Seat, colours: tuple[str, ...]) -> Plan:
    """Return the plan that a line says, with or without its player."""
    words = line if line.split(" ", 1)[0] in colours else f"{colours[seat]} {line}"
    header = f"players {', '.join(colours)}"
    read = read_text(f"{header}\n{words}", lambda _: state.setting.components)
    said = read.record.statements[0].said if read.record.statements else None
    if not isinstance(said, Plan) or said.seat != seat:
        raise UnreadableRecordError(
            [
                Problem(
                    NOWHERE,
                    say("answers.sequences.a-plan-of-was-expected", colours=colours[seat]),
                    line=line,
                )
            ]
        )
    return said
