"""Questions about a copy that is being read: one thing at a time, in the order of the table."""

import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, Literal

from msgspec import Struct

from referee.api.errors import UnreadableError, UsageError, WriteError
from referee.api.games import Game, load
from referee.api.sources import set_in, unusable_set
from referee.components.set_writer import template_draft
from referee.copies.partly_read_set import loose_ends
from referee.copies.questions import (
    HEADER_TABLE,
    USEFUL,
    Bearing,
    CopyQuestionFound,
    bearings,
    blanks_left,
    enough_for,
    open_questions,
    read_answer,
    read_borders,
)
from referee.copies.set_files import (
    MapRows,
    keep_version,
    refused_change,
    remove_entries,
    write_border,
    write_changes,
    write_header,
    write_places,
)
from referee.core.answer import Answer
from referee.core.compact_forms import CompactFormError
from referee.core.ids import COMPANIES
from referee.core.set_reader import BLANK, ComponentSetError, SetDraft, read_draft
from referee.durable import replace_file
from referee.i18n.page_words import copy_words
from referee.i18n.speech import named, say, thing

LONGEST_ANSWER: Final = 2000


class CopyQuestion(Answer, frozen=True, kw_only=True):
    """One thing to read off a copy."""

    key: str
    """What `answer_question` takes to tell this question from others."""
    asks: str
    where: str
    """Where it is printed."""
    form: str
    """What an answer may look like, in words."""
    known: tuple[str, ...]
    """What is known of it already."""
    blanks: int
    """How many question marks its answer fills."""


class CopyProgress(Answer, frozen=True, kw_only=True):
    """How far a copy has been read, and what is still to be asked."""

    folder: str
    read: int
    total: int
    enough_for: tuple[str, ...]
    """What can be judged with what was read, in words."""
    questions: tuple[CopyQuestion, ...]
    """In the order of the table in front of a reader."""
    bordered: int
    """Regions and bases of which all borders were told; they fill no question marks."""
    places: int
    """Regions and bases; 0 once the map is closed."""

    @property
    def says(self) -> str:
        """How far it is, in words."""
        words = copy_words()
        facts = {"read": self.read, "total": self.total}
        if self.enough_for:
            told = words.say("asking", "enough", **facts, enough=words.all_of(self.enough_for))
        else:
            told = words.say("asking", "progress", **facts)
        # Borders fill no question marks, so that nothing else would tell how far one is with them.
        if not self.questions or not self.questions[0].key.startswith("borders."):
            return told
        return words.say("asking", "borders", says=told, read=self.bordered, n=self.places)


class CopyMoment(Struct, frozen=True):
    """The files of a set as they were at a moment."""

    files: Mapping[str, bytes]


def copy_questions(folder: Path | str) -> CopyProgress:
    """Return what is still to be read off the copy whose set lies in a folder.

    >>> import referee, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     files = referee.new_components(f"{folder}/my-copy")
    ...     progress = referee.copy_questions(f"{folder}/my-copy")
    >>> progress.read, progress.total, progress.questions[0].key
    (0, 550, 'set.name')
    """
    return _progress(Path(folder), _draft(Path(folder)))


def answer_question(folder: Path | str, key: str, text: str) -> CopyProgress:
    """Put the answer to a question into the files of a set, and return how far it is then.

    A `UsageError` that says what is allowed if the answer makes no sense.

    >>> import referee, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     files = referee.new_components(f"{folder}/my-copy")
    ...     progress = referee.answer_question(
    ...         f"{folder}/my-copy", "books.a01.book", "2 coffee + colleague -> 3 pounds"
    ...     )
    >>> progress.read
    2
    """
    path = Path(folder)
    draft = _draft(path)
    question = next((each for each in open_questions(draft) if each.key == key), None)
    words = copy_words()
    if question is None:
        raise UsageError(words.say("asking", "no-question", asked=key[:60]))
    if len(text) > LONGEST_ANSWER:
        raise UsageError(words.say("asking", "too-long", n=LONGEST_ANSWER))
    with writing(path):
        try:
            _write(path, draft, question, text)
        except CompactFormError as error:
            raise UsageError(str(error)) from error
    return _progress(path, _draft(path))


def copy_moment(folder: Path | str) -> CopyMoment:
    """Return the files of a set as they are now, for `return_copy_to`.

    >>> import referee, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     files = referee.new_components(f"{folder}/my-copy")
    ...     moment = referee.copy_moment(f"{folder}/my-copy")
    >>> "cards.toml" in moment.files
    True
    """
    path = Path(folder)
    try:
        files = {file.name: file.read_bytes() for file in sorted(path.glob("*.toml"))}
    except OSError as error:
        raise UnreadableError(
            named(str(path), thing(error.strerror or str(error))), file=str(path)
        ) from error
    return CopyMoment(files)


