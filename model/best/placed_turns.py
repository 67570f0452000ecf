"""Turns whose books are known, with every way to place these."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby

from msgspec.structs import replace

from model.best.book_steps import steps_for
from model.best.table import MoverTable
from referee.game.canonical import (
    CanonicalBookkeeper,
    CanonicalExpansion,
    CanonicalMarker,
    CanonicalTurn,
)
from referee.game.ids import BookId, BookLetter
from referee.game.setting import Setting
from referee.game.turns import BookStep, Placing

BookTurn = CanonicalBookkeeper | CanonicalExpansion | CanonicalMarker
"""Turns that may take books."""


def placed_turns(table: MoverTable, turns: Iterable[CanonicalTurn]) -> Iterator[CanonicalTurn]:
    """Yield turns with steps for their books; the turns come in the order of ties, and so do these.

    Steps on tracks are the last decision of all, after the steps of books: turns that differ only
    in them are told together for each way to place their books.
    """
    for _, group in groupby(turns, _steps_apart):
        alike = list(group)
        if not isinstance(alike[0], BookTurn) or not alike[0].gains.books:
            yield from alike
            continue
        for placed in placements(
            table.state.setting, table.visible, _lettered(table, alike[0].gains.books)
        ):
            for turn in alike:
                if isinstance(turn, BookTurn):
                    yield replace(turn, gains=replace(turn.gains, placed=placed))


def _steps_apart(turn: CanonicalTurn) -> CanonicalTurn:
    if not isinstance(turn, BookTurn):
        return turn
    return replace(turn, gains=replace(turn.gains, steps=()))


def _lettered(table: MoverTable, books: frozenset[BookId]) -> dict[BookId, BookLetter]:
    """Return books with their letters, as they lie on display."""
    printed = table.state.setting.components.book
    return {book: printed[book].letter for book in table.state.book_display if book in books}


def placements(
    setting: Setting, visible: Mapping[BookStep, str], books: Mapping[BookId, BookLetter]
) -> Iterator[frozenset[Placing]]:
    """Yield the ways to place books, in the order of ties: that of the books, the last step first.

    The same that `place_books` says, in plain numbers, where the books taken are known.
    """
    crossed = setting.components.book_track.crossed_out
    steps = [steps_for(letter, visible, crossed)[::-1] for letter in books.values()]
    hindered = setting.rulings.cover == "if-necessary"

    def from_book(number: int, laid: tuple[BookStep, ...]) -> Iterator[tuple[BookStep, ...]]:
        if number == len(steps):
            yield laid
            return
        for step in steps[number]:
            if step not in laid:
                yield from from_book(number + 1, (*laid, step))

    for laid in from_book(0, ()):
        needless = hindered and any(
            visible[step] and any(not visible[s] and s not in laid for s in others)
            for step, others in zip(laid, steps, strict=True)
        )
        if not needless:
            yield frozenset(Placing(*pair) for pair in zip(books, laid, strict=True))
