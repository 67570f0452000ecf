"""What an event names that is not where it has to be, and the table on which it is."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from msgspec.structs import replace

from referee.core.components import (
    BookkeeperCard,
    BookkeeperTile,
    ExpansionCard,
    ExpansionTile,
    GoodsCard,
    MerchantCard,
    MerchantTile,
)
from referee.core.events import Plan
from referee.core.ids import BookId, CardId, ItemId, Seat, TileId
from referee.core.state import State
from referee.core.turns import (
    BuyCard,
    Expand,
    PlaceMarker,
    SpendPoints,
    UseBookkeeper,
    UseGoods,
    UseMerchant,
)
from referee_model.explain.answer import Lack
from referee_model.kinds import JudgedEvent

FACE_UP = "face-up:"
"""What is lacking where a card lies face down: this, and the card."""
IN_AREA = "in-area:"
IN_HAND = "in-hand:"
ON_DISPLAY = "on-display:"
ON_BOOK_DISPLAY = "on-book-display:"

MAY_BE_UNNOTED = frozenset(
    {"advance", "discard", "option", "oust", "place", "points", "reward", "rewards"}
)
"""The fields of turns in which nothing said may mean that nothing was noted."""

USABLE = {
    UseGoods: (GoodsCard,),
    Expand: (ExpansionCard, ExpansionTile),
    UseBookkeeper: (BookkeeperCard, BookkeeperTile),
    UseMerchant: (MerchantCard, MerchantTile),
}
"""What each of these turns uses."""

ANY_OF = {UseBookkeeper: "bookkeeper", UseMerchant: "merchant"}
"""What is lacking where such a turn names nothing that there is."""


def fields_left_open(event: JudgedEvent) -> frozenset[str]:
    """Return the fields of an event in which it says nothing, perhaps because nobody noted it."""
    nothing: tuple[object, ...] = (None, (), SpendPoints())
    fields = MAY_BE_UNNOTED.intersection(event.__struct_fields__)
    return frozenset(field for field in fields if getattr(event, field) in nothing)


class Presence(NamedTuple):
    """A table on which everything is there that an event names."""

    state: State
    event: JudgedEvent
    lacks: tuple[Lack, ...] = ()

    @property
    def is_elsewhere(self) -> bool:
        """Whether something is not only turned face down."""
        return any(not lack.what.startswith(FACE_UP) for lack in self.lacks)


def presence(state: State, seat: Seat, event: JudgedEvent) -> Presence:
    """Return the table as an event takes it to be, and what of that it lacks."""
    found = Presence(state, event)
    for item in dict.fromkeys(_used(event)):
        found = _with_item(found, seat, item)
    for card in _bought(event):
        found = _with_card_on_display(found, card)
    for book in dict.fromkeys(_books(event)):
        found = _with_book_on_display(found, book)
    for card in _from_hand(event):
        found = _with_card_in_hand(found, seat, card)
    return found


# What an event names -----------------------------------------------------------------------------


def _used(event: JudgedEvent) -> Iterable[ItemId]:
    match event:
        case UseGoods(cards=cards):
            return cards
        case Expand(cards=cards):
            return cards or ()
        case UseBookkeeper(card=card) | UseMerchant(card=card):
            return (card,)
        case _:
            return ()


def _bought(event: JudgedEvent) -> Iterator[CardId]:
    match event:
        case UseGoods(buy=card) if card is not None:
            yield card
        case PlaceMarker(reward=reward):
            yield from (part.card for part in reward if isinstance(part, BuyCard))
        case _:
            pass


def _books(event: JudgedEvent) -> Iterator[BookId]:
    parts = (*getattr(event, "reward", ()), *getattr(event, "rewards", ()))
    for part in (*parts, getattr(event, "points", None)):
        if isinstance(part, SpendPoints):
            yield from part.books


def _from_hand(event: JudgedEvent) -> Iterator[CardId]:
    match event:
        case Plan(slots=slots):
            yield from (card for card in slots if card is not None)
        case PlaceMarker(discard=card) if card is not None:
            yield card
        case _:
            pass


# The table with it -------------------------------------------------------------------------------


def _lacking(found: Presence, state: State, what: str) -> Presence:
    return found._replace(state=state, lacks=(*found.lacks, Lack(what, 1)))


def _with_item(found: Presence, seat: Seat, item: ItemId) -> Presence:
    """Return the table with a card or tile face up before a player, if the turn can use it."""
    state, turn = found.state, type(found.event)
    player, components = state.players[seat], state.setting.components
    known = components.card.get(CardId(item)) or components.tile.get(TileId(item))
    if known is None:
        return _with_any(found, seat)
    if not isinstance(known, USABLE[turn]):
        return found
    if item in player.slots or item in player.tiles:
        if item not in player.used:
            return found
        turned = replace(player, used=player.used - {item})
        return _lacking(found, state.with_player(seat, turned), f"{FACE_UP}{item}")
    laid = _laid(state, seat, item)
    return found if laid is None else _lacking(found, laid, f"{IN_AREA}{item}")


def _with_any(found: Presence, seat: Seat) -> Presence:
    """Return the table with anything that the turn could use in place of what nobody knows."""
    state, turn = found.state, type(found.event)
    cards = state.setting.components.cards
    usable = [card.id for card in cards if isinstance(card, USABLE[turn])]
    laid = _laid(state, seat, usable[0]) if turn in ANY_OF and usable else None
    if laid is None:
        return found
    named = replace(found.event, card=usable[0])
    return _lacking(found._replace(event=named), laid, ANY_OF[turn])


def _laid(state: State, seat: Seat, item: ItemId) -> State | None:
    """Return the table with something in a player's area; None if there is no room."""
    player = state.players[seat]
    if item in state.setting.components.tile:
        return state.with_player(seat, replace(player, tiles=player.tiles | {TileId(item)}))
    if None not in player.slots:
        return None
    slots = [*player.slots]
    slots[slots.index(None)] = CardId(item)
    unused = player.used - {item}
    return state.with_player(seat, replace(player, slots=tuple(slots), used=unused))


def _with_card_on_display(found: Presence, card: CardId) -> Presence:
    """Return the table with a card on the space of the display where it costs least."""
    state = found.state
    components = state.setting.components
    if card in state.display or card not in components.card:
        return found
    crates = [space.crate for space in components.filling_order]
    cheapest = crates.index(min(crates))
    display = (*state.display[:cheapest], card, *state.display[cheapest + 1 :])
    return _lacking(found, replace(state, display=display), f"{ON_DISPLAY}{card}")


def _with_book_on_display(found: Presence, book: BookId) -> Presence:
    """Return the table with a book on a space of its letter that the event does not need."""
    state = found.state
    components = state.setting.components
    if book in state.book_display or book not in components.book:
        return found
    letter, needed = components.book[book].letter, {*_books(found.event)}
    spaces = zip(components.book_spaces, state.book_display, strict=True)
    for number, (space, lying) in enumerate(spaces):
        if space.letter == letter and lying not in needed:
            books = (*state.book_display[:number], book, *state.book_display[number + 1 :])
            there = replace(state, book_display=books)
            return _lacking(found, there, f"{ON_BOOK_DISPLAY}{book}")
    return found


def _with_card_in_hand(found: Presence, seat: Seat, card: CardId) -> Presence:
    state = found.state
    player = state.players[seat]
    if card in player.hand or card not in state.setting.components.card:
        return found
    there = state.with_player(seat, replace(player, hand=player.hand | {card}))
    return _lacking(found, there, f"{IN_HAND}{card}")
