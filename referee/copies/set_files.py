"""Values put into the files of a set; comments and everything else stay as they are."""

import json
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import msgspec
import tomli_w
from msgspec import Struct

from referee.components.set_invariant import KEY_OF_TABLE
from referee.copies import runs
from referee.copies.faces import variables_of_entry
from referee.copies.partly_read_set import (
    NO_BORDER,
    BlankPlace,
    PartlyReadSet,
    Rows,
    digest_of,
    has_blank,
    loose_ends,
    partly_read,
    read_values,
    rows_in,
)
from referee.copies.solver import Variable
from referee.core import set_reader
from referee.core.component_set import DESCRIPTIVE, SINGLE_TABLES, TABLES, ComponentSet
from referee.core.components import Reward
from referee.core.input_limits import DECODER_ERRORS
from referee.core.plain_toml import toml_value
from referee.core.problem import KeyPath
from referee.core.toml_lines import spans_of_values
from referee.durable import open_lines, replace_file
from referee.i18n.page_words import copy_words


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
        by_file.setdefault(set_reader.FILE_OF_TABLE[change.table], []).append(change)
    if bordered is not None:
        by_file.setdefault(MAP, [])
    for file, of_file in by_file.items():
        path = folder / file
        text = path.read_text("utf-8")
        for change in of_file:
            text = changed_text(text, change)
        if bordered is not None and file == MAP:
            text = _with_value(text, (), set_reader.BORDERED, [*bordered])
        replace_file(path, text.encode())


def write_header(folder: Path, values: Mapping[str, str]) -> None:
    """Put name and title into the head of a set."""
    path = folder / set_reader.HEADER
    text = path.read_text("utf-8")
    for key, value in values.items():
        text = _with_value(text, (), key, value)
    replace_file(path, text.encode())


def remove_entries(folder: Path, table: str, is_gone: Callable[[Mapping[str, Any]], bool]) -> None:
    """Take entries of a table out of its file."""
    path = folder / set_reader.FILE_OF_TABLE[table]
    text = path.read_text("utf-8")
    key = KEY_OF_TABLE[table]
    expected = tomllib.loads(text)
    gone = [number for number, row in enumerate(expected[key]) if is_gone(row)]
    expected[key] = [row for row in expected[key] if not is_gone(row)]
    for number in reversed(gone):
        text = _without(text, *spans_of_values(text)[key, number])
    replace_file(path, _read_as(text, expected).encode())


def changed_text(text: str, change: EntryChange) -> str:
    """Return the text of a file with new values of an entry."""
    expected = tomllib.loads(text)
    key = KEY_OF_TABLE[change.table]
    single = change.table in SINGLE_TABLES
    entries = [expected[key]] if single else expected.setdefault(key, [])
    entry: KeyPath = (key,) if single else (key, change.number)
    if change.number == len(entries):
        entries.append(change.values)
        return _read_as(_with_entry(text, entry, change.values), expected)
    for field, value in change.values.items():
        text = _with_value(text, entry, field, value)
        if value is None:
            entries[change.number].pop(field, None)
        else:
            entries[change.number][field] = value
    return _read_as(text, expected)


def _read_as(text: str, expected: Mapping[str, Any]) -> str:
    """Return a text that says what is expected: this one, unless its form was one of its own.

    Such a file is written anew; that costs its comments and no value.
    """
    try:
        if tomllib.loads(text) == expected:
            return text
    except tomllib.TOMLDecodeError:
        pass
    return tomli_w.dumps(expected)


# Entries are blocks, [[card]] and a line for each value, or rows, { id = "coffee3", crate = 3 } ---
def _with_entry(text: str, entry: KeyPath, values: Mapping[str, Any]) -> str:
    key, number = entry
    words = [f"{name} = {toml_value(value)}" for name, value in values.items()]
    start, end = spans_of_values(text).get((key, int(number) - 1), (0, 0))
    if not text.startswith("{", start):
        return "\n".join([text, f"[[{key}]]", *words, ""])
    comma = "" if text[end:].lstrip().startswith(",") else ","
    end += 0 if comma else text[end:].index(",") + 1
    return f"{text[:end]}{comma}\n  {{ {', '.join(words)} }},{text[end:]}"


def _with_value(text: str, entry: KeyPath, field: str, value: Any) -> str:  # noqa: ANN401
    spans = spans_of_values(text)
    if (*entry, field) in spans:
        start, end = spans[*entry, field]
        if value is not None:
            return f"{text[:start]}{toml_value(value)}{text[end:]}"
        return _without(text, text.rindex(field, 0, start), end)
    if value is None or entry not in spans:
        return text
    words = f"{field} = {toml_value(value)}"
    start, end = spans[entry]
    if text.startswith("{", start):
        inner = text[: end - 1].rstrip()
        comma = "" if inner.endswith(("{", ",")) else ","
        return f"{inner}{comma} {words} {text[end - 1 :]}"
    # Where a value comes from is said last.
    last = spans.get((*entry, "sources"))
    at = text.rfind("\n", 0, last[0]) + 1 if last else (text.find("\n", end) + 1 if end else 0)
    return f"{text[:at]}{words}\n{text[at:]}"


