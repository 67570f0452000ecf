"""The verdict on a game played with a partly read copy: whatever is printed, or on a condition."""

from collections.abc import Iterator
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from referee.api.errors import NoAnswerError
from referee.api.games import Game
from referee.api.gaps import ScoreRanges, player_ranges
from referee.api.tables import PossibleTables, Table
from referee.api.verdicts import SettlingValue, StatementCondition, placed
from referee.copies.condition_words import ConditionWords, in_words, values_said
from referee.copies.judge import WORK_OF_A_RECORD, JudgedRecord, LegalCondition, StatementDecision
from referee.copies.runs import UnreadNumber
from referee.copies.solver import Guard, Variable, mask_of, variables_of
from referee.copies.worlds import (
    GuardedWorld,
    Known,
    least_under,
    pad_ranges,
    plain_tables,
    settled,
    unread_in,
)
from referee.core.budget import Budget, BudgetExceeded
from referee.core.rule import Fact, Violation
from referee.core.state import State
from referee.i18n import language
from referee.i18n.page_words import copy_words
from referee.i18n.spoken import SpokenAmount
from referee.records.judge import is_event
from referee.records.judgement import Judgement, Outcome, Step
from referee.records.moments import (
    Addresses,
    At,
    NoMomentError,
    Stopped,
    is_at,
    no_such_moment,
    stands_at,
)

WORK_OF_A_CONDITION: Final = 100_000
"""How much may be done to say one condition in few words."""


class JudgedCopy(Struct, frozen=True):
    """What was found about a game and the copy it was played with."""

    judgement: Judgement
    conditions: tuple[StatementCondition, ...]
    unread: int
    """How many values of the copy are unknown."""


def judged_copy(game: Game) -> JudgedCopy:
    """Return the verdict on a game whose copy is partly read."""
    judged: JudgedRecord | None = game.judged_unread
    if judged is None:
        raise NoAnswerError.of("answers.copy_verdicts.all-read", name=game.components.name)
    outcome = outcome_of(judged)
    steps = [statement_step(judged, each) for each in judged.statements]
    conditions = () if outcome == "illegal" else tuple(_conditions(game, judged))
    events = [is_event(statement.said) for statement in game.record.statements]
    decided = next((n for n, each in enumerate(judged.statements) if each.decision != "legal"), -1)
    last = judged.statements[-1] if judged.statements else None
    judgement = Judgement(
        outcome=outcome,
        finished=bool(judged.worlds) and all(w.table.phase == "over" for w in judged.worlds),
        events=sum(events),
        legal=sum(events if decided < 0 else events[:decided]),
        faults=tuple(step for step in steps if step.violations or step.misnoted),
        open=steps[-1] if outcome == "undecided" and last is not None else None,
        header=judged.header,
        header_missing=judged.header_missing,
        state=judged.worlds[0].table if judged.worlds else None,
    )
    return JudgedCopy(judgement, conditions, game.components.unread_values)


def outcome_of(judged: JudgedRecord) -> Outcome:
    """Return the verdict; nothing is illegal while values before it were not looked into."""
    before = judged.statements[:-1]
    if judged.decision == "illegal" and any(each.open or each.unsaid for each in before):
        return "undecided"
    return judged.decision


def statement_step(judged: JudgedRecord, each: StatementDecision) -> Step:
    """Return a statement as the pages tell it, with one of the tables that are possible there."""
    world = judged.layers[each.number][0]
    stops = each.decision in {"illegal", "undecided"}
    return Step(
        each.statement,
        world.table,
        world.table,
        None,
        (),
        _plain_violations(each) if each.decision == "illegal" else (),
        misnoted=each.misnoted,
        missing=each.missing if stops else None,
        counts=not each.statement.taken_back,
        is_uncertain=True,
    )