def return_copy_to(folder: Path | str, moment: CopyMoment) -> CopyProgress:
    """Take back what was answered since a moment, and return how far the copy has been read.

    >>> import referee, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     files = referee.new_components(f"{folder}/my-copy")
    ...     moment = referee.copy_moment(f"{folder}/my-copy")
    ...     answered = referee.answer_question(f"{folder}/my-copy", "tracks.A1.last", "12")
    ...     again = referee.return_copy_to(f"{folder}/my-copy", moment)
    >>> answered.read, again.read
    (1, 0)
    """
    path = Path(folder)
    with writing(path):
        for name, data in moment.files.items():
            if (path / name).read_bytes() != data:
                replace_file(path / name, data)
    return _progress(path, _draft(path))


@contextmanager
def writing(folder: Path | str) -> Iterator[None]:
    """Raise a `WriteError` if the system does not let us write into the folder of a set."""
    try:
        yield
    except OSError as error:
        words = named(str(Path(folder)), thing(error.strerror or str(error)))
        raise WriteError(words, file=str(folder)) from error


def _draft(folder: Path) -> SetDraft:
    """Return what was read of a set; a `UsageError` if something in it cannot be read."""
    draft = read_draft(folder)
    # What contradicts the rulebooks is told by `check`; it must not keep anybody from reading on.
    faults = [finding for finding in draft.findings if not finding.blank]
    faults += loose_ends(draft)
    if faults:
        error = ComponentSetError(draft.located(faults))
        raise UsageError(unusable_set(folder, error), file=str(folder))
    return draft


def _write(folder: Path, draft: SetDraft, question: CopyQuestionFound, text: str) -> None:
    if question.table == HEADER_TABLE:
        if question.name == "name" and len(text.split()) != 1:
            raise CompactFormError("set-name", text)
        write_header(folder, {question.name: " ".join(text.split())})
        return
    # A game that was begun with the set as it is now must be readable with what it becomes.
    keep_version(folder)
    bordered: tuple[str, ...] | None = None
    if question.form == "borders":
        changes, bordered = read_borders(question.entry, text, draft)
    else:
        changes = (read_answer(question, text, draft),)
    if problem := refused_change(draft, changes):
        raise UsageError(problem)
    write_changes(folder, changes, bordered)
    places = {*COMPANIES, *[str(row.get("id")) for row in draft.rows["regions"]]}
    if bordered is not None and places <= {*bordered}:
        # All places are done: no others are left to be found.
        remove_entries(folder, "borders", lambda row: BLANK in row.get("between", ()))
    # The answer is written; a version that cannot be kept now is kept before the next answer.
    with suppress(OSError):
        keep_version(folder)


def _progress(folder: Path, draft: SetDraft) -> CopyProgress:
    words = copy_words()
    left = blanks_left(draft)
    total = max(left, blanks_left(template_draft()))
    found = [*open_questions(draft)]
    places = [*COMPANIES, *draft.rows["regions"]]
    return CopyProgress(
        folder=str(folder),
        read=total - left,
        total=total,
        enough_for=tuple(words.asking[f"enough-{key}"] for key in enough_for(draft)),
        questions=tuple(_told(each, draft) for each in found),
        bordered=len(places) - sum(question.form == "borders" for question in found),
        places=len(places) if any(question.form == "borders" for question in found) else 0,
    )


def _told(question: CopyQuestionFound, draft: SetDraft) -> CopyQuestion:
    words = copy_words()
    name = f"{question.table}-{question.name}"
    where = words.printed.get(name, words.printed.get(question.table, ""))
    entry = _entry_words(question, draft)
    return CopyQuestion(
        key=question.key,
        asks=words.say("questions", name, entry=entry),
        where=where,
        form=words.forms[question.form],
        known=tuple(_known(question, draft)),
        blanks=question.blanks,
    )


def _entry_words(question: CopyQuestionFound, draft: SetDraft) -> str:
    """Return what a question is about, as one finds it on the table."""
    words = copy_words()
    if question.table == "book_spaces":
        # Nobody who looks at the board knows the ids of its spaces.
        row = draft.rows["book_spaces"][question.number]
        return words.say("asking", "book-space", row=row.get("row", 0), under=row.get("round", 0))
    return words.all_of([words.label(part) for part in question.entry.split("~")])


