"""Where a value stands that nobody has read, and what may be printed there."""

import hashlib
import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, Final

import msgspec

from referee.core.component_set import TABLES, ComponentSet, deciding
from referee.core.digests import canonical_json
from referee.core.set_reader import BLANK, FILES
from referee.core.shipped_files import packaged
from referee.i18n.page_words import copy_words
from referee.i18n.speech import thing

NO_BORDER: Final = 0
"""The number of lines where no border is; a call that is not there stands before space 0, too."""


BORDER_LABELS: Final = ("missing", "single", "double")


@cache
def printed() -> Mapping[str, Any]:
    """Return what may be printed: ranges of numbers, and kinds of bonuses."""
    return tomllib.loads(packaged("copies", "printed.toml").read_text(encoding="utf-8"))


class BlankPlace:
    """Where a value stands: table, entry, and the way into the entry."""

    __slots__ = ("entry", "path", "table")

    def __init__(self, table: str, entry: str, path: tuple[str | int, ...] = ()) -> None:
        self.table = table
        self.entry = entry
        self.path = path

    def inner(self, *parts: str | int) -> "BlankPlace":
        """Return a place within this one."""
        return BlankPlace(self.table, self.entry, (*self.path, *parts))

    @property
    def pattern(self) -> str:
        """The place without its entry and the numbers of lists."""
        return ".".join([self.table, *[part for part in self.path if isinstance(part, str)]])

    @property
    def key(self) -> str:
        """The name of the value in its set."""
        return ".".join([self.table, self.entry, *map(str, self.path)])

    def subject(self) -> str:
        """Return what stands there, in words."""
        words = copy_words()
        numbers = [str(part) for part in self.path if isinstance(part, int)]
        names = self.entry.split("~")
        if self.table in {"borders", "bases"}:
            names = [words.label(name) for name in names]
        elif self.table == "card_spaces":
            names = [thing(self.entry)]
        entry = words.all_of(names)
        # A list of which nothing is read, and one of its values, have different names.
        whole = f"{self.pattern}.all"
        name = whole if not numbers and whole in words.places else self.pattern
        if name in words.places:
            return words.say("places", name, entry=entry, at=".".join(numbers))
        path = " ".join(str(part) for part in self.path).replace("_", " ")
        return words.say("places", "other", entry=entry, path=path)


def has_blank(raw: object) -> bool:
    """Return whether there is a question mark in a raw value."""
    if isinstance(raw, dict):
        return any(map(has_blank, raw.values()))
    if isinstance(raw, list | tuple):
        return any(map(has_blank, raw))
    return raw == BLANK


# The entries of a set as they stand in files, some of their values blank --------------------------
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
