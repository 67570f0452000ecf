"""Positions in files, as all commands take them."""

from pathlib import Path

from referee.api.errors import UnreadableError
from referee.api.positions import position_in as position_read
from referee.api.sources import given, sets_beside
from referee.cli.sources import name_of
from referee.positions import Fault, Position, PositionError, load_position
from referee.transcript.headers import Sets
from referee.transcript.problems import UnreadableError as UnreadableRecordError


def load_file(file: Path, sets: Sets) -> Position:
    """Return the position in a file; a `PositionError` if there is none, or it cannot be."""
    try:
        read = given(file)
        return load_position(read.data, read.name, sets_beside(read.path, sets))
    except (UnreadableError, UnreadableRecordError) as error:
        faults = [
            Fault(kind="unreadable", path=(), message=problem.message) for problem in error.problems
        ]
        raise PositionError(name_of(file), faults) from error


def position_in(file: Path, folder: Path | None) -> Position:
    """Return the position in a file."""
    return position_read(given(file), components=folder)
