"""The verdict on a game played with a partly read copy: whatever is printed, or on a condition."""

from collections.abc import Iterator
from typing import Any, Final

from msgspec import Struct

from referee.api.copy_conditions import SettlingValue, StatementCondition
from referee.api.errors import NoAnswerError
from referee.api.games import Game
from referee.api.placed_statements import placed
from referee.api.unread_values import unread_values
from referee.game.messages.copies import copy_words
from referee.game.messages.speech import say
from referee.game.messages.spoken import SpokenAmount
from referee.game.rule import Fact, Violation
from referee.transcript.judge import is_event
from referee.transcript.judgement import Judgement, Outcome, Step
from referee.unread.condition_words import ConditionWords, in_words, values_said
from referee.unread.conditions import variables_of
from referee.unread.decisions import Decision, JudgedRecord, LegalCondition, StatementDecision
from referee.unread.numbers import UnreadNumber
from referee.unread.scores import least_under
from referee.unread.variables import Variable, mask_of
from referee.unread.work_left import WorkLeft
from referee.unread.worlds import GuardedWorld

WORK_OF_A_CONDITION: Final = 100_000
"""How much may be done to say one condition in few words."""


class JudgedCopy(Struct, frozen=True):
    """What was found about a game and the copy it was played with."""

    judgement: Judgement
    conditions: tuple[StatementCondition, ...]
    unread: int
    """How many values of the copy nobody has read."""


def judged_copy(game: Game) -> JudgedCopy:
    """Return the verdict on a game whose copy is partly read."""
    judged = game.judged_unread
    if judged is None:
        raise NoAnswerError(
            say("answers.copy_verdicts.everything-of-is-read", name=game.components.name)
        )
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
    return JudgedCopy(judgement, conditions, unread_values(game.components))


def outcome_of(judged: JudgedRecord) -> Outcome:
    """Return the verdict; nothing is illegal while values before it were not looked into."""
    decisions: dict[Decision, Outcome] = {
        "legal": "legal",
        "conditional": "conditional",
        "wrong-note": "wrong-note",
        "illegal": "illegal",
        "undecided": "undecided",
    }
    before = judged.statements[:-1]
    if judged.decision == "illegal" and any(each.open or each.unsaid for each in before):
        return "undecided"
    return decisions[judged.decision]


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
        _plain_violations(each, world) if each.decision == "illegal" else (),
        misnoted=each.misnoted,
        missing=each.missing if stops else None,
        counts=not each.statement.taken_back,
        is_uncertain=True,
    )


def _plain_violations(each: StatementDecision, world: GuardedWorld) -> tuple[Violation, ...]:
    """Return the rules that a statement breaks, each once, with numbers that can be printed."""
    by_rule = {violation.rule.id: violation for violation in reversed(each.violations)}
    return tuple(
        Violation(v.rule, {name: _plain_fact(fact, world) for name, fact in v.facts.items()})
        for v in reversed(by_rule.values())
    )


def _plain_fact(fact: Any, world: GuardedWorld) -> Fact:  # noqa: ANN401
    if not isinstance(fact, UnreadNumber):
        return fact  # type: ignore[no-any-return]
    work = WorkLeft(WORK_OF_A_CONDITION)
    low = least_under(world.guard, fact, work)
    high = -least_under(world.guard, -fact, work)
    if low == high:
        return low
    return SpokenAmount(copy_words().say("lists", "range", low=low, high=high))


def _conditions(game: Game, judged: JudgedRecord) -> Iterator[StatementCondition]:
    for each in judged.statements:
        if each.decision == "conditional" and each.condition is not None:
            yield _told(game, judged, each, each.condition)


def _told(
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
        return in_words(condition.cubes, world.guard, WorkLeft(WORK_OF_A_CONDITION))
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
