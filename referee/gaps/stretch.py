"""Lines in a row that leave nothing open: carried out one after the other without a choice."""

from collections.abc import Hashable, Sequence
from typing import Any

from referee.engine import IllegalEventError, UnreadableEventError, step
from referee.engine.actions import TURNS
from referee.game.events import Event, Plan, PrepareRound
from referee.game.state import State
from referee.game.turns import Turn
from referee.gaps.budget import CountWork
from referee.gaps.lines import GapLine, is_exact
from referee.gaps.moves import Move, names_in
from referee.gaps.stand_ins import World, unseen
from referee.gaps.transfer import Effect, Likeness
from referee.gaps.unwritten import due_before
from referee.transcript.quantities import TurnEnd, actual

MOST_WALKED = 20_000
"""Turns that are remembered before they are forgotten, so that memory is bounded."""


STEPS_OF_A_LINE = 4
"""What carrying out a line costs, in beginnings of a turn that are looked at."""

UNKNOWN: Any = object()


def uncounted(steps: int = 1) -> None:
    """Count nothing."""


def stepped(table: State, event: Event) -> State | None:
    """Return the table after an event; None if it is illegal."""
    try:
        return step(table, event)
    except (IllegalEventError, UnreadableEventError):
        return None


class Walked:
    """What the turns of a record have come to on tables that look alike to them."""

    def __init__(self) -> None:
        self._passed: set[int] = set()
        self._known: dict[Hashable, Effect | None] = {}
        self._likeness = Likeness()

    def after(self, table: State, turn: Turn, place: int) -> State | None:
        """Return the table after the turn of a line; None if it is illegal."""
        if place not in self._passed:
            # Where only one table comes there is nothing to remember.
            self._passed.add(place)
            return stepped(table, turn)
        key = (place, self._likeness.to_turn(table, turn))
        effect = self._known.get(key, UNKNOWN)
        if effect is not UNKNOWN:
            return None if effect is None else effect.on(table)
        if len(self._known) >= MOST_WALKED:
            self._known.clear()
        after = stepped(table, turn)
        self._known[key] = None if after is None else Effect(table, after, turn.seat)
        return after


class Stretches:
    """Goes through the lines of a record as far as nothing is open."""

    def __init__(self, lines: Sequence[GapLine], tick: CountWork) -> None:
        self.lines = lines
        self.tick = tick
        self.plain = [is_exact(line.content) for line in lines]
        self._walked = Walked()
        self._names: dict[int, frozenset[str]] = {}

    def run(self, world: World, place: int) -> tuple[Move | None, int] | None:
        """Return the move through the lines from a place on, and how far it came.

        None if the first line is none to go through; a move of None if a line refutes the world.
        Worlds may meet at the end of a round, so a stretch ends there.
        """
        table, first = world.table, place
        unnamed = world.stand_ins | unseen(table) if world.stand_ins else None
        while place < len(self.lines) and self.plain[place]:
            line = self.lines[place]
            event: Event = line.content  # type: ignore[assignment]
            if unnamed is not None and not self._leaves_alone(place, event, unnamed):
                break
            if due_before(table, line.content) is not None:
                break
            after = self.after(table, line, place)
            if after is None:
                return None, place
            table = after
            place += 1
            if isinstance(event, PrepareRound):
                break
        if place == first:
            return None
        return Move(None, (), World(table, world.stand_ins), lines=place - first), place

    def after(self, table: State, line: GapLine, place: int | None = None) -> State | None:
        """Return the table after a line that leaves nothing open; None if it does not fit."""
        self.tick(STEPS_OF_A_LINE)
        event: Event = line.content  # type: ignore[assignment]
        if place is not None and isinstance(event, TURNS):
            after = self._walked.after(table, event, place)
        else:
            after = stepped(table, event)
        if after is not None and line.claims:
            moment = _moment(table, after, line)
            if any(actual(moment, claim) != claim.value for claim in line.claims):
                return None
        return after

    def moment(self, before: State, after: State, place: int) -> TurnEnd:
        """Return the tables around a line as claims are held against them."""
        return _moment(before, after, self.lines[place])

    def _leaves_alone(self, place: int, event: Event, unnamed: frozenset[str]) -> bool:
        """Return whether an event, and claims about it, have nothing to do with stand-ins."""
        if not isinstance(event, (Plan, *TURNS)):
            return False
        if place not in self._names:
            claims = self.lines[place].claims
            items = [claim.item for claim in claims if claim.item is not None]
            self._names[place] = frozenset([*names_in(event), *items])
        return self._names[place].isdisjoint(unnamed)


def _moment(before: State, after: State, line: GapLine) -> TurnEnd:
    content = line.content
    return TurnEnd(before, after, content if isinstance(content, TURNS) else None)
