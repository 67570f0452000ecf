"""A moment of a recorded game, such as `3.4`, and the table there."""

import re
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from referee.core.events import Event, Plan
from referee.core.state import SETUP_PHASES, Setting, State
from referee.engine import check_setting, initial
from referee.engine.actions import refill_due
from referee.i18n import language
from referee.i18n.speech import named, one_by_one, say
from referee.records.completed_turn import Missing
from referee.records.judge import setting_of, walk
from referee.records.judgement import Step
from referee.records.reader import Read
from referee.records.record import Mark, Record, SaidEvent, Statement

# Addresses of statements: `setup.3`, `3.plan.blue`, `3.2`, `3.2.refill`, and `line:41` ------------
#
# A turn that was taken back is `3.2.takeback1`, counted among those of its turn.
ADDRESS: Final = re.compile(
    r"setup\.\d{1,4}|\d{1,3}\.plan\.[\w'-]{1,100}|\d{1,3}\.\d{1,4}\.(refill|takeback\d{1,3})"
    r"|line:\d{1,5}"
)
"""The addresses that are more than a round and a turn."""


class Addresses:
    """Finds the statement of an address while a record is gone through."""

    def __init__(self, statements: Sequence[Statement], colours: tuple[str, ...]) -> None:
        self._statements = statements
        self._colours = colours

    def is_before(self, table: State, number: int, address: str) -> bool:
        """Return whether a table lies before the statement that an address names."""
        if address.startswith("line:"):
            return line_address(number, self._statements) == address
        return address_of(table, number, self._statements, self._colours) == address


def address_of(
    table: State, number: int, statements: Sequence[Statement], colours: tuple[str, ...]
) -> str:
    """Return the address of a statement before which the table is certain."""
    said = statements[number].said
    if table.phase in SETUP_PHASES:
        told = sum(not isinstance(each.said, Mark) for each in statements[: number + 1])
        return f"setup.{told}"
    address = _in_round(table, said, colours)
    if statements[number].taken_back and address:
        return f"{address}.takeback{_taken_back_before(number, statements) + 1}"
    return address or line_address(number, statements)


def _taken_back_before(number: int, statements: Sequence[Statement]) -> int:
    """Return how many turns were taken back directly before a statement."""
    found = 0
    for statement in reversed(statements[:number]):
        if not statement.taken_back and not isinstance(statement.said, Mark):
            break
        found += statement.taken_back
    return found


def _in_round(table: State, said: SaidEvent, colours: tuple[str, ...]) -> str:
    if table.phase == "planning":
        if isinstance(said, Plan) and 0 <= said.seat < len(colours):
            return f"{table.round}.plan.{colours[said.seat]}"
        return str(table.round)
    if table.phase != "actions":
        return ""
    if refill_due(table):
        # A turn is over before its refill, so that the next one is due already.
        return f"{table.round}.{table.turn - 1}.refill"
    return f"{table.round}.{table.turn}"


def line_address(number: int, statements: Sequence[Statement]) -> str:
    """Return the address of a statement by its line; JSON has no lines but numbers."""
    return f"line:{statements[number].at.line or number + 1}"


class At(Struct, frozen=True):
    """A round, and in it a turn; without one the planning of the round.

    With an address it is the moment before that statement, and the round says nothing.
    """

    round: int
    turn: int | None = None
    address: str = ""


class Stopped(Struct, frozen=True):
    """A table with its players, and what kept the record from going further."""

    colours: tuple[str, ...]
    """The colours of the players by seat."""
    state: State
    stopped_by: Step | None = None
    events: tuple[Event, ...] = ()
    """What has happened up to this table."""
    record: Record | None = None
    """The record that it is of; a position is of none."""

    @property
    def note(self) -> str:
        """Why the table is not that of the end of the record, if it is not."""
        step = self.stopped_by
        if step is None:
            return ""
        words = stop_words(step)
        return words if step.missing else one_by_one((words, say("records.moments.table-before")))


def stop_words(step: Step) -> str:
    """Return why a record goes no further than a statement: what is open, or the broken rules."""
    line = step.statement.at.line
    if step.missing is not None:
        words = step.missing.words()
        return named(say("records.moments.line", line=line), words) if line else words
    rules = tuple(violation.rule.id for violation in step.violations)
    if line:
        return say("records.moments.line-breaks", line=line, rules=rules)
    return say("records.moments.statement-breaks", rules=rules)


class NoMomentError(ValueError):
    """A record without the table that was asked for; with the last one, if there is any."""

    def __init__(self, message: str, stopped: Stopped | None = None, at: At | None = None) -> None:
        super().__init__(message)
        self.stopped = stopped
        self.at = at


def moment(given: str) -> At:
    """Return the moment that a text names; a `NoMomentError` if it names none."""
    if ADDRESS.fullmatch(given):
        return At(0, None, given)
    found = re.fullmatch(r"(\d{1,3})(?:\.(\d{1,4}))?", given)
    if found is None:
        raise NoMomentError(say("records.moments.bad-address", given=f"{given!r:.40}"))
    return At(int(found[1]), int(found[2]) if found[2] else None)


def known_setting(read: Read) -> Setting:
    """Return the frame of a recorded game; a `NoMomentError` if the record does not tell it."""
    setting = setting_of(read.record.header, read.components)
    if isinstance(setting, Missing):
        raise NoMomentError(setting.words())
    return setting


def table_of(read: Read, at: At | None) -> Stopped:
    """Return the table of a record at a moment, or where its legal part ends."""
    record = read.record
    setting = known_setting(read)
    for violation in check_setting(setting):
        message = language().message(violation)
        raise NoMomentError(
            say("records.moments.header-breaks", id=violation.rule.id, message=message)
        )
    colours = tuple(player.colour for player in record.header.players)
    stopped = Stopped(colours, initial(setting), record=record)
    events: list[Event] = []
    agreed = False
    addresses = Addresses(record.statements, colours)
    for number, step in enumerate(walk(record, setting)):
        happened = () if agreed else (*events, *step.inserted)
        if at is not None and stands_at(step.before, at, number, addresses):
            return Stopped(colours, step.before, None, happened, record)
        if step.stops:
            stopped = Stopped(colours, step.before, step, happened, record)
            break
        events += step.inserted
        if step.counts and step.event is not None:
            events.append(step.event)
        # No row of events leads to a table on which people changed something.
        agreed = agreed or (step.event is None and step.after != step.before)
        stopped = Stopped(colours, step.after, None, () if agreed else tuple(events), record)
    if at is not None and not is_at(stopped.state, at):
        raise no_such_moment(at, stopped)
    return stopped


def no_such_moment(at: At, stopped: Stopped) -> NoMomentError:
    """Return the error of a moment that a record does not come to."""
    if at.address:
        return NoMomentError(say("records.moments.no-statement", address=at.address), stopped, at)
    if at.turn is None:
        return NoMomentError(say("records.moments.no-round", round=at.round), stopped, at)
    words = say("records.moments.no-turn", round=at.round, turn=at.turn)
    return NoMomentError(words, stopped, at)


def is_at(state: State, at: At) -> bool:
    """Return whether a table is that of a moment."""
    if at.address or state.round != at.round:
        return False
    if at.turn is None:
        return state.phase == "planning"
    return state.phase == "actions" and state.turn == at.turn and not refill_due(state)


def stands_at(state: State, at: At, number: int, addresses: Addresses) -> bool:
    """Return whether the table before a statement is that of a moment or an address."""
    return addresses.is_before(state, number, at.address) if at.address else is_at(state, at)
