"""The cards and books on display, what the books say, and the bonus markers."""

from collections.abc import Collection, Iterable
from functools import partial

from rich.console import RenderableType
from rich.text import Text

from referee.api.possible_tables import PossibleTables
from referee.api.unread_values import known_or
from referee.cli.render.columns import columns, row
from referee.cli.render.layout import part, said, typed
from referee.cli.render.marked_ids import PointedIds, marked_id
from referee.cli.render.open_cells import told
from referee.cli.render.words import requirement_words, reward_words
from referee.game.components import Book, Card, CardSpace, StartingTile
from referee.game.ids import BOOK_LETTERS, CARD_LETTERS
from referee.game.messages.speech import named, say, thing
from referee.game.state import State


def cards_part(tables: PossibleTables, marks: PointedIds = ()) -> RenderableType:
    """Return the card display, each card with its price."""
    spaces = tables.table.components.filling_order
    lies_on = {
        (space.row, space.column): told(tables, _card, at, marks) for at, space in enumerate(spaces)
    }
    numbers = sorted({column for _, column in lies_on})
    table = columns(
        say("pages.heads.row"), *(say("pages.table.column", number=number) for number in numbers)
    )
    for line in sorted({line for line, _ in lies_on}):
        row(table, line, *(lies_on[line, number] for number in numbers))
    left = told(tables, lambda state: _left(CARD_LETTERS, state.unseen_cards))
    note = say(
        "pages.table.in-the-stack-discarded",
        left=left,
        told=told(tables, lambda state: len(state.discards)),
    )
    return part(
        say("pages.table.cards-on-display"),
        table,
        said(say("pages.table.prices"), "dim"),
        said(note, "dim"),
    )


def _card(state: State, at: int, marks: PointedIds) -> Text:
    components, card = state.setting.components, state.display[at]
    if card is None:
        return said("-")
    price = known_or(partial(_price, components.card[card], components.filling_order[at]))
    return marked_id(card, marks).append(f" ({price})")


def _price(card: Card, space: CardSpace) -> str:
    return f"{card.crate + space.crate:d}"


def _left(letters: Iterable[str], unseen: Iterable[Collection[str]]) -> str:
    supplies = zip(letters, unseen, strict=True)
    return " ".join(f"{letter}{len(supply)}" for letter, supply in supplies)


def books_part(tables: PossibleTables, marks: PointedIds = ()) -> RenderableType:
    """Return the book display."""
    found = {}
    for at, space in enumerate(tables.table.components.book_spaces):
        book = told(tables, _book, at)
        coins = told(tables, _coins, at)
        found[space.row, space.round] = marked_id(book, marks).append(coins)
    numbers = sorted({number for _, number in found})
    table = columns(
        say("pages.heads.row"), *(say("pages.table.under", number=number) for number in numbers)
    )
    for line in sorted({line for line, _ in found}):
        row(table, line, *(found.get((line, number), "") for number in numbers))
    left = told(tables, lambda state: _left(BOOK_LETTERS, state.unseen_books))
    return part(
        say("pages.table.books-on-display"),
        table,
        said(say("pages.table.in-the-supply", left=left), "dim"),
    )


def _book(state: State, space: int) -> str:
    return state.book_display[space] or "-"


def _coins(state: State, space: int) -> str:
    return " £" * state.book_coins[space]


def book_texts_part(tables: PossibleTables) -> RenderableType:
    """Return what every book says that lies on the table, and every starting tile."""
    components = tables.table.components
    seen = {book for state in tables.states for book in state.book_display if book}
    players = [player for state in tables.states for player in state.players]
    seen |= {book for player in players for pile in player.books for book in pile}
    table = columns(
        say("pages.heads.id"),
        say("pages.heads.needs"),
        say("pages.heads.gives"),
        wrapped=[say("pages.heads.needs"), say("pages.heads.gives")],
    )
    for book in components.books:
        if book.id in seen:
            row(table, typed(book.id), *_book_words(book))
    tiles = {player.starting_tile for player in players}
    for tile in components.starting_tiles:
        if tile.id in tiles:
            row(table, say("pages.table.tile", id=tile.id), *_book_words(tile))
    return part(say("pages.table.what-the-books-say"), table)


def _book_words(book: Book | StartingTile) -> tuple[str, str]:
    return (
        known_or(lambda: requirement_words(book.requires)),
        known_or(lambda: reward_words(book.reward)),
    )


def markers_part(tables: PossibleTables, marks: PointedIds = ()) -> RenderableType:
    """Return the bonus markers on the table, and the marked spaces without one."""
    placed = []
    for at, space in enumerate(tables.table.state.setting.spaces):
        whose = told(tables, _whose, at, tables.table.colours)
        if whose or space.id in marks:
            holder = thing(whose) if whose else say("pages.table.free")
            placed.append(marked_id(space.id, marks).append(named("", holder)))
    return part(
        say("pages.table.bonus-markers"),
        Text(", ").join(placed) if placed else said(say("pages.table.none-placed")),
    )


def _whose(state: State, space: int, colours: tuple[str, ...]) -> str:
    seat = state.markers[space]
    return "" if seat is None else colours[seat]
