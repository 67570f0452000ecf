"""Steps for books that are taken for their coins or for later rounds, out of the jar's way."""

from collections.abc import Mapping

from msgspec.structs import replace

from model.best.table import FIRST_FREE_STEP, Table
from referee.game.canonical import (
    CanonicalBookkeeper,
    CanonicalExpansion,
    CanonicalMarker,
    CanonicalTurn,
)
from referee.game.ids import BookId
from referee.game.state import State
from referee.game.turns import Placing, Step


def with_placings(state: State, turn: CanonicalTurn, laid: Mapping[BookId, Step]) -> CanonicalTurn:
    """Return a turn in which every book taken has a step.

    Books come onto the last free steps that no other book is meant for, those of letter A first
    because fewer steps take them; where none is free they cover what the jar has passed.
    """
    if not isinstance(turn, CanonicalBookkeeper | CanonicalExpansion | CanonicalMarker):
        return turn
    gains = turn.gains
    placed = {placing.book: placing.step for placing in gains.placed}
    table = Table(state, turn.seat)
    letter = {book: state.setting.components.book[book].letter for book in gains.books}
    reserved = set(laid.values())
    for book in sorted(gains.books - placed.keys(), key=lambda b: (letter[b] != "A", b)):
        steps = _steps(table, letter[book])
        free = [s for s in steps if s not in placed.values() and s not in reserved]
        if not free:
            free = [s for s in steps if s not in placed.values()]
        if free:
            placed[book] = free[0]
    placings = frozenset(Placing(book, step) for book, step in placed.items())
    return replace(turn, gains=replace(gains, placed=placings))


def _steps(table: Table, letter: str) -> list[Step]:
    """Return the steps that can take a book, the least harmful first."""
    crossed = table.state.setting.components.book_track.crossed_out
    steps = [
        step
        for step, there in table.visible.items()
        if letter != "A" or (there == "A" if there else step not in crossed)
    ]
    ink = max(table.me.ink, FIRST_FREE_STEP)

    def harm(step: Step) -> tuple[bool, bool, bool, int]:
        covers = bool(table.visible[step])
        wastes = letter != "A" and step not in crossed
        return covers, covers and step > ink, wastes, -step

    return sorted(steps, key=harm)
