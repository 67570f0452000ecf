"""A component set: everything that is printed, immutable, with a digest of its content."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any, ClassVar, Final, TypeVar

import msgspec

from referee.core import components as printed
from referee.core.digests import canonical_json, sha256_of
from referee.core.ids import BookId, CardId, RegionId, SpaceId, StartTileId, TileId, TrackId

DESCRIPTIVE = frozenset({"source", "sources", "name", "colour", "drawn"})
"""Values that describe an entry without deciding anything; the digest leaves them out."""

R = TypeVar("R")


class UnreadValueError(Exception):
    """Something was asked for that nobody has read off a copy."""


def if_read(ask: Callable[[], R], otherwise: Callable[[], R]) -> R:
    """Return an answer, or another where the first would need a value that nobody has read."""
    try:
        return ask()
    except UnreadValueError:
        return otherwise()


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class ComponentSet:
    """The components of one copy of the game, each table in the order of its file."""

    name: str
    title: str
    about: str = ""

    regions: tuple[printed.Region, ...]
    borders: tuple[printed.Border, ...]
    bases: tuple[printed.Base, ...]
    tracks: tuple[printed.Track, ...]
    track_cards: tuple[printed.TrackCard, ...]
    first_game: tuple[printed.FirstGameTrack, ...]
    diamond_tracks: tuple[printed.DiamondTrack, ...] = field(metadata={"single": True})
    book_tracks: tuple[printed.BookTrack, ...] = field(metadata={"single": True})
    cards: tuple[printed.Card, ...]
    books: tuple[printed.Book, ...]
    starting_tiles: tuple[printed.StartingTile, ...]
    spaces: tuple[printed.BonusSpace, ...]
    tiles: tuple[printed.BonusTile, ...]
    card_spaces: tuple[printed.CardSpace, ...]
    book_spaces: tuple[printed.BookSpace, ...]
    round_coins: tuple[printed.RoundCoins, ...]

    cells: printed.MapCells | None = None
    """How its map is drawn as areas; None where nobody has made them yet."""
    earlier: Mapping[str, str] = field(default_factory=dict)
    """The digests of its earlier versions, each with why their records are refused, if they are."""

    @property
    def diamond_track(self) -> printed.DiamondTrack:
        """The diamond track, which all player boards share."""
        return self.diamond_tracks[0]

    @property
    def book_track(self) -> printed.BookTrack:
        """The bookkeeping track, which all player boards share."""
        return self.book_tracks[0]

    @cached_property
    def region(self) -> Mapping[RegionId, printed.Region]:
        """The regions by id."""
        return {region.id: region for region in self.regions}

    @cached_property
    def track(self) -> Mapping[TrackId, printed.Track]:
        """The track sides by id."""
        return {track.id: track for track in self.tracks}

    @cached_property
    def card(self) -> Mapping[CardId, printed.Card]:
        """The cards by id; a starting card stands for every player's copy of it."""
        return {card.id: card for card in self.cards}

    @cached_property
    def book(self) -> Mapping[BookId, printed.Book]:
        """The book tiles by id."""
        return {book.id: book for book in self.books}

    @cached_property
    def starting_tile(self) -> Mapping[StartTileId, printed.StartingTile]:
        """The starting tiles by id."""
        return {tile.id: tile for tile in self.starting_tiles}

    @cached_property
    def space(self) -> Mapping[SpaceId, printed.BonusSpace]:
        """The bonus spaces by id, those of all track sides among them."""
        return {space.id: space for space in self.spaces}

    @cached_property
    def tile(self) -> Mapping[TileId, printed.BonusTile]:
        """The bonus tiles by id."""
        return {tile.id: tile for tile in self.tiles}

    @cached_property
    def filling_order(self) -> tuple[printed.CardSpace, ...]:
        """The card display in the order in which it is filled: right column first, from the top."""
        return tuple(sorted(self.card_spaces, key=lambda space: (-space.column, space.row)))

    @cached_property
    def digest(self) -> str:
        """SHA-256 of everything that can decide a game; the same wherever it is computed."""
        # Entries are sorted, so that moving one within its file changes nothing.
        content = {
            name: sorted(
                canonical_json(deciding(msgspec.to_builtins(entry)))
                for entry in getattr(self, name)
            )
            for name in TABLES
        }
        return sha256_of(canonical_json(content).encode())

    def refusal(self, digest: str) -> str | None:
        """Return why a record that names a digest is refused, in words; None if it is not.

        Nothing is said of a digest that is of no version of this set.
        """
        begun = digest.casefold()
        if self.digest.startswith(begun):
            return None
        for earlier, reason in self.earlier.items():
            if earlier.startswith(begun):
                return reason or None
        return ""

    # What a set with unknown values answers otherwise (`referee/copies/partly_read_set.py`) -----

    is_read: ClassVar[bool] = True
    """Whether everything is known that is printed."""

    @property
    def unread_values(self) -> int:
        """How many values are unknown."""
        return 0

    def finished_entries(self) -> "ComponentSet":
        """Return the set with those entries only that are wholly read."""
        return self

    def judged(self, record: Any) -> Any:  # noqa: ANN401, ARG002 - records are above this
        """Return the verdict on a record for all unknown values; None if every value is known."""
        return None

    def drawn(self) -> "ComponentSet":
        """Return the set as a picture can show it."""
        return self

    def drawn_table(self, tables: Any) -> Any:  # noqa: ANN401, ARG002 - tables are above this
        """Return what is certain of tables as it is drawn; None if everything is known."""
        return None

    def __repr__(self) -> str:
        return f"ComponentSet({self.name!r}, {self.digest[:8]})"

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, ComponentSet) and self.digest == other.digest)

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        # Sizes are there at once, and most commands know of one set only.
        return hash(tuple(len(getattr(self, name)) for name in TABLES))


