"""A component set on its way to another program: every table, entry by entry."""

from msgspec import Struct

from referee.game.component_set import TABLES, ComponentSet
from referee.game.components import (
    Base,
    BonusSpace,
    BonusTile,
    Book,
    BookSpace,
    BookTrack,
    Border,
    Card,
    CardSpace,
    DiamondTrack,
    FirstGameTrack,
    Region,
    RoundCoins,
    StartingTile,
    Track,
    TrackCard,
)


class SentSet(Struct, frozen=True, kw_only=True):
    """The tables of a component set."""

    regions: tuple[Region, ...]
    borders: tuple[Border, ...]
    bases: tuple[Base, ...]
    tracks: tuple[Track, ...]
    track_cards: tuple[TrackCard, ...]
    first_game: tuple[FirstGameTrack, ...]
    diamond_tracks: tuple[DiamondTrack, ...]
    book_tracks: tuple[BookTrack, ...]
    cards: tuple[Card, ...]
    books: tuple[Book, ...]
    starting_tiles: tuple[StartingTile, ...]
    spaces: tuple[BonusSpace, ...]
    tiles: tuple[BonusTile, ...]
    card_spaces: tuple[CardSpace, ...]
    book_spaces: tuple[BookSpace, ...]
    round_coins: tuple[RoundCoins, ...]


def sent(components: ComponentSet) -> SentSet:
    """Return the tables of a set, to be sent."""
    return SentSet(**{table: getattr(components, table) for table in TABLES})


def received(name: str, tables: SentSet) -> ComponentSet:
    """Return the set that was sent under a name."""
    return ComponentSet(
        name=name, title=name, **{table: getattr(tables, table) for table in TABLES}
    )
