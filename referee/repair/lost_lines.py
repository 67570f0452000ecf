"""Lines that nobody wrote, and lines that say too little: gaps, solved as such."""

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from referee.engine.actions import refill_due
from referee.game.events import (
    Event,
    Plan,
    PrepareRound,
    RestStartingCards,
    TakeStartingBonus,
    TakeStartingTile,
)
from referee.game.ids import SLOTS, CardId, Seat, StartTileId
from referee.game.rulings import Rulings
from referee.game.state import State
from referee.gaps import BlankRefill, BlankTurn, Budget, Completions, Line, complete_record
from referee.gaps.lines import Content
from referee.repair.costs import Costs
from referee.repair.sheet import Edit, Row
from referee.transcript.record import Statement
from referee.transcript.said import BLANK, RoundMark
from referee.transcript.saying import statement_of
from referee.transcript.writing import line_of

WORK: Final = 60_000
SECONDS: Final = 2.0
"""What may go into one gap."""

MOST_FILLINGS: Final = 40
"""Ways to fill a gap that become suggestions; of more the likeliest cannot be told anyway."""


class Filling(Struct, frozen=True):
    """Lines that fill a gap, and in how many ways it can be filled."""

    texts: tuple[str, ...]
    ways: int
    exact: bool
    """Whether these are all."""


def lost_line_edits(
    rows: Sequence[Row], at: int, table: State, colours: tuple[str, ...], costs: Costs
) -> Iterator[Edit]:
    """Yield the lines of which one may have been lost before a row."""
    for content in _due(table, rows[at] if at < len(rows) else None):
        found = _filled(table, [Line(content), *map(_line, rows[at:])])
        for filling in fillings(found, 0, table.setting.rulings, colours):
            cost = costs.of("lost-line", filling.ways)
            note = _note(filling)
            yield Edit(at, 0, filling.texts, "lost-line", cost, note=note)


def open_line_edits(
    rows: Sequence[Row], at: int, table: State, colours: tuple[str, ...], costs: Costs
) -> Iterator[Edit]:
    """Yield what a line that says too little may say, given all that follows."""
    found = _filled(table, [*map(_line, rows[at:])])
    for filling in fillings(found, 0, table.setting.rulings, colours):
        cost = costs.of("lost-word", filling.ways)
        yield Edit(at, 1, filling.texts, "lost-word", cost, note=_note(filling))


def _note(filling: Filling) -> str:
    if filling.exact and filling.ways == 1:
        return "nothing else fits what follows"
    least = "" if filling.exact else "at least "
    return f"one of {least}{filling.ways} ways that fit what follows"


def _filled(table: State, lines: Sequence[Line]) -> Completions | None:
    found = complete_record(
        table, lines, Budget(WORK, SECONDS), refills_written=True, explain=False
    )
    return found if found.exists == "yes" else None


def fillings(
    found: Completions | None, place: int, rulings: Rulings, colours: tuple[str, ...]
) -> Iterator[Filling]:
    """Yield the lines that fill a gap in a record that can be completed."""
    if found is None or found.graph is None:
        return
    texts: dict[str, None] = {}
    for node in found.graph.live_nodes():
        if node.place == place:
            for move, _ in node.edges:
                words = [_text(event, rulings, colours) for event in move.events[:1]]
                texts.update(dict.fromkeys(words))
    ways = max(len(texts), 1)
    for text in [*texts][:MOST_FILLINGS]:
        yield Filling((text,), ways, found.exact)


def _text(event: Event, rulings: Rulings, colours: tuple[str, ...]) -> str:
    return line_of(statement_of(event, rulings), colours)


def _line(row: Row) -> Line:
    statement: Statement = row.statement
    content: Content = statement.said
    return Line(content, statement.claims)


def _due(table: State, row: Row | None) -> Iterator[Content]:
    """Yield what can have happened at a table before a row, and was not written."""
    blank = CardId(BLANK)
    match table.phase:
        case "actions" if refill_due(table):
            yield BlankRefill()
        case "actions":
            yield BlankTurn(table.to_move)
        case "preparation":
            yield PrepareRound(cards=(blank,))
        case "planning" if row is None or not isinstance(row.said, RoundMark):
            for seat, plan in enumerate(table.plans):
                if plan is None:
                    yield Plan(seat=Seat(seat), slots=(blank,) * len(SLOTS))
        case "starting-tiles":
            for seat, player in enumerate(table.players):
                if player.starting_tile is None:
                    yield TakeStartingTile(seat=Seat(seat), tile=StartTileId(BLANK))
        case "resting":
            for seat, player in enumerate(table.players):
                if not any(player.resting):
                    yield RestStartingCards(seat=Seat(seat), cards=())
        case "starting-bonus" if table.to_move is not None:
            yield TakeStartingBonus(seat=table.to_move)
