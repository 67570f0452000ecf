"""What may be said next of a deal, a draw, a starting choice or a plan."""

from collections.abc import Collection, Iterable

from msgspec import Struct

from referee.api.draft_answers import OfferKind
from referee.engine.planning import available_slots
from referee.engine.preparation import shifted
from referee.game.events import (
    BookOnSpace,
    DealBooks,
    DealCards,
    Plan,
    PrepareRound,
    RefillBooks,
    RestStartingCards,
    TakeStartingBonus,
    TakeStartingTile,
)
from referee.game.ids import BOOK_LETTERS, COMPANIES, SLOTS, Seat
from referee.game.state import State
from referee.game.turns import BLANK
from referee.notation.record import SaidHappening
from referee.transcript.completed_turn import Missing
from referee.transcript.event_completion import filled, plannable


class NextThings(Struct, frozen=True):
    """What may be said next, and what can be said as well."""

    kind: OfferKind
    legal: tuple[str, ...]
    others: tuple[str, ...] = ()
    empty: bool = False
    """Whether nothing may be said in this place, and the next one is asked for."""


def following_things(  # noqa: PLR0911 - an arm for each kind
    state: State, said: SaidHappening
) -> NextThings:
    """Return what may be said next."""
    components = state.setting.components
    match said:
        case DealCards(cards):
            return _card_draw(state, cards, len(state.display))
        case PrepareRound(cards):
            return _card_draw(state, cards, drawn_for_round(state))
        case DealBooks(books) | RefillBooks(books):
            return _book_draw(state, books)
        case TakeStartingTile(tile=tile):
            gone = {player.starting_tile for player in state.players} | state.rejected_tiles
            tiles = [each.id for each in components.starting_tiles]
            free = tuple(each for each in tiles if each not in gone and tile == BLANK)
            return NextThings("tile", free, tuple(tiles))
        case RestStartingCards(seat=seat, cards=cards):
            wanted = resting(state, seat)
            left = tuple(card for card in wanted if card not in cards)
            every = tuple(state.setting.components.card)
            return NextThings("card", left if len(left) > 1 else (), every)
        case TakeStartingBonus():
            return _bonus(state, said)
        case Plan():
            return _plan(state, said)


def _card_draw(state: State, cards: Collection[str], wanted: int) -> NextThings:
    every = tuple(state.setting.components.card)
    if len(cards) >= wanted:
        return NextThings("card", (), every)
    for unseen in state.unseen_cards:
        if left := sorted(unseen.difference(cards)):
            return NextThings("card", tuple(left), every)
    return NextThings("card", (), every)


def drawn_for_round(state: State) -> int:
    """Return how many cards are drawn for the next round."""
    return min(shifted(state)[0].count(None), sum(map(len, state.unseen_cards)))


def gaps(state: State) -> list[str]:
    """Return the spaces of the book display for which the supply has a book."""
    found: list[str] = []
    left = [len(unseen) for unseen in state.unseen_books]
    spaces = state.setting.components.book_spaces
    for space, book in zip(spaces, state.book_display, strict=True):
        number = BOOK_LETTERS.index(space.letter)
        if book is None and left[number]:
            left[number] -= 1
            found.append(space.id)
    return found


def _book_draw(state: State, books: Iterable[BookOnSpace]) -> NextThings:
    every = tuple(state.setting.components.book)
    filled_spaces = {each.space for each in books}
    drawn = {each.book for each in books}
    for space in state.setting.components.book_spaces:
        if space.id in gaps(state) and space.id not in filled_spaces:
            unseen = state.unseen_books[BOOK_LETTERS.index(space.letter)]
            return NextThings("book", tuple(sorted(unseen - drawn)), every)
    return NextThings("book", (), every)


def resting(state: State, seat: Seat) -> tuple[str, ...]:
    """Return the cards that a starting tile puts to rest."""
    tile = state.players[seat].starting_tile
    return () if tile is None else tuple(state.setting.components.starting_tile[tile].rest)


def _bonus(state: State, said: TakeStartingBonus) -> NextThings:
    found = filled(state, said)
    parts = ("diamonds", *COMPANIES)
    return NextThings("part", parts if isinstance(found, Missing) else (), parts)


def _plan(state: State, said: Plan) -> NextThings:
    slots = available_slots(state, said.seat)
    left = tuple(sorted(card for card in plannable(state, said.seat) if card not in said.slots))
    open_slots = [
        slot
        for slot, card in zip(SLOTS, said.slots, strict=True)
        if card == BLANK and slot in slots
    ]
    hand = sorted(state.players[said.seat].hand)
    others = (*hand, *sorted(set(state.setting.components.card) - {*hand, *left}))
    return NextThings("card", left if open_slots else (), others, empty=bool(open_slots and left))
