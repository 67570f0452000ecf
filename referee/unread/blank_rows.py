"""The entries of a set as they stand in files, some of their values blank."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from referee.game.canonical_json import canonical_json
from referee.game.component_set import TABLES, ComponentSet, deciding
from referee.game.set_tables import BLANK, FILES
from referee.unread.blank_places import BlankPlace

Rows = Mapping[str, list[dict[str, Any]]]
"""By table its entries as they stand in the files."""


ENTRY_TYPES: Mapping[str, Any] = {
    table: kind for keys in FILES.values() for table, kind in keys.values()
}


BOOKKEEPING = "bookkeeping"


DIAMONDS = "diamonds"


def rows_of(components: ComponentSet) -> dict[str, list[dict[str, Any]]]:
    """Return the entries of a set as they would stand in files."""
    return {
        table: [msgspec.to_builtins(entry) for entry in getattr(components, table)]
        for table in TABLES
    }


def blanked_row(raw: Any, place: BlankPlace, is_blank: Callable[[str], bool]) -> Any:  # noqa: ANN401
    """Return a raw value without those parts whose places are to be blank."""
    if place.path and is_blank(place.key):
        return BLANK
    if isinstance(raw, dict):
        return {
            name: blanked_row(inner, place.inner(name), is_blank) for name, inner in raw.items()
        }
    if isinstance(raw, list | tuple) and place.pattern not in {"borders.between", "regions.drawn"}:
        return [blanked_row(inner, place.inner(n), is_blank) for n, inner in enumerate(raw, 1)]
    return raw


NAMES: Mapping[str, Callable[[Mapping[str, Any]], str]] = {
    "borders": lambda row: "~".join(row.get("between", ())),
    "bases": lambda row: str(row.get("company")),
    "first_game": lambda row: str(row.get("company")),
    "card_spaces": lambda row: f"row {row.get('row')}, column {row.get('column')}",
    "track_cards": lambda row: "-".join(row.get("halves", ())),
    "round_coins": lambda row: str(row.get("players")),
    "diamond_tracks": lambda _: DIAMONDS,
    "book_tracks": lambda _: BOOKKEEPING,
}
"""What the entries of a table are called that have no id, in every language."""


def entry_name(table: str, row: Mapping[str, Any]) -> str:
    """Return what an entry is called in the keys of its values."""
    return NAMES[table](row) if table in NAMES else str(row.get("id"))


FRAME = ("name", "title", "about", "cells", "earlier")
"""What a set has besides its tables."""


def digest_of(rows: Rows, bordered: Sequence[str] = ()) -> str:
    """Return the SHA-256 of rows with blanks; entries are sorted, as those of a whole set are."""
    content = {
        table: sorted(canonical_json(deciding(row)) for row in entries)
        for table, entries in rows.items()
    }
    return hashlib.sha256(canonical_json([content, sorted(bordered)]).encode()).hexdigest()
