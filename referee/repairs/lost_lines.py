"""Lines that nobody wrote, and lines that say too little: gaps, solved as such."""

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from referee.engine.actions import refill_due
from referee.game.events import (
    Event,
    Plan,
    PrepareRound,
    RefillBooks,
    RestStartingCards,
    TakeStartingBonus,
    TakeStartingTile,
)
from referee.game.ids import SLOTS, CardId, Seat, StartTileId
from referee.game.messages.speech import say
from referee.game.rulings import Rulings
from referee.game.state import State
from referee.game.turns import BLANK
from referee.gaps import BlankRefill, BlankTurn, Completions, GapLine, complete_record
from referee.gaps import WorkBudget as GapBudget
from referee.gaps.lines import Content
from referee.gaps.records import numbered_lines
from referee.notation.record import RoundMark
from referee.notation.writer import line_of
from referee.repairs.budget import Budget
from referee.repairs.costs import Costs
from referee.repairs.sheet import Edit, Row
from referee.transcript.saying import statement_of

WORK: Final = 60_000
SECONDS: Final = 2.0
"""What may go into one gap."""

MOST_FILLINGS: Final = 40
"""Ways to fill a gap that become suggestions; of more the likeliest cannot be told anyway."""


class Table(Struct, frozen=True):
    """A table at which something may be missing from a record, and what may go into finding it."""

    state: State
    colours: tuple[str, ...]
    costs: Costs
    budget: Budget


class Filling(Struct, frozen=True):
    """A line that fills a gap, and in how many ways it can be filled."""

    text: str
    ways: int
    exact: bool
    """Whether these are all."""
    place: int = 0
    """How many are likelier."""


def lost_line_edits(rows: Sequence[Row], at: int, table: Table) -> Iterator[Edit]:
    """Yield the lines of which one may have been lost before a row."""
    for content in _due(table.state, rows[at] if at < len(rows) else None):
        found = _filled(table, [GapLine(content), *_lines(rows[at:], table)])
        for filling in _fillings(found, table):
            cost = table.costs.of("lost-line", 1 + filling.place)
            if isinstance(content, Plan):
                cost += table.costs.weights["empty-slot"] * filling.text.split().count("-")
            yield Edit(at, 0, (filling.text,), "lost-line", cost, note=_note(filling))


def open_line_edits(rows: Sequence[Row], at: int, table: Table) -> Iterator[Edit]:
    """Yield what a line that says too little may say, given all that follows."""
    found = _filled(table, [*_lines(rows[at:], table)])
    for filling in _fillings(found, table):
        cost = table.costs.of("lost-word", filling.ways)
        yield Edit(at, 1, (filling.text,), "lost-word", cost, note=_note(filling))


def _note(filling: Filling) -> str:
    if filling.exact and filling.ways == 1:
        return say("answers.lost_lines.nothing-else-fits-what-follows")
    least = "" if filling.exact else say("answers.lost_lines.at-least")
    return say("answers.lost_lines.one-of-ways-that-fit", least=least, ways=filling.ways)


def _filled(table: Table, lines: Sequence[GapLine]) -> Completions | None:
    left = table.budget.left
    seconds = SECONDS if left is None else min(SECONDS, left)
    found = complete_record(
        table.state, lines, GapBudget(WORK, seconds), refills_written=True, explain=False
    )
    # "No" is said only after everything was tried; a "yes" may know some of the ways alone.
    if found.exists != "no" and not found.exact:
        table.budget.gaps_exhausted = False
    table.budget.add(found.work)
    return found if found.exists == "yes" else None


def _fillings(found: Completions | None, table: Table) -> Iterator[Filling]:
    """Yield the lines that fill the first line of a record that can be completed."""
    if found is None or found.graph is None:
        return
    rulings = table.state.setting.rulings
    texts: dict[str, None] = {}
    for event in (found.example or ())[:1]:
        texts[_text(event, rulings, table.colours)] = None
        if isinstance(event, RefillBooks | PrepareRound):
            # What was drawn and is never named again has stand-ins; only an example names all.
            yield Filling(next(iter(texts)), max(1, found.number), found.exact)
            return
    for node in found.graph.live_nodes():
        if node.place == 0:
            for move, _ in node.edges:
                for event in move.events[:1]:
                    texts[_text(event, rulings, table.colours)] = None
    # Players seldom leave undone what they can do: turns in which more was done come first.
    likeliest = sorted(texts, key=lambda text: (text.split().count("-"), -len(text.split())))
    if len(likeliest) > MOST_FILLINGS:
        table.budget.gaps_exhausted = False
    for number, text in enumerate(likeliest[:MOST_FILLINGS]):
        yield Filling(text, len(texts), found.exact, number)


def _text(event: Event, rulings: Rulings, colours: tuple[str, ...]) -> str:
    return line_of(statement_of(event, rulings), colours)


def _lines(rows: Sequence[Row], table: Table) -> Iterator[GapLine]:
    statements = [row.statement for row in rows]
    return (line for _, line in numbered_lines(statements, table.state.setting))


def _due(table: State, row: Row | None) -> Iterator[Content]:
    """Yield what can have happened at a table before a row, and was not written."""
    match table.phase:
        case "actions" if refill_due(table):
            yield BlankRefill()
        case "actions":
            yield BlankTurn(table.to_move)
        case "preparation":
            yield PrepareRound(cards=(CardId(BLANK),))
        case "planning" if row is None or not isinstance(row.said, RoundMark):
            yield from _plans(table)
        case "starting-tiles" | "resting" | "starting-bonus":
            yield from _of_setup(table)
        case _:
            pass


def _plans(table: State) -> Iterator[Plan]:
    for seat, plan in enumerate(table.plans):
        if plan is None:
            yield Plan(seat=Seat(seat), slots=(CardId(BLANK),) * len(SLOTS))


def _of_setup(table: State) -> Iterator[Content]:
    if table.phase == "starting-bonus" and table.to_move is not None:
        yield TakeStartingBonus(seat=table.to_move)
    for seat, player in enumerate(table.players):
        if table.phase == "starting-tiles" and player.starting_tile is None:
            yield TakeStartingTile(seat=Seat(seat), tile=StartTileId(BLANK))
        if table.phase == "resting" and not any(player.resting):
            yield RestStartingCards(seat=Seat(seat), cards=())
