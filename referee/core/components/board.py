"""What is printed on boards: the map, bases, displays, and all tracks."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Literal

from msgspec import Meta, Struct

from referee.core.components.entry import Entry, Positive, PrintedCount
from referee.core.ids import BookLetter, BookSpaceId, Company, Good, RegionId, SpaceId, TrackId

# The map and the company bases --------------------------------------------------------------------
RewardKind = Literal["pounds", "diamonds", "track", "points", "none"]


class Region(Entry, frozen=True, kw_only=True):
    """A region: what entering it gives, its mines, and where a drawing puts it."""

    id: RegionId
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

    company: Company
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

    id: BookSpaceId
    letter: BookLetter
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

    good: Good | Literal["any"]
    less: Positive
    mixed: bool = False


class UnitBonus(Struct, frozen=True, tag="units", forbid_unknown_fields=True):
    """Each card of this good counts more units."""

    good: Good
    more: Positive


class SpaceBonus(Struct, frozen=True, tag="space", forbid_unknown_fields=True):
    """An extra bonus space, described among the bonus spaces."""

    space: SpaceId


TrackBonus = ExpansionBonus | MarkerBonus | DiscountBonus | UnitBonus | SpaceBonus


class Track(Entry, frozen=True, kw_only=True):
    """One side of a company track; spaces are counted from the start space 0."""

    id: TrackId
    last: Positive
    shares: tuple[ShareIcon, ...]
    calls: tuple[Call, ...]
    specials: tuple[Special, ...]
    bonuses: tuple[TrackBonus, ...]


class TrackCard(Entry, frozen=True, kw_only=True):
    """A card of the variable setup: the two tracks of which one is used."""

    halves: tuple[TrackId, TrackId]


class FirstGameTrack(Entry, frozen=True, kw_only=True):
    """The track that the first game puts at a company's edge."""

    company: Company
    track: TrackId


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
