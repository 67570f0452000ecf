"""What recorded games teach about a copy: values that remain, or what contradicts the games."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from referee.api.answer import Answer
from referee.api.errors import MisuseError, UnwritableError
from referee.api.games import Game, load
from referee.api.sources import set_in
from referee.copies.joint_faces import can_be_joined
from referee.copies.proven_lessons import proving_games, remaining, settled_values, suspects
from referee.copies.set_files import write_changes
from referee.copies.settled_rows import settled_changes
from referee.copies.versions import keep_version
from referee.game.component_set import ComponentSet
from referee.game.messages.copies import copy_words
from referee.game.messages.speech import named, thing
from referee.notation.writer import line_of
from referee.transcript.named_pieces import tells_faces
from referee.unread.judge import WORK_OF_A_RECORD
from referee.unread.lessons import LearningConflict, Learnt, learn
from referee.unread.partly_read_set import PartlyReadSet
from referee.unread.variables import Variable
from referee.unread.work_left import WorkLeft

_OF_A_VALUE: Final = 3
"""So many parts of a key name a question mark of the files: the table, the entry and the value."""


class LearntValue(Answer, frozen=True, kw_only=True):
    """What remains possible for something that nobody has read."""

    key: str
    """Where it stands in the set, such as `cards.coffee3.crate`."""
    what: str
    remaining: tuple[str, ...]
    """The values that could be printed there if all games are legal."""
    games: tuple[str, ...]
    """The fewest games that prove it, where one value remains."""


class ContradictingStatement(Answer, frozen=True, kw_only=True):
    """A statement of a game that cannot be legal and right together with the others told."""

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
    settled: tuple[LearntValue, ...]
    """Values of which the games leave one."""
    narrowed: tuple[LearntValue, ...]
    """Values of which they take some away and leave several."""
    untouched: int
    """Unread values of which they say nothing."""
    complete: bool
    """Everything was looked into; else more could follow than is told."""
    contradiction: tuple[ContradictingStatement, ...]
    """The fewest statements that contradict each other, whatever is printed."""
    contradiction_is_minimal: bool
    suspects: tuple[SuspectValue, ...]
    """Values of the set of which one was perhaps misread."""
    suspects_are_all: bool
    written: int
    """How many entries of the set have new values."""


ANSWERS: tuple[type[Answer], ...] = (Lessons,)


def learn_copy(
    folder: Path | str, games: Iterable[Path | str], *, write: bool = False, suspect: bool = True
) -> Lessons:
    """Return what games teach about the copy whose set lies in a folder.

    They are taken as legal, with their claims. `write` puts what they settle into the files, with
    the games that prove it; `suspect` looks for misread values where games contradict the set.

    >>> import referee
    >>> game = "games/own-copy/three-players.mgn"
    >>> lessons = referee.learn_copy("games/own-copy/anns-copy", [game])
    >>> lessons.settled, lessons.contradiction
    ((), ())
    """
    path = Path(folder)
    components = set_in(path)
    loaded = [load(game, components=components) for game in games]
    if not loaded:
        raise MisuseError(copy_words().lessons["no-games"])
    _require_copy(loaded, components)
    _require_one_by_faces(loaded, components)
    names = tuple(game.name for game in loaded)
    records = [game.record for game in loaded]
    work = WorkLeft(WORK_OF_A_RECORD * len(records))
    learnt = learn(components, records, work)
    lessons = Lessons(
        folder=str(folder),
        games=names,
        settled=(),
        narrowed=(),
        untouched=0,
        complete=learnt.complete,
        contradiction=(),
        contradiction_is_minimal=True,
        suspects=(),
        suspects_are_all=True,
        written=0,
    )
    if learnt.contradiction is not None:
        return _contradicted(lessons, loaded, learnt.contradiction, components, suspect=suspect)
    if not isinstance(components, PartlyReadSet):
        return lessons
    return _taught(lessons, components, learnt, path if write else None)


def _require_one_by_faces(games: Sequence[Game], components: ComponentSet) -> None:
    """Refuse games told by faces that need not be the same entries in all of them."""
    if not isinstance(components, PartlyReadSet):
        return
    by_faces = [game for game in games if tells_faces(game.record)]
    if len(by_faces) > 1 and not can_be_joined(components, [game.record for game in by_faces]):
        names = ", ".join(game.name for game in by_faces)
        raise MisuseError(copy_words().say("lessons", "by-faces", games=names))


def _require_copy(games: Sequence[Game], components: ComponentSet) -> None:
    for game in games:
        if game.record.header.components != components.name:
            words = copy_words().say(
                "lessons",
                "other-set",
                game=game.name,
                set=game.record.header.components,
                name=components.name,
            )
            raise MisuseError(words, file=game.name)


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
    work = WorkLeft(WORK_OF_A_RECORD)
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
        components.variables[each.key]: " ".join(["deduced", *map(_word, each.games)])
        for each in lessons.settled
    }
    changes = [*settled_changes(components, settled_values(components, learnt), sources)]
    keep_version(folder)
    try:
        write_changes(folder, changes)
    except OSError as error:
        words = named(str(folder), thing(error.strerror or str(error)))
        raise UnwritableError(words, file=str(folder)) from error
    keep_version(folder)
    return len(changes)


def _word(name: str) -> str:
    """Return the name of a game as a source can say it."""
    return "-".join(Path(name).name.split())[:60]
