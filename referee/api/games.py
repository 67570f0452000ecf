"""A recorded game: loaded, looked at moment by moment, written."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from shlex import join
from typing import TYPE_CHECKING, Any, TypeGuard, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from referee.api.errors import NoAnswerError, UsageError, require
from referee.api.sources import (
    STANDARD_INPUT,
    STDIN,
    Given,
    Source,
    given,
    sets_beside,
    sets_of,
    unreadable,
)
from referee.api.tables import Table
from referee.core.citations import EDITIONS, Edition
from referee.core.component_set import ComponentSet
from referee.core.events import Event
from referee.core.problem import Problem
from referee.core.public import when_words
from referee.core.rulings import judged_by
from referee.core.state import State
from referee.i18n.page_words import copy_words
from referee.i18n.speech import one_by_one, say
from referee.records.headers import FindSet
from referee.records.judge import walk
from referee.records.loader import Form, dump
from referee.records.loader import load as load_record
from referee.records.moments import (
    At,
    NoMomentError,
    Stopped,
    known_setting,
    moment,
    no_such_moment,
    table_of,
)
from referee.records.reader import Read
from referee.records.record import Record, Statement, UnreadableRecordError, called

if TYPE_CHECKING:
    from referee.api.gaps import JudgedGaps
    from referee.api.tables import PossibleTables

T = TypeVar("T")

__all__ = ["At"]

POSITION = ".toml"
"""The ending by which a position is told from a recorded game."""


class Moment(Struct, frozen=True):
    """One statement of a record, the event that it stands for, and the tables around it."""

    statement: Statement
    event: Event | None
    """None for a heading, a note and whatever could not be carried out."""
    before: State
    after: State

    def __repr__(self) -> str:
        said = self.statement.said if self.event is None else self.event
        return f"<Moment: {type(said).__name__}, line {self.statement.at.line}>"


class Game:
    """A recorded game with the component set it was played with."""

    def __init__(
        self, record: Record, components: ComponentSet, name: str = "record", source: str = ""
    ) -> None:
        self.record = record
        self.components = components
        self.name = name
        self.source = source
        """How a shell is told of the same record; nothing where no command could read it."""

    def __repr__(self) -> str:
        return f"Game({self.name!r}, {len(self.record.statements)} statements)"

    def judged_by(self, edition: Edition) -> "Game":
        """Return the game under the answers of an edition, wherever it gives one.

        >>> import referee
        >>> referee.load("games/two-players.mgn").judged_by("cs").record.header.rulings.partial_use
        'rewards'
        """
        require_edition(edition)
        header = replace(self.record.header, rulings=judged_by(edition, self.record.header.rulings))
        return Game(replace(self.record, header=header), self.components, self.name, self.source)

    @property
    def colours(self) -> tuple[str, ...]:
        """The colours of the players by seat."""
        return tuple(player.colour for player in self.record.header.players)

    @property
    def names(self) -> tuple[str | None, ...]:
        """The names of the players by seat, None where a player has none."""
        return tuple(player.name for player in self.record.header.players)

    @property
    def called(self) -> tuple[str, ...]:
        """What sentences call the players by seat: by colour, and by name if it is known."""
        return called(self.record.header.players)

    @property
    def read(self) -> Read:
        """The record and its set as the rooms behind this surface pass them on."""
        return Read(self.record, self.components)

    def at(self, when: str | At | None = None) -> Table:
        """Return the table at a moment such as `3.2`, or where the legal part of the record ends.

        >>> import referee
        >>> referee.load("games/two-players.mgn").at("3.2").state.round
        3
        """
        if self.judged_unread is not None:
            from referee.api.copy_verdicts import copy_table  # noqa: PLC0415 - few sets have blanks

            return self._on_copy(copy_table, when)
        at, stopped = self._stopped_at(when)
        found = self._behind_gaps(stopped, at)
        if found is not None and found.is_certain:
            return found.table
        if found is None or at is None:
            return self._table(stopped)
        raise NoAnswerError(say("answers.games.uncertain-table", gap=found.gap), file=self.name)

    def tables_at(
        self, when: str | At | None = None, *, work: int | None = None
    ) -> "PossibleTables":
        """Return every table that is possible at a moment, or where the record ends.

        There is only one unless a gap of the record lies before it. With `work`, which is for the
        end of a record, the search does no more steps; `exact` tells whether they sufficed.

        >>> import referee
        >>> game = referee.load("games/with-gaps/two-turns-forgotten.mgn")
        >>> len(game.tables_at("3.4").states), len(game.tables_at("3.2").states)
        (2, 1)
        """
        from referee.api.tables import PossibleTables  # noqa: PLC0415

        if self.judged_unread is not None and work is None:
            from referee.api.copy_verdicts import copy_tables  # noqa: PLC0415

            return self._on_copy(copy_tables, when)
        at, stopped = self._stopped_at(when)
        if work is not None and at is None and _is_gap(stopped):
            from referee.api.gaps import tables_found  # noqa: PLC0415 - few have gaps

            found = tables_found(self, work)
            return found or PossibleTables(self._table(stopped), exact=False)
        return self._behind_gaps(stopped, at) or PossibleTables(self._table(stopped))

    def _stopped_at(self, when: str | At | None) -> tuple[At | None, Stopped]:
        """Return a moment, and the table there or before the gap at which the record stopped."""
        try:
            at = moment(when) if isinstance(when, str) else when
            return at, table_of(self.read, at)
        except NoMomentError as error:
            if error.at is not None and _is_gap(error.stopped):
                return error.at, error.stopped
            raise no_moment(error, self.name) from error

    @cached_property
    def judged_unread(self) -> Any:  # noqa: ANN401 - as the set tells it
        """What follows whatever is printed where nobody has read it; None for a read set."""
        return self.components.judged(self.record)

    @cached_property
    def judged_gaps(self) -> "JudgedGaps | None":
        """The ways to fill the gaps, searched for once however much is asked; None without gaps."""
        from referee.api.gaps import judge_gaps  # noqa: PLC0415 - few records have gaps

        return judge_gaps(self.record, self.components)

    def _on_copy(self, ask: "Callable[[Game, Any, At | None], T]", when: str | At | None) -> T:
        """Return what is asked about a moment of a game that was played with a partly read copy."""
        try:
            at = moment(when) if isinstance(when, str) else when
            return ask(self, self.judged_unread, at)
        except NoMomentError as error:
            raise no_moment(error, self.name) from error

    def _behind_gaps(self, stopped: Stopped, at: At | None) -> "PossibleTables | None":
        """Return the tables at a moment behind the gap at which the record stopped, if it did."""
        if not _is_gap(stopped):
            return None
        # Few records have gaps.
        from referee.api.gaps import tables_behind_gaps  # noqa: PLC0415

        if at is None:
            # Where too much is open the record ends before its first gap.
            with suppress(NoAnswerError):
                return tables_behind_gaps(self, None)
            return None
        found = tables_behind_gaps(self, at)
        if found is None:
            raise no_moment(no_such_moment(at, stopped), self.name)
        return found

    def moments(self) -> Iterator[Moment]:
        """Yield every statement with the tables before and after it, up to where it stops."""
        try:
            setting = known_setting(self.read)
        except NoMomentError as error:
            raise NoAnswerError(str(error), file=self.name) from error
        if self.judged_unread is not None:
            words = copy_words().verdicts
            raise NoAnswerError(one_by_one((words["not-moment-by-moment"], words["advice"])))
        for step in walk(self.record, setting):
            yield Moment(step.statement, step.event, step.before, step.after)
            if step.stops:
                return

    def _repr_svg_(self) -> str:
        return self.at().scene.to_svg()

    def _repr_html_(self) -> str:
        from referee.api.scenes import game_html  # noqa: PLC0415 - only a notebook asks

        return game_html(self)

    def to_text(self) -> str:
        """Return the record in the notation of docs/notation.md."""
        return dump(self.record, "text").decode()

    def to_json(self) -> str:
        """Return the record as one JSON document."""
        return dump(self.record, "json").decode()

    def to_json_lines(self) -> str:
        """Return the record as JSON lines."""
        return dump(self.record, "jsonl").decode()

    def to_form(self, form: Form) -> bytes:
        """Return the record as `text`, `json` or `jsonl`."""
        return dump(self.record, form)

    def _table(self, stopped: Stopped) -> Table:
        return Table(
            state=stopped.state,
            colours=stopped.colours,
            names=self.names,
            events=stopped.events,
            record=stopped.record,
            note=stopped.note,
            is_before_gap=_is_gap(stopped),
        )


def _is_gap(stopped: Stopped | None) -> TypeGuard[Stopped]:
    """Return whether a record stopped because it leaves something open."""
    step = None if stopped is None else stopped.stopped_by
    return step is not None and step.missing is not None


def loads(text: str | bytes, *, components: ComponentSet | Path | str | None = None) -> Game:
    r"""Return the recorded game that a text holds; no file is read, whatever the text says.

    >>> import referee
    >>> referee.loads("players blue, green\nset reference\nsetup first-game\n").colours
    ('blue', 'green')
    """
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    return game_in(Given("text", data), components=components)


def load(source: Source, *, components: ComponentSet | Path | str | None = None) -> Game:
    """Return the recorded game in a file, a text of several lines, bytes or a stream.

    What others send is for `loads`: a text of a single line would be taken for a path.

    >>> import referee
    >>> referee.load("games/two-players.mgn").colours
    ('blue', 'green')
    """
    return game_in(given(source), components=components)


def game_in(read: Given, *, components: ComponentSet | Path | str | None = None) -> Game:
    """Return the recorded game in what was read; an `UnreadableError` if there is none."""
    find = sets_beside(read.path, sets_of(components))
    return game_found_by(find, read, source_words(read, components))


def game_found_by(find: FindSet, read: Given, source: str = "") -> Game:
    """Return the recorded game in what was read, played with one of these sets."""
    require_no_position(read.name)
    try:
        found = load_record(read.data, find)
    except UnreadableRecordError as error:
        raise unreadable(read.name, error.problems) from error
    return Game(found.record, found.components, read.name, source)


def require_edition(edition: Edition) -> None:
    """Refuse an edition that there is not."""
    facts = {"edition": f"{edition!r:.40}", "expected": ", ".join(EDITIONS)}
    require(edition in EDITIONS, "answers.games.no-edition", **facts)


def require_no_position(name: str) -> None:
    """Refuse a file that holds a single table by its ending."""
    if Path(name).suffix == POSITION:
        message = say("answers.games.is-position", name=name)
        raise unreadable(name, [Problem(message)])


def source_words(read: Given, components: ComponentSet | Path | str | None) -> str:
    """Return how a shell is told of what was read; nothing if it lies in no file."""
    name = STDIN if read.name == STANDARD_INPUT else read.name if read.path is not None else ""
    if not name or components is None or isinstance(components, ComponentSet):
        return join([name]) if name else ""
    return join([name, "--components", str(components)])


def no_moment(error: NoMomentError, file: str) -> UsageError:
    """Return the error of a moment that a record does not have, with where the record ends."""
    words, stopped = str(error), error.stopped
    if stopped is not None:
        note = f" ({stopped.note})" if stopped.note else ""
        when = when_words(stopped.state, stopped.colours)
        words = say("answers.games.ends-there", error=words, when=when, note=note)
    return UsageError(words, file=file)


def moment_named(text: str) -> At:
    """Return the moment that a text such as `3.2` names; a `UsageError` if it names none."""
    try:
        return moment(text)
    except NoMomentError as error:
        raise UsageError(str(error)) from error
