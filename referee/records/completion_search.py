"""The ways of filling the blanks of a turn.

A turn is walked once, stage by stage. As long as a blank leaves one answer there is one way, which
goes on in place; where it leaves several the way forks, and forks that come to the same are joined.
"""

from collections.abc import Hashable, Iterable, Iterator
from typing import Any, Final, TypeVar

from msgspec.structs import replace

from referee.core.budget import WorkCount
from referee.core.ids import BookId
from referee.core.rule import Violation
from referee.core.state import State
from referee.core.turns import (
    BLANK,
    Action,
    Entering,
    Expand,
    Ousting,
    PlaceMarker,
    Placing,
    SpendPoints,
    Turn,
    UseBookkeeper,
    UseGoods,
    UseLevel,
    UsesBonuses,
)
from referee.engine.actions import ROWS, action_of, answers_of, turn_of
from referee.engine.bookkeeping import SpendBookkeeperPoints
from referee.engine.legal_turns import progress
from referee.engine.stage import Row, Stage, Violations
from referee.engine.unfinished import table_after
from referee.engine.work import Work
from referee.records.completed_turn import STAGE_FIELDS
from referee.records.fields import PARTLY

# What a record says at each stage of a turn, with the blanks that it leaves there -----------------
_WITH_CARDS = (UseGoods, Expand)
_WITH_BOOKS = (Expand, UseBookkeeper, PlaceMarker)
_NO_BOOKS: frozenset[BookId] = frozenset()


class SaidStages:
    """What was said at each stage of a turn, blanks among it."""

    __slots__ = ("action", "books", "is_open", "levels", "seat", "stages")

    def __init__(self, turn: Turn) -> None:
        self.action: Action = action_of(turn)
        self.seat = turn.seat
        self.levels: tuple[UseLevel, ...] = turn.levels if isinstance(turn, UsesBonuses) else ()
        if isinstance(turn, _WITH_CARDS) and turn.cards is not None and BLANK in turn.cards:
            # Cards are one answer, and one that is not noted leaves all of them open.
            turn = replace(turn, cards=BLANK)
        self.stages = answers_of(turn)
        self.is_open = [BLANK in answers for answers in self.stages]
        """Of each stage whether something about it was left open."""
        for at in _IN_PARTS[self.action]:
            if self.stages[at] and not self.is_open[at]:
                self.is_open[at] = any(map(is_open, self.stages[at]))
        placed: tuple[Placing, ...] = turn.place if isinstance(turn, _WITH_BOOKS) else ()
        self.books: frozenset[BookId] | None = _NO_BOOKS
        """The books that were taken, because exactly these were placed; None if not said."""
        if placed:
            blank = BLANK in placed
            self.books = None if blank else frozenset([placing.book for placing in placed])

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


def is_blank(answer: object) -> bool:
    """Return whether nothing was noted at all."""
    return isinstance(answer, str) and bool(answer == BLANK)


def is_open(answer: object) -> bool:
    """Return whether an answer to a stage holds a blank."""
    if answer == BLANK:
        return True
    field = PARTLY.get(type(answer))
    return field is not None and bool(getattr(answer, field) == BLANK)


_IN_PARTS: Final[dict[Action, tuple[int, ...]]] = {
    action: tuple(
        at
        for at, field in enumerate(fields)
        if field.kind.partly is not None and ROWS[action][at].repeated
    )
    for action, fields in STAGE_FIELDS.items()
}
"""Which stages take parts of which one value need not be noted."""


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


# How much is tried to find out what a record leaves unsaid, before that is left open --------------
AT_A_GLANCE: Final = 32
"""Options that can be listed in the time in which one is tried."""

Candidate = TypeVar("Candidate")


def listing(options: Iterable[Candidate], budget: WorkCount) -> list[Candidate]:
    """Return a list of options, whose length counts."""
    budget.tick()
    listed = [*options]
    budget.done += len(listed) // AT_A_GLANCE
    return listed


