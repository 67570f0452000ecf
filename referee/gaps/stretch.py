"""Lines in a row that leave nothing open: carried out one after the other without a choice."""

from collections.abc import Hashable, Sequence
from typing import Any

from msgspec import Struct

from referee.core.budget import CountWork
from referee.core.events import Event, Plan, PrepareRound
from referee.core.state import State
from referee.engine.actions import TURNS
from referee.gaps.dependencies import Alike, Effect, SpotsOfRows
from referee.gaps.draws import due_before
from referee.gaps.lines import GapLine, is_exact
from referee.gaps.stand_ins import Move, World, names_in, stepped, unseen
from referee.records.quantities import TurnEnd, actual

MOST_KNOWN = 20_000
"""Rows of lines that are remembered before they are forgotten, so that memory is bounded."""

STEPS_OF_A_LINE = 4
"""What carrying out a line costs, in beginnings of a turn that are looked at."""

STEPS_OF_A_ROW = 2
"""What looking up a row of lines costs, in the same unit."""

UNKNOWN: Any = object()


def uncounted(steps: int = 1) -> None:
    """Count nothing."""


Unnamed = frozenset[str] | None
"""The names that stand-ins may have; None where there are none."""


class KnownRows:
    """What rows of lines have come to on tables that are alike where they look."""

    def __init__(self, lines: Sequence[GapLine]) -> None:
        self._spots = SpotsOfRows(lines)
        self._alike: dict[int, dict[int, Alike]] = {}
        """By the first line of a row and its last what makes tables alike to it."""
        self._known: dict[Hashable, Effect | None] = {}

    def find(self, table: State, first: int, unnamed: Unnamed) -> "KnownRow | None":
        """Return a row from a line on that was gone through on a table like this."""
        for last, alike in self._alike.get(first, {}).items():
            effect = self._known.get((first, last, unnamed, alike(table)), UNKNOWN)
            if effect is not UNKNOWN:
                return KnownRow(last, None if effect is None else effect.on(table))
        return None

    def keep(self, row: range, before: State, after: State | None, unnamed: Unnamed) -> None:
        """Remember the table after a row of lines; None if the last refutes it.

        Where only one table comes there is nothing to remember.
        """
        first, last = row[0], row[-1]
        rows = self._alike.get(first)
        if rows is None:
            self._alike[first] = {}
            return
        if last not in rows:
            rows[last] = self._spots.alike(row, before)
        if len(self._known) >= MOST_KNOWN:
            self._known.clear()
        effect = None if after is None else Effect(before, after)
        self._known[first, last, unnamed, rows[last](before)] = effect


class KnownRow(Struct, frozen=True):
    """A row of lines of which is known what it comes to."""

    last: int
    after: State | None
    """The table after it; None if the last line refutes the table before."""


class Stretches:
    """Goes through the lines of a record as far as nothing is open."""

    def __init__(self, lines: Sequence[GapLine], tick: CountWork) -> None:
        self.lines = lines
        self.tick = tick
        self.plain = [is_exact(line.content) for line in lines]
        self._rows, self._single = KnownRows(lines), KnownRows(lines)
        self._names: dict[int, frozenset[str]] = {}

    def run(self, world: World, place: int) -> tuple[Move | None, int] | None:
        """Return the move through the lines from a place on, and how far it came.

        None if the first line is none to go through; a move of None if a line refutes the world.
        Worlds may meet at the end of a round, so a stretch ends there.
        """
        if place >= len(self.lines) or not self.plain[place]:
            return None
        table = world.table
        unnamed = world.stand_ins | unseen(table) if world.stand_ins else None
        found = self._rows.find(table, place, unnamed)
        if found is not None:
            self.tick(STEPS_OF_A_ROW)
        else:
            found = self._gone_through(table, place, unnamed)
            if found.last < place:
                return None
            self._rows.keep(range(place, found.last + 1), table, found.after, unnamed)
        if found.after is None:
            return None, found.last
        behind = found.last + 1
        after = World(found.after, world.stand_ins)
        return Move(None, (), after, lines=behind - place), behind

    def _gone_through(self, table: State, place: int, unnamed: Unnamed) -> KnownRow:
        """Return the row of lines from a place on that leave nothing open; it may be empty."""
        while place < len(self.lines) and self.plain[place]:
            line = self.lines[place]
            event: Event = line.content  # type: ignore[assignment]
            if unnamed is not None and not self._leaves_alone(place, event, unnamed):
                break
            if due_before(table, line.content) is not None:
                break
            after = self._after(table, place)
            if after is None:
                return KnownRow(place, None)
            table = after
            place += 1
            if isinstance(event, PrepareRound):
                break
        return KnownRow(place - 1, table)

    def _after(self, table: State, place: int) -> State | None:
        line = self.lines[place]
        if not isinstance(line.content, TURNS):
            return self.after(table, line)
        found = self._single.find(table, place, None)
        if found is not None:
            self.tick(STEPS_OF_A_ROW)
            return found.after
        after = self.after(table, line)
        self._single.keep(range(place, place + 1), table, after, None)
        return after

    def after(self, table: State, line: GapLine) -> State | None:
        """Return the table after a line that leaves nothing open; None if it does not fit."""
        self.tick(STEPS_OF_A_LINE)
        event: Event = line.content  # type: ignore[assignment]
        after = stepped(table, event)
        if after is not None and line.claims:
            moment = moment_of(table, after, line)
            if any(actual(moment, claim) != claim.value for claim in line.claims):
                return None
        return after

    def _leaves_alone(self, place: int, event: Event, unnamed: frozenset[str]) -> bool:
        if not isinstance(event, (Plan, *TURNS)):
            return False
        if place not in self._names:
            claims = self.lines[place].claims
            items = [claim.item for claim in claims if claim.item is not None]
            self._names[place] = frozenset([*names_in(event), *items])
        return self._names[place].isdisjoint(unnamed)


def moment_of(before: State, after: State, line: GapLine) -> TurnEnd:
    """Return the tables around a line as claims are held against them."""
    content = line.content
    return TurnEnd(before, after, content if isinstance(content, TURNS) else None)
