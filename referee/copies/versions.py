"""What was read of a copy when: earlier versions of its set, whose records stay valid.

`versions.jsonl` in the folder of a set has a line for each version that was kept: its digest, and
what was read, changed or taken away since the one before. A record that names the digest of a kept
version is one of this copy if nothing that had been read then has changed, or if the change was
kept as a correction.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct

from referee.copies.blank_places import BlankPlace, Rows, digest_of, entry_name, has_blank, rows_of
from referee.copies.copy_reader import partly_read
from referee.copies.partly_read_set import PartlyReadSet
from referee.core.component_set import DESCRIPTIVE, TABLES, ComponentSet
from referee.core.set_reader import BLANK, VERSIONS, ComponentSetError, read_draft
from referee.durable import open_lines
from referee.i18n.page_words import copy_words

BYTES_OF_VERSIONS: Final = 64 * 1024 * 1024

ReadFacts = dict[str, Any]
"""By place every value that was read."""


class KeptVersion(Struct, frozen=True):
    """A version of a set: its digest, and how it differs from the one before."""

    digest: str
    read: dict[str, Any]
    """Values that are new or other than before, by place."""
    gone: tuple[str, ...] = ()


class ChangedValue(Struct, frozen=True):
    """A value that was read otherwise before."""

    key: str
    what: str
    before: Any
    now: Any
    """None if it is not there any more."""


def facts_of(components: ComponentSet) -> ReadFacts:
    """Return every value of a set that was read and can decide a game, by its place."""
    rows = components.rows if isinstance(components, PartlyReadSet) else rows_of(components)
    return _facts_in(rows)


def _facts_in(rows: Rows) -> ReadFacts:
    found: ReadFacts = {}
    for table in TABLES:
        for row in rows[table]:
            if BLANK not in row.get("between", ()):
                found.update(_facts(row, BlankPlace(table, entry_name(table, row))))
    return found


def _facts(raw: Any, place: BlankPlace) -> Iterator[tuple[str, Any]]:  # noqa: ANN401
    if isinstance(raw, dict):
        for name, inner in raw.items():
            if name not in DESCRIPTIVE and inner is not None:
                yield from _facts(inner, place.inner(name))
    elif isinstance(raw, list | tuple):
        for number, inner in enumerate(raw, 1):
            yield from _facts(inner, place.inner(number))
    elif raw != BLANK:
        yield place.key, raw


def kept_versions(folder: Path) -> list[KeptVersion]:
    """Return the versions of a set that were kept, the oldest first; a torn line is left out."""
    try:
        with (folder / VERSIONS).open("rb") as stream:
            data = stream.read(BYTES_OF_VERSIONS)
    except OSError:
        return []
    found = []
    for line in data.split(b"\n"):
        try:
            found.append(msgspec.json.decode(line, type=KeptVersion))
        except msgspec.DecodeError:
            continue
    return found


def state_of(versions: list[KeptVersion]) -> ReadFacts:
    """Return what had been read when the last of some versions was kept."""
    facts: ReadFacts = {}
    for version in versions:
        facts.update(version.read)
        for key in version.gone:
            facts.pop(key, None)
    return facts


def set_as_it_stands(folder: Path) -> ComponentSet:
    """Return the set in a folder, even if it contradicts the rulebooks so far."""
    draft = read_draft(folder)
    if not draft.findings:
        return draft.as_set()
    with draft.lines_named():
        if faults := tuple(finding for finding in draft.findings if not finding.blank):
            raise ComponentSetError(faults)
        frame = {"name": folder.name, "title": folder.name, **draft.header}
        return partly_read(draft.rows, frame, draft.bordered)


def _standing(folder: Path) -> tuple[str, ReadFacts]:
    """Return the digest of the set in a folder and what was read of it.

    To judge games with a set takes far more than that, and after every answer nobody does.
    """
    draft = read_draft(folder)
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
    before = state_of(versions)
    line = {
        "digest": digest,
        "read": {key: value for key, value in now.items() if before.get(key) != value},
        "gone": [key for key in before if key not in now],
    }
    with open_lines(folder / VERSIONS) as lines:
        lines.drop_torn()
        lines.append(json.dumps(line, separators=(",", ":")).encode())
    return True


def changes_since(folder: Path, components: ComponentSet) -> tuple[ChangedValue, ...]:
    """Return what was read otherwise when the last version was kept."""
    return tuple(_changes(state_of(kept_versions(folder)), facts_of(components)))


def _changes(before: ReadFacts, now: ReadFacts) -> Iterator[ChangedValue]:
    for key, value in before.items():
        if now.get(key) != value:
            yield ChangedValue(key, what_is(key), value, now.get(key))


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
    now, last = facts_of(components), state_of(versions)
    found: dict[str, str] = {}
    then: ReadFacts = {}
    for version in versions:
        then.update(version.read)
        for key in version.gone:
            then.pop(key, None)
        odd = next((key for key in then if _is_odd(key, then, now, last)), None)
        found[version.digest] = "" if odd is None else _refusal(folder, odd, then, now)
    return found


def _is_odd(key: str, then: ReadFacts, now: ReadFacts, last: ReadFacts) -> bool:
    """Return whether a value has changed and nobody has kept that as a correction."""
    value = now.get(key)
    return value != then[key] and value != last.get(key)


def _refusal(folder: Path, key: str, then: ReadFacts, now: ReadFacts) -> str:
    return copy_words().say(
        "versions",
        "changed",
        what=what_is(key),
        before=str(then[key]),
        now=str(now.get(key, BLANK)),
        folder=str(folder),
    )
