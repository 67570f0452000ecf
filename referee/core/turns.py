"""What a player can say: the six actions of a turn, as said, in the order they were said.

A turn holds ids and numbers, no objects and no behaviour; `docs/turns.md` says how each is read.
A turn of a record may hold blanks. The types are those of a complete turn, which the engine takes.
"""

from typing import Any, Final, Literal

from msgspec import Struct

from referee.core.ids import BookId, CardId, Company, ItemId, RegionId, Seat, Slot, SpaceId

BLANK: Final[Any] = "?"
"""Stands for a value that nobody wrote down; in a list, for whatever else there may have been."""

ANY: Final[tuple[Any, ...]] = (BLANK,)
"""A list of which nothing was said."""

Column = int
"""A column of a company base, 1 to 3 as one looks from the centre of the map."""

BookStep = int
"""A step of a bookkeeping track: the starting tile's book is step 1."""


class PlusOne(Struct, frozen=True, forbid_unknown_fields=True):
    """Put the goods tile onto a goods card, before or after the action of the turn."""

    card: CardId
    when: Literal["before", "after"] = "before"


class Placing(Struct, frozen=True, forbid_unknown_fields=True):
    """Put a book taken in this turn onto a step of one's own track."""

    book: BookId
    step: BookStep


# How a reward was used: its parts in the order in which they were taken. -------------------
class Part(Struct, frozen=True, tag_field="part", forbid_unknown_fields=True):
    """A part of a reward; a `count` of None means all of it, as far as it can be used."""


class TakePounds(Part, frozen=True, tag="pounds"):
    """Take the pounds of the reward."""

    count: int | None = None


class MoveDiamond(Part, frozen=True, tag="diamonds"):
    """Make the diamond steps of the reward."""

    count: int | None = None


class Advance(Part, frozen=True, tag="advance"):
    """Make the steps of the reward on a company's track."""

    company: Company
    count: int | None = None


class SpendPoints(Part, frozen=True, tag="points"):
    """Spend one reward's bookkeeping points on books, and the rest on pounds."""

    books: tuple[BookId, ...] = ()
    for_pounds: int | None = None
    """Points turned into pounds; None means every point that buys no book."""


class RemovePost(Part, frozen=True, tag="remove"):
    """Take the foremost post of a column out of the game."""

    company: Company
    column: Column


class BuyCard(Part, frozen=True, tag="buy"):
    """Buy a card from the display for pounds."""

    card: CardId


class CollectRegion(Part, frozen=True, tag="region"):
    """Collect the pounds or steps of a region just entered.

    Regions that give bookkeeping points are not collected one by one: `SpendPoints` uses them.
    """

    region: RegionId
    count: int | None = None


RewardPart = TakePounds | MoveDiamond | Advance | SpendPoints | RemovePost | BuyCard
RegionPart = CollectRegion | SpendPoints


# The six actions. ---------------------------------------------------------------------------
class TurnBase(
    Struct, frozen=True, kw_only=True, tag_field="do", forbid_unknown_fields=True, rename="kebab"
):
    """What every turn says: who takes it, and where the goods tile went, if it was placed."""

    seat: Seat
    plus_one: PlusOne | None = None


class UseLevel(Struct, frozen=True, forbid_unknown_fields=True):
    """Use a company track's permanent bonus at one of its levels in this turn; 0 is not at all."""

    company: Company
    level: int


class UsesBonuses(TurnBase, frozen=True, kw_only=True):
    """A turn on which permanent bonuses can bear."""

    levels: tuple[UseLevel, ...] = ()
    """A track that is not named counts at the highest level that makes the turn legal as said."""


class UseGoods(UsesBonuses, frozen=True, kw_only=True, tag="goods"):
    """Use goods cards to acquire a card and to advance, unit by unit."""

    cards: tuple[CardId, ...]
    buy: CardId | None = None
    advance: tuple[Company, ...] = ()


class Entering(Struct, frozen=True, forbid_unknown_fields=True):
    """Enter a region with the foremost post of a column, over a border from a source."""

    region: RegionId
    column: Column
    source: RegionId | Company | None = None
    """A region with a post of the company, or the company for its base; None is the cheapest."""


class Ousting(Struct, frozen=True, forbid_unknown_fields=True):
    """Return the post that stood in an entered region; column None takes it out of the game."""

    region: RegionId
    column: Column | None = None


class Expand(UsesBonuses, frozen=True, kw_only=True, tag="expand"):
    """Use all expansion cards to expand one company."""

    company: Company
    cards: tuple[ItemId, ...] | None = None
    """The expansion cards in use; None means all that lie face up."""
    enter: tuple[Entering, ...] = ()
    rewards: tuple[RegionPart, ...] = ()
    oust: tuple[Ousting, ...] = ()
    place: tuple[Placing, ...] = ()


class UseBookkeeper(UsesBonuses, frozen=True, kw_only=True, tag="bookkeeper"):
    """Use a bookkeeper: perhaps flip a book, move the ink jar, take the reward, spend points."""

    card: ItemId
    flip: BookStep | None = None
    to: BookStep | None = None
    """The step on which the jar stops; None, or the step where it stands, leaves it there."""
    reward: tuple[RewardPart, ...] = ()
    points: SpendPoints = SpendPoints()
    place: tuple[Placing, ...] = ()


class UseMerchant(TurnBase, frozen=True, kw_only=True, tag="merchant"):
    """Use a diamond merchant."""

    card: ItemId


class PlaceMarker(UsesBonuses, frozen=True, kw_only=True, tag="marker"):
    """Place a bonus marker and take what the space gives."""

    space: SpaceId
    option: int | None = None
    """Which tier or which of several rewards, counted from 1."""
    discard: CardId | None = None
    reward: tuple[RewardPart, ...] = ()
    place: tuple[Placing, ...] = ()


class EndPhase(TurnBase, frozen=True, kw_only=True, tag="end"):
    """Drop out of the action phase, picking up a resting deck."""

    deck: Slot | None = None


def has_blanks(value: object) -> bool:
    """Return whether a turn, or a part of one, holds a blank."""
    if isinstance(value, str):
        return bool(value == BLANK)
    if isinstance(value, Struct):
        return any(has_blanks(getattr(value, name)) for name in value.__struct_fields__)
    return isinstance(value, tuple) and any(map(has_blanks, value))


Turn = UseGoods | Expand | UseBookkeeper | UseMerchant | PlaceMarker | EndPhase

Action = Literal["goods", "expand", "bookkeeper", "merchant", "marker", "end"]
"""The six actions by the word that tags their turns."""
