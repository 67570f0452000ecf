"""Where books may be placed on a bookkeeping track, and where they are out of the jar's way."""

from collections.abc import Collection, Mapping

from msgspec.structs import replace

from model.best.draft import Draft, Lit, ModelNumber, total
from model.best.table import FIRST_FREE_STEP, MoverTable
from referee.game.canonical import (
    CanonicalBookkeeper,
    CanonicalExpansion,
    CanonicalMarker,
    CanonicalTurn,
)
from referee.game.ids import BookId, BookLetter
from referee.game.setting import Setting
from referee.game.state import State
from referee.game.turns import BookStep, Placing


def place_books(
    draft: Draft,
    setting: Setting,
    visible: Mapping[BookStep, str],
    books: Mapping[BookId, tuple[BookLetter, ModelNumber]],
) -> dict[tuple[BookId, BookStep], Lit]:
    """Return on which step each book is placed; a book comes with whether it was taken.

    `visible` gives the letter of the uppermost book on each step, "" for an empty one.
    """
    model, crossed = draft.model, setting.components.book_track.crossed_out
    placed: dict[tuple[BookId, BookStep], Lit] = {}
    for book, (letter, taken) in books.items():
        lits = []
        for step in steps_for(letter, visible, crossed):
            lit = placed[book, step] = draft.choice(f"place[{book},{step}]")
            lits.append(lit)
        model.add(total(lits) == taken)
    for step in visible:
        model.add_at_most_one(lit for (_, at), lit in placed.items() if at == step)
    if setting.rulings.cover == "if-necessary":
        _cover_if_necessary(draft, visible, placed)
    return placed


def can_be_placed(
    draft: Draft,
    setting: Setting,
    visible: Mapping[BookStep, str],
    books: Mapping[BookId, tuple[BookLetter, ModelNumber]],
) -> None:
    """Demand that the books taken can be placed in some way.

    A-books fit on some spaces and all others on every space, so counting is enough; covering only
    where necessary hinders nothing, for a book may cover where no empty space can take it.
    """
    crossed = setting.components.book_track.crossed_out
    a_books = [taken for letter, taken in books.values() if letter == "A"]
    draft.model.add(total(a_books) <= len(steps_for("A", visible, crossed)))
    draft.model.add(total(taken for _, taken in books.values()) <= len(visible))


def steps_for(
    letter: str, visible: Mapping[BookStep, str], crossed: Collection[BookStep]
) -> list[BookStep]:
    """Return the steps that can take a book of a letter, by what lies visible on them."""
    return [
        step
        for step, there in visible.items()
        if letter != "A" or (there == "A" if there else step not in crossed)
    ]


def _cover_if_necessary(
    draft: Draft, visible: Mapping[BookStep, str], placed: Mapping[tuple[BookId, BookStep], Lit]
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


def with_placings(
    state: State, turn: CanonicalTurn, laid: Mapping[BookId, BookStep]
) -> CanonicalTurn:
    """Return a turn in which every book taken has a step.

    Books come onto the last free steps that no other book is meant for, those of letter A first
    because fewer steps take them; where none is free they cover what the jar has passed.
    """
    if not isinstance(turn, CanonicalBookkeeper | CanonicalExpansion | CanonicalMarker):
        return turn
    gains = turn.gains
    placed = {placing.book: placing.step for placing in gains.placed}
    table = MoverTable(state, turn.seat)
    letter = {book: state.setting.components.book[book].letter for book in gains.books}
    reserved = set(laid.values())
    for book in sorted(gains.books - placed.keys(), key=lambda b: (letter[b] != "A", b)):
        steps = _least_harmful(table, letter[book])
        free = [s for s in steps if s not in placed.values() and s not in reserved]
        if not free:
            free = [s for s in steps if s not in placed.values()]
        if free:
            placed[book] = free[0]
    placings = frozenset(Placing(book, step) for book, step in placed.items())
    return replace(turn, gains=replace(gains, placed=placings))


def _least_harmful(table: MoverTable, letter: str) -> list[BookStep]:
    """Return the steps that can take a book, the least harmful first."""
    crossed = table.state.setting.components.book_track.crossed_out
    steps = steps_for(letter, table.visible, crossed)
    ink = max(table.me.ink, FIRST_FREE_STEP)

    def harm(step: BookStep) -> tuple[bool, bool, bool, int]:
        covers = bool(table.visible[step])
        wastes = letter != "A" and step not in crossed
        return covers, covers and step > ink, wastes, -step

    return sorted(steps, key=harm)
