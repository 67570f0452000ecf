"""What a record leaves out: filled in where the rules leave one value, else named as missing."""

from collections.abc import Iterator, Sequence
from itertools import islice, product
from typing import Final

from msgspec.structs import replace

from referee.engine import check
from referee.engine.actions import ROWS, action_of, judge_order
from referee.engine.legal_turns import Tick
from referee.engine.levels import bearing_companies, lower_levels
from referee.engine.work import Work
from referee.game.ids import COMPANIES, Company
from referee.game.messages.speech import say
from referee.game.rule import Violation
from referee.game.state import State
from referee.game.turns import BLANK, Turn, UseLevel, UsesBonuses
from referee.notation.errors import listed
from referee.transcript.broken_completion import completed_anyhow
from referee.transcript.completed_turn import Completed, Missing
from referee.transcript.completion_search import CompletionSearch, Way
from referee.transcript.hints import hint
from referee.transcript.patience import ImpatientError, Patience
from referee.transcript.said_stages import SaidStages
from referee.transcript.stages import STAGE_WORDS

WAYS_AT_A_GLANCE: Final = 16
"""So many ways of filling blanks are looked at for two that differ."""


def complete(state: State, said: Turn, patience: Patience | None = None) -> Completed | Missing:
    """Return the one turn that `said` can be, a turn that breaks a rule if all do, or what lacks.

    A turn without blanks is returned as it is, legal or not.
    """
    turn = _with_companies(state, said)
    if isinstance(turn, Missing):
        return turn
    stages = SaidStages(turn)
    in_order = not judge_order(state, turn.seat)
    if True not in stages.is_open:
        way = Way(stages.action, Work.on(state, turn.seat), []) if in_order else None
        # Only of a turn that breaks a rule everything else has to be found out.
        is_legal = way is not None and way.walk(ROWS[stages.action], stages) == len(stages.stages)
        return Completed(turn, way.table_after() if way is not None and is_legal else None)
    patience = patience or Patience()
    patience.begin_turn()
    if not in_order:
        return Completed(completed_anyhow(state, stages, patience))
    try:
        return _only(state, stages, patience)
    except ImpatientError:
        return _missing(stages, _open_parts(stages), 0)


def straight(state: State, said: Turn, patience: Patience) -> Completed | None:
    """Return the turn that `said` is if it leaves no choice, or None if that is not seen.

    Of an illegal one only the first rules that it breaks are told. Levels have their companies.
    """
    stages = SaidStages(said)
    if judge_order(state, said.seat):
        return None
    row, search = ROWS[stages.action], CompletionSearch(stages, patience)
    way = Way(stages.action, Work.on(state, said.seat), [])
    try:
        while (at := way.walk(row, stages)) < len(row):
            broken: Sequence[Violation] | None = way.refused
            if stages.is_open[at]:
                broken = search.only(row[at], way, stages.stages[at])
            if broken is None or (broken and search.may_use_lower_levels(way.work)):
                return None
            if broken:
                return Completed(said, violations=tuple(broken))
    except ImpatientError:
        return None
    return Completed(way.turn(), way.table_after())


def ambiguity(state: State, said: Turn, patience: Patience) -> Missing | None:
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
    try:
        for way in islice(CompletionSearch(stages, patience).each(start), WAYS_AT_A_GLANCE):
            found.setdefault(way.table_after(), way)
            if len(found) > 1:
                return _missing(stages, _differing(stages, [*found.values()]), 0)
    except ImpatientError:
        pass
    return None


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


def _only(state: State, said: SaidStages, patience: Patience) -> Completed | Missing:
    """Return the turn if all legal ways of filling the blanks come to the same."""
    search = CompletionSearch(said, patience)
    ways = search.ways(Work.on(state, said.seat))
    if not ways:
        # A level that nobody says is the highest at which the turn can be completed.
        for levels in lower_levels(Work.on(state, said.seat), said.action, said.levels):
            if ways := search.ways(Work.on(state, said.seat, levels)):
                break
    if not ways:
        turn = completed_anyhow(state, said, patience)
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
        stages = SaidStages(turn)
        highest = Work.on(state, said.seat)
        yield from CompletionSearch(stages, _Ticking(tick)).ways(highest.copy())
        for lower in lower_levels(highest, stages.action, stages.levels):
            yield from CompletionSearch(stages, _Ticking(tick)).ways(
                Work.on(state, said.seat, lower)
            )


def _at_every_level(said: Turn) -> Iterator[Turn]:
    """Yield a turn with every company for the levels of which that is not said."""
    if not isinstance(said, UsesBonuses) or not said.levels:
        yield said
        return
    companies = [COMPANIES if each.company == BLANK else (each.company,) for each in said.levels]
    for chosen in product(*companies):
        named = [UseLevel(c, each.level) for c, each in zip(chosen, said.levels, strict=True)]
        yield replace(said, levels=tuple(named))


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
