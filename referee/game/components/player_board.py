"""The tracks printed on a player board."""

from msgspec import Struct

from referee.game.components.entry import Entry, Positive


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
