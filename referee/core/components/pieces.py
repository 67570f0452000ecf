"""Cards, books, starting tiles, bonus spaces and tiles."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from referee.core.components.entry import Entry, Positive, PrintedCount
from referee.core.ids import (
    BookId,
    BookLetter,
    CardId,
    CardLetter,
    Company,
    Good,
    Majority,
    SpaceId,
    StartTileId,
    TileId,
)


# The cards ----------------------------------------------------------------------------------------
class PrintedCard(Entry, frozen=True, kw_only=True):
    """What every card has; a starting card has no letter, an action card no seat."""

    id: CardId
    crate: PrintedCount
    letter: CardLetter | None = None
    seat: Annotated[int, Meta(ge=1, le=4)] | None = None
    share: Company | None = None


class GoodsCard(PrintedCard, frozen=True, kw_only=True, tag_field="kind", tag="goods"):
    """A goods card."""

    good: Good
    units: Positive


class ExpansionCard(PrintedCard, frozen=True, kw_only=True, tag_field="kind", tag="expansion"):
    """An expansion card."""

    points: Positive


class BookkeeperCard(PrintedCard, frozen=True, kw_only=True, tag_field="kind", tag="bookkeeper"):
    """A bookkeeper."""

    points: Positive


class MerchantCard(PrintedCard, frozen=True, kw_only=True, tag_field="kind", tag="merchant"):
    """A diamond merchant; one of a company moves further for the mines it controls."""

    steps: Positive
    pounds: PrintedCount
    company: Company | None = None
    mines_per_step: Positive | None = None


class ShareCard(PrintedCard, frozen=True, kw_only=True, tag_field="kind", tag="share"):
    """A single share card: one share and no action."""


Card = GoodsCard | ExpansionCard | BookkeeperCard | MerchantCard | ShareCard


# Book tiles, starting tiles, and the rewards they share with the bonus spaces ---------------------
class NeedsGood(Struct, frozen=True, tag_field="needs", tag="good", forbid_unknown_fields=True):
    """So many units of a named good."""

    good: Good
    units: Positive


class NeedsOneGood(
    Struct, frozen=True, tag_field="needs", tag="one-good", forbid_unknown_fields=True
):
    """So many units of one good, whichever it is."""

    units: Positive


class NeedsExpansion(
    Struct, frozen=True, tag_field="needs", tag="expansion", forbid_unknown_fields=True
):
    """So much total expansion value."""

    points: Positive


class NeedsColleague(
    Struct, frozen=True, tag_field="needs", tag="colleague", forbid_unknown_fields=True
):
    """A diamond merchant, or a bookkeeper besides the one in use."""

    count: Positive = 1


Requirement = NeedsGood | NeedsOneGood | NeedsExpansion | NeedsColleague


class TrackSteps(Struct, frozen=True, forbid_unknown_fields=True):
    """Steps on one company's track."""

    company: Company
    steps: Positive


class Reward(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a book, a majority tier or a bonus space gives; its parts come in any order."""

    pounds: PrintedCount = 0
    diamonds: PrintedCount = 0
    points: PrintedCount = 0
    posts: PrintedCount = 0
    track: TrackSteps | None = None
    cotton_less: PrintedCount | None = None
    """Pounds for the cotton total less this number."""


class Book(Entry, frozen=True, kw_only=True):
    """A book tile."""

    id: BookId
    letter: BookLetter
    requires: tuple[Requirement, ...]
    reward: Reward


class BonusSteps(Struct, frozen=True, forbid_unknown_fields=True):
    """Steps of a starting bonus, on a company's track or the diamond track."""

    track: Company | Literal["diamonds"]
    steps: Positive


class StartingTile(Entry, frozen=True, kw_only=True):
    """A starting tile: cards to rest, the first book of the track, a starting bonus."""

    id: StartTileId
    rest: tuple[CardId, ...]
    requires: tuple[Requirement, ...]
    reward: Reward
    bonus: tuple[BonusSteps, ...]
    first_game_seat: Annotated[int, Meta(ge=1, le=4)] | None = None


# Bonus spaces and bonus tiles ---------------------------------------------------------------------
class PrintedSpace(Entry, frozen=True, kw_only=True):
    """What every bonus space has."""

    id: SpaceId
    cost: PrintedCount = 0


class FirstPlayerSpace(
    PrintedSpace, frozen=True, kw_only=True, tag_field="kind", tag="first-player"
):
    """Take the first player marker, and this reward."""

    reward: Reward


class BuySpace(PrintedSpace, frozen=True, kw_only=True, tag_field="kind", tag="buy"):
    """Buy a card for pounds, perhaps for less, and perhaps with diamond steps."""

    less: PrintedCount = 0
    diamonds: PrintedCount = 0


class DiscardSpace(PrintedSpace, frozen=True, kw_only=True, tag_field="kind", tag="discard"):
    """Remove a card from the hand for its crate value and more."""

    more: PrintedCount
    good: Good | None = None


class Tier(Struct, frozen=True, forbid_unknown_fields=True):
    """The reward of a majority space from this total on."""

    least: Positive
    reward: Reward


class MajoritySpace(PrintedSpace, frozen=True, kw_only=True, tag_field="kind", tag="majority"):
    """A reward for whom nobody exceeds."""

    counts: Majority
    tiers: tuple[Tier, ...]


class TileSpace(PrintedSpace, frozen=True, kw_only=True, tag_field="kind", tag="tile"):
    """Reserve a bonus tile for the next round."""

    tile: TileId


class ChoiceSpace(PrintedSpace, frozen=True, kw_only=True, tag_field="kind", tag="choice"):
    """One of these rewards."""

    rewards: tuple[Reward, ...]


class OtherTracksSpace(
    PrintedSpace, frozen=True, kw_only=True, tag_field="kind", tag="other-tracks"
):
    """Steps on that many different other company tracks."""

    tracks: Positive
    steps: Positive


BonusSpace = (
    FirstPlayerSpace
    | BuySpace
    | DiscardSpace
    | MajoritySpace
    | TileSpace
    | ChoiceSpace
    | OtherTracksSpace
)


def rewards_of(space: BonusSpace) -> tuple[Reward, ...]:
    """Return all rewards that a space can give."""
    match space:
        case FirstPlayerSpace():
            return (space.reward,)
        case MajoritySpace():
            return tuple(tier.reward for tier in space.tiers)
        case ChoiceSpace():
            return space.rewards
        case BuySpace() | DiscardSpace() | TileSpace() | OtherTracksSpace():
            return ()


class PrintedTile(Entry, frozen=True, kw_only=True):
    """What every bonus tile has."""

    id: TileId


class PlusOneTile(PrintedTile, frozen=True, kw_only=True, tag_field="kind", tag="goods"):
    """Makes one goods card count more units."""

    units: Positive


class BookkeeperTile(PrintedTile, frozen=True, kw_only=True, tag_field="kind", tag="bookkeeper"):
    """Counts as a bookkeeper."""

    points: Positive


class MerchantTile(PrintedTile, frozen=True, kw_only=True, tag_field="kind", tag="merchant"):
    """Counts as a diamond merchant that gains by the others present."""

    steps: Positive
    per_merchant: Positive


class ExpansionTile(PrintedTile, frozen=True, kw_only=True, tag_field="kind", tag="expansion"):
    """Counts as an expansion card."""

    points: Positive


BonusTile = PlusOneTile | BookkeeperTile | MerchantTile | ExpansionTile
