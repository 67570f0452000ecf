"""Small tables for questions about whole rounds."""

from functools import cache

from referee.game.ids import Seat
from referee.game.shipped_files import shipped
from referee.game.state import State
from referee.notation.reader import Read
from referee.positions.loader import shipped_sets
from referee.transcript.loader import load
from referee.transcript.moments import At, table_of

GAME = "four-players.mgn"


@cache
def record() -> Read:
    """Return the shipped game of four players."""
    return load((shipped("games") / GAME).read_bytes(), shipped_sets)


@cache
def at(round_number: int, turn: int | None = None) -> State:
    """Return a table of that game."""
    return table_of(record(), At(round_number, turn)).state


def mover(state: State) -> Seat:
    """Return who is to move."""
    assert state.to_move is not None
    return state.to_move
