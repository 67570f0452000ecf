"""Attempts at puzzles: a turn, or a plan perhaps and turns in their order; no solver is needed."""

from msgspec import Struct

from referee.core.events import Plan
from referee.core.ids import Seat
from referee.core.state import State
from referee.engine.actions import action_of
from referee.engine.planning import check_plan
from referee.i18n.speech import say
from referee.records.reader import read_text
from referee.records.record import NOWHERE, Problem, UnreadableRecordError
from referee.solve.horizons import NO_CARDS_PLACED, Horizon, alone, turned_up
from referee.solve.notation import TriedTurn, attempt
from referee.solve.puzzle import Puzzle
from referee.solve.worth import worth

BETWEEN = ";"
"""Separates turns that come in one piece."""


class JudgedAttempt(Struct, frozen=True):
    """An attempt at a puzzle: what came of it, and how far it is from the optimum."""

    attempt: TriedTurn
    """The turn, or of several the last that was looked at."""
    value: int | None = None
    """What the turn is worth; None if it is not legal or leaves something open."""
    short: int | None = None
    """How much it lacks to the optimum."""
    earlier: tuple[TriedTurn, ...] = ()
    """The turns before it."""
    start: State | None = None
    """The table that several turns began at."""

    @property
    def is_solved(self) -> bool:
        """Whether nothing is better."""
        return self.short == 0


def judge(puzzle: Puzzle, *said: str) -> JudgedAttempt:
    """Return what an attempt is worth; an `UnreadableRecordError` if it is no turn.

    An attempt at one turn may come in several words; each of several turns is one piece.
    """
    if puzzle.horizon != "turn":
        return _judge_all(puzzle, said)
    tried = attempt(" ".join(said), puzzle.state, puzzle.colours)
    if tried.turn is not None and puzzle.action not in (None, action_of(tried.turn)):
        message = say("answers.puzzle_proofs.only-a-turn-of-the", action=puzzle.action)
        raise UnreadableRecordError([Problem(NOWHERE, message, line=" ".join(said))])
    if tried.after is None:
        return JudgedAttempt(tried)
    value = worth(tried.after, puzzle.seat, puzzle.objective)
    return JudgedAttempt(tried, value, puzzle.optimum - value)


def _judge_all(puzzle: Puzzle, said: tuple[str, ...]) -> JudgedAttempt:
    start, tried = attempts(puzzle.state, puzzle.seat, puzzle.horizon, said, puzzle.colours)
    if not tried:
        value = worth(start, puzzle.seat, puzzle.objective)
        nothing = TriedTurn(after=start)
        return JudgedAttempt(nothing, value, puzzle.optimum - value, start=start)
    *earlier, last = tried
    if last.after is None:
        return JudgedAttempt(last, earlier=tuple(earlier), start=start)
    value = worth(last.after, puzzle.seat, puzzle.objective)
    return JudgedAttempt(last, value, puzzle.optimum - value, tuple(earlier), start)


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
