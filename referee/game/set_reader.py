"""Reads a component set from its folder, and says of everything unreadable where it stands."""

from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec

from referee.game.component_set import TABLES, ComponentSet
from referee.game.components import MapCells
from referee.game.entry_words import DecodingFault, seen_words
from referee.game.input_limits import (
    BYTES_OF_A_SET_FILE,
    ENTRIES_OF_A_TABLE,
)
from referee.game.messages.speech import say
from referee.game.plain_toml import TomlError, parse_toml
from referee.game.set_drafts import ComponentSetError, EntryFinding, SetDraft
from referee.game.set_entries import read_table
from referee.game.set_places import FilePlaces
from referee.game.set_tables import BLANK, BORDERED, CELLS, FILES, HEADER, HEADER_KEYS
from referee.game.shipped_files import packaged

if TYPE_CHECKING:
    # Importing it takes as long as reading a small set.
    from importlib.resources.abc import Traversable


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
        draft.findings.append(
            EntryFinding(str(folder), "", say("components.set_reader.is-not-a-folder-expected"))
        )
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
            problem = say(
                "components.set_reader.has-an-unknown-key-expected",
                unknown=unknown,
                expected=expected,
            )
            draft.findings.append(EntryFinding(file, "", problem, path=(unknown,)))
    if (folder / CELLS).is_file():
        _read_cells(folder, draft)
    return draft


def _read_bordered(places: object, file: str, draft: SetDraft) -> None:
    if isinstance(places, list) and all(isinstance(place, str) for place in places):
        draft.bordered = tuple(places[:ENTRIES_OF_A_TABLE])
        return
    problem = say(
        "components.set_reader.is-expected-a-list-of", bordered=BORDERED, places=seen_words(places)
    )
    draft.findings.append(EntryFinding(file, "", problem, path=(BORDERED,)))


def _read_cells(folder: "Traversable", draft: SetDraft) -> None:
    content = _toml(folder / CELLS, CELLS, draft)
    if content is None:
        return
    try:
        draft.cells = msgspec.convert(content, MapCells)
    except msgspec.ValidationError as error:
        found = DecodingFault.of(error, content, MapCells)
        draft.findings.append(EntryFinding(CELLS, "", found.says, path=found.path))


def _read_header(folder: "Traversable", draft: SetDraft) -> None:
    content = _toml(folder / HEADER, HEADER, draft)
    if content is None:
        return
    for key, value in content.items():
        problem, blank = "", value == BLANK
        if key not in HEADER_KEYS:
            problem = say("components.set_reader.has-an-unknown-key-expected-2", key=key)
        elif not isinstance(value, str):
            problem = say("components.set_reader.expected-text-got", value=seen_words(value))
        elif blank:
            problem = say("components.set_reader.is-still-blank")
        else:
            draft.header[key] = value
        if problem:
            entry = key if key in HEADER_KEYS else ""
            draft.findings.append(EntryFinding(HEADER, entry, problem, blank, path=(key,)))
    for key in ("name", "title"):
        if key not in content:
            draft.findings.append(
                EntryFinding(HEADER, key, say("components.set_reader.is-missing"))
            )


def _toml(path: "Traversable", file: str, draft: SetDraft) -> dict[str, Any] | None:
    line: int | None = None
    try:
        # One byte more than allowed tells too large a file without reading all of it.
        with path.open("rb") as stream:
            data = stream.read(BYTES_OF_A_SET_FILE + 1)
        content = parse_toml(
            data, say("components.set_reader.a-file-of-a-component"), BYTES_OF_A_SET_FILE
        )
    except (FileNotFoundError, IsADirectoryError, NotADirectoryError):
        problem = say("components.set_reader.is-missing-every-set-has")
    except OSError as error:
        problem = say("components.set_reader.cannot-be-read", strerror=error.strerror)
    except TomlError as error:
        problem, line = error.problem, error.line or None
    else:
        draft.places[file] = FilePlaces(data)
        return content
    draft.findings.append(EntryFinding(file, "", problem, line=line))
    return None
