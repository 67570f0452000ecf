"""What recorded games teach about a copy: values that remain, or what contradicts the games."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from msgspec.structs import replace

from referee.api.copy_questions import writing
from referee.api.errors import RefereeError, UsageError
from referee.api.games import Game, load
from referee.api.record_forms import list_files
from referee.api.sources import Given, given, require_engine_for, set_in, unusable_set
from referee.api.verdicts import checked
from referee.copies.judge import WORK_OF_A_RECORD
from referee.copies.lessons import (
    LearningConflict,
    Learnt,
    can_be_joined,
    learn,
    proving_games,
    remaining,
    suspects,
)
from referee.copies.partly_read_set import (
    FRAME,
    BlankPlace,
    PartlyReadSet,
    entry_name,
    partly_read,
    rows_in,
)
from referee.copies.set_files import (
    changes_since,
    facts_of,
    keep_version,
    kept_versions,
    set_as_it_stands,
    settled_changes,
    what_is,
    write_changes,
)
from referee.copies.solver import Variable
from referee.core.answer import Answer
from referee.core.budget import Budget
from referee.core.component_set import ComponentSet
from referee.core.set_reader import BLANK, ComponentSetError
from referee.i18n.page_words import copy_words
from referee.records.loader import load as load_record
from referee.records.pieces import tells_faces
from referee.records.record import UnreadableRecordError
from referee.records.writer import line_of

_OF_A_VALUE: Final = 3
"""So many parts of a key name a question mark of the files: the table, the entry and the value."""


class LearntValue(Answer, frozen=True, kw_only=True):
    """What remains possible for an unknown value."""

    key: str
    """Where it stands in the set, such as `cards.coffee3.crate`."""
    what: str
    remaining: tuple[str, ...]
    """The values that could be printed there if all games are legal."""
    games: tuple[str, ...]
    """The fewest games that prove it, where one value remains."""


class ContradictingStatement(Answer, frozen=True, kw_only=True):
    """A statement of a game that cannot be legal and right together with the others listed."""

    file: str
    line: int | None
    statement: str
    """Empty where a game as a whole is meant."""


class SuspectValue(Answer, frozen=True, kw_only=True):
    """A value that was read; the games would not contradict each other if it were another."""

    key: str
    what: str
    read: str
    possible: tuple[str, ...]


class Lessons(Answer, frozen=True, kw_only=True):
    """What games teach about a copy if they are legal as they were recorded."""

    folder: str
    games: tuple[str, ...]
    settled: tuple[LearntValue, ...] = ()
    """Values of which the games leave one."""
    narrowed: tuple[LearntValue, ...] = ()
    """Values of which they take some away and leave several."""
    untouched: int = 0
    """Unread values of which they say nothing."""
    complete: bool
    """Whether everything was tried; if not, more could follow."""
    contradiction: tuple[ContradictingStatement, ...] = ()
    """The fewest statements that contradict each other, for all unknown values."""
    contradiction_is_minimal: bool = True
    suspects: tuple[SuspectValue, ...] = ()
    """Values of the set of which one was perhaps misread."""
    suspects_are_all: bool = True
    written: int = 0
    """How many entries of the set have new values."""


def learn_copy(path: Path, games: Iterable[Path | str], *, write: bool, suspect: bool) -> Lessons:
    """Return what games teach about the copy whose set lies in a folder."""
    components = set_in(path)
    loaded = [load(game, components=components) for game in games]
    if not loaded:
        raise UsageError(copy_words().lessons["no-games"])
    for game in loaded:
        if game.record.header.components != components.name:
            words = copy_words().say(
                "lessons",
                "other-set",
                game=game.name,
                set=game.record.header.components,
                name=components.name,
            )
            raise UsageError(words, file=game.name)
    by_faces = [game for game in loaded if tells_faces(game.record)]
    if (
        isinstance(components, PartlyReadSet)
        and len(by_faces) > 1
        and not can_be_joined(components, [game.record for game in by_faces])
    ):
        listed = ", ".join(game.name for game in by_faces)
        raise UsageError(copy_words().say("lessons", "by-faces", games=listed))
    records = [game.record for game in loaded]
    work = Budget(WORK_OF_A_RECORD * len(records))
    learnt = learn(components, records, work)
    lessons = Lessons(
        folder=str(path),
        games=tuple(game.name for game in loaded),
        complete=learnt.complete,
    )
    if learnt.contradiction is not None:
        return _contradicted(lessons, loaded, learnt.contradiction, components, suspect=suspect)
    if not isinstance(components, PartlyReadSet):
        return lessons
    return _taught(lessons, components, learnt, path if write else None)


def _contradicted(
    lessons: Lessons,
    games: Sequence[Game],
    conflict: LearningConflict,
    components: ComponentSet,
    *,
    suspect: bool,
) -> Lessons:
    told = []
    for blamed in conflict.blamed:
        game = games[blamed.record]
        statement = None if blamed.number is None else game.record.statements[blamed.number]
        told.append(
            ContradictingStatement(
                file=game.name,
                line=None if statement is None else statement.at.line or None,
                statement="" if statement is None else line_of(statement, game.colours),
            )
        )
    found = suspects(components, [game.record for game in games], conflict) if suspect else None
    return replace(
        lessons,
        contradiction=tuple(told),
        contradiction_is_minimal=conflict.minimal,
        suspects=tuple(
            SuspectValue(
                key=each.leaf.key,
                what=each.leaf.what,
                read=str(each.leaf.value),
                possible=each.possible,
            )
            for each in (found.found if found is not None else ())
        ),
        suspects_are_all=found is not None and found.complete,
    )


def _taught(
    lessons: Lessons, components: PartlyReadSet, learnt: Learnt, folder: Path | None
) -> Lessons:
    work = Budget(WORK_OF_A_RECORD)
    proofs = proving_games(components, learnt, work)
    settled: list[LearntValue] = []
    narrowed: list[LearntValue] = []
    untouched: set[str] = set()
    for key, values in learnt.values.items():
        variable = components.variables[key]
        if key in proofs:
            games = tuple(lessons.games[game] for game in proofs[key])
            settled.append(_value(variable, values, games))
        elif len(values) > 1 and remaining(variable, values):
            narrowed.append(_value(variable, values, ()))
        elif len(values) > 1:
            untouched.add(".".join(key.split(".")[:_OF_A_VALUE]))
    lessons = replace(
        lessons,
        settled=tuple(settled),
        narrowed=tuple(narrowed),
        untouched=len(untouched | {*components.lists}),
    )
    if folder is None or not settled:
        return lessons
    return replace(lessons, written=_write(folder, components, learnt, lessons))


def _value(variable: Variable, values: Sequence[int], games: tuple[str, ...]) -> LearntValue:
    return LearntValue(
        key=variable.key,
        what=variable.subject,
        remaining=tuple(map(variable.said, values)),
        games=games,
    )


def _write(folder: Path, components: PartlyReadSet, learnt: Learnt, lessons: Lessons) -> int:
    """Put what games settle into the files of a set, and return how many entries changed."""
    sources = {
        components.variables[each.key]: " ".join(
            ["deduced", *("-".join(Path(name).name.split())[:60] for name in each.games)]
        )
        for each in lessons.settled
    }
    settled = {components.variables[key]: value for key, value in learnt.settled().items()}
    changes = [*settled_changes(components, settled, sources)]
    with writing(folder):
        keep_version(folder)
        write_changes(folder, changes)
        keep_version(folder)
    return len(changes)


# Corrections of what was read: the version is kept, and every record of the copy judged again -----
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


def accept_copy(path: Path, games: Iterable[Path | str] | None) -> AcceptedCopy:
    """Keep the set of a copy, and judge its games again where a value was read otherwise before."""
    with writing(path):
        try:
            now = set_as_it_stands(path)
            changes = changes_since(path, now)
            before = with_values(now, changes)
            if changes:
                # Before the version is kept: a process that starts again must find the same ones.
                require_engine_for(before, path)
            keep_version(path)
        except ComponentSetError as error:
            raise UsageError(unusable_set(path, error), file=str(path)) from error
    verdicts: list[VerdictChange] = []
    judged = 0
    read = facts_of(now)
    if changes:
        for components in (before, now):
            # All versions are of the same copy, whatever was corrected.
            versions = {version.digest: "" for version in kept_versions(path)}
            components.__dict__["earlier"] = versions
        where = [path.parent] if games is None else [*games]
        for record in _records(where, now.name):
            judged += 1
            verdict, since = _verdict(record, before), _verdict(record, now)
            if verdict != since:
                verdicts.append(VerdictChange(file=record.name, before=verdict, now=since))
    return AcceptedCopy(
        folder=str(path),
        digest=now.digest,
        corrections=tuple(
            ReadingCorrection(
                key=key, what=what_is(key), before=str(then), now=str(read.get(key, BLANK))
            )
            for key, then in changes.items()
        ),
        judged=judged,
        verdicts=tuple(verdicts),
    )


def with_values(now: ComponentSet, old: Mapping[str, Any]) -> ComponentSet:
    """Return a set with other values, each by its address."""
    tables = {
        table: [_restored(row, BlankPlace(table, entry_name(table, row)), old) for row in entries]
        for table, entries in rows_in(now).items()
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
    for file in list_files(paths).files:
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
