"""A copy of the game that is being read: one thing at a time, in the order of the table."""

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

from msgspec import Struct

from referee.api.errors import UnreadableError, UsageError, WriteError, public_methods
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
from referee.core.component_set import ComponentSet
from referee.core.ids import COMPANIES
from referee.core.problem import with_guess
from referee.core.set_reader import BLANK, ComponentSetError, SetDraft, read_draft
from referee.durable import replace_file
from referee.i18n.page_words import copy_words
from referee.i18n.speech import named, one_by_one, say, thing
from referee.records.record import near

if TYPE_CHECKING:
    from referee.api.component_sets import CheckedSet, ComponentSetFacts
    from referee.api.copy_lessons import AcceptedCopy, Lessons

LONGEST_ANSWER: Final = 2000


class CopyQuestion(Answer, frozen=True, kw_only=True):
    """One thing to read off a copy."""

    key: str
    """What `answer` takes to tell this question from others."""
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
    """Regions and bases with all borders entered; they fill no question marks."""
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
        borders = words.say("asking", "borders", read=self.bordered, n=self.places)
        return one_by_one((told, borders))


class CopySnapshot(Struct, frozen=True):
    """The files of a set as they were."""

    files: Mapping[str, bytes]


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
        questions=tuple(_question(each, draft) for each in found),
        bordered=len(places) - sum(question.form == "borders" for question in found),
        places=len(places) if any(question.form == "borders" for question in found) else 0,
    )


def _question(question: CopyQuestionFound, draft: SetDraft) -> CopyQuestion:
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


