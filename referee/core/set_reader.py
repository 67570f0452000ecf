"""Reads a component set from its folder, and says of everything unreadable where it stands."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from referee.core import components as printed
from referee.core.compact_forms import CompactFormError, expanded
from referee.core.component_set import SINGLE_TABLES, TABLES, ComponentSet
from referee.core.entry_words import DecodingFault, fault_beside_blanks, seen_words
from referee.core.input_limits import (
    BYTES_OF_A_SET_FILE,
    CHARACTERS_OF_A_LINE,
    ENTRIES_OF_A_TABLE,
    too_much,
)
from referee.core.plain_toml import TomlError, parse_toml
from referee.core.problem import NOWHERE, KeyPath, Place, Problem
from referee.core.shipped_files import packaged
from referee.i18n.speech import named, say

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable


# Where in the files of a set each entry stands, so that a finding can name its line ---------------
class FilePlaces:
    """The places of the entries in one file, looked for when somebody asks."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._entries: dict[str, KeyPath] = {}

    def note(self, entry: str, path: KeyPath) -> None:
        """Note what an entry is called, and where it stands."""
        self._entries[entry] = path

    def line(self, entry: str, path: KeyPath) -> int:
        """Return the line of a value, or of its entry where no path says more; 0 if it has none."""
        from referee.core.toml_lines import line_at  # noqa: PLC0415 - few sets have faults

        # A finding about a table as a whole names it as a heading does.
        whole = (entry.strip("[]"), 0) if entry.startswith("[[") else ()
        return line_at(self._lines, path or self._entries.get(entry, whole))

    @cached_property
    def _lines(self) -> Mapping[KeyPath, int]:
        from referee.core.toml_lines import lines_of_values  # noqa: PLC0415

        return lines_of_values(self._data.decode("utf-8-sig"))


# The files of a component set: which tables stand where, and what stands for the unread -----------
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
    "map.toml": {"region": ("regions", printed.Region), "border": ("borders", printed.Border)},
    "bases.toml": {"base": ("bases", printed.Base)},
    "tracks.toml": {
        "track": ("tracks", printed.Track),
        "track_card": ("track_cards", printed.TrackCard),
        "first_game": ("first_game", printed.FirstGameTrack),
    },
    "player_board.toml": {
        "diamond_track": ("diamond_tracks", printed.DiamondTrack),
        "book_track": ("book_tracks", printed.BookTrack),
    },
    "cards.toml": {"card": ("cards", printed.Card)},
    "books.toml": {"book": ("books", printed.Book)},
    "starting_tiles.toml": {"starting_tile": ("starting_tiles", printed.StartingTile)},
    "bonus.toml": {"space": ("spaces", printed.BonusSpace), "tile": ("tiles", printed.BonusTile)},
    "displays.toml": {
        "card_space": ("card_spaces", printed.CardSpace),
        "book_space": ("book_spaces", printed.BookSpace),
    },
    "rounds.toml": {"coins": ("round_coins", printed.RoundCoins)},
}
"""The files of a set in reading order; each key in a file, its table and type of entry."""

FILE_OF_TABLE: Mapping[str, str] = {
    table: file for file, keys in FILES.items() for table, _ in keys.values()
}


# What could be read of a component set, and what is amiss in it -----------------------------------
class EntryFinding(Problem, frozen=True, kw_only=True):
    """Something amiss in a set; its `path` is empty if the entry as a whole is meant."""

    file: str
    entry: str = ""
    blank: bool = False
    statement: str | None = None
    """The id of the statement that it contradicts, if it does."""

    def __str__(self) -> str:
        file = f"{self.file}:{self.at.line}" if self.at.line else self.file
        place = f"{file}, {self.entry}" if self.entry else file
        return named(place, self.message)


class ComponentSetError(Exception):
    """A set that cannot be used, with every reason."""

    def __init__(self, findings: tuple[EntryFinding, ...]) -> None:
        super().__init__("\n".join(map(str, findings)))
        self.findings = findings