def _plain_violations(each: StatementDecision) -> tuple[Violation, ...]:
    """Return the rules that a statement breaks, each once, with numbers that can be printed."""
    found = []
    for branch in each.broken:
        world = branch.world.without_debts(Budget(WORK_OF_A_CONDITION))
        guard = world.guard.with_clause(branch.cubes, Budget(WORK_OF_A_CONDITION))
        found.append((branch, guard))
    # What takes somebody's debts is told only if there is nothing else.
    possible = [(branch, guard) for branch, guard in found if guard is not None]
    by_rule: dict[str, list[tuple[Violation, Guard]]] = {}
    for branch, guard in reversed(
        possible or [(branch, branch.world.guard) for branch, _ in found]
    ):
        for violation in reversed(branch.result.violations):
            by_rule.setdefault(violation.rule.id, []).insert(0, (violation, guard))
    return tuple(
        Violation(
            same[0][0].rule,
            {
                name: _plain_fact([(other.facts.get(name), guard) for other, guard in same])
                for name in same[0][0].facts
            },
        )
        for same in reversed(by_rule.values())
    )


def _plain_fact(told: list[tuple[Any, Guard]]) -> Fact:
    """Return a fact as the first branch tells it, a number as what it can be in any of them."""
    first, _ = told[0]
    if not isinstance(first, UnreadNumber):
        return first  # type: ignore[no-any-return]
    work = Budget(WORK_OF_A_CONDITION)
    numbers = [(fact, guard) for fact, guard in told if isinstance(fact, UnreadNumber)]
    plain = [fact for fact, _ in told if type(fact) is int]
    low = min([*plain, *(least_under(guard, fact, work) for fact, guard in numbers)])
    high = max([*plain, *(-least_under(guard, -fact, work) for fact, guard in numbers)])
    if low == high:
        return low
    return SpokenAmount(copy_words().say("lists", "range", low=low, high=high))


def _conditions(game: Game, judged: JudgedRecord) -> Iterator[StatementCondition]:
    for each in judged.statements:
        if each.decision == "conditional" and each.condition is not None:
            yield _condition(game, judged, each, each.condition)


def _condition(
    game: Game, judged: JudgedRecord, each: StatementDecision, condition: LegalCondition
) -> StatementCondition:
    world = judged.layers[each.number][0]
    words = _words(condition, world)
    key = "iff-depends" if words.depends_on or each.open or each.unsaid else "iff"
    return StatementCondition(
        **placed(game, each.statement, world.table),
        condition=copy_words().say("verdicts", key, condition=str(words)),
        parts=words.parts,
        depends_on=words.depends_on,
        settled_by=tuple(_settling(*values, world) for values in condition.settling),
        open=bool(each.open or each.unsaid),
    )


def _words(condition: LegalCondition, world: GuardedWorld) -> ConditionWords:
    if condition.worlds == 1:
        return in_words(condition.cubes, world.guard, Budget(WORK_OF_A_CONDITION))
    # The tables before it differ as well, so that no single condition says it all.
    variables = {v for cube in condition.cubes for each in cube for v in variables_of(each)}
    variables |= {variable for variable, _, _ in condition.settling}
    in_order = sorted(variables, key=lambda variable: variable.order)
    return ConditionWords(depends_on=tuple(variable.subject for variable in in_order))


def _settling(
    variable: Variable, legal: tuple[int, ...], illegal: tuple[int, ...], world: GuardedWorld
) -> SettlingValue:
    within = world.guard.mask(variable)
    says = [
        copy_words().say(
            "verdicts",
            key,
            subject=variable.subject,
            values=values_said(variable, mask_of(values), within),
        )
        for key, values in (("settled-legal", legal), ("settled-illegal", illegal))
        if values
    ]
    return SettlingValue(
        key=variable.key,
        what=variable.subject,
        legal=tuple(map(variable.said, legal)),
        illegal=tuple(map(variable.said, illegal)),
        says=tuple(says),
    )


# Tables of games that were played with a partly read copy, told where they are certain ------------
MOST_NAMED = 3


def copy_table(game: Game, judged: JudgedRecord, at: At | None) -> Table:
    """Return the table at a moment, or where the legal part of the record ends, if it is certain.

    A `NoAnswerError` that names what is unread if it is not.
    """
    _require_header(judged)
    layer = _layer(game, judged, at)
    return Table(
        state=_certain(layer), colours=game.colours, names=game.names, record=game.record,
        note=_note(judged) if at is None else "",
    )  # fmt: skip


