"""Events that are no turns: what a record left out of them, and events that it left out."""

from collections.abc import Sequence
from itertools import permutations

from msgspec.structs import replace

from referee.engine import check, step
from referee.engine.actions import refill_due
from referee.engine.planning import available_slots
from referee.engine.preparation import shifted
from referee.game.components import ShareCard
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
from referee.game.ids import BOOK_LETTERS, SLOTS, BookLetter, CardId
from referee.game.state import State
from referee.game.turns import Advance, MoveDiamond
from referee.transcript.completing import Missing
from referee.transcript.said import BLANK, Remark, RoundMark, Said

Happened = (
    DealCards
    | DealBooks
    | TakeStartingTile
    | RestStartingCards
    | TakeStartingBonus
    | Plan
    | RefillBooks
    | PrepareRound
)


def filled(state: State, said: Happened) -> Happened | Missing:
    """Return the event with what has only one value filled in, or what is missing."""
    match said:
        case DealBooks() | RefillBooks():
            unsaid = BLANK in [drawn.space for drawn in said.books]
            return replace(said, books=_on_spaces(state, said.books)) if unsaid else said
        case DealCards() | PrepareRound():
            return Missing(("cards drawn",), 0) if BLANK in said.cards else said
        case TakeStartingTile():
            return _tile(state, said)
        case RestStartingCards():
            unsaid = not said.cards or BLANK in said.cards
            return Missing(("order of the cards put to rest",), 0) if unsaid else said
        case TakeStartingBonus():
            return said if said.reward else _bonus(state, said)
        case Plan():
            return _plan(state, said)


def _on_spaces(state: State, books: Sequence[BookOnSpace]) -> tuple[BookOnSpace, ...]:
    """Return the books on their spaces; unsaid they fill those of their letter row by row."""
    components = state.setting.components
    named = {drawn.space for drawn in books}
    gaps = {
        letter: [
            space.id
            for space, book in sorted(
                zip(components.book_spaces, state.book_display, strict=True),
                key=lambda pair: (pair[0].row, pair[0].round),
            )
            if book is None and space.letter == letter and space.id not in named
        ]
        for letter in BOOK_LETTERS
    }
    placed = []
    for drawn in books:
        book = components.book.get(drawn.book)
        if drawn.space == BLANK and book is not None and gaps[book.letter]:
            placed.append(BookOnSpace(gaps[book.letter].pop(0), drawn.book))
        else:
            placed.append(drawn)
    return tuple(placed)


def _tile(state: State, said: TakeStartingTile) -> TakeStartingTile | Missing:
    if said.tile != BLANK:
        return said
    if state.setting.first_game_tiles:
        for tile in state.setting.components.starting_tiles:
            if tile.first_game_seat == said.seat + 1:
                return replace(said, tile=tile.id)
    return Missing(("starting tile",), 0)


def _bonus(state: State, said: TakeStartingBonus) -> TakeStartingBonus | Missing:
    """Return the bonus with its parts in the one order there is, or in any if none matters."""
    tile = state.players[said.seat].starting_tile if said.seat < len(state.players) else None
    bonus = () if tile is None else state.setting.components.starting_tile[tile].bonus
    parts: list[Advance | MoveDiamond] = [
        MoveDiamond() if steps.track == "diamonds" else Advance(steps.track) for steps in bonus
    ]
    orders = [replace(said, reward=order) for order in permutations(parts)]
    legal = {step(state, order): order for order in orders if not check(state, order)}
    if len(legal) > 1:
        return Missing(("order of the starting bonus",), len(legal))
    return next(iter(legal.values()), orders[0])


def _plan(state: State, said: Plan) -> Plan | Missing:
    if BLANK not in said.slots or said.seat >= len(state.players):
        return said
    cards = state.setting.components.card
    left = [
        card
        for card in state.players[said.seat].hand
        if card not in said.slots and not isinstance(cards[card], ShareCard)
    ]
    unlocked = available_slots(state, said.seat)
    slots: list[CardId | None] = []
    for slot, card in zip(SLOTS, said.slots, strict=False):
        if card != BLANK:
            slots.append(card)
        elif slot in unlocked and left:
            return Missing((f"card in the {slot} slot",), len(left) + 1)
        else:
            slots.append(None)
    return replace(said, slots=tuple(slots))


def left_out(state: State, said: Said) -> RefillBooks | PrepareRound | Missing | None:
    """Return the event of chance that must have come before `said` though nobody noted it."""
    if isinstance(said, (Remark, RefillBooks)):
        return None
    if state.phase in {"deal-cards", "deal-books"}:
        return _deal(state, said)
    if state.phase in {"actions", "preparation", "over"} and refill_due(state):
        return _refill(state)
    if state.phase == "preparation" and isinstance(said, Plan | RoundMark):
        gaps = shifted(state)[0].count(None)
        if min(gaps, sum(map(len, state.unseen_cards))):
            return Missing(("cards drawn for the next round",), 0)
        return PrepareRound()
    return None


def _deal(state: State, said: Said) -> Missing | None:
    if isinstance(said, DealCards):
        return None
    if state.phase == "deal-cards":
        return Missing(("first deal of the card display",), 0)
    return None if isinstance(said, DealBooks) else Missing(("first deal of the book display",), 0)


def _refill(state: State) -> RefillBooks | Missing:
    """Return the refill that is due if the supply leaves only one."""
    spaces = state.setting.components.book_spaces
    drawn: list[BookOnSpace] = []
    for letter, unseen in zip(BOOK_LETTERS, state.unseen_books, strict=True):
        gaps = _gaps(state, letter)
        if gaps and unseen:
            if len(unseen) > 1 or len(gaps) > 1:
                return Missing(("refill of the book display",), 0)
            drawn.append(BookOnSpace(spaces[gaps[0]].id, next(iter(unseen))))
    return RefillBooks(books=tuple(drawn))


def _gaps(state: State, letter: BookLetter) -> list[int]:
    spaces = state.setting.components.book_spaces
    return [
        index
        for index, (space, book) in enumerate(zip(spaces, state.book_display, strict=True))
        if book is None and space.letter == letter
    ]