@dataclass(slots=True)
class SetDraft:
    """What could be read of a set: its entries, what is amiss, and the tables with gaps."""

    header: dict[str, str] = field(default_factory=dict)
    entries: dict[str, list[Any]] = field(default_factory=lambda: {name: [] for name in TABLES})
    rows: dict[str, list[dict[str, Any]]] = field(
        default_factory=lambda: {name: [] for name in TABLES}
    )
    """Every entry as it stands in its file, blanks and all."""
    findings: list[EntryFinding] = field(default_factory=list)
    gaps: set[str] = field(default_factory=set)
    cells: printed.MapCells | None = None
    bordered: tuple[str, ...] = ()
    """The regions and bases of which every border was read, while others may be missing."""
    places: dict[str, FilePlaces] = field(default_factory=dict)
    """By file where its entries stand."""

    def note(
        self, file: str, problem: str, *, entry: str = "", blank: bool = False, path: KeyPath = ()
    ) -> None:
        """Note what is amiss in a file."""
        self.findings.append(EntryFinding(problem, file=file, entry=entry, blank=blank, path=path))

    def located(self, findings: Iterable[EntryFinding]) -> tuple[EntryFinding, ...]:
        """Return findings with their lines."""
        return tuple(map(self._located, findings))

    def _located(self, finding: EntryFinding) -> EntryFinding:
        places = self.places.get(finding.file)
        if finding.at.line or places is None:
            return finding
        return replace(finding, at=Place(places.line(finding.entry, finding.path)))

    @contextmanager
    def lines_named(self) -> Iterator[None]:
        """Let an error about the set name the lines of its files."""
        try:
            yield
        except ComponentSetError as error:
            raise ComponentSetError(self.located(error.findings)) from error

    def as_set(self) -> ComponentSet:
        """Return a set of the entries that were read, complete only if nothing was found."""
        tables: dict[str, Any] = {name: tuple(rows) for name, rows in self.entries.items()}
        return ComponentSet(
            name=self.header.get("name", BLANK),
            title=self.header.get("title", BLANK),
            about=self.header.get("about", ""),
            cells=self.cells,
            **tables,
        )


# Reads the entries of a component set's tables, and says what is blank or amiss in each -----------
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
        draft.note(file, problem, path=(key,))
        draft.gaps.add(table)
        return
    assert isinstance(entries, list)  # noqa: S101 - no problem was found
    for number, row in enumerate(entries):
        path: KeyPath = (key,) if isinstance(rows, dict) else (key, number)
        entry = key if single else _entry_name(key, number + 1, row)
        draft.places[file].note(entry, path)
        place = EntryFinding("", file=file, entry=entry, path=path)
        if found := [*_read_entry(draft, table, kind, row, place, default_source)]:
            draft.findings.extend(found)
            draft.gaps.add(table)


def _excess_of_table(key: str, entries: object, *, single: bool) -> str:
    """Return why the entries of a table cannot be read, if all of them cannot."""
    tables = say("components.set_reader.tables", key=key)
    if not isinstance(entries, list) or not entries or (single and len(entries) != 1):
        expected = say("components.set_reader.one-table", key=key) if single else tables
        if entries is None:
            return say("components.set_reader.no-entries", expected=expected)
        if single and isinstance(entries, list) and len(entries) > 1:
            return say("components.set_reader.entry-count", n=len(entries), expected=expected)
        seen = seen_words(entries)
        return say("components.set_reader.expected", expected=expected, seen=seen)
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
        problem = say("components.set_reader.not-an-entry", row=seen_words(row))
        yield replace(place, message=problem)
        return
    try:
        at_length = expanded(table, row)
    except CompactFormError as error:
        yield replace(place, message=str(error), path=(*place.path, *error.field))
        return
    sourced = {} if default_source is None else {"source": default_source}
    draft.rows[table].append(sourced | at_length)
    blanks = [*_blanks(place, at_length)]
    excess = [replace(place, message=problem) for problem in excess_in(at_length)]
    yield from (*blanks, *excess)
    whole: dict[str, Any] = sourced | at_length
    if isinstance(whole.get("sources"), dict):
        whole = whole | {"sources": sorted(whole["sources"].items())}
    if blanks and (found := fault_beside_blanks(whole, kind)):
        yield replace(place, message=found.says, path=(*place.path, *found.path))
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
                column=f"{row['column']!s:.9}",
            )
    return say("components.set_reader.entry-number", key=key, number=number)


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
                say("components.set_reader.file-length", path=path),
                len(value),
                CHARACTERS_OF_A_LINE,
            )
        case _:
            pass


def _blanks(place: EntryFinding, value: object, name: str = "") -> Iterator[EntryFinding]:
    if value == BLANK:
        problem = say("components.set_reader.blank-at", path=name)
        yield replace(place, message=problem, blank=True)
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
        yield replace(place, message=found.says, path=(*place.path, *found.path))
        return
    unknown = [name for name, _ in decoded.sources if name not in decoded.__struct_fields__]
    if unknown:
        problem = say(
            "components.set_reader.unknown-source-value",
            unknown=unknown[0],
            expected=", ".join(decoded.__struct_fields__),
        )
        yield replace(place, message=problem, path=(*place.path, "sources", unknown[0]))
        return
    rows.append(decoded)


@cache
def reference_set() -> ComponentSet:
    """Return the set that ships with the referee."""
    return set_from_json(packaged("components", "reference.json").read_bytes())