def _without(text: str, start: int, end: int) -> str:
    """Return the text without what stands between two places: whole lines, or a part of one."""
    line, after = text.rfind("\n", 0, start) + 1, text[end:].removeprefix(",")
    rest, _, below = after.partition("\n")
    if not text[line:start].strip() and rest.lstrip()[:1] in ("", "#"):
        # An empty line above it is left, and the one below it goes with a block.
        return text[:line] + (below.removeprefix("\n") if text[start] == "[" else below)
    before = text[:start].rstrip()
    if before.endswith(","):
        return f"{before[:-1]}{text[end:]}"
    return f"{before} {text[end:].lstrip().removeprefix(',').lstrip()}"


# Whether a value can stand in a set, tried before it is written -----------------------------------
def refused_change(draft: set_reader.SetDraft, changes: Sequence[EntryChange]) -> str:
    """Return why a set cannot have these values, in words; nothing if it can."""
    rows: dict[str, list[dict[str, Any]]] = {
        table: [dict(row) for row in entries] for table, entries in draft.rows.items()
    }
    for change in changes:
        entries = rows[change.table]
        if change.number == len(entries):
            entries.append({"source": "copy"})
        entries[change.number].update(change.values)
    tried = set_reader.SetDraft(header=draft.header, rows=rows, bordered=draft.bordered)
    loose = next(iter(loose_ends(tried)), None)
    if loose is not None:
        return loose.message
    try:
        partly_read(rows, {"name": "tried", "title": "tried"}, draft.bordered)
    except set_reader.ComponentSetError as error:
        problem = error.findings[0].message if error.findings else ""
        return copy_words().say("asking", "impossible", problem=problem)
    return ""


# Values that games settle, as they stand in the files of a set ------------------------------------
Settled = Mapping[Variable, int]


def settled_changes(
    components: PartlyReadSet, settled: Settled, sources: Mapping[Variable, str]
) -> Iterator[EntryChange]:
    """Yield what the files of a set say with these values, each with where it comes from."""
    for table in TABLES:
        entries = iter(getattr(components, table))
        for number, row in enumerate(components.rows[table]):
            if set_reader.BLANK in row.get("between", ()):
                continue
            entry = next(entries)
            if has_blank(row):
                yield from _changed(table, number, row, entry, settled, sources)
    number = len(components.rows["borders"])
    for pair, variable in components.unread_borders.items():
        if settled.get(variable, NO_BORDER) != NO_BORDER:
            source = sources.get(variable, "copy")
            values = {"between": [*pair], "lines": settled[variable], "source": source}
            yield EntryChange("borders", number, values)
            number += 1


def _changed(
    table: str,
    number: int,
    row: Mapping[str, Any],
    entry: object,
    settled: Settled,
    sources: Mapping[Variable, str],
) -> Iterator[EntryChange]:
    raw = _raw_of(entry, settled)
    if raw == set_reader.BLANK:
        return
    values: dict[str, Any] = {}
    said = dict(row.get("sources", {}))
    for field, new in raw.items():
        old = row.get(field, set_reader.BLANK if field not in row and table == "cards" else None)
        if field in {"source", "sources"} or not has_blank(old) or new in (old, set_reader.BLANK):
            continue
        values[field] = new
        # What only some kinds have depends on all that the entry may be.
        own = type(entry) is not runs.LazyEntry or field in runs.fields_of(entry)
        of_kind = None if own or not isinstance(runs.kind_of(entry), runs.Kinds) else entry
        of_field = variables_of_entry(runs.part_of(entry, field) if own else of_kind)
        proving = [sources[variable] for variable in of_field if variable in sources]
        if proving and field != "kind":
            said[field] = proving[0]
    if values:
        yield EntryChange(table, number, {**values, "sources": said} if said else values)


def _raw_of(value: Any, settled: Settled) -> Any:  # noqa: ANN401, PLR0911
    if type(value) is runs.LazyEntry:
        return _raw_entry(value, settled)
    if isinstance(value, runs.UnreadNumber):
        [(variable, _)] = value.terms
        return settled.get(variable, set_reader.BLANK)
    if isinstance(value, runs.PartChoice):
        chosen = settled.get(value.variable)
        return set_reader.BLANK if chosen is None else _raw_of(value.parts[chosen], settled)
    if isinstance(value, runs.NotFollowed):
        return set_reader.BLANK
    if isinstance(value, tuple):
        return [_raw_of(each, settled) for each in value]
    if isinstance(value, msgspec.Struct):
        fields = {name: getattr(value, name) for name in value.__struct_fields__}
        return _raw_fields(type(value), fields, settled)
    return value