TABLES: tuple[str, ...] = tuple(
    f.name
    for f in fields(ComponentSet)
    if f.name not in {"name", "title", "about", "cells", "earlier"}
)
"""The tables of a set, in the order in which a person reads a copy."""

SINGLE_TABLES = frozenset(f.name for f in fields(ComponentSet) if f.metadata.get("single"))
"""Tables with exactly one entry."""


def deciding(plain: object) -> object:
    """Return what can decide a game of an entry in plain values, or of a part of one."""
    if isinstance(plain, dict):
        return {key: deciding(inner) for key, inner in plain.items() if key not in DESCRIPTIVE}
    if isinstance(plain, list | tuple):
        return [deciding(inner) for inner in plain]
    return plain


# Where the values of a component set come from: the kind of source of each, and counts ------------
NAMING: Final[Mapping[type[printed.Entry], frozenset[str]]] = {
    printed.Base: frozenset({"company"}),
    printed.FirstGameTrack: frozenset({"company"}),
    printed.CardSpace: frozenset({"row", "column"}),
    printed.RoundCoins: frozenset({"players"}),
}
"""Fields that only say which entry it is, where that is not the id."""


def kinds(entry: printed.Entry) -> Iterator[printed.ProvenanceKind]:
    """Yield for each value of `entry` what kind of source it has."""
    named = {name for name, _ in entry.sources}
    left_out = DESCRIPTIVE | NAMING.get(type(entry), frozenset({"id"}))
    for each in msgspec.structs.fields(entry):
        if each.name in left_out:
            continue
        # What a file leaves out, such as the share of a card without one, is no value.
        if each.name in named or getattr(entry, each.name) != each.default:
            yield entry.provenance(each.name).kind


def count(components: ComponentSet) -> dict[str, Counter[printed.ProvenanceKind]]:
    """Return for each table how many of its values have which kind of source."""
    return {
        table: Counter(kind for entry in getattr(components, table) for kind in kinds(entry))
        for table in TABLES
    }
