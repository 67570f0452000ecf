"""Reads the entries of a component set's tables, and says what is blank or amiss in each."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import msgspec

from referee.game.compact_forms import expanded
from referee.game.compact_words import CompactFormError
from referee.game.component_set import SINGLE_TABLES
from referee.game.entry_words import DecodingFault, fault_beside_blanks, seen_words
from referee.game.input_limits import CHARACTERS_OF_A_LINE, ENTRIES_OF_A_TABLE, too_much
from referee.game.messages.speech import say
from referee.game.set_drafts import EntryFinding, SetDraft
from referee.game.set_places import KeyPath
from referee.game.set_tables import BLANK


def read_table(
    draft: SetDraft,
    file: str,
    key: str,
    table: str,
    kind: Any,  # noqa: ANN401
    rows: object,
    default_source: object,
) -> None:
    """Put the entries of a table into a draft, with what is blank or amiss in them."""
    single = table in SINGLE_TABLES
    entries = [rows] if single and isinstance(rows, dict) else rows
    if problem := _excess_of_table(key, entries, single=single):
        draft.findings.append(EntryFinding(file, "", problem, path=(key,)))
        draft.gaps.add(table)
        return
    assert isinstance(entries, list)  # noqa: S101 - no problem was found
    for number, row in enumerate(entries):
        path: KeyPath = (key,) if isinstance(rows, dict) else (key, number)
        entry = key if single else _entry_name(key, number + 1, row)
        draft.places[file].note(entry, path)
        place = EntryFinding(file, entry, "", path=path)
        if found := [*_read_entry(draft, table, kind, row, place, default_source)]:
            draft.findings.extend(found)
            draft.gaps.add(table)


def _excess_of_table(key: str, entries: object, *, single: bool) -> str:
    """Return why the entries of a table cannot be read, if all of them cannot."""
    tables = say("components.set_reader.tables", key=key)
    if not isinstance(entries, list) or not entries or (single and len(entries) != 1):
        expected = say("components.set_reader.one-table", key=key) if single else tables
        if entries is None:
            return say("components.set_reader.is-without", expected=expected)
        if single and isinstance(entries, list) and len(entries) > 1:
            return say("components.set_reader.is-there", n=len(entries), expected=expected)
        seen = seen_words(entries)
        return say("components.set_reader.expected-got", expected=expected, seen=seen)
    if len(entries) > ENTRIES_OF_A_TABLE:
        return too_much(tables, len(entries), ENTRIES_OF_A_TABLE)
    return ""


def _read_entry(
    draft: SetDraft,
    table: str,
    kind: Any,  # noqa: ANN401
    row: object,
    place: EntryFinding,
    default_source: object,
) -> Iterator[EntryFinding]:
    """Put an entry into a draft, and yield what is blank or amiss in it."""
    if not isinstance(row, dict):
        problem = say("components.set_reader.expected-a-table-got", row=seen_words(row))
        yield replace(place, problem=problem)
        return
    try:
        at_length = expanded(table, row)
    except CompactFormError as error:
        yield replace(place, problem=str(error), path=(*place.path, *error.field))
        return
    sourced = {} if default_source is None else {"source": default_source}
    draft.rows[table].append(sourced | at_length)
    blanks = [*_blanks(place, at_length)]
    excess = [replace(place, problem=problem) for problem in excess_in(at_length)]
    yield from (*blanks, *excess)
    whole: dict[str, Any] = sourced | at_length
    if isinstance(whole.get("sources"), dict):
        whole = whole | {"sources": sorted(whole["sources"].items())}
    if blanks and (found := fault_beside_blanks(whole, kind)):
        yield replace(place, problem=found.says, path=(*place.path, *found.path))
    elif not blanks and not excess:
        yield from _decode(draft.entries[table], place, whole, kind)


def _entry_name(key: str, number: int, row: object) -> str:
    if isinstance(row, dict):
        for naming in ("id", "company", "between", "halves", "players"):
            if naming in row and row[naming] != BLANK:
                value = row[naming]
                name = "-".join(map(str, value)) if isinstance(value, list) else str(value)
                return f"{key} {name:.40}"
        if "row" in row and "column" in row:
            return say(
                "components.set_reader.row-column",
                key=key,
                row=f"{row['row']!s:.9}",
                row2=f"{row['column']!s:.9}",
            )
    return say("components.set_reader.number", key=key, number=number)


def excess_in(value: object, path: str = "") -> Iterator[str]:
    """Yield in words which lists and texts of an entry are too long."""
    match value:
        case dict():
            for key, inner in value.items():
                yield from excess_in(inner, f"{path}.{key}" if path else str(key))
        case list() | tuple() if len(value) > ENTRIES_OF_A_TABLE:
            yield too_much(path, len(value), ENTRIES_OF_A_TABLE)
        case list() | tuple():
            for number, inner in enumerate(value, 1):
                yield from excess_in(inner, f"{path}[{number}]")
        case str() if len(value) > CHARACTERS_OF_A_LINE:
            yield too_much(
                say("components.set_reader.characters-of", path=path),
                len(value),
                CHARACTERS_OF_A_LINE,
            )
        case _:
            pass


def _blanks(place: EntryFinding, value: object, name: str = "") -> Iterator[EntryFinding]:
    if value == BLANK:
        problem = say("components.set_reader.is-still-blank-2", path=name)
        yield replace(place, problem=problem, blank=True)
    elif isinstance(value, dict):
        for key, inner in value.items():
            within = replace(place, path=(*place.path, key))
            yield from _blanks(within, inner, f"{name}.{key}" if name else key)
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            within = replace(place, path=(*place.path, number))
            yield from _blanks(within, inner, f"{name}[{number + 1}]")


def blanks_in(raw: object) -> int:
    """Return how many question marks stand in a raw value."""
    if isinstance(raw, dict):
        return sum(map(blanks_in, raw.values()))
    if isinstance(raw, list | tuple):
        return sum(map(blanks_in, raw))
    return int(raw == BLANK)


def _decode(
    rows: list[Any],
    place: EntryFinding,
    row: dict[str, Any],
    kind: Any,  # noqa: ANN401
) -> Iterator[EntryFinding]:
    try:
        decoded = msgspec.convert(row, kind)
    except msgspec.ValidationError as error:
        found = DecodingFault.of(error, row, kind)
        yield replace(place, problem=found.says, path=(*place.path, *found.path))
        return
    unknown = [name for name, _ in decoded.sources if name not in decoded.__struct_fields__]
    if unknown:
        problem = say(
            "components.set_reader.sources-there-is-no-value",
            unknown=unknown[0],
            expected=", ".join(decoded.__struct_fields__),
        )
        yield replace(place, problem=problem, path=(*place.path, "sources", unknown[0]))
        return
    rows.append(decoded)
