"""Turns in the notation of records: said for people, and read from what people say."""

from msgspec import Struct
from msgspec.structs import replace

from referee.core.ids import Seat
from referee.core.rule import Violation
from referee.core.state import Setting, State
from referee.core.turns import Turn
from referee.engine import IllegalEventError, step
from referee.i18n.speech import say
from referee.records.completed_turn import Missing
from referee.records.completion import complete
from referee.records.names import Names, Scope
from referee.records.reader import read_turn
from referee.records.record import (
    NOWHERE,
    NamedPlayer,
    Place,
    Problem,
    Statement,
    UnreadableRecordError,
)
from referee.records.writer import line_of, said_of


class TriedTurn(Struct, frozen=True):
    """A turn that somebody said: played, broken or left open."""

    turn: Turn | None = None
    after: State | None = None
    """The table after it, if it is legal."""
    violations: tuple[Violation, ...] = ()
    missing: Missing | None = None


def turn_text(turn: Turn, setting: Setting, colours: tuple[str, ...]) -> str:
    """Return a turn as a record says it."""
    return line_of(Statement(said=said_of(turn, setting.rulings, setting.components)), colours)


def seat_named(word: str, colours: tuple[str, ...]) -> Seat:
    """Return the seat of the player whose colour a word is or begins; a `WordError` if none."""
    players = Scope("player", {colour: colour for colour in colours})
    return Seat(colours.index(players.find(word)))


def attempt(text: str, state: State, colours: tuple[str, ...]) -> TriedTurn:
    """Return what comes of a turn in notation; an `UnreadableRecordError` if it is none.

    The player who is to move need not be named.
    """
    found = complete(state, _read(text, state, colours))
    if isinstance(found, Missing):
        return TriedTurn(missing=found)
    turn = found.turn
    if found.after is not None or found.violations:
        return TriedTurn(turn, found.after, found.violations)
    try:
        return TriedTurn(turn, step(state, turn))
    except IllegalEventError as error:
        return TriedTurn(turn, violations=error.violations)


def _read(text: str, state: State, colours: tuple[str, ...]) -> Turn:
    """Return the turn that a line says, with or without its player."""
    line = " ".join(text.split())
    mover = colours[state.to_move or 0]
    first, _, _ = line.partition(" ")
    names = Names(state.setting.components, tuple(map(NamedPlayer, colours)))
    prefixes = ("", f"{mover} ") if names.players.has(first) else (f"{mover} ", "")
    errors = []
    for prefix in prefixes:
        try:
            turn = read_turn(f"{prefix}{line}", names)
        except UnreadableRecordError as error:
            errors.append(
                UnreadableRecordError(_moved(each, line, len(prefix)) for each in error.problems)
            )
            continue
        if turn is not None:
            return turn
        errors.append(
            UnreadableRecordError(
                [Problem(NOWHERE, say("answers.notation.a-turn-was-expected"), line=line)]
            )
        )
    raise errors[0]


def _moved(problem: Problem, line: str, prefix: int) -> Problem:
    """Return a problem at its place in the line as it was typed."""
    return replace(problem, at=Place(1, max(1, problem.at.column - prefix)), line=line)
