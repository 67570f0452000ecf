"""What a record leaves out: filled in where the rules leave one value, else named as missing."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from itertools import product
from typing import Any, cast

from msgspec import Struct

from referee.engine import check
from referee.engine.actions import ROWS, judge_order, turn_of
from referee.engine.canonical import progress
from referee.engine.levels import bearing_companies, lower_levels
from referee.engine.listing import Tick
from referee.engine.stage import Stage
from referee.engine.unfinished import Unfinished
from referee.engine.work import Work
from referee.game.ids import COMPANIES, Company
from referee.game.state import State
from referee.game.turns import (
    Action,
    Entering,
    Ousting,
    Placing,
    SpendPoints,
    Turn,
    UseLevel,
)
from referee.transcript.hints import hint
from referee.transcript.patience import ImpatientError, Patience
from referee.transcript.problems import listed
from referee.transcript.said import (
    BLANK,
    SaidAction,
    SaidEntering,
    SaidOusting,
    SaidPlacing,
    SaidWithBonuses,
)
from referee.transcript.stages import STAGE_WORDS, Answers, answers_to, is_open
from referee.transcript.straight import Completed, straight


class Missing(Struct, frozen=True):
    """What a record would have to say for one value to be left."""

    what: tuple[str, ...]
    """The parts that are open, in words."""
    choices: int
    """How many different results are possible; 0 if there were too many to look at."""
    write: tuple[str, ...] = ()
    """What to type, as people are told."""
    whole: bool = False
    """A whole statement is missing, and not a part of one."""

    def words(self, of: str = "record") -> str:
        """Return what is missing `of` something and what to type, as a sentence."""
        if self.whole:
            return "; ".join(self.write)
        choices = f"; {self.choices} results are possible" if self.choices > 1 else ""
        hints = "".join(f"; {hint}" for hint in self.write)
        return f"the {of} does not say: {', '.join(self.what)}{choices}{hints}"


class _Search:
    """The ways of filling the blanks of one turn, as far as they were looked at."""

    def __init__(self, said: Answers, patience: Patience) -> None:
        self.said = said
        self._patience = patience

    def may_be(self, way: Unfinished, answer: object) -> Unfinished:
        """Return the turn with an answer added, which counts as looked at."""
        self._patience.spend()
        return way.saying(answer)

    def options(self, way: Unfinished) -> list[Any]:
        """Return what may be said next and is not ruled out by what else was said."""
        listed = self._patience.listing(way.options())
        return [option for option in listed if self.said.may_spend(option)]


def complete(
    state: State, said: SaidAction, patience: Patience | None = None
) -> Completed | Missing:
    """Return the one turn that `said` can be, a turn that breaks a rule if all do, or what lacks.

    A turn without blanks is returned as it is, legal or not.
    """
    levels = _levels(state, said)
    if isinstance(levels, Missing):
        return levels
    stages = answers_to(said, levels)
    patience = patience or Patience()
    patience.begin_turn()
    if completed := straight(state, stages, patience):
        return completed
    if not stages.has_blanks():
        return Completed(turn_of(stages.action, stages.seat, stages.stages))
    if state.phase != "actions" or stages.seat != state.to_move:
        return Completed(_anyhow(state, stages, patience))
    try:
        return _only(state, _Search(stages, patience), patience)
    except ImpatientError:
        return _missing(stages, _open_parts(stages), 0)


def _levels(state: State, said: SaidAction) -> tuple[UseLevel, ...] | Missing:
    """Return the levels that a turn names, each with its company, or what would have to be said."""
    if not isinstance(said, SaidWithBonuses) or not said.levels:
        return ()
    meant: list[Company] = []
    if 0 <= said.seat < len(state.players):
        # Said turns bear the word of their action as their tag.
        action = cast("Action", said.__struct_config__.tag)
        meant = bearing_companies(Work.on(state, said.seat), action)
    named: list[UseLevel] = []
    for each in said.levels:
        if each.company != BLANK:
            named.append(UseLevel(each.company, each.level))
        elif len(meant) == 1:
            named.append(UseLevel(meant[0], each.level))
        else:
            could_be = listed(meant) if meant else "no bonus that bears on the turn works"
            return Missing((f"company of level {each.level} ({could_be})",), 0)
    return tuple(named)


def _only(state: State, search: _Search, patience: Patience) -> Completed | Missing:
    """Return the turn if all legal ways of filling the blanks come to the same."""
    said = search.said
    results = _results(search, Work.on(state, said.seat))
    if not results:
        # A level that nobody says is the highest at which the turn can be completed.
        for levels in lower_levels(Work.on(state, said.seat), said.action, said.levels):
            if results := _results(search, Work.on(state, said.seat, levels)):
                break
    if not results:
        turn = _anyhow(state, said, patience)
        # Without a legal way the turn breaks a rule however the blanks are filled.
        return Completed(turn) if check(state, turn) else _missing(said, _open_parts(said), 0)
    if len(results) == 1:
        ((after, finished),) = results.items()
        return Completed(finished.turn(), after)
    return _missing(said, _differing(said, [*results.values()]), len(results))


def _results(search: _Search, start: Work) -> dict[State, Unfinished]:
    """Return the tables that legal ways of filling the blanks lead to, with a turn for each."""
    results: dict[State, Unfinished] = {}
    for finished in _ways(search, start):
        results.setdefault(finished.table_after(), finished)
    return results


class _Ticking(Patience):
    """The patience of whoever counts the work of several turns."""

    def __init__(self, tick: Tick) -> None:
        super().__init__()
        self._tick = tick

    def spend(self, tried: int = 1) -> None:
        """Count a beginning that is looked at."""
        del tried
        self._tick()


def ways_to_fill(state: State, said: SaidAction, tick: Tick) -> Iterator[Unfinished]:
    """Yield the legal ways of filling the blanks of a turn, at all levels it may be meant at.

    Different ones may come to the same canonical turn.
    """
    if judge_order(state, said.seat):
        return
    for levels in _every_level(said):
        stages = answers_to(said, levels)
        highest = Work.on(state, said.seat)
        yield from _ways(_Search(stages, _Ticking(tick)), highest)
        for lower in lower_levels(highest, stages.action, levels):
            yield from _ways(_Search(stages, _Ticking(tick)), Work.on(state, said.seat, lower))


def _every_level(said: SaidAction) -> Iterator[tuple[UseLevel, ...]]:
    """Yield the levels that a turn names with every company that is not said."""
    named = said.levels if isinstance(said, SaidWithBonuses) else ()
    companies = [COMPANIES if each.company == BLANK else (each.company,) for each in named]
    for chosen in product(*companies):
        yield tuple(UseLevel(c, each.level) for c, each in zip(chosen, named, strict=True))


def _ways(search: _Search, start: Work) -> list[Unfinished]:
    """Return the legal ways of filling the blanks, of those that come to the same only one."""
    said = search.said
    frontier = [Unfinished(said.action, start)]
    for answers in said.stages:
        found: dict[Hashable, Unfinished] = {}
        for beginning in frontier:
            for further in _through(beginning, answers, search):
                found.setdefault(_key(further), further)
        frontier = [*found.values()]
    return frontier


def _through(start: Unfinished, answers: tuple[Any, ...], search: _Search) -> Iterator[Unfinished]:
    """Yield every legal way through one stage that says these answers."""
    stage = start.stage
    if stage is None:
        return
    ways: list[Unfinished] = [start]
    for answer in answers:
        if answer == BLANK and stage.repeated:
            ways = _with_any_number(ways, search)
            continue
        further = [
            search.may_be(way, concrete)
            for way in ways
            for concrete in _concrete(way, answer, search)
        ]
        ways = _different(further) if len(further) > 1 else further
    for way in ways:
        if not stage.repeated:
            yield way
        elif way.may_pass():
            yield way.passing()


def _different(ways: list[Unfinished]) -> list[Unfinished]:
    """Return the ways that have come to different things."""
    return [*{_key(way): way for way in reversed(ways)}.values()]


def _with_any_number(ways: list[Unfinished], search: _Search) -> list[Unfinished]:
    """Return the ways with none, one or more legal answers added."""
    every = {_key(way): way for way in ways}
    frontier = [*every.values()]
    while frontier:
        longer: dict[Hashable, Unfinished] = {}
        for way in frontier:
            for option in search.options(way):
                further = search.may_be(way, option)
                key = _key(further)
                if key not in every:
                    longer.setdefault(key, further)
        every |= longer
        frontier = [*longer.values()]
    return [*every.values()]


def _concrete(way: Unfinished, answer: object, search: _Search) -> Iterator[object]:
    """Yield the legal answers that a said one, perhaps with blanks, can be."""
    stage = way.stage
    if stage is None:
        return
    if answer == BLANK:
        yield from search.options(way)
        return
    for candidate in fillings(way.work, answer):
        if not stage.judge(way.work, candidate):
            yield candidate


def fillings(work: Work, answer: object) -> Iterator[object]:
    """Yield everything that a said answer, perhaps with blanks, might be."""
    columns = range(1, 1 + max(len(base) for base in work.bases))
    match answer:
        case SaidEntering():
            said = (answer.column,) if answer.column != BLANK else columns
            yield from (Entering(answer.region, int(c), answer.source) for c in said)
        case SaidOusting(column=None):
            yield Ousting(answer.region, None)
        case SaidOusting():
            if answer.column != BLANK:
                yield Ousting(answer.region, answer.column)
            else:
                yield from (Ousting(answer.region, c) for c in (*columns, None))
        case SaidPlacing():
            steps: Iterable[int] = range(work.facts.first_book_step, work.facts.last_book_step + 1)
            chosen = (answer.step,) if answer.step != BLANK else steps
            yield from (Placing(answer.book, int(step)) for step in chosen)
        case _:
            yield answer


def _anyhow(state: State, said: Answers, patience: Patience) -> Turn:
    """Return the turn with its blanks filled as far as they can be, to see what it breaks."""
    work = Work.on(state, said.seat)
    answers: list[tuple[Any, ...]] = []
    for stage, wanted in zip(ROWS[said.action], said.stages, strict=True):
        taken: list[Any] = []

        def say(answer: object, taken: list[Any] = taken, take: _Take = stage.take) -> None:
            taken.append(answer)
            take(work, answer)

        for answer in wanted:
            if answer != BLANK:
                options = [*fillings(work, answer)]
                legal = (o for o in options if not stage.judge(work, o))
                say(next(legal, options[0]))
            elif not stage.repeated:
                likely = said.likeliest(_options(work, stage, patience))
                nothing = _NOTHING.get((said.action, len(answers)))
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


def _with_all_books(answer: object, work: Work, said: Answers) -> object:
    """Return a purchase of every book that was placed, also of those that could not be had."""
    left = tuple(sorted((said.books or frozenset()).difference(work.taken)))
    return SpendPoints(left) if isinstance(answer, SpendPoints) and left else answer


_NOTHING: Mapping[tuple[Action, int], Any] = {
    ("goods", 2): (),
    ("expand", 3): COMPANIES[0],
    ("bookkeeper", 2): "no bookkeeper",
    ("bookkeeper", 6): SpendPoints(),
    ("merchant", 1): "no merchant",
    ("marker", 2): "no space",
}
"""What a turn says, by action and stage, where a blank has no legal value at all."""


def _key(unfinished: Unfinished) -> Hashable:
    work = unfinished.work
    return (
        unfinished.place,
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


def _missing(said: Answers, what: tuple[str, ...], choices: int) -> Missing:
    return Missing(what, choices, tuple(filter(None, (hint(said, part) for part in what))))


def _open_parts(said: Answers) -> tuple[str, ...]:
    words = STAGE_WORDS[said.action]
    return tuple(
        dict.fromkeys(
            words[place] for place, answers in enumerate(said.stages) if any(map(is_open, answers))
        )
    )


def _differing(said: Answers, ways: list[Unfinished]) -> tuple[str, ...]:
    """Return the open parts in which the possible turns differ."""
    words = STAGE_WORDS[said.action]
    different = [
        words[place]
        for place, answers in enumerate(said.stages)
        if any(map(is_open, answers)) and len({way.said[place] for way in ways}) > 1
    ]
    return tuple(dict.fromkeys(different)) or _open_parts(said)
