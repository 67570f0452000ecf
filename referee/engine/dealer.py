"""Chance as events, drawn by lot: deals, refills, starting tiles, track cards."""

from collections.abc import Sequence
from random import Random
from typing import TypeVar

from referee.core.component_set import ComponentSet
from referee.core.events import (
    BookOnSpace,
    DealBooks,
    DealCards,
    PrepareRound,
    RefillBooks,
    TakeStartingTile,
)
from referee.core.ids import BOOK_LETTERS, COMPANIES, BookId, CardId, Seat, TrackId
from referee.core.limits import TILES_DEALT
from referee.core.rulings import DEFAULT_RULINGS, Rulings
from referee.core.state import Setting, State
from referee.engine.facts import facts_of
from referee.engine.preparation import gaps_to_fill
from referee.engine.random_turns import drawn, shuffled


def draw_setting(
    components: ComponentSet,
    players: int,
    rng: Random,
    *,
    first_game: bool = False,
    rulings: Rulings = DEFAULT_RULINGS,
) -> Setting:
    """Return a setting: the first game's tracks, or track cards drawn for every edge."""
    if first_game:
        placed = {entry.company: entry.track for entry in components.first_game}
        tracks: tuple[TrackId, ...] = tuple(placed[company] for company in COMPANIES)
    else:
        cards = shuffled(components.track_cards, rng)
        tracks = tuple(rng.choice(card.halves) for card in cards)
    return Setting(
        components=components,
        players=players,
        tracks=tracks,
        rulings=rulings,
        first_game_tracks=first_game,
        first_game_tiles=first_game,
    )


def draw_cards(state: State, count: int, rng: Random) -> tuple[CardId, ...]:
    """Return so many cards from the stack, all of a letter before the next."""
    cards: list[CardId] = []
    for unseen in state.unseen_cards:
        if len(cards) < count:
            cards += drawn(sorted(unseen), count - len(cards), rng)
    return tuple(cards)


def deal_cards(state: State, rng: Random) -> DealCards:
    """Return the first deal of the card display."""
    return DealCards(cards=draw_cards(state, len(state.display), rng))


def draw_books(state: State, rng: Random) -> tuple[BookOnSpace, ...]:
    """Return a book for every gap of the book display that the supply can fill."""
    facts = facts_of(state.setting)
    supplies: dict[int, list[BookId]] = {}
    books = []
    for index in [index for index, book in enumerate(state.book_display) if book is None]:
        waits_for = facts.gaps_wait_for[index]
        if waits_for not in supplies:
            unseen = state.unseen_books[waits_for]
            supplies[waits_for] = [book for book in facts.supplies[waits_for] if book in unseen]
        if supply := supplies[waits_for]:
            book = supply.pop(int(rng.random() * len(supply)))
            books.append(BookOnSpace(facts.book_spaces[index], book))
    return tuple(books)


def deal_books(state: State, rng: Random) -> DealBooks:
    """Return the first deal of the book display."""
    return DealBooks(books=draw_books(state, rng))


def deal_starting_tiles(state: State, rng: Random) -> tuple[TakeStartingTile, ...]:
    """Return a starting tile for every player, and the one he rejects in the variable setup."""
    tiles = state.setting.components.starting_tiles
    seats = range(len(state.players))
    if state.setting.first_game_tiles:
        fixed = {tile.first_game_seat: tile.id for tile in tiles}
        return tuple(TakeStartingTile(seat=Seat(seat), tile=fixed[seat + 1]) for seat in seats)
    dealt = drawn([tile.id for tile in tiles], TILES_DEALT * len(seats), rng)
    return tuple(
        TakeStartingTile(seat=Seat(seat), tile=dealt[2 * seat], rejected=dealt[2 * seat + 1])
        for seat in seats
    )


def prepare_round(state: State, rng: Random) -> PrepareRound:
    """Return the preparation of the next round."""
    return PrepareRound(cards=draw_cards(state, gaps_to_fill(state), rng))


# Chance that follows an order: what comes first in it is drawn first ------------------------------
T = TypeVar("T", bound=str)


def refill(state: State, order: Sequence[BookId]) -> RefillBooks:
    """Return the refill of the book display that draws by this order, the rest by name."""
    books: list[BookOnSpace] = []
    spaces = state.setting.components.book_spaces
    for space, book in zip(spaces, state.book_display, strict=True):
        unseen = state.unseen_books[BOOK_LETTERS.index(space.letter)]
        left = unseen.difference([on.book for on in books])
        if book is None and left:
            books.append(BookOnSpace(space.id, _in_order(left, order)[0]))
    return RefillBooks(books=tuple(books))


def prepare(state: State, order: Sequence[CardId]) -> PrepareRound:
    """Return the preparation of the next round with cards drawn by this order."""
    stack = [card for unseen in state.unseen_cards for card in _in_order(unseen, order)]
    return PrepareRound(cards=tuple(stack[: gaps_to_fill(state)]))


def _in_order(unseen: frozenset[T], order: Sequence[T]) -> list[T]:
    place = {one: number for number, one in enumerate(order)}
    return sorted(unseen, key=lambda one: (place.get(one, len(place)), one))
