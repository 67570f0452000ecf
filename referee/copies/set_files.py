"""Values put into the files of a set; comments and everything else stay as they are."""

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Final

import tomli_w
from msgspec import Struct

from referee.components.set_invariant import KEY_OF_TABLE
from referee.durable import replace_file
from referee.game.component_set import SINGLE_TABLES
from referee.game.set_tables import BORDERED, FILE_OF_TABLE, HEADER
from referee.game.toml_lines import KeyPath, spans_of_values

_BARE_KEY: Final = re.compile(r"[A-Za-z0-9_-]+")


class EntryChange(Struct, frozen=True):
    """New values of an entry: the table, its number in the file, and the values by field.

    A number behind the last entry adds one; a value None takes the field away.
    """

    table: str
    number: int
    values: Mapping[str, Any]


def write_changes(
    folder: Path, changes: Iterable[EntryChange], bordered: tuple[str, ...] | None = None
) -> None:
    """Put values into the files of a set, each file whole or not at all."""
    by_file: dict[str, list[EntryChange]] = {}
    for change in changes:
        by_file.setdefault(FILE_OF_TABLE[change.table], []).append(change)
    if bordered is not None:
        by_file.setdefault(FILE_OF_TABLE["borders"], [])
    for file, of_file in by_file.items():
        path = folder / file
        text = path.read_text("utf-8")
        for change in of_file:
            text = changed_text(text, change)
        if bordered is not None and file == FILE_OF_TABLE["borders"]:
            text = _with_bordered(text, bordered)
        replace_file(path, text.encode())


def write_header(folder: Path, values: Mapping[str, str]) -> None:
    """Put name and title into the head of a set."""
    path = folder / HEADER
    text = path.read_text("utf-8")
    for key, value in values.items():
        text = _in_lines(text.split("\n"), 0, len(text.split("\n")), key, value)
    replace_file(path, text.encode())


def changed_text(text: str, change: EntryChange) -> str:
    """Return the text of a file with new values of an entry."""
    expected = tomllib.loads(text)
    _apply(expected, change)
    for attempt in (_in_block, _in_row):
        found = attempt(text, change)
        if found is not None and _reads_as(found, expected):
            return found
    # A file in a form of its own is written anew; that costs its comments and no value.
    return tomli_w.dumps(expected)


def _reads_as(text: str, expected: Mapping[str, Any]) -> bool:
    try:
        return tomllib.loads(text) == expected
    except tomllib.TOMLDecodeError:
        return False


def _apply(content: dict[str, Any], change: EntryChange) -> None:
    key = KEY_OF_TABLE[change.table]
    entries = [content[key]] if change.table in SINGLE_TABLES else content.setdefault(key, [])
    if change.number == len(entries):
        entries.append({})
    entry = entries[change.number]
    for field, value in change.values.items():
        if value is None:
            entry.pop(field, None)
        else:
            entry[field] = value


# Entries as blocks: [[card]] and a line for each value ----------------------------------------


def _in_block(text: str, change: EntryChange) -> str | None:
    """Return the text with the values put into the block of an entry; None if it has no block."""
    lines = text.split("\n")
    key = KEY_OF_TABLE[change.table]
    single = change.table in SINGLE_TABLES
    heading = f"[{key}]" if single else f"[[{key}]]"
    starts = [number for number, line in enumerate(lines) if line.strip() == heading]
    if change.number == len(starts) and not single:
        added = [heading, *[f"{name} = {toml_of(v)}" for name, v in change.values.items()]]
        return "\n".join([*lines, *added, ""]) if lines[-1] == "" else None
    if change.number >= len(starts):
        return None
    for field, value in change.values.items():
        start = starts[change.number] + 1
        end = _end_of_block(lines, start)
        lines = _in_lines(lines, start, end, field, value).split("\n")
        starts = [number for number, line in enumerate(lines) if line.strip() == heading]
    return "\n".join(lines)


def _end_of_block(lines: list[str], start: int) -> int:
    """Return where a block ends, but for empty lines and comments that belong to the next one."""
    end = next((n for n in range(start, len(lines)) if lines[n].startswith("[")), len(lines))
    while end > start and (not lines[end - 1].strip() or lines[end - 1].lstrip().startswith("#")):
        end -= 1
    return end


