"""The printed components as typed values; every number on them comes from a component set."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Literal, get_args

from msgspec import Meta, Struct

from referee.core import ids
from referee.core.input_limits import LARGEST_PRINTED_NUMBER
from referee.i18n.speech import say

# Where a value of a component set comes from ------------------------------------------------------
ProvenanceKind = Literal["rulebook", "secondhand", "reconstructed", "copy", "deduced"]
KINDS: tuple[ProvenanceKind, ...] = get_args(ProvenanceKind)

ProvenanceText = Annotated[
    str,
    Meta(
        pattern=(
            r"^(rulebook (en|nl|cs|fr|manual) [a-z0-9-]+|secondhand|reconstructed|copy"
            r"|deduced( [^\s]{1,60}){0,100})\Z"
        ),
        description="`rulebook EDITION SECTION`, `secondhand`, `reconstructed`, `copy`, or "
        "`deduced` with the games that prove it",
    ),
]


class Provenance(Struct, frozen=True):
    """The kind of source, and for a rulebook the edition and section that state the value."""

    kind: ProvenanceKind
    edition: str = ""
    section: str = ""
    games: tuple[str, ...] = ()
    """The recorded games from which a value was deduced."""

    def __str__(self) -> str:
        return " ".join(filter(None, (self.kind, self.edition, self.section, *self.games)))


def provenance(source: ProvenanceText) -> Provenance:
    """Return what `source` says, which must have the form that `ProvenanceText` describes."""
    kind, *rest = source.split(" ")
    for known in KINDS:
        if kind == known == "deduced":
            return Provenance(known, games=tuple(rest))
        if kind == known:
            edition, section = (*rest, "", "")[:2]
            return Provenance(known, edition, section)
    raise ValueError(
        say("components.provenance.no-source", source=f"{source!r}", kinds=", ".join(KINDS))
    )


PrintedCount = Annotated[int, Meta(ge=0, le=LARGEST_PRINTED_NUMBER)]
Positive = Annotated[int, Meta(ge=1, le=LARGEST_PRINTED_NUMBER)]


class Entry(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One thing in a component set, with where its values come from."""

    source: ProvenanceText
    sources: tuple[tuple[str, ProvenanceText], ...] = ()

    def provenance(self, value: str) -> Provenance:
        """Return where the value under the name `value` comes from."""
        return provenance(dict(self.sources).get(value, self.source))


# The map and the company bases --------------------------------------------------------------------
RewardKind = Literal["pounds", "diamonds", "track", "points", "none"]


class Region(Entry, frozen=True, kw_only=True):
    """A region: what entering it gives, its mines, and where a drawing puts it."""

    id: ids.RegionId
    name: str
    reward: RewardKind
    amount: PrintedCount = 0
    mines: PrintedCount = 0
    drawn: tuple[int, int]
    """Column and line of a schematic map, from the upper left."""


class Border(Entry, frozen=True, kw_only=True):
    """A border between two regions, or between a company's base and a region."""

    between: tuple[str, str]
    lines: Literal[1, 2]


def neighbours(borders: Iterable[Border]) -> Mapping[str, Mapping[str, int]]:
    """Return what each region or base borders on, and with how many lines."""
    near: dict[str, dict[str, int]] = {}
    for border in borders:
        one, other = border.between
        near.setdefault(one, {})[other] = border.lines
        near.setdefault(other, {})[one] = border.lines
    return near


class Base(Entry, frozen=True, kw_only=True):
    """A company's base: the coin icons of each column, front to rear."""

    company: ids.Company
    colour: str
    columns: tuple[tuple[PrintedCount, ...], ...]
    drawn: tuple[int, int]
    """Column and line of a schematic map, from the upper left."""


# The displays and the round track -----------------------------------------------------------------
class CardSpace(Entry, frozen=True, kw_only=True):
    """A space of the card display; columns count from the left, rows from the top."""

    row: Positive
    column: Positive
    crate: PrintedCount


class BookSpace(Entry, frozen=True, kw_only=True):
    """A space of the book display, under the round track space with this number."""

    id: ids.BookSpaceId
    letter: ids.BookLetter
    row: Positive
    round: Positive


class RoundCoins(Entry, frozen=True, kw_only=True):
    """The coins on the spaces of the round track, from space 2 on."""

    players: Annotated[int, Meta(ge=2, le=4)]
    coins: tuple[PrintedCount, ...]


# The tracks printed on a player board -------------------------------------------------------------
class TrackValue(Struct, frozen=True, forbid_unknown_fields=True):
    """What a marker that stands at this step or beyond is worth at the end."""

    at: Positive
    pounds: Positive


class DiamondTrack(Entry, frozen=True, kw_only=True):
    """The diamond track: steps, the step that unlocks a slot, values."""

    last: Positive
    slot_at: Positive
    values: tuple[TrackValue, ...]


class BookTrack(Entry, frozen=True, kw_only=True):
    """The bookkeeping track: the jar icon is step 0, the starting tile's book step 1."""

    last: Positive
    slot_at: Positive
    values: tuple[TrackValue, ...]
    crossed_out: tuple[Positive, ...]


# The company tracks and their bonuses -------------------------------------------------------------
class ShareIcon(Struct, frozen=True, forbid_unknown_fields=True):
    """The shares owned from this space on; the last icon reached counts alone."""

    at: PrintedCount
    shares: Positive


class Call(Struct, frozen=True, forbid_unknown_fields=True):
    """A capital call that stands just before a space."""

    before: Positive
    pounds: Positive


