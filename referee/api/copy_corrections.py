"""Corrections of what was read: the version is kept, and every record of the copy judged again."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from referee.api.answer import Answer
from referee.api.errors import MisuseError, RefereeError, UnwritableError
from referee.api.games import Game
from referee.api.listings import RECORDS, list_files
from referee.api.sources import Given, given, unusable_set
from referee.api.verdicts import checked
from referee.copies.versions import (
    ChangedValue,
    changes_since,
    keep_version,
    kept_versions,
    set_as_it_stands,
)
from referee.game.component_set import ComponentSet
from referee.game.messages.speech import named, thing
from referee.game.set_drafts import ComponentSetError
from referee.notation.errors import UnreadableRecordError
from referee.transcript.loader import load as load_record
from referee.unread.blank_places import BlankPlace
from referee.unread.blank_rows import FRAME, entry_name, rows_of
from referee.unread.blanked_sets import partly_read
from referee.unread.partly_read_set import PartlyReadSet


class ReadingCorrection(Answer, frozen=True, kw_only=True):
    """A value that was read otherwise before."""

    key: str
    what: str
    before: str
    now: str
    """A question mark if it is not read any more."""


class VerdictChange(Answer, frozen=True, kw_only=True):
    """A record that comes out otherwise since a value was corrected."""

    file: str
    before: str
    now: str


class AcceptedCopy(Answer, frozen=True, kw_only=True):
    """A version of a set that was kept, and what it changes."""

    folder: str
    digest: str
    corrections: tuple[ReadingCorrection, ...]
    judged: int
    """How many records of this copy were judged again."""
    verdicts: tuple[VerdictChange, ...]
    """Those that come out otherwise."""


ANSWERS: tuple[type[Answer], ...] = (AcceptedCopy,)


def accept_copy(folder: Path | str, games: Iterable[Path | str] | None = None) -> AcceptedCopy:
    """Keep the set of a copy as it is now, so that records made with earlier versions stay valid.

    Where a value was read otherwise before, every record of the copy among `games` (those beside
    its folder unless others are named) is judged with both readings.

    >>> import referee, shutil, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     files = referee.new_components(f"{folder}/my-copy")
    ...     accepted = referee.accept_copy(f"{folder}/my-copy")
    >>> accepted.corrections
    ()
    """
    path = Path(folder)
    try:
        now = set_as_it_stands(path)
        changes = changes_since(path, now)
        keep_version(path)
    except ComponentSetError as error:
        raise MisuseError(unusable_set(path, error), file=str(folder)) from error
    except OSError as error:
        raise UnwritableError(
            named(str(path), thing(error.strerror or str(error))), file=str(folder)
        ) from error
    verdicts: list[VerdictChange] = []
    judged = 0
    if changes:
        before = _as_before(now, changes)
        for components in (before, now):
            # All versions are of the same copy, whatever was corrected.
            versions = {version.digest: "" for version in kept_versions(path)}
            components.__dict__["earlier"] = versions
        where = [path.parent] if games is None else [*games]
        for read in _records(where, now.name):
            judged += 1
            then, since = _verdict(read, before), _verdict(read, now)
            if then != since:
                verdicts.append(VerdictChange(file=read.name, before=then, now=since))
    return AcceptedCopy(
        folder=str(folder),
        digest=now.digest,
        corrections=tuple(map(_correction, changes)),
        judged=judged,
        verdicts=tuple(verdicts),
    )


def _correction(change: ChangedValue) -> ReadingCorrection:
    now = "?" if change.now is None else str(change.now)
    return ReadingCorrection(key=change.key, what=change.what, before=str(change.before), now=now)


def _as_before(now: ComponentSet, changes: Iterable[ChangedValue]) -> ComponentSet:
    """Return a set with the values that were read before."""
    old = {change.key: change.before for change in changes}
    rows = now.rows if isinstance(now, PartlyReadSet) else rows_of(now)
    tables = {
        table: [_restored(row, BlankPlace(table, entry_name(table, row)), old) for row in entries]
        for table, entries in rows.items()
    }
    frame = {name: getattr(now, name) for name in FRAME}
    bordered = now.bordered if isinstance(now, PartlyReadSet) else ()
    return partly_read(tables, frame, bordered)


def _restored(raw: Any, place: BlankPlace, old: Mapping[str, Any]) -> Any:  # noqa: ANN401
    if isinstance(raw, dict):
        return {name: _restored(inner, place.inner(name), old) for name, inner in raw.items()}
    if isinstance(raw, list | tuple):
        return [_restored(inner, place.inner(n), old) for n, inner in enumerate(raw, 1)]
    return old.get(place.key, raw) if place.path else raw


def _records(paths: Iterable[Path | str], name: str) -> Iterator[Given]:
    """Yield the records among files that were made with a set of this name."""
    for file in list_files(paths, RECORDS, only_records=True).files:
        try:
            read = given(file)
        except RefereeError:
            continue
        if f"set {name}".encode() in read.data or f'"{name}"'.encode() in read.data:
            yield read


def _verdict(read: Given, components: ComponentSet) -> str:
    """Return the verdict on a record with a set, whichever of its versions the record names."""
    try:
        found = load_record(read.data, lambda name: components if name == components.name else None)
    except UnreadableRecordError:
        return "unreadable"
    game = Game(found.record, found.components, read.name)
    return checked(game, keep_going=False, prove=False).verdict.verdict
