"""A moment of a recorded game, such as `3.4`, and the table there."""

import re

from msgspec import Struct

from referee.engine import check_setting, initial
from referee.engine.actions import refill_due
from referee.game.messages import language
from referee.game.state import State
from referee.transcript.completing import Missing
from referee.transcript.judge import Step, setting_of, walk
from referee.transcript.reading import Read


class At(Struct, frozen=True):
    """A round, and in it a turn; without one the planning of the round."""

    round: int
    turn: int | None = None


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


class NoMomentError(ValueError):
    """A record without the table that was asked for; with the last one, if there is any."""

    def __init__(self, message: str, stopped: Stopped | None = None) -> None:
        super().__init__(message)
        self.stopped = stopped


def moment(given: str) -> At:
    """Return the moment that a text names; a `NoMomentError` if it names none."""
    found = re.fullmatch(r"(\d{1,3})(?:\.(\d{1,4}))?", given)
    if found is None:
        raise NoMomentError(f"{given!r:.40} was given; a round or round.turn is wanted: 3.4")
    return At(int(found[1]), int(found[2]) if found[2] else None)


def table_of(read: Read, at: At | None) -> Stopped:
    """Return the table of a record at a moment, or where its legal part ends."""
    setting = setting_of(read.record.header, read.components)
    if isinstance(setting, Missing):
        raise NoMomentError(f"the record does not say: {', '.join(setting.what)}")
    for violation in check_setting(setting):
        message = language().message(violation)
        raise NoMomentError(f"the header breaks {violation.rule.id}: {message}")
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
        raise NoMomentError(f"the record has no round {at.round}{turn}", stopped)
    return stopped


def _is_at(state: State, at: At) -> bool:
    if state.round != at.round:
        return False
    if at.turn is None:
        return state.phase == "planning"
    return state.phase == "actions" and state.turn == at.turn and not refill_due(state)
