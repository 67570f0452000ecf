"""A recorded game: loaded, judged, looked at moment by moment, written."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from shlex import join
from typing import TYPE_CHECKING, Any, TypeGuard, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from referee.api.errors import NoAnswerError, UsageError, public_methods, require
from referee.api.sources import (
    STANDARD_INPUT,
    STDIN,
    Given,
    given,
    sets_beside,
    sets_of,
    unreadable,
)
from referee.api.tables import Drawn, Table
from referee.core.citations import EDITIONS, Edition
from referee.core.component_set import ComponentSet
from referee.core.events import Event
from referee.core.input_limits import decoder_words
from referee.core.problem import Problem
from referee.core.public import when_words
from referee.core.rulings import Rulings, judged_by
from referee.core.state import State
from referee.core.turns import Action
from referee.engine.actions import TURNS, action_of
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
from referee.records.writer import line_of

if TYPE_CHECKING:
    from referee.api.courses import Course
    from referee.api.explanations import Editions, Explanation
    from referee.api.games_in_progress import Recording
    from referee.api.gaps import Gaps, JudgedGaps
    from referee.api.optima import BestTurn
    from referee.api.repairs import Repair
    from referee.api.replays import Replay
    from referee.api.reviews import Review, ReviewHorizon
    from referee.api.scenes import Scene
    from referee.api.scores import Score
    from referee.api.tables import PossibleTables
    from referee.api.turn_lists import LegalTurns
    from referee.api.verdicts import Verdict
    from referee.core.budget import Budget
    from referee.records.judgement import Proof
    from referee_model.best.objective import Objective

T = TypeVar("T")

__all__ = ["At"]

POSITION = ".toml"
"""The ending by which a position is told from a recorded game."""


class Moment(Drawn, Struct, frozen=True):
    """One statement of a record, the event that it stands for, and the tables around it."""

    statement: Statement
    event: Event | None
    """None for a heading, a note and whatever could not be carried out."""
    before: State
    after: State
    colours: tuple[str, ...] = ()
    """The colours of the players by seat."""

    @property
    def scene(self) -> "Scene":
        """What a picture shows of the table after it, with what changed."""
        from referee.api.optima import scene_of_change  # noqa: PLC0415 - few look at pictures

        return scene_of_change((self.before, self.after), self.colours, self.event)

    @property
    def action(self) -> Action | None:
        """What is done in a turn; None for everything else."""
        return action_of(self.event) if isinstance(self.event, TURNS) else None

    def __str__(self) -> str:
        return line_of(self.statement, self.colours)

    def __repr__(self) -> str:
        said = self.statement.said if self.event is None else self.event
        return f"<Moment: {type(said).__name__}, line {self.statement.at.line}>"


@public_methods
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

    def with_rulings(self, rulings: Edition | Mapping[str, str] | Rulings) -> "Game":
        """Return the game under other answers to rulings, or those that an edition gives.

        >>> import referee
        >>> game = referee.load("games/two-players.mgn")
        >>> game.with_rulings("cs").record.header.rulings.partial_use
        'rewards'
        >>> game.with_rulings({"partial-use": "yes"}).record.header.rulings.partial_use
        'yes'
        """
        known = self.record.header.rulings
        if isinstance(rulings, str):
            require_edition(rulings)
            chosen = judged_by(rulings, known)
        else:
            chosen = read_rulings(rulings, known)
        header = replace(self.record.header, rulings=chosen)
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

    # Questions about the record -----------------------------------------------------------------
    def check(
        self,
        *,
        keep_going: bool = False,
        prove: bool = False,
        rulings: Edition | Mapping[str, str] | Rulings | None = None,
        budget: "Budget | None" = None,
    ) -> "Verdict":
        """Return the verdict on the game.

        `keep_going` looks beyond the first line that breaks a rule, `prove` asks the model as well,
        and `rulings` are other answers than those of the record. What it leaves open is searched
        with the same work on every machine, or within a `budget`.

        >>> import referee
        >>> verdict = referee.load("games/illegal/exp-06-points-suffice.mgn").check()
        >>> verdict.verdict, [broken.rule for broken in verdict.violations]
        ('illegal', ['EXP-06'])
        """
        from referee.api.verdicts import verdict_on  # noqa: PLC0415 - many games are only read

        game = self if rulings is None else self.with_rulings(rulings)
        return verdict_on(game, keep_going=keep_going, prove=prove, budget=budget)

    def prove(self, *, budget: "Budget | None" = None) -> "Proof":
        """Return what the model says to the header, to every event, and to the final score.

        A proof that the `budget` stopped is not `complete`.

        >>> import referee
        >>> referee.load("games/illegal/exp-06-points-suffice.mgn").prove().disagreements
        ()
        """
        from referee.api.verdicts import prove_record  # noqa: PLC0415

        return prove_record(self.record, self.components, budget)

    def explain(
        self, at: str | At | None = None, *, edition: "Editions | None" = None
    ) -> "Explanation":
        """Return why a turn is illegal; without an address the first that breaks a rule.

        The edition in the language that is spoken is cited, or another one, or `all`.

        >>> import referee
        >>> game = referee.load("games/illegal/exp-06-points-suffice.mgn")
        >>> found = game.explain()
        >>> found.outcome, found.cores[0].rules, found.cores[0].because
        ('illegal', ('EXP-06',), ('EXP-13', 'EXP-14'))
        >>> found.correction.statement
        'blue expand cape-town R21:1 R22:1 take R21'
        """
        from referee.api.explanations import explanation_details  # noqa: PLC0415

        return explanation_details(self, at, edition).explanation

    def score(self, at: str | At | None = None) -> "Score":
        """Return the scoring pad where the game ends, or as if it had ended at an address.

        >>> import referee
        >>> found = referee.load("games/two-players.mgn").score()
        >>> found.finished, found.winners, [player.total for player in found.players]
        (True, ('blue',), [33, 30])
        """
        from referee.api.scores import score_of  # noqa: PLC0415

        return score_of(self, at)

    def completions(self, at: str | None = None, *, budget: "Budget | None" = None) -> "Gaps":
        """Return every legal way to fill the gaps of the record, as far as a search finds them.

        It does the same work on every machine, or what a `budget` suffices for. With an address
        such as `3.4` or `line:41`, only what is open and certain there.

        >>> import referee
        >>> referee.load("games/two-players.mgn").completions().number
        1
        """
        from referee.api.gaps import completions_of  # noqa: PLC0415

        return completions_of(self, at, budget)

    def repairs(
        self,
        *,
        max_items: int = 5,
        edits: int = 2,
        prove: bool = True,
        budget: "Budget | None" = None,
    ) -> "Repair":
        """Return the likeliest corrections of a record that is not legal, as `referee.repair`."""
        from referee.api.repairs import repaired  # noqa: PLC0415

        read = Given(self.name, self.to_json().encode())
        return repaired(read, None, max_items=max_items, edits=edits, prove=prove, budget=budget)

    def review(
        self,
        *,
        player: str | None = None,
        objective: "str | Objective" = "net-worth",
        horizon: "ReviewHorizon" = "turn",
        max_items: int = 5,
        jobs: int = 1,
        budget: "Budget | None" = None,
    ) -> "Review":
        """Return every turn of the game, or of one player, compared with the best at its table.

        `jobs` is the number of turns reviewed in parallel. The seconds of the `budget` are for each
        turn, a guard against waiting: without them all is proved, and the same on every machine.
        A review that was stopped is not `complete`.

        >>> import referee
        >>> game = referee.load("games/two-players.mgn")
        >>> found = game.review(budget=referee.Budget(stop=lambda: True))
        >>> found.complete, len(found.turns), found.turns[0].status
        (False, 1, 'optimal')
        """
        from referee.api.reviews import Reviewing, review_of  # noqa: PLC0415

        asked = Reviewing(
            self, player=player, objective=objective, horizon=horizon, jobs=jobs, budget=budget
        )
        return review_of(asked, max_items)

    def course(self, *, max_items: int = 5, seed: int = 0) -> "Course":
        """Return who stood how in each round, and the turns that changed the result most.

        An opinion, by games that the strong player plays out from both of two turns; the seed
        decides which games.

        >>> import referee
        >>> found = referee.load("games/two-players.mgn").course(max_items=0)
        >>> [each.moment for each in found.standings][-2:]
        ['round 7', 'end']
        """
        from referee.api.courses import course_of  # noqa: PLC0415

        return course_of(self, max_items, seed)

    def replay(
        self,
        *,
        anonymous: bool = False,
        review: bool = False,
        jobs: int = 1,
        budget: "Budget | None" = None,
    ) -> "Replay":
        """Return the game as a replay, with `review` beside the best turn at every table.

        `anonymous` leaves out names, the title and notes. The seconds of the `budget` are for each
        reviewed turn; `jobs` is the number reviewed in parallel.

        >>> import referee
        >>> found = referee.load("games/two-players.mgn").replay()
        >>> [event.address for event in found.story.events if event.round == 3][:4]
        ['3.plan.blue', '3.plan.green', '3.1', '3.2']
        """
        from referee.api.replays import replay_of  # noqa: PLC0415

        return replay_of(self, anonymous=anonymous, review=review, jobs=jobs, budget=budget)

    def recording(self) -> "Recording":
        """Return the game as one that is being recorded, to be extended or mended.

        >>> import referee
        >>> game = referee.load("games/illegal/exp-06-points-suffice.mgn").recording()
        >>> status = game.status()
        >>> [rule.rule for rule in game.verdict(status.faults[0]).violations]
        ['EXP-06']
        """
        from referee.api.games_in_progress import Recording  # noqa: PLC0415

        return Recording.of(self)

    # Its tables, and what is asked about one of them ----------------------------------------------
    def table(self, at: str | At | None = None) -> Table:
        """Return the table at an address such as `3.2`, or where the legal part of the game ends.

        >>> import referee
        >>> referee.load("games/two-players.mgn").table("3.2").state.round
        3
        """
        if self.judged_unread is not None:
            from referee.api.copy_verdicts import copy_table  # noqa: PLC0415 - few sets have blanks

            return self._on_copy(copy_table, at)
        moment, stopped = self._stopped_at(at)
        found = self._behind_gaps(stopped, moment)
        if found is not None and found.is_certain:
            return found.table
        if found is None or moment is None:
            return self._table(stopped)
        raise NoAnswerError(say("answers.games.uncertain-table", gap=found.gap), file=self.name)

    def tables(
        self, at: str | At | None = None, *, budget: "Budget | None" = None
    ) -> "PossibleTables":
        """Return every table that is possible at an address, or where the game ends.

        There is only one unless a gap of the record lies before it. With a `budget`, which is for
        the end of a record, the search ends early; `exact` tells whether it sufficed.

        >>> import referee
        >>> game = referee.load("games/with-gaps/two-turns-forgotten.mgn")
        >>> len(game.tables("3.4").states), len(game.tables("3.2").states)
        (2, 1)
        >>> [fact.place for fact in game.tables("3.4").facts.open]
        ['markers.bananas', 'players.0.used']
        """
        from referee.api.tables import PossibleTables  # noqa: PLC0415

        if self.judged_unread is not None and budget is None:
            from referee.api.copy_verdicts import copy_tables  # noqa: PLC0415

            return self._on_copy(copy_tables, at)
        moment, stopped = self._stopped_at(at)
        if budget is not None and moment is None and _is_gap(stopped):
            from referee.api.gaps import tables_found  # noqa: PLC0415 - few have gaps

            found = tables_found(self, budget)
            return found or PossibleTables(self._table(stopped), exact=False)
        return self._behind_gaps(stopped, moment) or PossibleTables(self._table(stopped))

    def legal(
        self,
        at: str | At | None = None,
        *,
        action: str | None = None,
        max_items: int = 10,
        budget: "Budget | None" = None,
    ) -> "LegalTurns":
        """Return the legal turns at an address, as `Table.legal` does."""
        return self.table(at).legal(action, max_items=max_items, budget=budget)

    def best(
        self,
        at: str | At | None = None,
        *,
        objective: "str | Objective" = "net-worth",
        where: str | Sequence[str] = (),
        budget: "Budget | None" = None,
    ) -> "BestTurn":
        """Return the best turn at an address; `Table.best` answers more."""
        return self.table(at).best(objective=objective, where=where, budget=budget)

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
        """What holds for all unknown values; None for a complete set."""
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
            yield Moment(step.statement, step.event, step.before, step.after, self.colours)
            if step.stops:
                return

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
        """Return the record as `text`, `json` or `jsonl`, from which the same record is read.

        >>> import referee
        >>> referee.load("games/two-players.mgn").to_form("jsonl").decode()[:17]
        '{"format":"mgn-1"'
        """
        from referee.api.record_forms import in_form  # noqa: PLC0415

        return in_form(self.record, form, lambda _: self.components)

    def save(self, path: Path | str) -> None:
        """Write the record into a file, whose ending says in which form; all of it or nothing.

        >>> import referee, tempfile
        >>> game = referee.load("games/two-players.mgn")
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     game.save(f"{folder}/game.json")
        ...     referee.check(f"{folder}/game.json").verdict
        'legal'
        """
        from referee.api.record_forms import form_named_by, write_file  # noqa: PLC0415

        write_file(path, self.to_form(form_named_by(path)))

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
    if not isinstance(text, str | bytes):
        raise UsageError.of("answers.sources.no-text", kind=type(text).__name__)
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    return game_in(Given("text", data), components=components)


def load(path: Path | str, *, components: ComponentSet | Path | str | None = None) -> Game:
    """Return the recorded game in a file.

    >>> import referee
    >>> referee.load("games/two-players.mgn").colours
    ('blue', 'green')
    """
    return game_in(given(path), components=components)


def check(
    path: Path | str,
    *,
    components: ComponentSet | Path | str | None = None,
    keep_going: bool = False,
    prove: bool = False,
    rulings: Edition | Mapping[str, str] | Rulings | None = None,
    budget: "Budget | None" = None,
) -> "Verdict":
    """Return the verdict on the recorded game in a file, as `Game.check` does.

    >>> import referee
    >>> referee.check("games/two-players.mgn").verdict
    'legal'
    """
    game = load(path, components=components)
    return game.check(keep_going=keep_going, prove=prove, rulings=rulings, budget=budget)


def game_in(
    read: Given, *, components: ComponentSet | Path | str | None = None, strict: bool = False
) -> Game:
    """Return the recorded game in what was read; an `UnreadableError` if there is none."""
    find = sets_beside(read.path, sets_of(components))
    return game_found_by(find, read, source_words(read, components), strict=strict)


def game_found_by(find: FindSet, read: Given, source: str = "", *, strict: bool = False) -> Game:
    """Return the recorded game in what was read, played with one of these sets."""
    require_no_position(read.name)
    try:
        found = load_record(read.data, find, strict=strict)
    except UnreadableRecordError as error:
        raise unreadable(read.name, error.problems) from error
    return Game(found.record, found.components, read.name, source)


def read_rulings(given: Mapping[str, str] | Rulings, known: Rulings) -> Rulings:
    """Return rulings with other answers; a `UsageError` for one that there is not."""
    if isinstance(given, Rulings):
        return given
    try:
        return msgspec.convert({**msgspec.to_builtins(known), **given}, Rulings)
    except (msgspec.ValidationError, TypeError) as error:
        raise UsageError.of(
            "answers.game_headers.not-rulings", error=decoder_words(error)
        ) from error


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
    return join([name, "--set", str(components)])


def no_moment(error: NoMomentError, file: str) -> UsageError:
    """Return the error of a moment that a record does not have, with where the record ends."""
    words, stopped = str(error), error.stopped
    if stopped is not None:
        when = when_words(stopped.state, stopped.colours)
        ends = say("answers.games.ends-there", when=when)
        words = one_by_one(filter(None, (words, ends, stopped.note)))
    return UsageError(words, file=file)


def moment_named(text: str) -> At:
    """Return the moment that a text such as `3.2` names; a `UsageError` if it names none."""
    try:
        return moment(text)
    except NoMomentError as error:
        raise UsageError(str(error)) from error
