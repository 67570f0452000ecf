"""Events that are no turns: what a record left out of them."""

from collections.abc import Mapping, Sequence
from itertools import permutations
from typing import Literal

from msgspec.structs import replace

from referee.engine import check, step
from referee.engine.planning import available_slots
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
from referee.game.ids import BOOK_LETTERS, SLOTS, CardId, Company, Seat
from referee.game.messages.speech import say
from referee.game.state import State
from referee.game.turns import BLANK, Advance, MoveDiamond
from referee.notation.record import (
    Adjust,
    Agreement,
    AnyOrder,
    AsItLies,
    BlankTurn,
    BlankTurns,
    Exceptional,
    Gap,
    InOrder,
    RulingMark,
    SaidHappening,
)
from referee.transcript.completed_turn import Missing


def filled(state: State, said: SaidHappening | Gap | Agreement) -> SaidHappening | Missing:
    """Return the event with what has only one value filled in, or what is missing."""
    if isinstance(said, Exceptional):
        return Missing((EXCEPTIONS[type(said)],), 0)
    return _filled(state, said)


def _filled(state: State, said: SaidHappening) -> SaidHappening | Missing:
    match said:
        case DealBooks() | RefillBooks():
            return _drawn_books(state, said)
        case DealCards() | PrepareRound():
            return _unnamed("cards") if BLANK in said.cards else said
        case TakeStartingTile():
            return _tile(state, said)
        case RestStartingCards():
            return _rest(state, said) if not said.cards or BLANK in said.cards else said
        case TakeStartingBonus():
            return said if said.reward else _bonus(state, said)
        case Plan():
            return _plan(state, said)


EXCEPTIONS: Mapping[type, str] = {
    BlankTurn: "what was done in this turn",
    BlankTurns: "what was done in these turns",
    AnyOrder: "the order of the lines that follow",
    InOrder: "the order of the lines before",
    Adjust: "how the table came to be adjusted",
    AsItLies: "how the table came to lie so",
    RulingMark: "why the ruling was another before",
}
"""What is not known of statements that the rules alone do not answer."""


def _unnamed(what: str) -> Missing:
    return Missing(
        (say("records.filling.drawn", what=what),),
        0,
        (say("records.filling.their-names-belong-where-stands"),),
    )


def _drawn_books(state: State, said: DealBooks | RefillBooks) -> DealBooks | RefillBooks | Missing:
    if any(drawn.book == BLANK for drawn in said.books):
        return _unnamed("books")
    unsaid = BLANK in [drawn.space for drawn in said.books]
    return replace(said, books=_on_spaces(state, said.books)) if unsaid else said


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
    return Missing(
        (say("records.filling.starting-tile"),), 0, (say("records.filling.tile-s01-names-it"),)
    )


def _rest(state: State, said: RestStartingCards) -> RestStartingCards | Missing:
    """Return the resting cards if the starting tile leaves them one order."""
    tile = state.players[said.seat].starting_tile if said.seat < len(state.players) else None
    cards = () if tile is None else state.setting.components.starting_tile[tile].rest
    if len({*cards}) == 1:
        return replace(said, cards=cards)
    hint = say("records.filling.rest-would-be-left-middle", cards=" ".join(cards))
    return Missing((say("records.filling.order-of-the-cards-put"),), 0, (hint,) if cards else ())


def _bonus(state: State, said: TakeStartingBonus) -> TakeStartingBonus | Missing:
    """Return the bonus with its parts in the one order there is, or in any if none matters."""
    words = bonus_words(state, said.seat)
    parts: list[Advance | MoveDiamond] = [
        MoveDiamond() if word == "diamonds" else Advance(word) for word in words
    ]
    orders = [replace(said, reward=order) for order in permutations(parts)]
    # Of orders that come to the same the first is kept, which is that of the tile.
    legal = {step(state, order): order for order in reversed(orders) if not check(state, order)}
    if len(legal) > 1:
        hint = say("records.filling.bonus-would-be-one", words=" ".join(words))
        return Missing((say("records.filling.order-of-the-starting-bonus"),), len(legal), (hint,))
    return next(iter(legal.values()), orders[0])


def bonus_words(state: State, seat: Seat) -> list[Company | Literal["diamonds"]]:
    """Return the parts of a player's starting bonus as they are written."""
    tile = state.players[seat].starting_tile if seat < len(state.players) else None
    bonus = () if tile is None else state.setting.components.starting_tile[tile].bonus
    return [steps.track for steps in bonus]


def _plan(state: State, said: Plan) -> Plan | Missing:
    if BLANK not in said.slots or said.seat >= len(state.players):
        return said
    left = [card for card in plannable(state, said.seat) if card not in said.slots]
    unlocked = available_slots(state, said.seat)
    slots: list[CardId | None] = []
    for slot, card in zip(SLOTS, said.slots, strict=False):
        if card != BLANK:
            slots.append(card)
        elif slot in unlocked and left:
            hint = say("records.filling.cards-are-named-from-the")
            return Missing(
                (say("records.filling.card-in-the-slot", slot=slot),), len(left) + 1, (hint,)
            )
        else:
            slots.append(None)
    return replace(said, slots=tuple(slots))


def plannable(state: State, seat: Seat) -> list[CardId]:
    """Return the cards in a player's hand that may lie in a slot."""
    cards = state.setting.components.card
    return [card for card in state.players[seat].hand if not isinstance(cards[card], ShareCard)]
