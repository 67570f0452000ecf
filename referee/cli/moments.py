"""A table to look at: a moment of a recorded game, or a position."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from referee.cli.exits import MISUSED
from referee.cli.position_files import position_in
from referee.cli.refusing import refuse_file
from referee.cli.render.table import when_words
from referee.cli.shell import moments
from referee.cli.sources import POSITION, name_of, read_game, sets_of
from referee.transcript.moments import At, NoMomentError, Stopped, moment, table_of
from referee.transcript.problems import UnreadableError
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
    """Return the record in a file, or say what cannot be read and exit."""
    try:
        return read_game(file, sets_of(folder))
    except UnreadableError as error:
        refuse_file(name_of(file), error.problems, MISUSED)


def table_at(file: Path, at: At | None, folder: Path | None) -> Stopped:
    """Return the table of a position, or of a record at a moment or where its legal part ends."""
    if file.suffix != POSITION:
        return _of_record(readable(file, folder), at)
    if at is not None:
        raise click.UsageError("a position is one moment; --at is for recorded games")
    position = position_in(file, folder)
    return Stopped(position.colours, position.state)


def _of_record(read: Read, at: At | None) -> Stopped:
    try:
        return table_of(read, at)
    except NoMomentError as error:
        raise misuse(error) from error


def misuse(error: NoMomentError) -> click.UsageError:
    """Return what a command says about a moment that a record does not have."""
    words, stopped = str(error), error.stopped
    if stopped is not None:
        note = f" ({stopped.note})" if stopped.note else ""
        words += f"; it ends {when_words(stopped.state, stopped.colours)}{note}"
    return click.UsageError(words)