class _SetWithDigest(msgspec.Struct):
    digest: str
    components: ComponentSet


def set_to_json(components: ComponentSet) -> bytes:
    """Return a set as JSON from which it is read in a tenth of the time that its files take."""
    return msgspec.json.encode(_SetWithDigest(components.digest, components))


def set_from_json(data: bytes) -> ComponentSet:
    """Return the set in JSON that was made of it, and its digest with it."""
    read = msgspec.json.decode(data, type=_SetWithDigest)
    read.components.__dict__["digest"] = read.digest
    return read.components


def read_set(folder: "Traversable") -> ComponentSet:
    """Return the set in `folder`; raise `ComponentSetError` for any blank or fault."""
    draft = read_draft(folder)
    if draft.findings:
        raise ComponentSetError(draft.located(draft.findings))
    return draft.as_set()


def read_draft(folder: "Traversable") -> SetDraft:
    """Return all that can be read of the set in `folder`, blanks and faults noted."""
    draft = SetDraft()
    if not folder.is_dir():
        draft.note(str(folder), say("components.set_reader.not-a-folder"))
        draft.gaps.update(TABLES)
        return draft
    _read_header(folder, draft)
    for file, keys in FILES.items():
        content = _toml(folder / file, file, draft)
        if content is None:
            draft.gaps.update(table for table, _ in keys.values())
            continue
        default_source = content.pop("source", None)
        if "borders" in dict(keys.values()):
            _read_bordered(content.pop(BORDERED, []), file, draft)
        for key, (table, kind) in keys.items():
            read_table(draft, file, key, table, kind, content.pop(key, None), default_source)
        for unknown in content:
            expected = ", ".join((*keys, "source"))
            problem = say("components.set_reader.unknown-key", unknown=unknown, expected=expected)
            draft.note(file, problem, path=(unknown,))
    if (folder / CELLS).is_file():
        _read_cells(folder, draft)
    return draft


def _read_bordered(places: object, file: str, draft: SetDraft) -> None:
    if isinstance(places, list) and all(isinstance(place, str) for place in places):
        draft.bordered = tuple(places[:ENTRIES_OF_A_TABLE])
        return
    problem = say(
        "components.set_reader.not-place-ids", bordered=BORDERED, places=seen_words(places)
    )
    draft.note(file, problem, path=(BORDERED,))


def _read_cells(folder: "Traversable", draft: SetDraft) -> None:
    content = _toml(folder / CELLS, CELLS, draft)
    if content is None:
        return
    try:
        draft.cells = msgspec.convert(content, printed.MapCells)
    except msgspec.ValidationError as error:
        found = DecodingFault.of(error, content, printed.MapCells)
        draft.note(CELLS, found.says, path=found.path)


def _read_header(folder: "Traversable", draft: SetDraft) -> None:
    content = _toml(folder / HEADER, HEADER, draft)
    if content is None:
        return
    for key, value in content.items():
        problem, blank = "", value == BLANK
        if key not in HEADER_KEYS:
            problem = say("components.set_reader.unknown-set-key", key=key)
        elif not isinstance(value, str):
            problem = say("components.set_reader.not-text", value=seen_words(value))
        elif blank:
            problem = say("components.set_reader.blank")
        else:
            draft.header[key] = value
        if problem:
            entry = key if key in HEADER_KEYS else ""
            draft.note(HEADER, problem, entry=entry, blank=blank, path=(key,))
    for key in ("name", "title"):
        if key not in content:
            draft.note(HEADER, say("components.set_reader.missing"), entry=key)


def _beginning_of(path: "Traversable") -> bytes:
    if not path.is_file():
        if isinstance(path, Path):
            # Raises what is wrong with it, such as a link in a circle.
            path.stat()
        # Whoever opens a pipe waits for its other end.
        raise FileNotFoundError
    # One byte more than allowed tells too large a file without reading all of it.
    with path.open("rb") as stream:
        return stream.read(BYTES_OF_A_SET_FILE + 1)


def _toml(path: "Traversable", file: str, draft: SetDraft) -> dict[str, Any] | None:
    at = NOWHERE
    try:
        data = _beginning_of(path)
        content = parse_toml(data, say("components.set_reader.set-file"), BYTES_OF_A_SET_FILE)
    except (FileNotFoundError, IsADirectoryError, NotADirectoryError):
        problem = say("components.set_reader.missing-file")
    except OSError as error:
        problem = say("components.set_reader.cannot-read", reason=error.strerror)
    except TomlError as error:
        problem, at = error.problem.message, error.problem.at
    else:
        draft.places[file] = FilePlaces(data)
        return content
    draft.findings.append(EntryFinding(problem, at, file=file))
    return None
