"""What chance draws when a game is played again with gaps: the same, in the same order."""

from collections.abc import Iterable

from referee.engine.preparation import shifted
from referee.game.events import (
    BookOnSpace,
    DealBooks,
    DealCards,
    Event,
    PrepareRound,
    RefillBooks,
)
from referee.game.ids import BOOK_LETTERS
from referee.game.state import State


class Supply:
    """The order in which cards and books came in a game; those that never came are last."""

    def __init__(self, events: Iterable[Event]) -> None:
        self._place: dict[str, int] = {}
        for event in events:
            match event:
                case DealCards() | PrepareRound():
                    self._add(event.cards)
                case DealBooks() | RefillBooks():
                    self._add(drawn.book for drawn in event.books)
                case _:
                    pass

    def _add(self, drawn: Iterable[str]) -> None:
        for thing in drawn:
            self._place.setdefault(thing, len(self._place))

    def _order(self, thing: str) -> tuple[int, str]:
        return self._place.get(thing, len(self._place)), thing

    def prepare(self, table: State) -> PrepareRound:
        """Return the preparation of the next round."""
        stack = [card for cards in table.unseen_cards for card in sorted(cards, key=self._order)]
        return PrepareRound(cards=tuple(stack[: shifted(table)[0].count(None)]))

    def refill(self, table: State) -> RefillBooks:
        """Return a book for every gap of the book display that can be filled."""
        left = {
            letter: sorted(books, key=self._order)
            for letter, books in zip(BOOK_LETTERS, table.unseen_books, strict=True)
        }
        spaces = zip(table.setting.components.book_spaces, table.book_display, strict=True)
        return RefillBooks(
            books=tuple(
                BookOnSpace(space.id, left[space.letter].pop(0))
                for space, book in spaces
                if book is None and left[space.letter]
            )
        )
