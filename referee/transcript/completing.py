"""What a record leaves out: filled in where the rules leave one value, else named as missing.

A turn is walked once, stage by stage. As long as a blank leaves one answer there is one way, which
goes on in place; where it leaves several the way forks, and forks that come to the same are joined.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from itertools import product
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from referee.engine import check
from referee.engine.actions import FIELDS, ROWS, action_of, answers_of, judge_order, turn_of
from referee.engine.bookkeeping import SpendBookkeeperPoints
from referee.engine.canonical import progress
from referee.engine.legal_turns import Tick
from referee.engine.levels import bearing_companies, lower_levels
from referee.engine.stage import Row, Stage
from referee.engine.turn_end import table_after
from referee.engine.work import Work
from referee.game.ids import COMPANIES, BookId, Company
from referee.game.messages.speech import say, thing
from referee.game.rule import Violation
from referee.game.state import State
from referee.game.turns import (
    BLANK,
    Action,
    Entering,
    Ousting,
    Placing,
    SpendPoints,
    Turn,
    UseLevel,
    UsesBonuses,
)
from referee.notation.errors import listed
from referee.transcript.hints import hint
from referee.transcript.patience import ImpatientError, Patience
from referee.transcript.stages import STAGE_WORDS


class Missing(Struct, frozen=True):
    """What a record would have to say for one value to be left."""

    what: tuple[str, ...]
    """The parts that are open, by their English names."""
    choices: int
    """How many different results are possible; 0 if there were too many to look at."""
    write: tuple[str, ...] = ()
    """What to type, as people are told."""
    whole: bool = False
    """A whole statement is missing, and not a part of one."""

    @property
    def called(self) -> tuple[str, ...]:
        """The parts that are open, as a reader calls them."""
        return tuple(map(thing, self.what))

    def words(self, of: str = "record") -> str:
        """Return what is missing `of` something and what to type, as a sentence."""
        if self.whole:
            return "; ".join(self.write)
        choices = (
            say("records.completing.results-are-possible", choices=self.choices)
            if self.choices > 1
            else ""
        )
        hints = "".join(f"; {hint}" for hint in self.write)
        return say(
            "records.completing.the-does-not-say",
            of=of,
            what=self.what,
            choices=choices,
            hints=hints,
        )


class Completed(Struct, frozen=True):
    """The turn that was meant, and what is known about it by now."""

    turn: Turn
    after: State | None = None
    """The table after it, if it is known to be legal."""
    violations: tuple[Violation, ...] = ()
    """The rules it breaks, if it is known to be illegal."""


class _Said:
    """What was said at each stage of a turn, blanks among it."""

    __slots__ = ("action", "books", "is_open", "levels", "seat", "stages")

    def __init__(self, turn: Turn) -> None:
        self.action: Action = action_of(turn)
        self.seat = turn.seat
        self.levels: tuple[UseLevel, ...] = turn.levels if isinstance(turn, UsesBonuses) else ()
        cards = getattr(turn, "cards", None)
        if cards is not None and BLANK in cards:
            # Cards are one answer, and one that is not noted leaves all of them open.
            turn = replace(turn, cards=BLANK)
        self.stages = answers_of(turn)
        self.is_open = [
            BLANK in answers or (in_parts and any(map(is_open, answers)))
            for answers, in_parts in zip(self.stages, _IN_PARTS[self.action], strict=True)
        ]
        """Of each stage whether something about it was left open."""
        placed: tuple[Placing, ...] = getattr(turn, "place", ())
        self.books: frozenset[BookId] | None = (
            None if BLANK in placed else frozenset([placing.book for placing in placed])
        )
        """The books that were taken, because exactly these were placed; None if not said."""

    def may_spend(self, answer: object) -> bool:
        """Return whether spending points so takes no book that was not placed."""
        if not isinstance(answer, SpendPoints) or self.books is None:
            return True
        return self.books.issuperset(answer.books)

    def likeliest(self, options: list[Any]) -> Any:  # noqa: ANN401
        """Return the option that takes most of the books that were placed, or None without any."""
        fitting = [option for option in options if self.may_spend(option)]
        return max(fitting, key=lambda option: len(getattr(option, "books", ())), default=None)

    def books_left(self, work: Work) -> tuple[BookId, ...]:
        """Return the books that were placed and are not taken yet."""
        return tuple(sorted((self.books or frozenset()).difference(work.taken)))


def _is_blank(answer: object) -> bool:
    return isinstance(answer, str) and bool(answer == BLANK)


def is_open(answer: object) -> bool:
    """Return whether an answer to a stage holds a blank."""
    if answer == BLANK:
        return True
    field = _MAY_BE_OPEN.get(type(answer))
    return field is not None and bool(getattr(answer, field) == BLANK)


_MAY_BE_OPEN: Mapping[type, str] = {Entering: "column", Ousting: "column", Placing: "step"}
"""What need not be noted of a part."""

_IN_PARTS: Mapping[Action, tuple[bool, ...]] = {
    action: tuple(field in {"enter", "oust", "place"} for field in fields)
    for action, fields in FIELDS.items()
}
"""Of each stage whether it takes such parts."""


class Way:
    """A legal beginning of a turn: its work so far, and what was said at each stage."""

    __slots__ = ("action", "said", "work")

    def __init__(self, action: Action, work: Work, said: list[tuple[Any, ...]]) -> None:
        self.action = action
        self.work = work
        self.said = said

    def fork(self) -> "Way":
        """Return another way that has begun alike."""
        return Way(self.action, self.work.copy(), [*self.said])

    def take(self, stage: Stage[Any], answer: object) -> "Way":
        """Go on with an answer, and return the way itself."""
        stage.take(self.work, answer)
        self.said[-1] = (*self.said[-1], answer)
        return self

    def walk(self, row: Row, said: _Said) -> int:
        """Go on as far as nothing is open, and return the stage that is due or breaks a rule."""
        work, answered = self.work, self.said
        for at in range(len(answered), len(row)):
            if said.is_open[at]:
                return at
            stage, answers = row[at], said.stages[at]
            for answer in answers:
                if answer is None and stage.none_is_nothing:
                    continue
                if stage.judge(work, answer):
                    return at
                stage.take(work, answer)
            if stage.repeated and stage.close(work):
                return at
            answered.append(tuple(answers))
        return len(row)

    def turn(self) -> Turn:
        """Return the finished turn."""
        return turn_of(self.action, self.work.seat, self.said)

    def table_after(self) -> State:
        """Return the table that the finished turn leaves."""
        return table_after(self.work)


class _Search:
    """The ways of filling the blanks of one turn, as far as they were looked at."""

    def __init__(self, said: _Said, patience: Patience) -> None:
        self._said = said
        self._patience = patience

    def ways(self, start: Work) -> list[Way]:
        """Return the legal ways of filling the blanks, of those that come to the same only one."""
        said = self._said
        row = ROWS[said.action]
        ways = [Way(said.action, start, [])]
        at = 0
        while ways and at < len(row):
            if len(ways) == 1:
                at = ways[0].walk(row, said)
                if at == len(row) or not said.is_open[at]:
                    return ways if at == len(row) else []
                ways = self._through(row[at], ways[0], said.stages[at])
            else:
                found: dict[Hashable, Way] = {}
                for way in ways:
                    for further in self._through(row[at], way, said.stages[at]):
                        found.setdefault(_key(further), further)
                ways = [*found.values()]
            at += 1
        return ways

    def _through(self, stage: Stage[Any], start: Way, answers: Iterable[Any]) -> list[Way]:
        """Return every legal way through one stage that says these answers."""
        start.said.append(())
        ways = [start]
        for answer in answers:
            if answer is None and stage.none_is_nothing:
                for way in ways:
                    way.said[-1] = (*way.said[-1], None)
            elif stage.repeated and _is_blank(answer):
                ways = self._with_any_number(stage, ways)
            else:
                ways = _different([each for way in ways for each in self._on(stage, way, answer)])
        if stage.repeated:
            return [way for way in ways if stage.may_stop(way.work)]
        return ways

    def _on(self, stage: Stage[Any], way: Way, answer: object) -> list[Way]:
        """Return a way with an answer added, one for each thing that the answer can be."""
        fitting = self._fitting(stage, way, answer)
        if not fitting:
            return []
        forks = [way.fork().take(stage, each) for each in fitting[1:]]
        return [way.take(stage, fitting[0]), *forks]

    def _fitting(self, stage: Stage[Any], way: Way, answer: object) -> list[Any]:
        """Return the legal answers that a said one, perhaps with blanks, can be."""
        work = way.work
        if not is_open(answer):
            return [] if stage.judge(work, answer) else [answer]
        if not _is_blank(answer):
            return self._tried(
                [each for each in fillings(work, answer) if not stage.judge(work, each)]
            )
        if isinstance(stage, SpendBookkeeperPoints) and self._bought_all(work):
            # The bookkeeper's points come last, so they bought whatever else was placed.
            rest = SpendPoints(self._said.books_left(work))
            if not stage.judge(work, rest):
                return [rest]
        return self._tried(self._options(stage, work))

    def _bought_all(self, work: Work) -> bool:
        # Where calls may be declined or parts left, points need not be used up.
        return self._said.books is not None and not work.facts.may_decline_calls

    def _options(self, stage: Stage[Any], work: Work) -> list[Any]:
        """Return what may be said next and is not ruled out by what else was said."""
        listing = self._patience.listing(stage.legal(work))
        return [option for option in listing if self._said.may_spend(option)]

    def _tried(self, answers: list[Any]) -> list[Any]:
        """Return answers, each of which counts as looked at where there is more than one."""
        if len(answers) > 1:
            for _ in answers:
                self._patience.spend()
        return answers

    def _with_any_number(self, stage: Stage[Any], ways: list[Way]) -> list[Way]:
        """Return the ways with none, one or more legal answers added."""
        if len(ways) == 1 and not self._forks(stage, ways[0]):
            return ways
        every = {_key(way): way for way in ways}
        frontier = [*every.values()]
        while frontier:
            longer: dict[Hashable, Way] = {}
            for way in frontier:
                for option in self._options(stage, way.work):
                    self._patience.spend()
                    further = way.fork().take(stage, option)
                    key = _key(further)
                    if key not in every:
                        longer.setdefault(key, further)
            every |= longer
            frontier = [*longer.values()]
        return [*every.values()]

    def only(self, stage: Stage[Any], way: Way, answers: Iterable[Any]) -> bool:
        """Go through a stage that leaves no choice; return whether it is one and breaks no rule."""
        work = way.work
        # Where calls may be declined or parts left, almost every stage leaves a choice.
        if work.facts.may_decline_calls:
            return False
        way.said.append(())
        for answer in answers:
            if stage.repeated and _is_blank(answer):
                if self._forks(stage, way):
                    return False
                continue
            fitting = self._fitting(stage, way, answer) if _is_blank(answer) else [answer]
            if len(fitting) != 1 or is_open(fitting[0]) or stage.judge(work, fitting[0]):
                return False
            way.take(stage, fitting[0])
        return not stage.repeated or not stage.close(work)

    def _forks(self, stage: Stage[Any], way: Way) -> bool:
        """Go on as long as one answer is left, and return whether there is a choice behind that."""
        while options := self._options(stage, way.work):
            if len(options) > 1 or stage.may_stop(way.work):
                return True
            way.take(stage, options[0])
        return False


def _different(ways: list[Way]) -> list[Way]:
    """Return the ways that have come to different things, of equal ones the first."""
    if len(ways) < 2:  # noqa: PLR2004
        return ways
    return [*{_key(way): way for way in reversed(ways)}.values()]


def complete(state: State, said: Turn, patience: Patience | None = None) -> Completed | Missing:
    """Return the one turn that `said` can be, a turn that breaks a rule if all do, or what lacks.

    A turn without blanks is returned as it is, legal or not.
    """
    turn = _with_companies(state, said)
    if isinstance(turn, Missing):
        return turn
    stages = _Said(turn)
    in_order = not judge_order(state, turn.seat)
    if True not in stages.is_open:
        way = Way(stages.action, Work.on(state, turn.seat), []) if in_order else None
        # Only of a turn that breaks a rule everything else has to be found out.
        is_legal = way is not None and way.walk(ROWS[stages.action], stages) == len(stages.stages)
        return Completed(turn, way.table_after() if way is not None and is_legal else None)
    patience = patience or Patience()
    patience.begin_turn()
    if not in_order:
        return Completed(_anyhow(state, stages, patience))
    try:
        return _only(state, stages, patience)
    except ImpatientError:
        return _missing(stages, _open_parts(stages), 0)


def straight(state: State, said: Turn, patience: Patience) -> Completed | None:
    """Return the legal turn that `said` is if it leaves no choice, or None if that is not seen.

    Levels have their companies.
    """
    stages = _Said(said)
    if judge_order(state, said.seat):
        return None
    row, search = ROWS[stages.action], _Search(stages, patience)
    way = Way(stages.action, Work.on(state, said.seat), [])
    try:
        while (at := way.walk(row, stages)) < len(row):
            if not stages.is_open[at] or not search.only(row[at], way, stages.stages[at]):
                return None
    except ImpatientError:
        return None
    return Completed(way.turn(), way.table_after())


def _with_companies(state: State, said: Turn) -> Turn | Missing:
    """Return a turn in which every level has its company, or what would have to be said."""
    if not isinstance(said, UsesBonuses) or not said.levels:
        return said
    if not 0 <= said.seat < len(state.players):
        return _company_missing(said.levels[0], say("records.completing.no-bonus-that-bears-on"))
    work = Work.on(state, said.seat)
    meant = bearing_companies(work, action_of(said))
    named: list[UseLevel] = []
    for each in said.levels:
        if each.company != BLANK:
            named.append(each)
        elif len(meant) == 1:
            named.append(UseLevel(meant[0], each.level))
        elif meant:
            return _company_missing(each, listed(meant))
        elif each.level:
            named.append(UseLevel(_least_works(work), each.level))
        # To leave a bonus unused where none works is to say nothing.
    return replace(said, levels=tuple(named))


def _company_missing(said: UseLevel, could_be: str) -> Missing:
    """Return that a level may be of several companies, or of none."""
    words = say("records.completing.company-of-level", level=said.level, could_be=could_be)
    return Missing((words,), 0)


def _least_works(work: Work) -> Company:
    """Return the company of whose track the player uses least: where a level is named in vain."""
    levels = zip(work.me.levels, COMPANIES, strict=True)
    return min(levels, key=lambda pair: pair[0])[1]


def _only(state: State, said: _Said, patience: Patience) -> Completed | Missing:
    """Return the turn if all legal ways of filling the blanks come to the same."""
    search = _Search(said, patience)
    ways = search.ways(Work.on(state, said.seat))
    if not ways:
        # A level that nobody says is the highest at which the turn can be completed.
        for levels in lower_levels(Work.on(state, said.seat), said.action, said.levels):
            if ways := search.ways(Work.on(state, said.seat, levels)):
                break
    if not ways:
        turn = _anyhow(state, said, patience)
        # Without a legal way the turn breaks a rule however the blanks are filled.
        if broken := check(state, turn):
            return Completed(turn, violations=broken)
        return _missing(said, _open_parts(said), 0)
    if len(ways) == 1:
        return Completed(ways[0].turn(), ways[0].table_after())
    results: dict[State, Way] = {}
    for way in ways:
        results.setdefault(way.table_after(), way)
    if len(results) == 1:
        ((after, finished),) = results.items()
        return Completed(finished.turn(), after)
    return _missing(said, _differing(said, [*results.values()]), len(results))


class _Ticking(Patience):
    """The patience of whoever counts the work of several turns."""

    def __init__(self, tick: Tick) -> None:
        super().__init__()
        self._tick = tick

    def spend(self, tried: int = 1) -> None:
        """Count a beginning that is looked at."""
        del tried
        self._tick()


def ways_to_fill(state: State, said: Turn, tick: Tick) -> Iterator[Way]:
    """Yield the legal ways of filling the blanks of a turn, at all levels it may be meant at.

    Different ones may come to the same canonical turn.
    """
    if judge_order(state, said.seat):
        return
    for turn in _at_every_level(said):
        stages = _Said(turn)
        highest = Work.on(state, said.seat)
        yield from _Search(stages, _Ticking(tick)).ways(highest.copy())
        for lower in lower_levels(highest, stages.action, stages.levels):
            yield from _Search(stages, _Ticking(tick)).ways(Work.on(state, said.seat, lower))


def _at_every_level(said: Turn) -> Iterator[Turn]:
    """Yield a turn with every company for the levels of which that is not said."""
    if not isinstance(said, UsesBonuses) or not said.levels:
        yield said
        return
    companies = [COMPANIES if each.company == BLANK else (each.company,) for each in said.levels]
    for chosen in product(*companies):
        named = [UseLevel(c, each.level) for c, each in zip(chosen, said.levels, strict=True)]
        yield replace(said, levels=tuple(named))


def fillings(work: Work, answer: object) -> Iterator[object]:
    """Yield everything that a said answer, perhaps with blanks, might be."""
    if not is_open(answer):
        yield answer
        return
    columns = range(1, 1 + max(len(base) for base in work.bases))
    match answer:
        case Entering():
            yield from (Entering(answer.region, column, answer.source) for column in columns)
        case Ousting():
            yield from (Ousting(answer.region, column) for column in (*columns, None))
        case Placing():
            steps: Iterable[int] = range(work.facts.first_book_step, work.facts.last_book_step + 1)
            yield from (Placing(answer.book, step) for step in steps)
        case _:
            yield answer


def _anyhow(state: State, said: _Said, patience: Patience) -> Turn:
    """Return the turn with its blanks filled as far as they can be, to see what it breaks."""
    work = Work.on(state, said.seat)
    answers: list[tuple[Any, ...]] = []
    for stage, wanted in zip(ROWS[said.action], said.stages, strict=True):
        taken: list[Any] = []

        def say(answer: object, taken: list[Any] = taken, take: _Take = stage.take) -> None:
            taken.append(answer)
            take(work, answer)

        for answer in wanted:
            if not _is_blank(answer):
                options = [*fillings(work, answer)]
                legal = (o for o in options if not stage.judge(work, o))
                say(next(legal, options[0]))
            elif not stage.repeated:
                likely = said.likeliest(_options(work, stage, patience))
                nothing = _NOTHING.get((said.action, FIELDS[said.action][len(answers)]))
                say(_with_all_books(nothing if likely is None else likely, work, said))
            else:
                while options := [o for o in _options(work, stage, patience) if said.may_spend(o)]:
                    likely = said.likeliest(options)
                    own = said.action == "bookkeeper"
                    say(likely if own else _with_all_books(likely, work, said))
        answers.append(tuple(taken))
    return turn_of(said.action, said.seat, answers)


def _options(work: Work, stage: Stage[Any], patience: Patience) -> list[Any]:
    """Return what may be said at a stage; nothing as soon as enough was tried."""
    return [] if patience.is_at_end else patience.listing(stage.legal(work))


_Take = Callable[[Work, Any], None]


def _with_all_books(answer: object, work: Work, said: _Said) -> object:
    """Return a purchase of every book that was placed, also of those that could not be had."""
    left = said.books_left(work)
    return SpendPoints(left) if isinstance(answer, SpendPoints) and left else answer


_NOTHING: Mapping[tuple[Action, str], Any] = {
    ("goods", "cards"): (),
    ("expand", "company"): COMPANIES[0],
    ("bookkeeper", "card"): "no bookkeeper",
    ("bookkeeper", "points"): SpendPoints(),
    ("merchant", "card"): "no merchant",
    ("marker", "space"): "no space",
}
"""What a turn says, by action and field, where a blank has no legal value at all."""


def _key(way: Way) -> Hashable:
    work = way.work
    return (
        progress(work),
        work.cards,
        work.company,
        work.flip,
        work.ink,
        work.diamonds,
        work.marker,
        work.option,
        work.discarded,
        work.plus_one,
        work.posts_cost,
        work.due_other_tracks,
        work.spent,
        frozenset(work.to_oust),
        work.me.resting,
    )


def _missing(said: _Said, what: tuple[str, ...], choices: int) -> Missing:
    hints = (hint(said.stages, part) for part in what)
    return Missing(what, choices, tuple(filter(None, hints)))


def _open_parts(said: _Said) -> tuple[str, ...]:
    words = STAGE_WORDS[said.action]
    return tuple(
        dict.fromkeys([words[place] for place, is_open in enumerate(said.is_open) if is_open])
    )


def _differing(said: _Said, ways: list[Way]) -> tuple[str, ...]:
    """Return the open parts in which the possible turns differ."""
    words = STAGE_WORDS[said.action]
    different = [
        words[place]
        for place, is_open in enumerate(said.is_open)
        if is_open and len({way.said[place] for way in ways}) > 1
    ]
    return tuple(dict.fromkeys(different)) or _open_parts(said)
