"""The types of a table as the protocol tells it; `docs/states.md` describes the keys."""

import json
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from referee.game.ids import (
    BookId,
    BookLetter,
    BookSpaceId,
    CardId,
    CardLetter,
    Company,
    ItemId,
    RegionId,
    Slot,
    SpaceId,
    StartTileId,
    TileId,
    TrackId,
)
from referee.game.state import Phase

Natural = Annotated[int, Meta(ge=0)]
Ordinal = Annotated[int, Meta(ge=1)]
Digest = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
SeatNumber = Annotated[int, Meta(ge=0, le=3)]
StepKey = Annotated[str, Meta(pattern="^[1-9][0-9]*$")]


class PublicColumn(Struct, frozen=True, forbid_unknown_fields=True):
    """A column of a company base."""

    posts: Natural
    opened: bool


class PublicPlayer(Struct, frozen=True, forbid_unknown_fields=True):
    """What one player has."""

    cash: Natural
    diamonds: Natural
    ink: Natural
    hand: list[CardId]
    slots: dict[Slot, CardId]
    used: list[ItemId]
    resting: dict[Slot, Annotated[list[CardId], Meta(min_length=1)]]
    tracks: dict[Company, Natural]
    levels: dict[Company, Natural]
    books: dict[StepKey, Annotated[list[BookId], Meta(min_length=1)]]
    flipped: list[Ordinal]
    starting_tile: StartTileId | None
    tiles: list[TileId]
    plus_one: CardId | None
    done: bool


class PublicState(Struct, frozen=True, forbid_unknown_fields=True):
    """The whole table."""

    format: Literal[1]
    components: Digest
    rulings: dict[str, str]
    tracks: dict[Company, TrackId]
    phase: Phase
    round: Annotated[int, Meta(ge=1, le=7)]
    turn: Ordinal
    to_move: SeatNumber | None
    first_player: SeatNumber
    regions: dict[RegionId, Company]
    bases: dict[Company, Annotated[list[PublicColumn], Meta(min_length=3, max_length=3)]]
    lost_posts: dict[Company, Natural]
    display: Annotated[list[CardId | None], Meta(min_length=12, max_length=12)]
    books: dict[BookSpaceId, BookId]
    book_coins: dict[BookSpaceId, Ordinal]
    markers: dict[SpaceId, SeatNumber]
    unseen_cards: dict[CardLetter, list[CardId]]
    unseen_books: dict[BookLetter, list[BookId]]
    discards: list[CardId]
    planned: list[Natural | None]
    players: Annotated[list[PublicPlayer], Meta(min_length=2, max_length=4)]


def schema() -> dict[str, Any]:
    """Return the JSON Schema of a table."""
    (table,), definitions = msgspec.json.schema_components(
        (PublicState,), ref_template="#/$defs/{name}"
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A table: the public facts of a game at one moment",
        **table,
        "$defs": dict(sorted(definitions.items())),
    }


def schema_text() -> str:
    """Return the JSON Schema as it is published under `docs/schema`."""
    return json.dumps(schema(), indent=2) + "\n"
