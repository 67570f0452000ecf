"""The JSON Schemas under `docs/schema`, and the types that only they have.

`docs/states.md` describes the keys of a table.
"""

import json
import pkgutil
from importlib import import_module
from typing import Annotated, Any, Literal

import click
import msgspec
from msgspec import Meta, Struct

import referee.api
from referee.api.errors import ErrorAnswer
from referee.conformance import protocol
from referee.core import ids
from referee.core.answer import Answer
from referee.core.state import Phase
from referee.records import codec
from scripts.tools.project import ROOT

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
    hand: list[ids.CardId]
    slots: dict[ids.Slot, ids.CardId]
    used: list[ids.ItemId]
    resting: dict[ids.Slot, Annotated[list[ids.CardId], Meta(min_length=1)]]
    tracks: dict[ids.Company, Natural]
    levels: dict[ids.Company, Natural]
    books: dict[StepKey, Annotated[list[ids.BookId], Meta(min_length=1)]]
    flipped: list[Ordinal]
    starting_tile: ids.StartTileId | None
    tiles: list[ids.TileId]
    plus_one: ids.CardId | None
    done: bool


class PublicState(Struct, frozen=True, forbid_unknown_fields=True):
    """The whole table."""

    format: Literal[1]
    components: Digest
    rulings: dict[str, str]
    tracks: dict[ids.Company, ids.TrackId]
    phase: Phase
    round: Annotated[int, Meta(ge=1, le=7)]
    turn: Ordinal
    to_move: SeatNumber | None
    first_player: SeatNumber
    regions: dict[ids.RegionId, ids.Company]
    bases: dict[ids.Company, Annotated[list[PublicColumn], Meta(min_length=3, max_length=3)]]
    lost_posts: dict[ids.Company, Natural]
    display: Annotated[list[ids.CardId | None], Meta(min_length=12, max_length=12)]
    books: dict[ids.BookSpaceId, ids.BookId]
    book_coins: dict[ids.BookSpaceId, Ordinal]
    markers: dict[ids.SpaceId, SeatNumber]
    unseen_cards: dict[ids.CardLetter, list[ids.CardId]]
    unseen_books: dict[ids.BookLetter, list[ids.BookId]]
    discards: list[ids.CardId]
    planned: list[Natural | None]
    players: Annotated[list[PublicPlayer], Meta(min_length=2, max_length=4)]


def answer_types() -> tuple[type[Answer], ...]:
    """Return the types of all answers, as the modules of the surface list them in `ANSWERS`."""
    found: dict[type[Answer], None] = {ErrorAnswer: None}
    for module in sorted(info.name for info in pkgutil.iter_modules(referee.api.__path__)):
        for kind in getattr(import_module(f"referee.api.{module}"), "ANSWERS", ()):
            found[kind] = None
    return tuple(sorted(found, key=lambda kind: kind.__name__))


def answers_schema() -> str:
    """Return the schema of what `--json` prints; every answer has a definition of its own."""
    return _schema_text("What `--json` prints: an answer of the referee", *answer_types())


def table_schema() -> str:
    """Return the schema of a table."""
    return _schema_text("A table: the public facts of a game at one moment", PublicState)


def _schema_text(title: str, *kinds: Any) -> str:  # noqa: ANN401 - any type of a message
    references, definitions = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        **({"anyOf": [*references]} if len(kinds) > 1 else references[0]),
        "$defs": dict(sorted(definitions.items())),
    }
    return json.dumps(schema, indent=2) + "\n"


@click.command()
def command() -> None:
    """Write the JSON Schemas under `docs/schema`."""
    for name, text in {
        "answers": answers_schema(),
        "record": codec.schema_text(),
        "state": table_schema(),
        "conformance": protocol.schema_text(),
    }.items():
        (ROOT / "docs" / "schema" / f"{name}.json").write_text(text, "utf-8")
