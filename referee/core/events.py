"""A game as a list of events: setup choices and deals, plans, turns, refills, take-backs."""

from typing import Literal

from msgspec import Struct

from referee.core import turns
from referee.core.ids import BookId, BookSpaceId, CardId, Company, Seat, StartTileId


class Happening(
    Struct, frozen=True, kw_only=True, tag_field="do", forbid_unknown_fields=True, rename="kebab"
):
    """An event that is not a turn; what chance decided is always said."""


class DealCards(Happening, frozen=True, tag="deal-cards"):
    """The first twelve action cards, in the order in which they fill the display."""

    cards: tuple[CardId, ...]


class BookOnSpace(Struct, frozen=True, forbid_unknown_fields=True):
    """A book that was drawn, and the space of the book display it came to lie on."""

    space: BookSpaceId
    book: BookId


class DealBooks(Happening, frozen=True, tag="deal-books"):
    """The first books of the display."""

    books: tuple[BookOnSpace, ...]


class TakeStartingTile(Happening, frozen=True, tag="starting-tile"):
    """A player's starting tile, and the one he rejected if the record knows it."""

    seat: Seat
    tile: StartTileId
    rejected: StartTileId | None = None


class RestStartingCards(Happening, frozen=True, tag="rest"):
    """The cards that the starting tile puts to rest: left, middle, right."""

    seat: Seat
    cards: tuple[CardId, ...]


class TakeStartingBonus(Happening, frozen=True, tag="starting-bonus"):
    """The steps of the starting bonus, in the order in which they were made."""

    seat: Seat
    reward: tuple[turns.Advance | turns.MoveDiamond, ...] = ()


class Plan(Happening, frozen=True, tag="plan"):
    """The cards a player places, by slot in the order of `SLOTS`; None leaves a slot empty."""

    seat: Seat
    slots: tuple[CardId | None, ...]


class RefillBooks(Happening, frozen=True, tag="refill-books"):
    """The books drawn into the display at the end of a turn."""

    books: tuple[BookOnSpace, ...]


class PrepareRound(Happening, frozen=True, tag="prepare"):
    """The preparation phase: the action cards drawn, in the order in which they fill the gaps."""

    cards: tuple[CardId, ...] = ()


class TakeBack(Happening, frozen=True, tag="take-back"):
    """A turn that was said and taken back: it is ruled on and does not count."""

    turn: turns.Turn


Quantity = Literal[
    "cash", "track", "diamonds", "ink", "shares", "posts", "coins", "row", "total", "round"
]


class Claim(Happening, frozen=True, tag="claim"):
    """A result that somebody wrote down, to be held against what the rules give."""

    what: Quantity
    value: int
    seat: Seat | None = None
    company: Company | None = None


Setup = DealCards | DealBooks | TakeStartingTile | RestStartingCards | TakeStartingBonus

Event = (
    DealCards
    | DealBooks
    | TakeStartingTile
    | RestStartingCards
    | TakeStartingBonus
    | Plan
    | turns.UseGoods
    | turns.Expand
    | turns.UseBookkeeper
    | turns.UseMerchant
    | turns.PlaceMarker
    | turns.EndPhase
    | RefillBooks
    | PrepareRound
    | TakeBack
    | Claim
)