def _raw_entry(entry: runs.LazyEntry, settled: Settled) -> Any:  # noqa: ANN401
    kind, fields = runs.kind_of(entry), runs.fields_of(entry)
    if not isinstance(kind, runs.Kinds):
        return _raw_fields(kind, fields, settled)
    chosen = settled.get(kind.variable)
    if chosen is None:
        known = {name: _raw_of(value, settled) for name, value in fields.items()}
        return {name: value for name, value in known.items() if value is not None}
    cls, more = kind.parts[chosen]
    return _raw_fields(cls, {**fields, **more}, settled)


def _raw_fields(kind: type, fields: Mapping[str, object], settled: Settled) -> Any:  # noqa: ANN401
    config = getattr(kind, "__struct_config__", None)
    found: dict[str, Any] = {}
    if config is not None and config.tag_field:
        found[config.tag_field] = config.tag
    for name, value in fields.items():
        raw = _raw_of(value, settled)
        if raw == set_reader.BLANK and isinstance(value, runs.PartChoice) and kind is Reward:
            # Whether a part of a reward is there at all is not known, so nothing is said of it.
            return set_reader.BLANK
        if raw is not None and not (kind is Reward and raw == 0):
            found[name] = raw
    return found


# The map of a copy as its files have it: where places lie, and which borders are marked there -----
MAP: Final = "map.toml"
BASES: Final = "bases.toml"


class MapRows(Struct, frozen=True):
    """The entries of a map as they stand in its files, blanks and all."""

    regions: list[dict[str, Any]]
    bases: list[dict[str, Any]]
    borders: list[dict[str, Any]]
    bordered: tuple[str, ...]

    @classmethod
    def of(cls, folder: Path) -> "MapRows":
        """Return the rows of the files in a folder."""
        found = tomllib.loads((folder / MAP).read_text("utf-8"))
        bases = tomllib.loads((folder / BASES).read_text("utf-8"))
        return cls(
            regions=found.get("region", []),
            bases=bases.get("base", []),
            borders=found.get("border", []),
            bordered=tuple(found.get(set_reader.BORDERED, ())),
        )

    @property
    def places(self) -> list[tuple[str, str, dict[str, Any]]]:
        """Every place: its id, its table, its row; regions first."""
        regions = [(str(row.get("id")), "regions", row) for row in self.regions]
        return [*regions, *((str(row.get("company")), "bases", row) for row in self.bases)]

    def border(self, one: str, other: str) -> int | None:
        """Return the number of the entry for a border; None if it has none."""
        wanted = {one, other}
        for number, row in enumerate(self.borders):
            if set(row.get("between", ())) == wanted:
                return number
        return None

    def blank_border(self, one: str, other: str) -> int | None:
        """Return the number of an entry that is begun for a base, and says nothing else yet."""
        for number, row in enumerate(self.borders):
            between = row.get("between", ())
            if set_reader.BLANK in between and {one, other} & {*between}:
                return number
        return None


def write_places(folder: Path, drawn: Mapping[str, tuple[int, int]]) -> None:
    """Put down where places lie, as somebody has pointed them out on his copy."""
    numbers = {"regions": 0, "bases": 0}
    changes = []
    for name, table, row in MapRows.of(folder).places:
        number = numbers[table]
        numbers[table] += 1
        if name not in drawn:
            continue
        sources = {key: value for key, value in row.get("sources", {}).items() if key != "drawn"}
        values = {"drawn": [*drawn[name]], "sources": sources or None}
        changes.append(EntryChange(table, number, values))
    write_changes(folder, changes)


def write_border(folder: Path, one: str, other: str, lines: int, bordered: tuple[str, ...]) -> None:
    """Put down a border with so many lines, or that there is none; and whose borders all are."""
    rows = MapRows.of(folder)
    known = rows.border(one, other)
    changes = []
    if lines:
        number = known if known is not None else rows.blank_border(one, other)
        number = len(rows.borders) if number is None else number
        changes.append(EntryChange("borders", number, {"between": [one, other], "lines": lines}))
    elif known is not None:
        remove_entries(folder, "borders", lambda row: {*row.get("between", ())} == {one, other})
    write_changes(folder, changes, bordered)


# What was read of a copy when: earlier versions of its set, whose records stay valid --------------
#
# `versions.jsonl` in the folder of a set has a line for each version that was kept: its digest, and
# what was read, changed or taken away since the one before. A record that names the digest of a
# kept version is one of this copy if nothing that had been read then has changed, or if the change
# was kept as a correction.
BYTES_OF_VERSIONS: Final = 64 * 1024 * 1024

