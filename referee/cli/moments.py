"""A table to look at: a moment of a recorded game, or a position."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from referee.api.games import load_game, no_moment
from referee.api.positions import load_table
from referee.api.tables import Table
from referee.cli.shell import moments
from referee.transcript.moments import At, NoMomentError, moment
from referee.transcript.reading import Read

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


def readable(file: Path, folder: Path | None) -> Read:
    """Return the record in a file."""
    return load_game(file, components=folder).read


def table_at(file: Path, at: At | None, folder: Path | None) -> Table:
    """Return the table of a position, or of a record at a moment or where its legal part ends."""
    return load_table(file, at, components=folder)


def misuse(error: NoMomentError) -> click.UsageError:
    """Return what a command says about a moment that a record does not have."""
    return click.UsageError(no_moment(error, "").message)