# The copy itself ----------------------------------------------------------------------------------
@public_methods
class Copy:
    """A physical copy of the game: the component set in a folder, as far as it has been read.

    >>> import referee, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     copy = referee.Copy.begin(f"{folder}/my-copy")
    ...     accepted = copy.accept()
    ...     before = copy.snapshot()
    ...     asked = copy.questions()
    ...     answered = copy.answer("books.a01.book", "2 coffee + colleague -> 3 pounds")
    ...     advice = copy.advise().advice
    ...     again = copy.restore(before)
    >>> asked.total, asked.questions[0].key, asked.read, answered.read, again.read
    (550, 'set.name', 0, 2, 0)
    >>> advice[0].key, accepted.corrections
    ('cards.start-1.card', ())
    """

    def __init__(self, folder: Path | str | None = None) -> None:
        """Take the set in a folder, or the one that ships with the referee."""
        self._folder = None if folder is None else Path(folder)

    def __repr__(self) -> str:
        return f"Copy({str(self._folder)!r})" if self._folder else "Copy()"

    @classmethod
    def begin(cls, folder: Path | str) -> "Copy":
        """Start the set of a copy in a new or empty folder: files to be filled in."""
        from referee.api.component_sets import begin_set  # noqa: PLC0415 - few copies are begun

        begin_set(folder)
        return cls(folder)

    @property
    def folder(self) -> Path:
        """Where the set lies; a `UsageError` for the set that ships with the referee."""
        if self._folder is None:
            raise UsageError.of("answers.sources.shipped-set")
        return self._folder

    # What is printed ------------------------------------------------------------------------------
    def components(self) -> ComponentSet:
        """Return the component set: games are judged with it whatever its unknown values are.

        >>> import referee
        >>> referee.Copy().components().name
        'reference'
        """
        from referee.api.component_sets import load_components  # noqa: PLC0415

        return load_components(self._folder)

    def with_values(self, values: Mapping[str, Any]) -> ComponentSet:
        """Return the component set with other values, each by its address; no file changes.

        >>> import referee
        >>> other = referee.Copy().with_values({"cards.coffee3.units": 4})
        >>> other.card["coffee3"].units, referee.play(components=other).components == other
        (4, True)
        """
        from referee.api.copy_lessons import with_values  # noqa: PLC0415 - few change a set
        from referee.copies.set_files import facts_of  # noqa: PLC0415

        components = self.components()
        known = facts_of(components)
        if unknown := next((each for each in values if each not in known), None):
            words = say("answers.component_sets.no-value", address=f"{unknown!r:.60}")
            raise UsageError(with_guess(words, near(str(unknown), known)))
        try:
            return with_values(components, values)
        except ComponentSetError as error:
            raise UsageError(unusable_set(Path(components.name), error)) from error

    @classmethod
    def write(cls, folder: Path | str, components: ComponentSet) -> "Copy":
        """Write a component set as files into a new or empty folder.

        >>> import referee, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     written = referee.Copy.write(f"{folder}/mine", referee.Copy().components())
        ...     findings = written.check().findings
        >>> findings
        ()
        """
        from referee.api.component_sets import begin_set  # noqa: PLC0415 - few copies are begun

        begin_set(folder, components)
        return cls(folder)

    def facts(self) -> "ComponentSetFacts":
        """Return what the set says, table by table, and where its values come from.

        >>> import referee
        >>> len(referee.Copy().facts().tables["bases"])
        4
        """
        from referee.api.component_sets import component_facts  # noqa: PLC0415

        return component_facts(self.components())

    def check(self) -> "CheckedSet":
        """Return all that is blank, unreadable or contradicts the rulebooks in the set.

        >>> import referee
        >>> referee.Copy().check().findings
        ()
        """
        from referee.api.component_sets import check_components  # noqa: PLC0415

        return check_components(self._folder)

    def make_cells(self) -> Path:
        """Find areas for the map of the set, keep them beside it, and return their file.

        A `NotFoundError` if none were found, as where borders have to cross.
        """
        from referee.api.component_sets import make_cells  # noqa: PLC0415 - few draw maps

        return make_cells(self.folder)

    # What is still to be read ---------------------------------------------------------------------
    def questions(self) -> CopyProgress:
        """Return what is still to be read off the copy."""
        return _progress(self.folder, _draft(self.folder))

    def answer(self, key: str, text: str) -> CopyProgress:
        """Put the answer to a question into the files, and return how far the copy is read then.

        A `UsageError` that says what is allowed if the answer makes no sense.
        """
        draft = _draft(self.folder)
        question = next((each for each in open_questions(draft) if each.key == key), None)
        words = copy_words()
        if question is None:
            raise UsageError(words.say("asking", "no-question", asked=f"{key:.60}"))
        if len(text) > LONGEST_ANSWER:
            raise UsageError(words.say("asking", "too-long", n=LONGEST_ANSWER))
        with writing(self.folder):
            try:
                _write(self.folder, draft, question, text)
            except CompactFormError as error:
                raise UsageError(str(error)) from error
        return self.questions()

    def snapshot(self) -> CopySnapshot:
        """Return the files of the set as they are now, for `restore`."""
        try:
            files = {file.name: file.read_bytes() for file in sorted(self.folder.glob("*.toml"))}
        except OSError as error:
            raise UnreadableError(
                named(str(self.folder), thing(error.strerror or str(error))), file=str(self.folder)
            ) from error
        return CopySnapshot(files)

    def restore(self, snapshot: CopySnapshot) -> CopyProgress:
        """Take back what was answered since, and return how far the copy has been read."""
        with writing(self.folder):
            for name, data in snapshot.files.items():
                if (self.folder / name).read_bytes() != data:
                    replace_file(self.folder / name, data)
        return self.questions()

    def advise(self, games: Iterable[Path | str] = ()) -> CopyAdvice:
        """Return what to read next.

        With games it is what decides most of them; without, what every game needs soonest.
        """
        components = set_in(self.folder)
        loaded = [load(game, components=components) for game in games]
        judged = [game.judged_unread for game in loaded]
        found = bearings([each for each in judged if each is not None])
        told = [_advice(bearing, loaded) for bearing in found] if loaded else [*self._general()]
        names = tuple(game.name for game in loaded)
        return CopyAdvice(folder=str(self.folder), games=names, advice=tuple(told))

    def _general(self) -> Iterator[Advice]:
        """Yield the open questions, those about what a game needs soonest first."""
        words = copy_words()

        def need(question: CopyQuestion) -> int:
            return USEFUL.index(question.key.partition(".")[0])

        for question in sorted(self.questions().questions, key=need):
            yield Advice(
                key=question.key,
                what=question.asks,
                where=question.where,
                why=words.advice[question.key.partition(".")[0]],
                decides=0,
                bears=0,
            )

    # Its map --------------------------------------------------------------------------------------
    def map(self) -> CopyMap:
        """Return what is known of the map.

        >>> import referee, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     copy = referee.Copy.begin(folder)
        ...     placed = copy.place({"R01": (0.5, 0.5)})
        ...     marked = copy.mark_border("cairo", "R01", 2)
        >>> len(marked.places), placed.places[0].drawn, placed.places[0].placed
        (28, (36, 14), True)
        >>> placed.borders, marked.borders[0].between, marked.borders[0].lines
        ((), ('cairo', 'R01'), 2)
        """
        try:
            rows = MapRows.of(self.folder)
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
            folder = str(self.folder)
            words = say("answers.copy_maps.unreadable", folder=folder, error=str(error))
            raise UnreadableError(words) from error
        return CopyMap(
            places=tuple(_place(*place) for place in rows.places),
            borders=tuple(
                MapBorder(
                    between=(one, other), lines=row["lines"] if row["lines"] != BLANK else None
                )
                for row in rows.borders
                for one, other in [row["between"]]
                if BLANK not in (one, other)
            ),
            bordered=rows.bordered,
        )

    def place(self, places: Mapping[str, tuple[float, float]]) -> CopyMap:
        """Put down where places of the map lie, each from 0 to 1 to the right and downwards."""
        known = {place.id: place.drawn for place in self.map().places}
        if unknown := sorted(set(places) - set(known)):
            raise UsageError.of("answers.copy_maps.no-place", place=f"{unknown[0]!r:.40}")
        if not all(0 <= part <= 1 for point in places.values() for part in point):
            raise UsageError.of("answers.copy_maps.outside")
        taken = {drawn for name, drawn in known.items() if name not in places}
        drawn: dict[str, tuple[int, int]] = {}
        for name, (x, y) in places.items():
            drawn[name] = _free((round(x * WIDE), round(y * HIGH)), taken)
            taken.add(drawn[name])
        with writing(self.folder):
            write_places(self.folder, drawn)
        return self.map()

    def mark_border(
        self, one: str, other: str, lines: int, *, bordered: tuple[str, ...] | None = None
    ) -> CopyMap:
        """Put down a border of the map: 1 or 2 lines, or 0 for none.

        `bordered` are the places whose borders have all been said; those known before if left out.
        """
        known = self.map()
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
        _kept(self.folder)
        with writing(self.folder):
            write_border(self.folder, first, second, lines, whole)
        # The border is written; a version that cannot be kept now is kept before the next one.
        with suppress(OSError):
            _kept(self.folder)
        return self.map()

    # What games teach about it --------------------------------------------------------------------
    def learn(
        self, games: Iterable[Path | str], *, write: bool = False, suspect: bool = True
    ) -> "Lessons":
        """Return what games teach about the copy.

        They are taken as legal, with their claims. `write` puts what they settle into the files,
        with the games that prove it; `suspect` looks for misread values where games contradict the
        set.

        >>> import referee
        >>> copy = referee.Copy("games/own-copy/anns-copy")
        >>> lessons = copy.learn(["games/own-copy/three-players.mgn"])
        >>> lessons.settled, lessons.contradiction
        ((), ())
        """
        from referee.api.copy_lessons import learn_copy  # noqa: PLC0415 - few look at many games

        return learn_copy(self.folder, games, write=write, suspect=suspect)

    def accept(self, games: Iterable[Path | str] | None = None) -> "AcceptedCopy":
        """Keep the set as it is now, so that records made with earlier versions stay valid.

        Where a value was read otherwise before, every record of the copy among `games` (those
        beside its folder unless others are named) is judged with both readings.
        """
        from referee.api.copy_lessons import accept_copy  # noqa: PLC0415 - few look at many games

        return accept_copy(self.folder, games)
