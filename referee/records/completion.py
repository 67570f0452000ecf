"""What a record leaves out: filled in where the rules leave one value, else named as missing."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, Final

from msgspec.structs import replace

from referee.core.budget import Budget, BudgetExceeded, WorkCount
from referee.core.ids import COMPANIES
from referee.core.input_limits import BEGINNINGS_OF_A_RECORD, BEGINNINGS_OF_A_TURN
from referee.core.rule import Violation
from referee.core.state import State
from referee.core.turns import BLANK, Action, SpendPoints, Turn, UseLevel, UsesBonuses
from referee.engine import check
from referee.engine.actions import ROWS, action_of, at_lower_levels, judge_order, turn_of
from referee.engine.legal_turns import Tick
from referee.engine.levels import bearing_companies, lower_levels
from referee.engine.referee import in_rulebook_order
from referee.engine.stage import Stage
from referee.engine.work import Work
from referee.i18n.speech import say
from referee.records.completed_turn import STAGE_FIELDS, STAGE_WORDS, Completed, Missing, hint
from referee.records.completion_search import (
    CompletionSearch,
    SaidStages,
    Way,
    fillings,
    is_blank,
    listing,
)
from referee.records.record import listed


# A turn that nothing makes legal, its blanks filled all the same to see what it breaks ------------
def completed_anyhow(state: State, said: SaidStages, budget: Budget) -> Completed:
    """Return the turn with its blanks filled as far as they can be, and what it breaks."""
    work = Work.on(state, said.seat)
    answers: list[tuple[Any, ...]] = []
    broken: list[Violation] = []
    for stage, wanted in zip(ROWS[said.action], said.stages, strict=True):
        taken: list[Any] = []

        def say(answer: object, taken: list[Any] = taken, stage: Stage[Any] = stage) -> None:
            taken.append(answer)
            if answer is not None or not stage.none_is_nothing:
                broken.extend(stage.judge(work, answer))
                stage.take(work, answer)

        for answer in wanted:
            if not is_blank(answer):
                options = [*fillings(work, answer)]
                legal = (o for o in options if not stage.judge(work, o))
                say(next(legal, options[0]))
            elif not stage.repeated:
                options = _options(work, stage, budget)
                likely = said.likeliest(options)
                if likely is None and None not in options:
                    likely = STAGE_FIELDS[said.action][len(answers)].hopeless
                say(_with_all_books(likely, work, said))
            else:
                while options := [o for o in _options(work, stage, budget) if said.may_spend(o)]:
                    likely = said.likeliest(options)
                    own = said.action == "bookkeeper"
                    say(likely if own else _with_all_books(likely, work, said))
        if stage.repeated:
            broken.extend(stage.close(work))
        answers.append(tuple(taken))
    turn = turn_of(said.action, said.seat, answers)
    found, done = (at_lower_levels(turn, broken, work) if broken else None) or (broken, work)
    return Completed(turn, violations=in_rulebook_order(found), work=done)


def _options(work: Work, stage: Stage[Any], budget: Budget) -> list[Any]:
    """Return what may be said at a stage; nothing as soon as enough was tried."""
    return [] if budget.is_at_limit else listing(stage.legal(work), budget)


def _with_all_books(answer: object, work: Work, said: SaidStages) -> object:
    """Return a purchase of every book that was placed, also of those that could not be had."""
    left = said.books_left(work)
    return SpendPoints(left) if isinstance(answer, SpendPoints) and left else answer


WAYS_AT_A_GLANCE: Final = 16
"""So many ways of filling blanks are looked at for two that differ."""


def complete(state: State, said: Turn, budget: Budget | None = None) -> Completed | Missing:
    """Return the one turn that `said` can be, a turn that breaks a rule if all do, or what lacks.

    A turn without blanks is returned as it is, legal or not.
    """
    turn = _with_companies(state, said)
    if isinstance(turn, Missing):
        return _broken_whichever(state, said, budget) or turn
    stages = SaidStages(turn)
    in_order = not judge_order(state, turn.seat)
    if True not in stages.is_open:
        way = Way(stages.action, Work.on(state, turn.seat), []) if in_order else None
        # Only of a turn that breaks a rule everything else has to be found out.
        is_legal = way is not None and way.walk(ROWS[stages.action], stages) == len(stages.stages)
        return Completed(turn, way.table_after() if way is not None and is_legal else None)
    budget = budget or Budget(BEGINNINGS_OF_A_RECORD)
    # A turn must not use up all that is left for the record.
    budget.limit(BEGINNINGS_OF_A_TURN)
    if not in_order:
        return Completed(completed_anyhow(state, stages, budget).turn)
    try:
        return _only(state, stages, budget)
    except BudgetExceeded as error:
        if error.budget is not budget:
            raise
        # What was refused was not tried.
        budget.done -= 1
        return _missing(stages, _open_parts(stages), 0)


def straight(state: State, said: Turn) -> Completed | None:
    """Return the turn that `said` is if it leaves no choice, or None if that is not seen.

    Of an illegal one only the first rules that it breaks are told. Levels have their companies.
    """
    stages = SaidStages(said)
    if judge_order(state, said.seat):
        return None
    budget = Budget(BEGINNINGS_OF_A_RECORD)
    row, search = ROWS[stages.action], CompletionSearch(stages, budget)
    way = Way(stages.action, Work.on(state, said.seat), [])
    try:
        while (at := way.walk(row, stages)) < len(row):
            broken: Sequence[Violation] | None = way.refused
            if stages.is_open[at]:
                broken = search.only(row[at], way, stages.stages[at])
            if broken is None or (broken and way.work.facts.permanent.lowered.get(stages.action)):
                return None
            if broken:
                return Completed(said, violations=tuple(broken))
    except BudgetExceeded as error:
        if error.budget is not budget:
            raise
        return None
    return Completed(way.turn(), way.table_after())


def ambiguity(state: State, said: Turn) -> Missing | None:
    """Return what a turn lacks if two ways of filling its blanks that differ are found at once.

    None says nothing: there may be several ways, one or none.
    """
    turn = _with_companies(state, said)
    if isinstance(turn, Missing):
        return turn
    stages = SaidStages(turn)
    if True not in stages.is_open or judge_order(state, turn.seat):
        return None
    start = Way(stages.action, Work.on(state, turn.seat), [])
    found: dict[State, Way] = {}
    budget = Budget(BEGINNINGS_OF_A_RECORD)
    try:
        for way in islice(CompletionSearch(stages, budget).each(start), WAYS_AT_A_GLANCE):
            found.setdefault(way.table_after(), way)
            if len(found) > 1:
                return _missing(stages, _differing(stages, [*found.values()]), 0)
    except BudgetExceeded as error:
        if error.budget is not budget:
            raise
    return None


def _with_companies(state: State, said: Turn) -> Turn | Missing:
    """Return a turn in which every level has its company, or what would have to be said."""
    if not isinstance(said, UsesBonuses) or not said.levels:
        return said
    turns = _with_any_companies(state, said)
    if len(turns) == 1:
        return turns[0]
    unclear = next((each for each in said.levels if each.company == BLANK), said.levels[0])
    bearing = bearing_companies(Work.on(state, said.seat), action_of(said)) if turns else ()
    named = {each.company for each in said.levels}
    could_be = listed([company for company in bearing if company not in named])
    key = "bonus-level" if could_be else "bonus-level-none"
    words = say(f"records.completing.{key}", level=unclear.level, could_be=could_be)
    return Missing((words,), 0)


def _with_any_companies(state: State, said: Turn) -> list[Turn]:
    """Return a turn with all the companies that levels without one can be of.

    Nobody names a track twice, unless there are more levels than tracks.
    """
    if not isinstance(said, UsesBonuses) or not said.levels:
        return [said]
    if not 0 <= said.seat < len(state.players):
        return []
    work, action = Work.on(state, said.seat), action_of(said)
    named: list[tuple[UseLevel, ...]] = [
        tuple(each for each in said.levels if each.company != BLANK)
    ]
    for each in said.levels:
        if each.company == BLANK:
            meant = _levels_meant(work, action, each)
            named = [(*before, *more) for before in named for more in _untaken(meant, before)]
    in_any_order = {frozenset(levels): levels for levels in named}
    return [replace(said, levels=levels) for levels in in_any_order.values()]


def _levels_meant(work: Work, action: Action, said: UseLevel) -> list[tuple[UseLevel, ...]]:
    """Return everything that a level without a company can be, if only nothing."""
    if meant := bearing_companies(work, action):
        return [(UseLevel(company, said.level),) for company in meant]
    if not said.level:
        # To leave a bonus unused where none works is to say nothing.
        return [()]
    # A level that is named in vain is of the track of which the player uses least.
    least = work.me.levels.index(min(work.me.levels))
    return [(UseLevel(COMPANIES[least], said.level),)]


def _untaken(
    meant: list[tuple[UseLevel, ...]], before: tuple[UseLevel, ...]
) -> list[tuple[UseLevel, ...]]:
    """Return what a level can be beside others, the first of its tracks if all are named."""
    taken = {each.company for each in before}
    return [each for each in meant if not each or each[0].company not in taken] or meant[:1]


def _broken_whichever(state: State, said: Turn, budget: Budget | None) -> Completed | None:
    """Return a turn that breaks the same rules whichever companies its levels are of."""
    broken: list[Completed] = []
    for each in _with_any_companies(state, said):
        found = complete(state, each, budget)
        if isinstance(found, Missing) or found.after is not None:
            return None
        violations = found.violations or tuple(check(state, found.turn))
        broken.append(replace(found, violations=violations))
    if not broken:
        return None
    rules = [{violation.rule.id for violation in each.violations} for each in broken]
    always = rules[0].intersection(*rules)
    told = tuple(each for each in broken[0].violations if each.rule.id in always)
    return replace(broken[0], violations=told) if told else None


def _only(state: State, said: SaidStages, budget: Budget) -> Completed | Missing:
    """Return the turn if all legal ways of filling the blanks come to the same."""
    ways = _highest_ways(state, said, budget)
    if not ways:
        found = completed_anyhow(state, said, budget)
        # Without a legal way the turn breaks a rule however the blanks are filled.
        return found if found.violations else _missing(said, _open_parts(said), 0)
    if len(ways) == 1:
        return Completed(ways[0].turn(), ways[0].table_after())
    results: dict[State, Way] = {}
    for way in ways:
        results.setdefault(way.table_after(), way)
    if len(results) == 1:
        ((after, finished),) = results.items()
        return Completed(finished.turn(), after)
    return _missing(said, _differing(said, [*results.values()]), len(results))


def _highest_ways(state: State, said: SaidStages, budget: WorkCount) -> list[Way]:
    """Return the legal ways of filling the blanks, at the highest levels at which there are any."""
    search = CompletionSearch(said, budget)
    highest = Work.on(state, said.seat)
    if ways := search.ways(highest.copy()):
        return ways
    for levels in lower_levels(highest, said.action, said.levels):
        if ways := search.ways(Work.on(state, said.seat, levels)):
            return ways
    return []


class _Ticking:
    """The budget of callers who count the work of several turns."""

    def __init__(self, tick: Tick) -> None:
        self.done = 0
        self._tick = tick

    def tick(self, steps: int = 1) -> None:
        """Count a beginning that is looked at."""
        del steps
        self._tick()


def ways_to_fill(state: State, said: Turn, tick: Tick) -> Iterator[Way]:
    """Yield the legal ways of filling the blanks of a turn, with every company a level can mean.

    Different ones may come to the same canonical turn.
    """
    if judge_order(state, said.seat):
        return
    for turn in _with_any_companies(state, said):
        yield from _highest_ways(state, SaidStages(turn), _Ticking(tick))


def _missing(said: SaidStages, what: tuple[str, ...], choices: int) -> Missing:
    hints = (hint(said.stages, part) for part in what)
    return Missing(what, choices, tuple(filter(None, hints)))


def _open_parts(said: SaidStages) -> tuple[str, ...]:
    words = STAGE_WORDS[said.action]
    return tuple(
        dict.fromkeys([words[place] for place, is_open in enumerate(said.is_open) if is_open])
    )


def _differing(said: SaidStages, ways: list[Way]) -> tuple[str, ...]:
    """Return the open parts in which the possible turns differ."""
    words = STAGE_WORDS[said.action]
    different = [
        words[place]
        for place, is_open in enumerate(said.is_open)
        if is_open and len({way.said[place] for way in ways}) > 1
    ]
    return tuple(dict.fromkeys(different)) or _open_parts(said)
