"""A table to look at: a moment of a recorded game, or a position."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from referee.api.games import POSITION, load, no_moment
from referee.api.positions import load_table
from referee.cli.shell import moments
from referee.transcript.moments import At, NoMomentError, Stopped, moment, table_of

F = TypeVar("F", bound=Callable[..., Any])


def _moment(_: click.Context, __: click.Parameter, given: str | None) -> At | None:
    if given is None:
        return None
    try:
        return moment(given)
    except NoMomentError as error:
        raise click.BadParameter(str(error)) from error


def at_option(words: str) -> Callable[[F], F]:
    """Return the option `--at`, with these words in the help."""
    return click.option(
        "--at", metavar="ROUND[.TURN]", callback=_moment, shell_complete=moments, help=words
    )


def table_at(file: Path, at: At | None, folder: Path | None) -> Stopped:
    """Return the table of a position, or of a record at a moment or where its legal part ends."""
    if file.suffix != POSITION:
        game = load(file, components=folder)
        try:
            return table_of(game.read, at)
        except NoMomentError as error:
            raise no_moment(error, game.name) from error
    table = load_table(file, at, components=folder)
    return Stopped(table.colours, table.state)