def _known(question: CopyQuestionFound, draft: SetDraft) -> list[str]:
    """Return the borders of a place that were told before."""
    if question.form != "borders":
        return []
    words = copy_words()
    found = []
    for row in draft.rows["borders"]:
        ends = row.get("between", ())
        if question.entry in ends and BLANK not in ends:
            [other] = [end for end in ends if end != question.entry]
            lines = words.label("single" if row.get("lines") == 1 else "double")
            found.append(f"{words.label(other)} {lines}")
    return found


# What to read off a copy next, where it is printed, and why ---------------------------------------
class Advice(Answer, frozen=True, kw_only=True):
    """One thing to read off a copy."""

    key: str
    """Where it stands in the set, or the key of a question."""
    what: str
    where: str
    """Where it is printed."""
    why: str
    decides: int
    """How many statements of the games some of its values decide alone."""
    bears: int
    """How many statements depend on it, alone or with others."""


class CopyAdvice(Answer, frozen=True, kw_only=True):
    """What to read off a copy next, the most useful first."""

    folder: str
    games: tuple[str, ...]
    advice: tuple[Advice, ...]


def advise_copy(folder: Path | str, games: Iterable[Path | str] = ()) -> CopyAdvice:
    """Return what to read next off the copy whose set lies in a folder.

    With games it is what decides most of them; without, what every game needs soonest.

    >>> import referee, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     files = referee.new_components(f"{folder}/my-copy")
    ...     advice = referee.advise_copy(f"{folder}/my-copy").advice
    >>> advice[0].key
    'cards.start-1.card'
    """
    components = set_in(Path(folder))
    loaded = [load(game, components=components) for game in games]
    judged = [game.judged_unread for game in loaded]
    found = bearings([each for each in judged if each is not None])
    told = [_advice(bearing, loaded) for bearing in found] if loaded else [*_general(folder)]
    names = tuple(game.name for game in loaded)
    return CopyAdvice(folder=str(folder), games=names, advice=tuple(told))


def _advice(bearing: Bearing, games: list[Game]) -> Advice:
    words = copy_words()
    name = games[bearing.game].name
    if bearing.decides:
        why = words.say("advice", "decides", n=bearing.decides, game=name, line=bearing.line)
    elif bearing.bears:
        why = words.say("advice", "bears", n=bearing.bears, game=name, line=bearing.line)
    else:
        why = words.say("advice", "score", game=name)
    return Advice(
        key=bearing.variable.key,
        what=bearing.variable.subject,
        where=words.printed[bearing.variable.key.partition(".")[0]],
        why=why,
        decides=bearing.decides,
        bears=bearing.bears,
    )


def _general(folder: Path | str) -> Iterator[Advice]:
    """Yield the open questions, those about what a game needs soonest first."""
    words = copy_words()

    def need(question: CopyQuestion) -> int:
        return USEFUL.index(question.key.partition(".")[0])

    for question in sorted(copy_questions(folder).questions, key=need):
        yield Advice(
            key=question.key,
            what=question.asks,
            where=question.where,
            why=words.advice[question.key.partition(".")[0]],
            decides=0,
            bears=0,
        )


# The map of a copy, made by pointing: where its regions and bases lie, and what divides them ------
WIDE = 72
HIGH = 27
"""Columns and lines of the schematic map, from the upper left."""


class MapPlace(Answer, frozen=True, kw_only=True):
    """A region or a base of the map."""

    id: str
    name: str | None
    """What it is called, where that was read."""
    kind: Literal["region", "base"]
    drawn: tuple[int, int]
    """Column and line in a schematic map."""
    placed: bool
    """Whether somebody has pointed it out on the copy."""


class MapBorder(Answer, frozen=True, kw_only=True):
    """A border that is marked on the map."""

    between: tuple[str, str]
    lines: int | None
    """1 or 2; None if that is not read yet."""


class CopyMap(Answer, frozen=True, kw_only=True):
    """What is known of the map of a copy."""

    places: tuple[MapPlace, ...]
    borders: tuple[MapBorder, ...]
    bordered: tuple[str, ...]
    """Places that have no other borders than these."""


