"""Statements of a record, each taken at one table whose numbers may be unread."""

from collections.abc import Callable

from referee.engine import step
from referee.engine.actions import TURNS
from referee.game.events import Event
from referee.game.state import State
from referee.game.turns import Turn
from referee.notation.record import Mark, Record, RoundMark, SaidEvent, Statement
from referee.transcript.completed_turn import Completed, Missing
from referee.transcript.event_completion import filled
from referee.transcript.pieces import bound_claims
from referee.transcript.quantities import TurnEnd, actual
from referee.transcript.unwritten import Unwritten
from referee.unread.decisions import (
    TakenInWorld,
)
from referee.unread.lazy_entries import NotReadError
from referee.unread.seen_pieces import bound_places
from referee.unread.taken_events import completed_turn, not_completed, taken_event


class StatementTaker:
    """Takes the statements of one record, each at one table."""

    def __init__(self, record: Record, binds: Callable[[int], bool]) -> None:
        self._statements = record.statements
        colours = tuple(player.colour for player in record.header.players)
        self._unwritten = Unwritten(record.statements, colours)
        self._binds = binds

    def taken(
        self, table: State, number: int, said: SaidEvent, *, only_straight: bool = False
    ) -> TakenInWorld:
        """Return how a statement stands at a table, and the table after it."""
        statement = self._statements[number]
        while (due := self._unwritten.before(table, number)) is not None:
            if isinstance(due, Missing):
                return TakenInWorld("missing", table, missing=due)
            table = step(table, due)
        meant = bound_places(table, said)
        if isinstance(meant, Missing):
            return TakenInWorld("missing", table, missing=meant)
        found = self._happened(table, meant, only_straight=only_straight)
        if isinstance(found, TakenInWorld):
            return found
        event, after = found
        if after is None and event is not None:
            broken, after = taken_event(table, event)
            if broken:
                return TakenInWorld("illegal", table, violations=broken)
        if statement.taken_back:
            return TakenInWorld("legal", table)
        after = table if after is None else after
        return self._noted(statement, table, after, event, binds=self._binds(number))

    def _happened(
        self, table: State, said: SaidEvent, *, only_straight: bool
    ) -> tuple[Event | None, State | None] | TakenInWorld:
        """Return what a statement says has happened, and the table after it if it is legal."""
        if isinstance(said, Mark):
            return None, None
        if not isinstance(said, Turn):
            happened = filled(table, said)
            if isinstance(happened, Missing):
                return TakenInWorld("missing", table, missing=happened)
            return happened, None
        found = completed_turn(table, said, only_straight=only_straight)
        if isinstance(found, Completed) and not found.violations:
            return found.turn, found.after
        return not_completed(table, found)

    def _noted(
        self, statement: Statement, before: State, after: State, event: Event | None, *, binds: bool
    ) -> TakenInWorld:
        """Return how the notes of a statement stand, the first wrong one deciding."""
        if isinstance(statement.said, RoundMark):
            planning = after.phase == "planning" and not any(after.plans)
            if not planning or statement.said.number != after.round:
                return TakenInWorld("wrong-note", after)
        moment = TurnEnd(before, after, event if isinstance(event, TURNS) else None)
        unchecked = []
        for claim in bound_claims(after, statement.claims) if binds else ():
            if claim.doubtful:
                continue
            try:
                right = actual(moment, claim) == claim.value
            except NotReadError:
                unchecked.append(claim)
                continue
            if not right:
                return TakenInWorld("wrong-note", after, unchecked=tuple(unchecked))
        return TakenInWorld("legal", after, unchecked=tuple(unchecked))