def copy_tables(game: Game, judged: JudgedRecord, at: At | None) -> PossibleTables:
    """Return tables that show all that can lie there at a moment, whatever is printed."""
    _require_header(judged)
    layer = _layer(game, judged, at)
    try:
        first, *others = dict.fromkeys(plain_tables(layer, Budget(WORK_OF_A_RECORD)))
    except BudgetExceeded as error:
        raise NoAnswerError(copy_words().verdicts["not-looked-into"]) from error
    note = _note(judged) if at is None else ""
    table = Table(
        state=first, colours=game.colours, names=game.names, record=game.record, note=note
    )
    return PossibleTables(table, tuple(others), every=not others)


def copy_story(game: Game) -> Iterator[tuple[int, Step, tuple[State, ...], str]]:
    """Yield the statements of a game: number, step, possible tables after it, and its condition."""
    judged: JudgedRecord | None = game.judged_unread
    assert judged is not None  # noqa: S101
    conditions = {each.line: each.condition for each in judged_copy(game).conditions}
    work = Budget(WORK_OF_A_RECORD)
    before = plain_tables(judged.layers[0], work)
    for each in judged.statements:
        layer = judged.layers[min(each.number + 1, len(judged.layers) - 1)]
        after = tuple(dict.fromkeys(plain_tables(layer, work)))
        step = replace(statement_step(judged, each), before=before[0], after=after[0])
        yield each.number, step, after, conditions.get(each.statement.at.line or None, "")
        before = after


def _require_header(judged: JudgedRecord) -> None:
    if judged.header_missing is not None:
        raise NoMomentError(judged.header_missing.words())
    for violation in judged.header:
        raise NoMomentError(language().message(violation))


def _layer(game: Game, judged: JudgedRecord, at: At | None) -> tuple[GuardedWorld, ...]:
    if at is None:
        return judged.worlds
    addresses = Addresses(game.record.statements, game.colours)
    for number, layer in enumerate(judged.layers[: len(game.record.statements)]):
        if any(stands_at(world.table, at, number, addresses) for world in layer):
            return layer
    if any(is_at(world.table, at) for world in judged.worlds):
        return judged.worlds
    stopped = Stopped(game.colours, judged.worlds[0].table, record=game.record)
    raise no_such_moment(at, stopped)


def _note(judged: JudgedRecord) -> str:
    """Return why the table is not that of the end of the record, if it is not."""
    last = judged.statements[-1] if judged.statements else None
    if last is None or last.decision not in {"illegal", "undecided"}:
        return ""
    words = copy_words()
    return words.say("verdicts", f"stopped-{last.decision}", line=last.statement.at.line)


def _certain(layer: tuple[GuardedWorld, ...]) -> State:
    words = copy_words()
    if len(layer) > 1:
        raise NoAnswerError(words.verdicts["several-tables"])
    table: State = settled(layer[0].table, Known(layer[0].guard))
    unread = dict.fromkeys(v.subject for number in unread_in(table) for v, _ in number.terms)
    subjects = [*unread][:MOST_NAMED]
    if subjects:
        named = words.all_of(subjects)
        raise NoAnswerError(words.say("verdicts", "uncertain-table", subjects=named))
    return table


def copy_score(game: Game, judged: JudgedRecord, at: At | None) -> ScoreRanges:
    """Return what the pad can show at a moment or at the end, whatever is printed."""
    if judged.header_missing is not None:
        raise NoAnswerError(judged.header_missing.words())
    layer = _layer(game, judged, at)
    work = Budget(WORK_OF_A_RECORD)
    try:
        found = pad_ranges(layer, work)
    except BudgetExceeded as error:
        raise NoAnswerError(copy_words().verdicts["not-looked-into"]) from error
    exact = not judged.open and not judged.unsaid
    finished = all(world.table.phase == "over" for world in layer)
    totals = [each.total for each in found]
    ahead = [
        seat
        for seat, own in enumerate(totals)
        if own is not None
        and all(other is not None and other[1] < own[0] for other in _without(totals, seat))
    ]
    return ScoreRanges(
        exact=exact,
        finished=finished,
        winner_is_certain=exact and finished and bool(ahead),
        winners=tuple((game.colours[seat],) for seat in ahead),
        players=player_ranges(game.colours, found),
    )


def _without(totals: list[Any], seat: int) -> list[Any]:
    return [total for other, total in enumerate(totals) if other != seat]
