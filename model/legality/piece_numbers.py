"""The numbers of cards and books in a state."""

from model.legality.draws import Numbering
from referee.game.ids import (
    BOOK_LETTERS,
    CARD_LETTERS,
    BookId,
    BookLetter,
    CardId,
    CardLetter,
)
from referee.game.state import State


def card_numbers(state: State) -> Numbering[CardId, CardLetter]:
    """Return numbers for all action cards."""
    cards = state.setting.components.cards
    letters = {card.id: card.letter for card in cards if card.letter is not None}
    return Numbering(letters, dict(zip(CARD_LETTERS, state.unseen_cards, strict=True)))


def book_numbers(state: State) -> Numbering[BookId, BookLetter]:
    """Return numbers for all books."""
    letters = {book.id: book.letter for book in state.setting.components.books}
    return Numbering(letters, dict(zip(BOOK_LETTERS, state.unseen_books, strict=True)))
