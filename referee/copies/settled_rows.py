"""Values that games settle, as they stand in the files of a set."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from referee.copies.set_files import EntryChange
from referee.game.component_set import TABLES
from referee.game.components import Reward
from referee.game.set_tables import BLANK
from referee.unread.blank_places import NO_BORDER, has_blank
from referee.unread.bound_values import variables_of_entry
from referee.unread.lazy_entries import Kinds, LazyEntry, NotFollowed, PartChoice
from referee.unread.numbers import UnreadNumber
from referee.unread.partly_read_set import PartlyReadSet
from referee.unread.variables import Variable

Settled = Mapping[Variable, int]


def settled_changes(
    components: PartlyReadSet, settled: Settled, sources: Mapping[Variable, str]
) -> Iterator[EntryChange]:
    """Yield what the files of a set say with these values, each with where it comes from."""
    for table in TABLES:
        entries = iter(getattr(components, table))
        for number, row in enumerate(components.rows[table]):
            if BLANK in row.get("between", ()):
                continue
            entry = next(entries)
            if has_blank(row):
                yield from _changed(table, number, row, entry, settled, sources)
    yield from _borders(components, settled, sources)


def _changed(
    table: str,
    number: int,
    row: Mapping[str, Any],
    entry: object,
    settled: Settled,
    sources: Mapping[Variable, str],
) -> Iterator[EntryChange]:
    raw = raw_of(entry, settled)
    if raw == BLANK:
        return
    values: dict[str, Any] = {}
    said = dict(row.get("sources", {}))
    for field, new in raw.items():
        old = row.get(field, BLANK if field not in row and table == "cards" else None)
        if field in {"source", "sources"} or not has_blank(old) or new in (old, BLANK):
            continue
        values[field] = new
        of_field = variables_of_entry(_field(entry, field))
        proving = [sources[variable] for variable in of_field if variable in sources]
        if proving and field != "kind":
            said[field] = proving[0]
    if values:
        yield EntryChange(table, number, {**values, "sources": said} if said else values)


def _field(entry: object, field: str) -> object:
    if type(entry) is LazyEntry:
        fields = object.__getattribute__(entry, "_fields")
        kind = object.__getattribute__(entry, "_kind")
        if field in fields:
            return fields[field]
        return entry if isinstance(kind, Kinds) else None
    return getattr(entry, field, None)


def _borders(
    components: PartlyReadSet, settled: Settled, sources: Mapping[Variable, str]
) -> Iterator[EntryChange]:
    """Yield borders that must be there, though nobody has read them."""
    number = len(components.rows["borders"])
    for pair, variable in components.unread_borders.items():
        if settled.get(variable, NO_BORDER) != NO_BORDER:
            source = sources.get(variable, "copy")
            values = {"between": [*pair], "lines": settled[variable], "source": source}
            yield EntryChange("borders", number, values)
            number += 1


def raw_of(value: Any, settled: Settled) -> Any:  # noqa: ANN401, PLR0911
    """Return a value as it stands in a file, `?` where it is not settled what it is."""
    if type(value) is LazyEntry:
        return _raw_entry(value, settled)
    if isinstance(value, UnreadNumber):
        [(variable, _)] = value.terms
        return settled.get(variable, BLANK)
    if isinstance(value, PartChoice):
        chosen = settled.get(value.variable)
        return BLANK if chosen is None else raw_of(value.parts[chosen], settled)
    if isinstance(value, NotFollowed):
        return BLANK
    if isinstance(value, tuple):
        return [raw_of(each, settled) for each in value]
    if isinstance(value, msgspec.Struct):
        fields = {name: getattr(value, name) for name in value.__struct_fields__}
        return _raw_fields(type(value), fields, settled)
    return value


def _raw_entry(entry: LazyEntry, settled: Settled) -> Any:  # noqa: ANN401
    kind = object.__getattribute__(entry, "_kind")
    fields: Mapping[str, object] = object.__getattribute__(entry, "_fields")
    if not isinstance(kind, Kinds):
        return _raw_fields(kind, fields, settled)
    chosen = settled.get(kind.variable)
    if chosen is None:
        known = {name: raw_of(value, settled) for name, value in fields.items()}
        return {name: value for name, value in known.items() if value is not None}
    cls, more = kind.parts[chosen]
    return _raw_fields(cls, {**fields, **more}, settled)


def _raw_fields(kind: type, fields: Mapping[str, object], settled: Settled) -> Any:  # noqa: ANN401
    config = getattr(kind, "__struct_config__", None)
    found: dict[str, Any] = {}
    if config is not None and config.tag_field:
        found[config.tag_field] = config.tag
    for name, value in fields.items():
        raw = raw_of(value, settled)
        if raw == BLANK and isinstance(value, PartChoice) and kind is Reward:
            # Whether a part of a reward is there at all is not known, so nothing is said of it.
            return BLANK
        if raw is not None and not (kind is Reward and raw == 0):
            found[name] = raw
    return found
