"""The company tracks and their bonuses."""

from typing import Literal

from msgspec import Struct

from referee.game.components.entry import Entry, Positive, PrintedCount
from referee.game.ids import Company, Good, SpaceId, TrackId


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
