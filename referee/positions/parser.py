"""Reads what the plain data of a position say, key by key."""

from collections.abc import Iterator
from typing import cast

from referee.game.ids import BookId, BookSpaceId, CardId, Company, RegionId, SpaceId, StartTileId
from referee.game.messages.speech import say
from referee.game.state import BaseColumn, Phase
from referee.notation.names import Scope, company
from referee.positions.fields import Fields
from referee.positions.form import EMPTY, PositionForm
from referee.positions.seat_parser import read_seats
from referee.positions.vocabulary import PHASE, PositionWords, is_empty


def read_form(fields: Fields, words: PositionWords, players: int) -> PositionForm:
    """Return what a position says of the table itself; the setting was read before."""
    phase = cast("Phase | None", fields.word(PHASE, "phase")) or "actions"
    form = PositionForm(
        phase=phase,
        round=_or(fields.number("round"), 1),
        turn=_or(fields.number("turn"), 1),
        first_player=_or(_seat(fields, words, fields.take("first_player"), "first_player"), 0),
        to_move=_seat(fields, words, fields.take("to_move"), "to_move"),
        regions=_regions(fields, words),
        bases=_bases(fields, words),
        display=_display(fields, words),
        stack=cast("tuple[CardId, ...] | None", fields.words_once(words.action_cards, "stack")),
        discards=cast("tuple[CardId, ...]", fields.words(words.cards, "discards") or ()),
        books=_books(fields, words),
        book_coins=_coins(fields, words),
        markers=_markers(fields, words),
        rejected=cast(
            "tuple[StartTileId, ...]", fields.words_once(words.starting_tiles, "rejected") or ()
        ),
        seats=read_seats(fields, words, players),
    )
    fields.close()
    return form


def _or(said: int | None, usual: int) -> int:
    return usual if said is None else said


def _seat(fields: Fields, words: PositionWords, said: object, *keys: str) -> int | None:
    """Return the seat of a player who is named by colour or by number."""
    if said is None:
        return None
    name = str(said) if isinstance(said, int) and not isinstance(said, bool) else said
    found = fields.word_of(words.seats, name, *keys)
    return None if found is None else int(found)


def _regions(fields: Fields, words: PositionWords) -> dict[RegionId, Company]:
    """Return whose posts stand where: `R21 = "cairo"`, or `cairo = ["R21", "R22"]`."""
    table = fields.table("regions")
    placed: dict[RegionId, Company] = {}
    if table is None:
        return placed
    for key, region, owner in _owned(table, words):
        if region in placed:
            says = say(
                "positions.parser.was-given-to-already-a", region=region, placed=placed[region]
            )
            table.fault(key, says=says, kind="impossible")
        placed[region] = owner
    return placed


def _owned(table: Fields, words: PositionWords) -> Iterator[tuple[str, RegionId, Company]]:
    """Yield every region that is said to have a post, with its key and its owner."""
    for key, said in table.data.items():
        if isinstance(said, list | tuple):
            owner = table.word_of(words.companies, key, key)
            regions = [table.word_of(words.regions, region, key) for region in said]
        else:
            owner = table.word_of(words.companies, said, key)
            regions = [table.word_of(words.regions, key, key)]
        for region in regions:
            if region is not None and owner is not None:
                yield key, RegionId(region), company(owner)


def _bases(fields: Fields, words: PositionWords) -> dict[Company, tuple[BaseColumn, ...]]:
    def base(table: Fields, said: object, key: str) -> tuple[BaseColumn, ...] | None:
        columns = [
            _column(table, column, key, str(number))
            for number, column in enumerate(table.list_of(said, key), 1)
        ]
        return tuple(column for column in columns if column is not None)

    found = fields.by_word("bases", words.companies, base) or {}
    return {company(name): columns for name, columns in found.items()}


def _column(table: Fields, said: object, *keys: str) -> BaseColumn | None:
    """Return a column: its posts, and whether its final space was ever empty."""
    if not isinstance(said, dict):
        posts = table.number_of(said, *keys)
        return None if posts is None else BaseColumn(posts, posts == 0)
    inner = Fields(said, (*table.path, *keys), table.faults)
    posts, opened = inner.number("posts"), inner.flag("opened")
    inner.close()
    return None if posts is None else BaseColumn(posts, opened)


def _thing(table: Fields, scope: Scope, said: object, *keys: str) -> str | None:
    """Return a card or a book, or the word for nothing."""
    return EMPTY if is_empty(said) else table.word_of(scope, said, *keys)


def _display(fields: Fields, words: PositionWords) -> dict[str, CardId]:
    """Return the cards by space: `right-1 = "coffee3"`, or `right = [...]` from the top."""
    table = fields.table("display")
    placed: dict[str, CardId] = {}
    if table is None:
        return placed
    for key, space, card in _shown(table, words):
        found = table.word_of(words.card_spaces, space, key)
        thing = _thing(table, words.action_cards, card, key)
        if found is not None and thing is not None:
            placed[found] = CardId(thing)
    return placed


def _shown(table: Fields, words: PositionWords) -> Iterator[tuple[str, str, object]]:
    """Yield every card of the display that is said, with its key and its space."""
    for key, said in table.data.items():
        if not isinstance(said, list | tuple):
            yield key, key, said
        elif column := table.word_of(words.columns, key, key):
            yield from ((key, f"{column}-{row}", card) for row, card in enumerate(said, 1))


def _books(fields: Fields, words: PositionWords) -> dict[BookSpaceId, BookId]:
    found = fields.by_word(
        "books",
        words.book_spaces,
        lambda table, said, key: _thing(table, words.books, said, key),
    )
    return {BookSpaceId(space): BookId(book) for space, book in (found or {}).items()}


def _coins(fields: Fields, words: PositionWords) -> dict[BookSpaceId, int]:
    found = fields.by_word(
        "book_coins", words.book_spaces, lambda table, said, key: table.number_of(said, key)
    )
    return {BookSpaceId(space): coins for space, coins in (found or {}).items()}


def _markers(fields: Fields, words: PositionWords) -> dict[SpaceId, int]:
    found = fields.by_word(
        "markers", words.spaces, lambda table, said, key: _seat(table, words, said, key)
    )
    return {SpaceId(space): seat for space, seat in (found or {}).items()}