ReadFacts = dict[str, Any]
"""By place every value that was read."""


class KeptVersion(Struct, frozen=True):
    """A version of a set: its digest, and how it differs from the one before."""

    digest: str
    read: dict[str, Any]
    """Values that are new or other than before, by place."""
    gone: tuple[str, ...] = ()


def facts_of(components: ComponentSet) -> ReadFacts:
    """Return every value of a set that was read and can decide a game, by its place."""
    return _facts_in(rows_in(components))


def _facts_in(rows: Rows) -> ReadFacts:
    return {place.key: value for place, value in read_values(rows, DESCRIPTIVE)}


def kept_versions(folder: Path) -> list[KeptVersion]:
    """Return the versions of a set that were kept, the oldest first; a torn line is left out."""
    try:
        with (folder / set_reader.VERSIONS).open("rb") as stream:
            data = stream.read(BYTES_OF_VERSIONS)
    except OSError:
        return []
    found = []
    for line in data.split(b"\n"):
        with suppress(*DECODER_ERRORS):
            found.append(msgspec.json.decode(line, type=KeptVersion))
    return found


def _state_of(versions: list[KeptVersion]) -> ReadFacts:
    facts: ReadFacts = {}
    for version in versions:
        _bring_up(facts, version)
    return facts


def _bring_up(facts: ReadFacts, version: KeptVersion) -> None:
    facts.update(version.read)
    for key in version.gone:
        facts.pop(key, None)


def set_as_it_stands(folder: Path) -> ComponentSet:
    """Return the set in a folder, even if it contradicts the rulebooks so far."""
    draft = set_reader.read_draft(folder)
    if not draft.findings:
        return draft.as_set()
    with draft.lines_named():
        if faults := tuple(finding for finding in draft.findings if not finding.blank):
            raise set_reader.ComponentSetError(faults)
        frame = {"name": folder.name, "title": folder.name, **draft.header}
        return partly_read(draft.rows, frame, draft.bordered)


def _standing(folder: Path) -> tuple[str, ReadFacts]:
    """Return the digest of the set in a folder and what was read of it.

    To judge games with a set takes far more than that, and after every answer nobody does.
    """
    draft = set_reader.read_draft(folder)
    blank = any(has_blank(row) for rows in draft.rows.values() for row in rows)
    if not blank or any(not finding.blank for finding in draft.findings):
        components = set_as_it_stands(folder)
        return components.digest, facts_of(components)
    return digest_of(draft.rows, draft.bordered), _facts_in(draft.rows)


def keep_version(folder: Path) -> bool:
    """Keep a set as it is now, unless that is kept already; return whether it was not."""
    digest, now = _standing(folder)
    versions = kept_versions(folder)
    if versions and versions[-1].digest == digest:
        return False
    before = _state_of(versions)
    line = {
        "digest": digest,
        "read": {key: value for key, value in now.items() if before.get(key) != value},
        "gone": [key for key in before if key not in now],
    }
    with open_lines(folder / set_reader.VERSIONS) as lines:
        lines.drop_torn()
        lines.append(json.dumps(line, separators=(",", ":")).encode())
    return True


def changes_since(folder: Path, components: ComponentSet) -> ReadFacts:
    """Return what was read otherwise when the last version was kept, as it was read then."""
    now = facts_of(components)
    before = _state_of(kept_versions(folder))
    return {key: value for key, value in before.items() if now.get(key) != value}


def what_is(key: str) -> str:
    """Return what stands in a place, in words."""
    table, _, rest = key.partition(".")
    entry, *path = rest.split(".")
    return BlankPlace(table, entry, tuple(int(p) if p.isdigit() else p for p in path)).subject()


def earlier_digests(folder: Path, components: ComponentSet) -> Mapping[str, str]:
    """Return the digests of earlier versions, each with why its records are refused, if they are.

    They are not if everything that had been read then is still so, or was corrected since by one
    of the commands that keep versions.
    """
    versions = kept_versions(folder)
    now, last = facts_of(components), _state_of(versions)
    found: dict[str, str] = {}
    then: ReadFacts = {}
    for version in versions:
        _bring_up(then, version)
        # What has changed, and nobody has kept that as a correction.
        changed = [key for key in then if now.get(key) != then[key]]
        odd = next((key for key in changed if now.get(key) != last.get(key)), None)
        found[version.digest] = "" if odd is None else _refusal(folder, odd, then, now)
    return found


def _refusal(folder: Path, key: str, then: ReadFacts, now: ReadFacts) -> str:
    facts = {"what": what_is(key), "before": str(then[key]), "folder": str(folder)}
    return copy_words().say("versions", "changed", now=str(now.get(key, set_reader.BLANK)), **facts)
