"""A moment of a recorded game, as `--at ROUND.TURN` names it."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click
from msgspec import Struct

from referee.cli.console import show
from referee.cli.exits import MISUSED
from referee.cli.render.problems import problem_page
from referee.cli.render.table import moment_words
from referee.cli.sources import read_game, sets_of
from referee.engine import check_setting, initial
from referee.engine.actions import refill_due
from referee.game.events import Event
from referee.game.messages import language
from referee.game.state import State
from referee.transcript.completing import Missing
from referee.transcript.judge import Step, setting_of, walk
from referee.transcript.problems import UnreadableError
from referee.transcript.reading import Read
from referee.transcript.record import Record

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
    """A table of a recorded game, and what kept the record from going further."""

    record: Record
    state: State
    stopped_by: Step | None = None
    events: tuple[Event, ...] = ()
    """What has happened up to this table."""

    @property
    def colours(self) -> tuple[str, ...]:
        """The colours of the players by seat."""
        return tuple(player.colour for player in self.record.header.players)

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


def table_at(read: Read, at: At | None) -> Stopped:
    """Return the table at a moment, or at the end of what is legal in a record."""
    setting = setting_of(read.record.header, read.components)
    if isinstance(setting, Missing):
        raise click.UsageError(f"the record does not say: {', '.join(setting.what)}")
    for violation in check_setting(setting):
        message = language().message(violation)
        raise click.UsageError(f"the header breaks {violation.rule.id}: {message}")
    state = initial(setting)
    stopped = Stopped(read.record, state)
    events: list[Event] = []
    for step in walk(read.record, setting):
        if at is not None and _is_at(step.before, at):
            return Stopped(read.record, step.before, events=(*events, *step.inserted))
        if step.counts and (step.missing is not None or step.violations):
            stopped = Stopped(read.record, step.before, step, (*events, *step.inserted))
            break
        events += step.inserted
        if step.counts and step.event is not None:
            events.append(step.event)
        stopped = Stopped(read.record, step.after, events=tuple(events))
    if at is not None and not _is_at(stopped.state, at):
        turn = "" if at.turn is None else f", turn {at.turn}"
        reached = moment_words(stopped.state, stopped.colours)
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
