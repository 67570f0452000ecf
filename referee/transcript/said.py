"""What a record says: turns that may hold blanks, and results that somebody wrote down.

A field that is not said has the meaning of its default. The blank `?` stands for a value that the
record does not tell; in a list it stands for whatever else there may have been.
"""

from typing import Literal

from msgspec import Struct

from referee.game.events import (
    DealBooks,
    DealCards,
    Plan,
    PrepareRound,
    RefillBooks,
    RestStartingCards,
    TakeStartingBonus,
    TakeStartingTile,
)
from referee.game.ids import BookId, CardId, Company, ItemId, RegionId, Seat, Slot, SpaceId
from referee.game.turns import Column, PlusOne, RegionPart, RewardPart, SpendPoints, Step

Blank = Literal["?"]
BLANK: Blank = "?"

ANY: tuple[Blank, ...] = (BLANK,)
"""A list of which nothing was said."""


class SaidPlacing(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A book taken in this turn, and the step it was put on."""

    book: BookId
    step: Step | Blank = BLANK


class SaidEntering(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A region entered, the column of the post, and where it came from."""

    region: RegionId
    column: Column | Blank = BLANK
    source: RegionId | Company | None = None
    """None is the cheapest border."""


class SaidOusting(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An ousted post and the column it went to; None took it out of the game."""

    region: RegionId
    column: Column | Blank | None = BLANK


class SaidTurn(
    Struct,
    frozen=True,
    kw_only=True,
    tag_field="do",
    forbid_unknown_fields=True,
    omit_defaults=True,
    rename="kebab",
):
    """What every turn says: who took it, and where the goods tile went, if it was placed."""

    seat: Seat
    plus_one: PlusOne | None = None


class SaidLevel(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The level at which a permanent bonus was used, and whose track has it."""

    level: int
    company: Company | Blank = BLANK
    """May be left out where only one bonus works that bears on the action."""


class SaidWithBonuses(SaidTurn, frozen=True, kw_only=True):
    """A turn on which permanent bonuses can bear."""

    levels: tuple[SaidLevel, ...] = ()


class SaidGoods(SaidWithBonuses, frozen=True, kw_only=True, tag="goods"):
    """Goods cards used, the card acquired, and the tracks of the units."""

    cards: tuple[CardId, ...] = (CardId(BLANK),)
    buy: CardId | None = None
    advance: tuple[Company | Blank, ...] = ANY


class SaidExpansion(SaidWithBonuses, frozen=True, kw_only=True, tag="expand"):
    """A company's expansion; without regions nothing was entered."""

    company: Company | Blank = BLANK
    cards: tuple[ItemId, ...] | None = None
    enter: tuple[SaidEntering, ...] = ()
    rewards: tuple[RegionPart | Blank, ...] = ANY
    oust: tuple[SaidOusting | Blank, ...] = ANY
    place: tuple[SaidPlacing | Blank, ...] = ()


class SaidBookkeeper(SaidWithBonuses, frozen=True, kw_only=True, tag="bookkeeper"):
    """A bookkeeper used; without books all points went into pounds."""

    card: ItemId = CardId(BLANK)
    flip: Step | Blank | None = None
    to: Step | Blank | None = None
    reward: tuple[RewardPart | Blank, ...] = ANY
    points: SpendPoints | Blank = BLANK
    place: tuple[SaidPlacing | Blank, ...] = ()


class SaidMerchant(SaidTurn, frozen=True, kw_only=True, tag="merchant"):
    """A diamond merchant used."""

    card: ItemId = CardId(BLANK)


class SaidMarker(SaidWithBonuses, frozen=True, kw_only=True, tag="marker"):
    """A bonus marker placed."""

    space: SpaceId = SpaceId(BLANK)
    option: int | Blank | None = BLANK
    discard: CardId | None = CardId(BLANK)
    reward: tuple[RewardPart | Blank, ...] = ANY
    place: tuple[SaidPlacing | Blank, ...] = ()


class SaidEnd(SaidTurn, frozen=True, kw_only=True, tag="end"):
    """The phase ended, and the resting deck picked up."""

    deck: Slot | Blank | None = BLANK


SaidAction = SaidGoods | SaidExpansion | SaidBookkeeper | SaidMerchant | SaidMarker | SaidEnd


class Mark(
    Struct, frozen=True, kw_only=True, tag_field="do", forbid_unknown_fields=True, rename="kebab"
):
    """Something in a record that is no event of the game."""


class RoundMark(Mark, frozen=True, kw_only=True, tag="round"):
    """The heading of a round."""

    number: int


class Remark(Mark, frozen=True, kw_only=True, tag="remark"):
    """A line that holds nothing but claims or a comment."""


Said = (
    DealCards
    | DealBooks
    | TakeStartingTile
    | RestStartingCards
    | TakeStartingBonus
    | Plan
    | SaidGoods
    | SaidExpansion
    | SaidBookkeeper
    | SaidMerchant
    | SaidMarker
    | SaidEnd
    | RefillBooks
    | PrepareRound
    | RoundMark
    | Remark
)

Quantity = Literal[
    "cash",
    "track",
    "diamonds",
    "ink",
    "shares",
    "posts",
    "lost",
    "regions",
    "coins",
    "worth",
    "row",
    "diamond-row",
    "book-row",
    "total",
    "winner",
    "round",
    "first",
    "next",
    "hand",
    "rest",
    "up",
    "markers",
    "tiles",
    "books",
    "flipped",
    "price",
    "coffee",
    "bananas",
    "cotton",
    "expansion",
    "cost",
    "points",
    "level",
]


class SaidClaim(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A result that somebody wrote down; of `first`, `next` and `winner` the value is a seat."""

    what: Quantity
    value: int
    seat: Seat | None = None
    company: Company | None = None
    item: str | None = None
    """A card, book space or region, where the quantity is of one."""
