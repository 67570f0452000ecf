"""Positions in files, as all commands take them."""

from pathlib import Path

from referee.cli.exits import MISUSED, NO
from referee.cli.refusing import refuse_file
from referee.cli.sources import name_of, read_bytes, sets_beside, sets_of
from referee.game.input_limits import BYTES_OF_A_POSITION
from referee.positions import Fault, Position, PositionError, load_position
from referee.transcript.headers import Sets
from referee.transcript.problems import UnreadableError


def load_file(file: Path, sets: Sets) -> Position:
    """Return the position in a file; a `PositionError` if there is none, or it cannot be."""
    try:
        data = read_bytes(file, BYTES_OF_A_POSITION)
        return load_position(data, name_of(file), sets_beside(file, sets))
    except UnreadableError as error:
        faults = [
            Fault(kind="unreadable", path=(), message=problem.message) for problem in error.problems
        ]
        raise PositionError(name_of(file), faults) from error


def position_in(file: Path, folder: Path | None) -> Position:
    """Return the position in a file, or say what is wrong with it and exit."""
    try:
        return load_file(file, sets_of(folder))
    except PositionError as error:
        problems = [fault.problem for fault in error.faults]
        refuse_file(name_of(file), problems, MISUSED if error.is_unreadable else NO)
