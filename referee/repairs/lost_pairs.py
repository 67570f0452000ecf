"""Two lines in a row that nobody wrote, such as a turn and its refill: one gap."""

from collections.abc import Iterator, Sequence
from itertools import combinations, islice
from typing import Final

from referee.engine.actions import refill_due
from referee.game.events import Event, Plan, RefillBooks
from referee.game.ids import SLOTS, CardId, Seat
from referee.game.messages.speech import say
from referee.game.state import State
from referee.game.turns import BLANK
from referee.gaps import BlankRefill, BlankTurn, Completions, GapLine
from referee.gaps.lines import Content
from referee.repairs.gap_table import GapTable
from referee.repairs.sheet import Edit, Row

WORK: Final = 20_000
"""What may go into one gap with all that follows."""

MOST_WAYS: Final = 40
"""Ways to fill a gap that are tried."""


def lost_pair_edits(rows: Sequence[Row], at: int, table: GapTable) -> Iterator[Edit]:
    """Yield the pairs of lines that may have been lost before a row."""
    for contents in _due_pairs(table.state):
        found = table.completed([*map(GapLine, contents), *table.lines(rows[at:])], WORK)
        if found.exists != "yes":
            continue
        note = say("answers.lost_lines.two-lines-are-lost")
        for number, events in enumerate(islice(_ways(found), MOST_WAYS), 1):
            cost = table.costs.kinds["lost-line"] + table.costs.of("lost-line", number)
            texts = tuple(map(table.text, events))
            yield Edit(at, 0, texts, "lost-line", cost, note=note)


def _due_pairs(table: State) -> Iterator[tuple[Content, Content]]:
    """Yield what two lines can have been at a table."""
    match table.phase:
        case "actions" if refill_due(table):
            yield BlankRefill(), BlankTurn()
        case "actions":
            yield BlankTurn(table.to_move), BlankRefill()
            yield BlankTurn(table.to_move), BlankTurn()
        case "planning":
            blank = (CardId(BLANK),) * len(SLOTS)
            seats = [Seat(seat) for seat, plan in enumerate(table.plans) if plan is None]
            for one, two in combinations(seats, 2):
                yield Plan(seat=one, slots=blank), Plan(seat=two, slots=blank)
        case _:
            pass


def _ways(found: Completions) -> Iterator[tuple[Event, ...]]:
    """Yield what the two lines can have said; of a draw only an example, which names all of it."""
    example = (found.example or ())[:2]
    yield example
    if found.graph is None or any(isinstance(event, RefillBooks) for event in example):
        return
    for first, further in found.graph.start.edges:
        for second, node in further.edges:
            events = (*first.events, *second.events)
            if node.alive and len(events) == len(example) and events != example:
                yield events
