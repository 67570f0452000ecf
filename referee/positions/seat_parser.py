"""Reads what a position says of each player."""

from typing import cast

from referee.game.ids import BookId, CardId, Company, ItemId, Slot, StartTileId, TileId
from referee.game.messages.speech import say
from referee.notation.names import company, slot
from referee.positions.fields import Fields
from referee.positions.form import BookPile, SeatForm
from referee.positions.vocabulary import PositionWords


def read_seats(fields: Fields, words: PositionWords, players: int) -> tuple[SeatForm, ...]:
    """Return what every player has, by seat."""
    said: dict[int, SeatForm] = {}
    if table := fields.table("seat"):
        for meaning, key, value in table.entries(words.seats):
            if isinstance(value, dict):
                inner = Fields(value, (*table.path, key), table.faults)
                said[int(meaning)] = _seat(inner, words, int(meaning))
            else:
                table.fault(key, says=say("positions.seat_parser.a-table-is-expected"))
    return tuple(said.get(seat, SeatForm()) for seat in range(players))


def _seat(fields: Fields, words: PositionWords, seat: int) -> SeatForm:
    cards, items = words.cards_of(seat), words.items_of(seat)
    form = SeatForm(
        cash=fields.number("cash"),
        hand=_cards(fields.words(cards, "hand")),
        gets=_cards(fields.words(cards, "gets")) or (),
        slots=_by_slot(fields, words, seat, "slots") or {},
        used=cast("tuple[ItemId, ...]", fields.words_once(items, "used") or ()),
        resting=_resting(fields, words, seat),
        tracks=_by_company(fields, words, "tracks"),
        levels=_by_company(fields, words, "levels"),
        diamonds=fields.number("diamonds") or 0,
        ink=fields.number("ink") or 0,
        books=_books(fields, words),
        flipped=_steps(fields, "flipped"),
        starting_tile=cast(
            "StartTileId | None", fields.word(words.starting_tiles, "starting_tile")
        ),
        tiles=cast("tuple[TileId, ...]", fields.words_once(words.tiles, "tiles") or ()),
        plus_one=cast("CardId | None", fields.word(cards, "plus_one")),
        done=fields.flag("done"),
        plan=_by_slot(fields, words, seat, "plan"),
    )
    fields.once((*(form.hand or ()), *form.gets), "hand")
    fields.close()
    return form


def _cards(found: tuple[str, ...] | None) -> tuple[CardId, ...] | None:
    return None if found is None else tuple(map(CardId, found))


def _by_slot(
    fields: Fields, words: PositionWords, seat: int, key: str
) -> dict[Slot, CardId] | None:
    cards = words.cards_of(seat)
    found = fields.by_word(
        key, words.slots, lambda table, said, name: table.word_of(cards, said, name)
    )
    return None if found is None else {slot(name): CardId(card) for name, card in found.items()}


def _resting(
    fields: Fields, words: PositionWords, seat: int
) -> dict[Slot, tuple[CardId, ...]] | None:
    cards = words.cards_of(seat)

    def deck(table: Fields, said: object, key: str) -> tuple[CardId, ...]:
        members = [said] if isinstance(said, str) else table.list_of(said, key)
        found = (table.word_of(cards, card, key) for card in members)
        cards_there = tuple(CardId(card) for card in found if card is not None)
        table.once(cards_there, key)
        return cards_there

    found = fields.by_word("resting", words.slots, deck)
    return None if found is None else {slot(name): deck for name, deck in found.items()}


def _by_company(fields: Fields, words: PositionWords, key: str) -> dict[Company, int]:
    found = fields.by_word(
        key, words.companies, lambda table, said, name: table.number_of(said, name)
    )
    return {company(name): number for name, number in (found or {}).items()}


def _books(fields: Fields, words: PositionWords) -> dict[int, BookPile]:
    """Return the piles by step, where a single book is a pile too."""

    def pile(table: Fields, said: object, key: str) -> BookPile:
        members = [said] if isinstance(said, str) else table.list_of(said, key)
        found = (table.word_of(words.books, book, key) for book in members)
        return tuple(BookId(book) for book in found if book is not None)

    found = fields.by_word("books", words.steps, pile)
    return {int(step): books for step, books in (found or {}).items()}


def _steps(fields: Fields, key: str) -> tuple[int, ...]:
    said = fields.take(key)
    if said is None:
        return ()
    numbers = (fields.number_of(step, key) for step in fields.list_of(said, key))
    return tuple(number for number in numbers if number is not None)
