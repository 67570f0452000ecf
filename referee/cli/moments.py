"""A table to look at: a moment of a recorded game, or a position."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click
from msgspec import Struct

from referee.cli.console import show
from referee.cli.exits import MISUSED
from referee.cli.position_files import POSITION, position_in
from referee.cli.render.problems import problem_page
from referee.cli.render.table import moment_words
from referee.cli.sources import read_game, sets_of
from referee.engine import check_setting, initial
from referee.engine.actions import refill_due
from referee.game.messages import language
from referee.game.state import State
from referee.transcript.completing import Missing
from referee.transcript.judge import Step, setting_of, walk
from referee.transcript.problems import UnreadableError
from referee.transcript.reading import Read

F = TypeVar("F", bound=Callable[..., Any])


class At(Struct, frozen=True):
    """A round, and in it a turn; without one the planning of the round."""

    round: int
    turn: int | None = None


def _moment(_: click.Context, __: click.Parameter, given: str | None) -> At | None:
    if given is None:
        return None
    found = re.fullmatch(r"(\d{1,3})(?:\.(\d{1,4}))?", given)
    if found is None:
        raise click.BadParameter(f"{given!r:.40} was given; a round or round.turn is wanted: 3.4")
    return At(int(found[1]), int(found[2]) if found[2] else None)


def at_option(words: str) -> Callable[[F], F]:
    """Return the option `--at`, with these words in the help."""
    return click.option("--at", metavar="ROUND[.TURN]", callback=_moment, help=words)


class Stopped(Struct, frozen=True):
    """A table with its players, and what kept the record from going further."""

    colours: tuple[str, ...]
    """The colours of the players by seat."""
    state: State
    stopped_by: Step | None = None

    @property
    def note(self) -> str:
        """Why the table is not that of the end of the record, if it is not."""
        step = self.stopped_by
        if step is None:
            return ""
        place = f"line {step.statement.at.line}" if step.statement.at.line else "a statement"
        if step.missing is not None:
            return f"{place} leaves open: {', '.join(step.missing.what)}"
        rules = ", ".join(violation.rule.id for violation in step.violations)
        return f"{place} breaks {rules}; this is the table before it"


def readable(file: Path, folder: Path | None) -> Read:
    """Return the record in a file, or say what cannot be read and exit."""
    try:
        return read_game(file, sets_of(folder))
    except UnreadableError as error:
        show(problem_page(str(file), error.problems))
        raise click.exceptions.Exit(MISUSED) from error


def table_at(file: Path, at: At | None, folder: Path | None) -> Stopped:
    """Return the table of a position, or of a record at a moment or where its legal part ends."""
    if file.suffix != POSITION:
        return _table_of(readable(file, folder), at)
    if at is not None:
        raise click.UsageError("a position is one moment; --at is for recorded games")
    position = position_in(file, folder)
    return Stopped(position.colours, position.state)


def _table_of(read: Read, at: At | None) -> Stopped:
    setting = setting_of(read.record.header, read.components)
    if isinstance(setting, Missing):
        raise click.UsageError(f"the record does not say: {', '.join(setting.what)}")
    for violation in check_setting(setting):
        message = language().message(violation)
        raise click.UsageError(f"the header breaks {violation.rule.id}: {message}")
    colours = tuple(player.colour for player in read.record.header.players)
    stopped = Stopped(colours, initial(setting))
    for step in walk(read.record, setting):
        if at is not None and _is_at(step.before, at):
            return Stopped(colours, step.before)
        if step.counts and (step.missing is not None or step.violations):
            stopped = Stopped(colours, step.before, step)
            break
        stopped = Stopped(colours, step.after)
    if at is not None and not _is_at(stopped.state, at):
        turn = "" if at.turn is None else f", turn {at.turn}"
        reached = moment_words(stopped.state, colours)
        note = f" ({stopped.note})" if stopped.note else ""
        raise click.UsageError(
            f"the record has no round {at.round}{turn}; it ends at {reached}{note}"
        )
    return stopped


def _is_at(state: State, at: At) -> bool:
    if state.round != at.round:
        return False
    if at.turn is None:
        return state.phase == "planning"
    return state.phase == "actions" and state.turn == at.turn and not refill_due(state)