def copy_map(folder: Path | str) -> CopyMap:
    """Return what is known of the map of the copy in a folder.

    >>> import referee, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     files = referee.new_components(folder)
    ...     found = referee.copy_map(folder)
    >>> len(found.places), any(place.placed for place in found.places), found.borders
    (28, False, ())
    """
    try:
        rows = MapRows.of(Path(folder))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        words = say("answers.copy_maps.unreadable", folder=str(Path(folder)), error=str(error))
        raise UnreadableError(words) from error
    return CopyMap(
        places=tuple(_place(*place) for place in rows.places),
        borders=tuple(
            MapBorder(between=(one, other), lines=row["lines"] if row["lines"] != BLANK else None)
            for row in rows.borders
            for one, other in [row["between"]]
            if BLANK not in (one, other)
        ),
        bordered=rows.bordered,
    )


def place_map(folder: Path | str, places: Mapping[str, tuple[float, float]]) -> CopyMap:
    """Put down where places of a copy's map lie, each from 0 to 1 to the right and downwards.

    >>> import referee, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     files = referee.new_components(folder)
    ...     found = referee.place_map(folder, {"R01": (0.5, 0.5)})
    >>> found.places[0].drawn, found.places[0].placed
    ((36, 14), True)
    """
    known = {place.id: place.drawn for place in copy_map(folder).places}
    if unknown := sorted(set(places) - set(known)):
        raise UsageError.of("answers.copy_maps.no-place", place=f"{unknown[0]!r:.40}")
    if not all(0 <= part <= 1 for point in places.values() for part in point):
        raise UsageError.of("answers.copy_maps.outside")
    taken = {drawn for name, drawn in known.items() if name not in places}
    drawn: dict[str, tuple[int, int]] = {}
    for name, (x, y) in places.items():
        drawn[name] = _free((round(x * WIDE), round(y * HIGH)), taken)
        taken.add(drawn[name])
    _written(lambda: write_places(Path(folder), drawn))
    return copy_map(folder)


def mark_border(
    folder: Path | str,
    one: str,
    other: str,
    lines: int,
    *,
    bordered: tuple[str, ...] | None = None,
) -> CopyMap:
    """Put down a border of a copy's map: 1 or 2 lines, or 0 for none.

    `bordered` are the places whose borders have all been said; those known before if left out.

    >>> import referee, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     files = referee.new_components(folder)
    ...     found = referee.mark_border(folder, "cairo", "R01", 2)
    >>> found.borders[0].between, found.borders[0].lines
    (('cairo', 'R01'), 2)
    """
    known = copy_map(folder)
    names = {place.id: place.kind for place in known.places}
    for place in (one, other, *(bordered or ())):
        if place not in names:
            raise UsageError.of("answers.copy_maps.no-place", place=f"{place!r:.40}")
    if one == other or (names[one], names[other]) == ("base", "base"):
        raise UsageError.of("answers.copy_maps.no-border-there")
    if lines not in (0, 1, 2):
        raise UsageError.of("answers.copy_maps.lines")
    # A base is named before a region, a lower number before a higher.
    first, second = sorted((one, other), key=lambda place: (names[place] != "base", place))
    whole = known.bordered if bordered is None else tuple(sorted(bordered))
    _kept(Path(folder))
    _written(lambda: write_border(Path(folder), first, second, lines, whole))
    # The border is written; a version that cannot be kept now is kept before the next one.
    with suppress(OSError):
        _kept(Path(folder))
    return copy_map(folder)


def _place(name: str, table: str, row: Mapping[str, object]) -> MapPlace:
    called = row.get("name")
    drawn = row.get("drawn")
    sources = row.get("sources")
    guessed = isinstance(sources, dict) and sources.get("drawn") == "reconstructed"
    x, y = drawn if isinstance(drawn, list) and len(drawn) == 2 else (0, 0)  # noqa: PLR2004
    return MapPlace(
        id=name,
        name=called if isinstance(called, str) and called != BLANK else None,
        kind="region" if table == "regions" else "base",
        drawn=(x, y),
        placed=not guessed,
    )


def _free(wanted: tuple[int, int], taken: set[tuple[int, int]]) -> tuple[int, int]:
    """Return the nearest spot at which nothing lies yet."""
    spots = ((x, y) for x in range(WIDE + 1) for y in range(HIGH + 1) if (x, y) not in taken)
    # A line is more than twice as high as a column is wide.
    return min(spots, key=lambda at: (at[0] - wanted[0]) ** 2 + 6 * (at[1] - wanted[1]) ** 2)


def _kept(folder: Path) -> None:
    """Keep a set as it stands, so that games that were recorded with it are read later on."""
    # A map that is only begun is no set yet.
    with suppress(ComponentSetError):
        keep_version(folder)


def _written(write: Callable[[], None]) -> None:
    try:
        write()
    except OSError as error:
        raise WriteError(error.strerror or str(error)) from error
