"""What chance draws when a game is played again with gaps: the same, in the same order."""

from collections.abc import Iterable

from referee.engine.ordered_draws import prepare, refill
from referee.game.events import DealBooks, DealCards, Event, PrepareRound, RefillBooks
from referee.game.ids import BookId, CardId
from referee.game.state import State


class Supply:
    """The order in which cards and books came in a game; those that never came are last."""

    def __init__(self, events: Iterable[Event]) -> None:
        self._cards: list[CardId] = []
        self._books: list[BookId] = []
        for event in events:
            match event:
                case DealCards() | PrepareRound():
                    self._cards += event.cards
                case DealBooks() | RefillBooks():
                    self._books += (drawn.book for drawn in event.books)
                case _:
                    pass

    def prepare(self, table: State) -> PrepareRound:
        """Return the preparation of the next round."""
        return prepare(table, self._cards)

    def refill(self, table: State) -> RefillBooks:
        """Return a book for every gap of the book display that can be filled."""
        return refill(table, self._books)
