"""Chance that follows an order: what comes first in it is drawn first."""

from collections.abc import Iterator, Sequence
from typing import TypeVar

from referee.engine.preparation import gaps_to_fill
from referee.game.events import BookOnSpace, PrepareRound, RefillBooks
from referee.game.ids import BOOK_LETTERS, BookId, CardId
from referee.game.state import State

T = TypeVar("T", bound=str)


def refill(state: State, order: Sequence[BookId]) -> RefillBooks:
    """Return the refill of the book display that draws by this order, the rest by name."""
    return RefillBooks(books=tuple(_drawn(state, order)))


def prepare(state: State, order: Sequence[CardId]) -> PrepareRound:
    """Return the preparation of the next round with cards drawn by this order."""
    stack = [card for unseen in state.unseen_cards for card in _in_order(unseen, order)]
    return PrepareRound(cards=tuple(stack[: gaps_to_fill(state)]))


def _drawn(state: State, order: Sequence[BookId]) -> Iterator[BookOnSpace]:
    drawn: set[BookId] = set()
    spaces = state.setting.components.book_spaces
    for space, book in zip(spaces, state.book_display, strict=True):
        unseen = state.unseen_books[BOOK_LETTERS.index(space.letter)] - drawn
        if book is None and unseen:
            first = _in_order(unseen, order)[0]
            drawn.add(first)
            yield BookOnSpace(space.id, first)


def _in_order(unseen: frozenset[T], order: Sequence[T]) -> list[T]:
    place = {one: number for number, one in enumerate(order)}
    return sorted(unseen, key=lambda one: (place.get(one, len(place)), one))
