"""The files of a component set: which tables stand where, and what stands for the unread."""

from collections.abc import Mapping
from typing import Any

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

BLANK = "?"
"""Stands in a file for a value that is still to be read off a copy."""

HEADER = "set.toml"

HEADER_KEYS = ("name", "title", "about")

BORDERED = "bordered"
"""The key of the map under which the places stand of which every border was read."""

VERSIONS = "versions.jsonl"
"""What was read when, of a set that grows."""

CELLS = "cells.toml"
"""The drawing of the map, which a set may lack."""

FILES: Mapping[str, Mapping[str, tuple[str, Any]]] = {
    "map.toml": {"region": ("regions", Region), "border": ("borders", Border)},
    "bases.toml": {"base": ("bases", Base)},
    "tracks.toml": {
        "track": ("tracks", Track),
        "track_card": ("track_cards", TrackCard),
        "first_game": ("first_game", FirstGameTrack),
    },
    "player_board.toml": {
        "diamond_track": ("diamond_tracks", DiamondTrack),
        "book_track": ("book_tracks", BookTrack),
    },
    "cards.toml": {"card": ("cards", Card)},
    "books.toml": {"book": ("books", Book)},
    "starting_tiles.toml": {"starting_tile": ("starting_tiles", StartingTile)},
    "bonus.toml": {"space": ("spaces", BonusSpace), "tile": ("tiles", BonusTile)},
    "displays.toml": {
        "card_space": ("card_spaces", CardSpace),
        "book_space": ("book_spaces", BookSpace),
    },
    "rounds.toml": {"coins": ("round_coins", RoundCoins)},
}
"""The files of a set in reading order; each key in a file, its table and type of entry."""

FILE_OF_TABLE: Mapping[str, str] = {
    table: file for file, keys in FILES.items() for table, _ in keys.values()
}
