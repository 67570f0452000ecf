"""The single values of a set, each by its place, and the set without some of them."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final

from msgspec import Struct

from referee.game.component_set import TABLES, ComponentSet
from referee.game.set_tables import BLANK
from referee.unread.blank_places import BlankPlace, printed
from referee.unread.blank_rows import FRAME, blanked_row, entry_name, rows_of
from referee.unread.blanked_sets import partly_read
from referee.unread.partly_read_set import PartlyReadSet

CHOICES: Final = frozenset({"regions.reward", "cards.good", "cards.share", "book_spaces.letter"})
"""Values that are no numbers and that can be read wrongly by themselves."""


class LeafValue(Struct, frozen=True):
    """One value of a set: where it stands, and what was read there."""

    table: str
    key: str
    what: str
    """What it is, in words."""
    value: int | str


def rows_in(components: ComponentSet) -> Mapping[str, list[dict[str, Any]]]:
    """Return the entries of a set as they stand in its files, blanks and all."""
    return components.rows if isinstance(components, PartlyReadSet) else rows_of(components)


def leaf_values(components: ComponentSet) -> Iterator[LeafValue]:
    """Yield every number that was read, and every kind that can be misread alone."""
    for table in TABLES:
        for row in rows_in(components)[table]:
            if BLANK not in row.get("between", ()):
                yield from _leaves(row, BlankPlace(table, entry_name(table, row)))


def _leaves(raw: Any, place: BlankPlace) -> Iterator[LeafValue]:  # noqa: ANN401
    if isinstance(raw, dict):
        for name, inner in raw.items():
            if name not in {"sources", "drawn"}:
                yield from _leaves(inner, place.inner(name))
    elif isinstance(raw, list | tuple):
        for number, inner in enumerate(raw, 1):
            yield from _leaves(inner, place.inner(number))
    elif raw != BLANK and raw is not None and _can_be_misread(raw, place.pattern):
        yield LeafValue(place.table, place.key, place.subject(), raw)


def _can_be_misread(raw: object, pattern: str) -> bool:
    return (type(raw) is int and pattern in printed()["numbers"]) or pattern in CHOICES


def reblanked(
    components: ComponentSet,
    keys: Collection[str],
    rows: Mapping[str, list[dict[str, Any]]] | None = None,
) -> ComponentSet:
    """Return a set in which the values in some places are unread.

    Whoever asks again and again hands over the rows of the set, of which few change.
    """
    rows = rows_in(components) if rows is None else rows
    tables = {key.partition(".")[0] for key in keys}
    changed = {
        table: [_reblanked(table, row, keys) for row in entries] if table in tables else entries
        for table, entries in rows.items()
    }
    bordered = components.bordered if isinstance(components, PartlyReadSet) else ()
    return partly_read(changed, {name: getattr(components, name) for name in FRAME}, bordered)


def _reblanked(table: str, row: dict[str, Any], keys: Collection[str]) -> dict[str, Any]:
    place = BlankPlace(table, entry_name(table, row))
    found: dict[str, Any] = blanked_row(row, place, keys.__contains__)
    return found
