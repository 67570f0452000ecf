"""Small tables for questions about whole rounds."""

from functools import cache

from referee.core.ids import Seat
from referee.core.shipped_files import shipped
from referee.core.state import State
from referee.positions.loader import shipped_sets
from referee.records.loader import load
from referee.records.moments import At, table_of
from referee.records.reader import Read

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
