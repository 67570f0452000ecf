"""The books and the starting tiles."""

from rich.console import Group, RenderableType

from referee.cli.render.columns import columns, row
from referee.cli.render.layout import part, said, typed
from referee.cli.render.provenance import mark
from referee.cli.render.words import requirement_words, reward_words, steps_words
from referee.game.component_set import ComponentSet
from referee.game.ids import BOOK_LETTERS, BookLetter
from referee.game.messages.speech import say


def books_part(components: ComponentSet) -> RenderableType:
    """Return a table of the books of each letter."""
    return Group(*(_books(components, letter) for letter in BOOK_LETTERS))


def tiles_part(components: ComponentSet) -> RenderableType:
    """Return a table of the starting tiles."""
    names = (
        say("pages.heads.rests"),
        say("pages.heads.needs"),
        say("pages.heads.gives"),
        say("pages.books.starting-bonus"),
    )
    table = columns(
        say("pages.heads.id"),
        *names,
        say("pages.heads.seat"),
        say("pages.heads.from"),
        wrapped=names,
    )
    for tile in components.starting_tiles:
        row(
            table,
            typed(tile.id, "bold"),
            typed("\n".join(tile.rest)),
            requirement_words(tile.requires, joint="\n"),
            reward_words(tile.reward, joint="\n"),
            steps_words(tile.bonus, joint="\n"),
            tile.first_game_seat or "-",
            mark(tile),
        )
    note = say("pages.books.a-tile-with-a-seat")
    return part(
        say("pages.books.starting-tiles", starting_tiles=len(components.starting_tiles)),
        table,
        "",
        said(note, "dim"),
    )


def _books(components: ComponentSet, letter: BookLetter) -> RenderableType:
    books = [book for book in components.books if book.letter == letter]
    table = columns(
        say("pages.heads.id"),
        say("pages.heads.needs"),
        say("pages.heads.gives"),
        say("pages.heads.from"),
        wrapped=[say("pages.heads.needs"), say("pages.heads.gives")],
    )
    for book in books:
        row(
            table,
            typed(book.id, "bold"),
            requirement_words(book.requires),
            reward_words(book.reward),
            mark(book),
        )
    return part(say("pages.books.books", letter=letter, books=len(books)), table)
