"""Where books may be placed on a bookkeeping track."""

from collections.abc import Mapping

from model.best.draft import Draft, Linear, Lit, total
from referee.game.ids import BookId, BookLetter
from referee.game.setting import Setting
from referee.game.turns import Step


def place_books(
    draft: Draft,
    setting: Setting,
    visible: Mapping[Step, str],
    books: Mapping[BookId, tuple[BookLetter, Linear]],
) -> dict[tuple[BookId, Step], Lit]:
    """Return on which step each book is placed; a book comes with whether it was taken.

    `visible` gives the letter of the uppermost book on each step, "" for an empty one.
    """
    model, crossed = draft.model, setting.components.book_track.crossed_out
    placed: dict[tuple[BookId, Step], Lit] = {}
    for book, (letter, taken) in books.items():
        lits = []
        for step, there in visible.items():
            barred = there != "A" if there else step in crossed
            if letter == "A" and barred:
                continue
            lit = placed[book, step] = draft.choice(f"place[{book},{step}]")
            lits.append(lit)
        model.add(total(lits) == taken)
    for step in visible:
        model.add_at_most_one(lit for (_, at), lit in placed.items() if at == step)
    if setting.rulings.cover == "if-necessary":
        _cover_if_necessary(draft, visible, placed)
    return placed


def _cover_if_necessary(
    draft: Draft, visible: Mapping[Step, str], placed: Mapping[tuple[BookId, Step], Lit]
) -> None:
    """Let a book cover another only if all empty spaces that could take it are filled.

    Books for empty spaces can be placed first, so only what is empty in the end counts.
    """
    filled = {
        step: total(lit for (_, at), lit in placed.items() if at == step)
        for step, letter in visible.items()
        if not letter
    }
    for book in dict.fromkeys(book for book, _ in placed):
        empty = [step for step in filled if (book, step) in placed]
        covering = [lit for (b, step), lit in placed.items() if b == book and visible[step]]
        if covering:
            for step in empty:
                draft.model.add(filled[step] >= total(covering))
