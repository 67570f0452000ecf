"""Whether a refill of the book display is due."""

from referee.game.ids import BOOK_LETTERS
from referee.game.state import State


def refill_is_due(state: State) -> bool:
    """Return whether an empty space of the book display could be filled."""
    if state.phase != "actions":
        return False
    spaces = state.setting.components.book_spaces
    return any(
        book is None and state.unseen_books[BOOK_LETTERS.index(space.letter)]
        for space, book in zip(spaces, state.book_display, strict=True)
    )