class Special(Struct, frozen=True, forbid_unknown_fields=True):
    """A special space: it pays, and unlocks one of the track's bonuses."""

    at: Positive
    pounds: Positive


class ExpansionBonus(Struct, frozen=True, tag="expansion", forbid_unknown_fields=True):
    """The total expansion value grows while an expansion card lies in the area."""

    points: Positive


class MarkerBonus(Struct, frozen=True, tag="markers", forbid_unknown_fields=True):
    """More bonus markers."""

    markers: Positive


class DiscountBonus(Struct, frozen=True, tag="discount", forbid_unknown_fields=True):
    """Cards cost less when paid with goods of this kind; perhaps kinds may be mixed."""

    good: ids.Good | Literal["any"]
    less: Positive
    mixed: bool = False


class UnitBonus(Struct, frozen=True, tag="units", forbid_unknown_fields=True):
    """Each card of this good counts more units."""

    good: ids.Good
    more: Positive


class SpaceBonus(Struct, frozen=True, tag="space", forbid_unknown_fields=True):
    """An extra bonus space, described among the bonus spaces."""

    space: ids.SpaceId


TrackBonus = ExpansionBonus | MarkerBonus | DiscountBonus | UnitBonus | SpaceBonus


class Track(Entry, frozen=True, kw_only=True):
    """One side of a company track; spaces are counted from the start space 0."""

    id: ids.TrackId
    last: Positive
    shares: tuple[ShareIcon, ...]
    calls: tuple[Call, ...]
    specials: tuple[Special, ...]
    bonuses: tuple[TrackBonus, ...]


class TrackCard(Entry, frozen=True, kw_only=True):
    """A card of the variable setup: the two tracks of which one is used."""

    halves: tuple[ids.TrackId, ids.TrackId]


class FirstGameTrack(Entry, frozen=True, kw_only=True):
    """The track that the first game puts at a company's edge."""

    company: ids.Company
    track: ids.TrackId


# How a set draws its map as areas; nothing here decides anything ----------------------------------
Length = Annotated[float, Meta(ge=0, le=10_000)]
Point = tuple[Length, Length]

_NUMBER = r"\d{1,5}(\.\d{1,3})?"
Outline = Annotated[str, Meta(pattern=rf"^{_NUMBER},{_NUMBER}( {_NUMBER},{_NUMBER}){{2,400}}$")]
"""The corners of a closed outline as SVG writes them: `x,y x,y x,y`."""


class Enclave(Struct, frozen=True, forbid_unknown_fields=True):
    """An oval inside the cell of the region around it."""

    centre: Point
    radii: Point


class MapCells(Struct, frozen=True, forbid_unknown_fields=True):
    """A page with an area for every region and base: areas touch where there is a border."""

    size: Point
    cells: dict[str, Outline]
    enclaves: dict[str, Enclave]
    labels: dict[str, Point]
    """Where the names of the cells stand."""


# The cards ----------------------------------------------------------------------------------------
class PrintedCard(Entry, frozen=True, kw_only=True):
    """What every card has; a starting card has no letter, an action card no seat."""

    id: ids.CardId
    crate: PrintedCount
    letter: ids.CardLetter | None = None
    seat: Annotated[int, Meta(ge=1, le=4)] | None = None
    share: ids.Company | None = None


class GoodsCard(PrintedCard, frozen=True, kw_only=True, tag_field="kind", tag="goods"):
    """A goods card."""

    good: ids.Good
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
    company: ids.Company | None = None
    mines_per_step: Positive | None = None


class ShareCard(PrintedCard, frozen=True, kw_only=True, tag_field="kind", tag="share"):
    """A single share card: one share and no action."""


Card = GoodsCard | ExpansionCard | BookkeeperCard | MerchantCard | ShareCard


# Book tiles, starting tiles, and the rewards they share with the bonus spaces ---------------------
class NeedsGood(Struct, frozen=True, tag_field="needs", tag="good", forbid_unknown_fields=True):
    """So many units of a named good."""

    good: ids.Good
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

    company: ids.Company
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

    id: ids.BookId
    letter: ids.BookLetter
    requires: tuple[Requirement, ...]
    reward: Reward


class BonusSteps(Struct, frozen=True, forbid_unknown_fields=True):
    """Steps of a starting bonus, on a company's track or the diamond track."""

    track: ids.Company | Literal["diamonds"]
    steps: Positive


class StartingTile(Entry, frozen=True, kw_only=True):
    """A starting tile: cards to rest, the first book of the track, a starting bonus."""

    id: ids.StartTileId
    rest: tuple[ids.CardId, ...]
    requires: tuple[Requirement, ...]
    reward: Reward
    bonus: tuple[BonusSteps, ...]
    first_game_seat: Annotated[int, Meta(ge=1, le=4)] | None = None


# Bonus spaces and bonus tiles ---------------------------------------------------------------------
class PrintedSpace(Entry, frozen=True, kw_only=True):
    """What every bonus space has."""

    id: ids.SpaceId
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
    good: ids.Good | None = None


class Tier(Struct, frozen=True, forbid_unknown_fields=True):
    """The reward of a majority space from this total on."""

    least: Positive
    reward: Reward


class MajoritySpace(PrintedSpace, frozen=True, kw_only=True, tag_field="kind", tag="majority"):
    """A reward for whom nobody exceeds."""

    counts: ids.Majority
    tiers: tuple[Tier, ...]


class TileSpace(PrintedSpace, frozen=True, kw_only=True, tag_field="kind", tag="tile"):
    """Reserve a bonus tile for the next round."""

    tile: ids.TileId


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

    id: ids.TileId


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
