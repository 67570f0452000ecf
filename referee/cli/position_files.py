"""Positions in files, as all commands take them."""

from pathlib import Path
from typing import Final

import click

from referee.cli.console import show
from referee.cli.exits import MISUSED, NO
from referee.cli.render.problems import problem_page
from referee.cli.sources import read_bytes, sets_of
from referee.positions import Position, PositionError, load_position
from referee.transcript.problems import UnreadableError

POSITION: Final = ".toml"
"""The ending by which a position is told from a recorded game."""


def position_in(file: Path, folder: Path | None) -> Position:
    """Return the position in a file, or say what is wrong with it and exit."""
    try:
        return load_position(read_bytes(file), str(file), sets_of(folder))
    except UnreadableError as error:
        show(problem_page(str(file), error.problems))
        raise click.exceptions.Exit(MISUSED) from error
    except PositionError as error:
        show(problem_page(str(file), [fault.problem for fault in error.faults]))
        raise click.exceptions.Exit(MISUSED if error.is_unreadable else NO) from error
