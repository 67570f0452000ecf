"""Bonus spaces and bonus tiles."""

from msgspec import Struct

from referee.game.components.books import Reward
from referee.game.components.entry import Entry, Positive, PrintedCount
from referee.game.ids import Good, Majority, SpaceId, TileId


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