class Way:
    """A legal beginning of a turn: its work so far, and what was said at each stage."""

    __slots__ = ("action", "refused", "said", "work")

    def __init__(self, action: Action, work: Work, said: list[tuple[Any, ...]]) -> None:
        self.action = action
        self.work = work
        self.said = said
        self.refused: Violations = ()
        """The rules that are broken where `walk` has stopped, none if something is open there."""

    def fork(self) -> "Way":
        """Return another way that has begun alike."""
        return Way(self.action, self.work.copy(), [*self.said])

    def take(self, stage: Stage[Any], answer: object) -> "Way":
        """Go on with an answer, and return the way itself."""
        stage.take(self.work, answer)
        self.said[-1] = (*self.said[-1], answer)
        return self

    def walk(self, row: Row, said: SaidStages) -> int:
        """Go on as far as nothing is open, and return the stage that is due or breaks a rule."""
        work, answered, stages, left_open = self.work, self.said, said.stages, said.is_open
        for at in range(len(answered), len(row)):
            if left_open[at]:
                return at
            stage, answers = row[at], stages[at]
            for answer in answers:
                if answer is None and stage.none_is_nothing:
                    continue
                if broken := stage.judge(work, answer):
                    self.refused = broken
                    return at
                stage.take(work, answer)
            if stage.repeated and (broken := stage.close(work)):
                self.refused = broken
                return at
            answered.append(answers)
        return len(row)

    def turn(self) -> Turn:
        """Return the finished turn."""
        return turn_of(self.action, self.work.seat, self.said)

    def table_after(self) -> State:
        """Return the table that the finished turn leaves."""
        return table_after(self.work)