def _in_lines(lines: list[str], start: int, end: int, field: str, value: Any) -> str:  # noqa: ANN401
    """Return lines in which a field between two of them has a value, joined."""
    assigned = re.compile(rf"\s*{re.escape(field)}\s*=")
    for number in range(start, end):
        if assigned.match(lines[number]):
            last = _end_of_value(lines, number, end)
            before = lines[number][: lines[number].index("=") + 1]
            new = [] if value is None else [f"{before} {toml_of(value)}"]
            return "\n".join([*lines[:number], *new, *lines[last:]])
    new = [] if value is None else [f"{field} = {toml_of(value)}"]
    # Where a value comes from is said last.
    at = next((n for n in range(start, end) if lines[n].startswith("sources")), end)
    return "\n".join([*lines[:at], *new, *lines[at:]])


def _end_of_value(lines: list[str], start: int, end: int) -> int:
    for stop in range(start + 1, end + 1):
        try:
            tomllib.loads("\n".join(lines[start:stop]))
        except tomllib.TOMLDecodeError:
            continue
        return stop
    return start + 1


# Entries as rows of a list: { id = "coffee3", crate = 3 } ---------------------------------------


def _in_row(text: str, change: EntryChange) -> str | None:
    """Return the text with the values put into the row of an entry; None if it has none."""
    key = KEY_OF_TABLE[change.table]
    rows = [path for path in spans_of_values(text) if path[0] == key and len(path) == _OF_A_ROW]
    if change.number == len(rows) and rows:
        _, end = spans_of_values(text)[rows[-1]]
        words = ", ".join(f"{name} = {toml_of(v)}" for name, v in change.values.items())
        comma = "" if text[end:].lstrip().startswith(",") else ","
        end += 0 if comma else text[end:].index(",") + 1
        return f"{text[:end]}{comma}\n  {{ {words} }},{text[end:]}"
    if (key, change.number) not in rows:
        return None
    for field, value in change.values.items():
        text = _in_inline_table(text, (key, change.number), field, value)
    return text


_OF_A_ROW: Final = 2
"""The key of a table and a number lead to a row."""


def _in_inline_table(text: str, row: KeyPath, field: str, value: Any) -> str:  # noqa: ANN401
    """Return the text in which a field of a row has a value, or is not there."""
    spans = spans_of_values(text)
    if (*row, field) in spans:
        start, end = spans[*row, field]
        if value is not None:
            return f"{text[:start]}{toml_of(value)}{text[end:]}"
        begin = text.rindex(field, 0, start)
        before, after = text[:begin].rstrip(), text[end:].lstrip()
        if before.endswith(","):
            return f"{before[:-1]}{text[end:]}"
        return f"{before} {after.removeprefix(',').lstrip()}"
    if value is None:
        return text
    _, end = spans[row]
    inner = text[: end - 1].rstrip()
    comma = "" if inner.endswith(("{", ",")) else ","
    return f"{inner}{comma} {field} = {toml_of(value)} {text[end - 1 :]}"


def _with_bordered(text: str, bordered: tuple[str, ...]) -> str:
    lines = text.split("\n")
    first = next((n for n, line in enumerate(lines) if line.startswith("[")), len(lines))
    return _in_lines(lines, 0, first, BORDERED, [*bordered])


def toml_of(value: Any) -> str:  # noqa: ANN401
    """Return a value as TOML writes it on one line."""
    match value:
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case dict():
            words = ", ".join(f"{_key(name)} = {toml_of(v)}" for name, v in value.items())
            return f"{{ {words} }}" if words else "{}"
        case list() | tuple():
            return f"[{', '.join(map(toml_of, value))}]"
        case _:
            return tomli_w.dumps({"x": str(value)}).partition("=")[2].strip()


def _key(name: str) -> str:
    return name if _BARE_KEY.fullmatch(name) else toml_of(name)


def remove_entries(folder: Path, table: str, is_gone: Callable[[Mapping[str, Any]], bool]) -> None:
    """Take entries of a table out of its file."""
    path = folder / FILE_OF_TABLE[table]
    text = path.read_text("utf-8")
    key = KEY_OF_TABLE[table]
    expected = tomllib.loads(text)
    gone = [number for number, row in enumerate(expected[key]) if is_gone(row)]
    expected[key] = [row for row in expected[key] if not is_gone(row)]
    lines = text.split("\n")
    starts = [number for number, line in enumerate(lines) if line.strip() == f"[[{key}]]"]
    if len(starts) >= len(gone):
        for number in reversed(gone):
            if number < len(starts):
                start = starts[number]
                del lines[start : _end_of_block(lines, start + 1)]
    found = "\n".join(lines)
    replace_file(path, (found if _reads_as(found, expected) else tomli_w.dumps(expected)).encode())