class CompletionSearch:
    """The ways of filling the blanks of one turn, as far as they were looked at."""

    def __init__(self, said: SaidStages, budget: WorkCount) -> None:
        self._said = said
        self._budget = budget

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

    def each(self, way: Way) -> Iterator[Way]:
        """Yield legal ways from a beginning one by one, some of which may come to the same."""
        row = ROWS[self._said.action]
        at = way.walk(row, self._said)
        if at == len(row):
            yield way
        elif self._said.is_open[at]:
            way.said.append(())
            for further in self._each_through(row[at], way, [*self._said.stages[at]]):
                yield from self.each(further)

    def _each_through(self, stage: Stage[Any], way: Way, answers: list[Any]) -> Iterator[Way]:
        """Yield every legal way through one stage that says these answers."""
        if not answers:
            if not stage.repeated or stage.may_stop(way.work):
                yield way
            return
        answer, *others = answers
        further: Iterable[Way]
        if answer is None and stage.none_is_nothing:
            way.said[-1] = (*way.said[-1], None)
            further = [way]
        elif stage.repeated and is_blank(answer):
            further = self._each_number(stage, way)
        else:
            fitting = self._fitting(stage, way, answer)
            further = (way.fork().take(stage, each) for each in fitting)
        for each in further:
            yield from self._each_through(stage, each, others)

    def _each_number(self, stage: Stage[Any], way: Way) -> Iterator[Way]:
        """Yield a way with as many legal answers added as can be, then with fewer or others."""
        for option in stage.legal(way.work):
            if self._said.may_spend(option):
                self._budget.tick()
                yield from self._each_number(stage, way.fork().take(stage, option))
        yield way

    def _through(self, stage: Stage[Any], start: Way, answers: tuple[Any, ...]) -> list[Way]:
        """Return every legal way through one stage that says these answers."""
        if not stage.repeated:
            return self._through_once(stage, start, answers[0])
        start.said.append(())
        ways = [start]
        for answer in answers:
            if is_blank(answer):
                ways = self._with_any_number(stage, ways)
            else:
                forks = [_forked(stage, way, self._fitting(stage, way, answer)) for way in ways]
                ways = _different([each for forked in forks for each in forked])
        return [way for way in ways if stage.may_stop(way.work)]

    def _through_once(self, stage: Stage[Any], way: Way, answer: object) -> list[Way]:
        """Return every legal way through a stage that takes one answer."""
        if answer is None and stage.none_is_nothing:
            way.said.append((None,))
            return [way]
        fitting = self._fitting(stage, way, answer)
        if len(fitting) == 1:
            stage.take(way.work, fitting[0])
            way.said.append((fitting[0],))
            return [way]
        way.said.append(())
        return _different(_forked(stage, way, fitting))

    def _fitting(self, stage: Stage[Any], way: Way, answer: object) -> list[Any]:
        """Return the legal answers that a said one, perhaps with blanks, can be."""
        work = way.work
        if not is_blank(answer):
            if not is_open(answer):
                return [] if stage.judge(work, answer) else [answer]
            return self._tried(
                [each for each in fillings(work, answer) if not stage.judge(work, each)]
            )
        all_books_named = self._said.books is not None and not work.facts.may_decline_calls
        if all_books_named and isinstance(stage, SpendBookkeeperPoints):
            # The bookkeeper's points come last, so they bought whatever else was placed; where
            # calls may be declined or parts left, points need not be used up.
            rest = SpendPoints(self._said.books_left(work))
            if not stage.judge(work, rest):
                return [rest]
        return self._tried(self._options(stage, work))

    def _options(self, stage: Stage[Any], work: Work) -> list[Any]:
        """Return what may be said next and is not ruled out by what else was said."""
        listed = listing(stage.legal(work), self._budget)
        if not listed or self._said.books is None:
            return listed
        return [option for option in listed if self._said.may_spend(option)]

    def _tried(self, answers: list[Any]) -> list[Any]:
        """Return answers, each of which counts as looked at where there is more than one."""
        if len(answers) > 1:
            for _ in answers:
                self._budget.tick()
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
                    self._budget.tick()
                    further = way.fork().take(stage, option)
                    key = _key(further)
                    if key not in every:
                        longer.setdefault(key, further)
            every |= longer
            frontier = [*longer.values()]
        return [*every.values()]

    def only(
        self, stage: Stage[Any], way: Way, answers: Iterable[Any]
    ) -> tuple[Violation, ...] | None:
        """Go through a stage; return the rules it breaks, or None if it leaves a choice.

        Where nothing at all can be said, nothing is told, and that counts as a choice.
        """
        work = way.work
        # Where calls may be declined or parts left, almost every stage leaves a choice.
        if work.facts.may_decline_calls:
            return None
        way.said.append(())
        for answer in answers:
            if stage.repeated and is_blank(answer):
                if self._forks(stage, way):
                    return None
                continue
            fitting = self._fitting(stage, way, answer) if is_blank(answer) else [answer]
            if len(fitting) != 1 or is_open(fitting[0]):
                return None
            if broken := stage.judge(work, fitting[0]):
                return tuple(broken)
            way.take(stage, fitting[0])
        return tuple(stage.close(work)) if stage.repeated else ()

    def _forks(self, stage: Stage[Any], way: Way) -> bool:
        """Go on as long as one answer is left, and return whether there is a choice behind that."""
        while options := self._options(stage, way.work):
            if len(options) > 1 or stage.may_stop(way.work):
                return True
            way.take(stage, options[0])
        return False


def _forked(stage: Stage[Any], way: Way, answers: list[Any]) -> list[Way]:
    """Return a way with an answer added, a fork of it for each answer behind the first."""
    if not answers:
        return []
    forks = [way.fork().take(stage, each) for each in answers[1:]]
    return [way.take(stage, answers[0]), *forks]


def _different(ways: list[Way]) -> list[Way]:
    """Return the ways that have come to different things, of equal ones the first."""
    if len(ways) < 2:  # noqa: PLR2004
        return ways
    return [*{_key(way): way for way in reversed(ways)}.values()]


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
