"""The verdict on a recorded game: every broken rule, and what the record leaves open."""

import sys
from collections.abc import Iterable, Iterator, Mapping
from itertools import tee
from typing import TYPE_CHECKING, Any, Final, Literal

from msgspec import UNSET, Struct, UnsetType, structs, to_builtins
from msgspec.structs import replace

from referee.api.errors import NoAnswerError, Trouble, UnreadableError
from referee.api.games import Game
from referee.api.long_work import budget_of
from referee.core.answer import Answer, showing
from referee.core.budget import Budget
from referee.core.component_set import ComponentSet
from referee.core.ids import words_in
from referee.core.public import moment_words
from referee.core.rule import Fact, RuleKind, Violation
from referee.core.state import State
from referee.i18n import language
from referee.i18n.page_words import cited_place, copy_words
from referee.i18n.spoken import SpokenAmount
from referee.records.completed_turn import Missing
from referee.records.judge import AGREED, judge, judgement_of, setting_of, up_to_first_fault, walk
from referee.records.judgement import (
    Disagreement,
    Judgement,
    Outcome,
    Proof,
    Step,
    Treatment,
    treatment,
)
from referee.records.record import Record, Statement
from referee.records.writer import line_of, statement_of

if TYPE_CHECKING:
    from referee.api.gaps import JudgedGaps
    from referee.api.scenes import Scene
    from referee.drawing.marks import PointedPlace


class BrokenRule(Answer, frozen=True, kw_only=True):
    """A rule that was broken, or that a note contradicts, and the facts of it."""

    rule: str
    """Its id."""
    name: str
    kind: RuleKind
    facts: Mapping[str, Fact]
    citations: tuple[str, ...]
    """Where each edition of the rulebook states it."""
    message: str
    """The facts as an English sentence."""
    keep_going: Treatment | UnsetType | None = UNSET
    """What becomes of a turn that breaks it if a check goes on, where games are checked."""


def said_facts(broken: BrokenRule) -> Mapping[str, Fact]:
    """Return the facts as sentences say them; of an answer that was read from JSON in English."""
    said: Mapping[str, Fact] = broken.__dict__.get("_said", broken.facts)
    return said


def broken_rule(
    violation: Violation, players: tuple[str, ...], *, in_record: bool = True
) -> BrokenRule:
    """Return a broken rule with its sentence, `players` called so by seat."""
    violation = _with_ranges(violation)
    rule = violation.rule
    going_on = treatment(rule) if rule.kind == "legality" else None
    broken = BrokenRule(
        rule=rule.id,
        name=rule.name,
        kind=rule.kind,
        facts=violation.plain_facts,
        citations=tuple(map(cited_place, rule.citations)),
        message=language().message(violation, players),
        keep_going=going_on if in_record else UNSET,
    )
    broken.__dict__["_said"] = violation.facts
    return broken


def _with_ranges(violation: Violation) -> Violation:
    """Return a broken rule with what its unread numbers can be; it is broken whatever they are."""
    if "referee.copies.runs" not in sys.modules:
        return violation
    from referee.copies.runs import UnreadNumber  # noqa: PLC0415
    from referee.copies.solver import bounds  # noqa: PLC0415

    told: dict[str, Any] = dict(violation.facts)
    for name, fact in [*told.items()]:
        if isinstance(fact, UnreadNumber):
            low, high = bounds(fact.terms, fact.constant, {})
            told[name] = SpokenAmount(copy_words().say("lists", "range", low=low, high=high))
    return Violation(violation.rule, told)


__all__ = ["Disagreement", "Proof"]


# The model beside the engine: every event of a recorded game judged by both -----------------------
def prove_record(
    record: Record,
    components: ComponentSet,
    budget: Budget | None = None,
    steps: Iterable[Step] | None = None,
) -> Proof:
    """Return what the model says to a record, and to the `steps` in which it was judged, if any."""
    statements = len(record.statements)
    # The solver takes a second to import, and most games are judged without it.
    from referee.conformance.readings import proven  # noqa: PLC0415

    limits = budget_of(budget)
    return proven(record, components, lambda done: limits.goes_on(done, statements), steps)


# What there is to say about a record with gaps: what is open, what is certain, what conflicts -----
#
# Every verdict has room for it, so nothing of the search is imported here.
AgreementKind = Literal["adjust", "table", "ruling"]


class OpenGap(Answer, frozen=True, kw_only=True):
    """Something of a record that is still open."""

    address: str
    line: int | None
    column: int | None
    statement: str
    """What stands there, or what comes next where nothing was written."""
    what: str
    ways: int | None
    """How many ways are left; None if that was not counted."""
    bound: Literal["exactly", "at most", "at least"]
    """For a draw an upper bound, for what was not searched to its end a lower one."""
    write: tuple[str, ...]
    """The words that would settle it."""


class CertainFact(Answer, frozen=True, kw_only=True):
    """What every way of filling a gap shares."""

    address: str
    line: int | None
    statement: str
    player: str | None
    """Whose turn it was, where that is certain."""
    certain: tuple[str, ...]
    open: tuple[str, ...]
    """What is not the same in all of them."""


class RuleNamed(Answer, frozen=True, kw_only=True):
    """A rule and what it says, without the facts of a case."""

    rule: str
    name: str
    holds: str
    citations: tuple[str, ...]


class ConflictItem(Answer, frozen=True, kw_only=True):
    """A claim or a statement that does not go together with the others of its conflict."""

    line: int | None
    column: int | None
    statement: str
    claim: str | None
    """None if the statement itself does not fit."""
    rules: tuple[RuleNamed, ...]
    """Rules that the statement breaks, given the others."""
    possible: tuple[int | str, ...]
    """What the claimed value can be, given the others."""


class AgreedStatement(Answer, frozen=True, kw_only=True):
    """What the table agreed on, without a rule."""

    kind: AgreementKind
    line: int | None
    statement: str
    changed: tuple[str, ...]
    """What lay otherwise on the table than the record had come to."""


class DoubtfulClaim(Answer, frozen=True, kw_only=True):
    """A claim that its writer was not sure of."""

    line: int | None
    claim: str
    possible: bool
    values: tuple[int | str, ...]
    """What the value can be."""


# Where a statement of a record stands, and at which moment of the game it was made ----------------
class PlacedStatement(Answer, frozen=True, kw_only=True):
    """A statement of a record with its place and its moment."""

    line: int | None
    column: int | None
    round: int
    turn: int | None
    """None outside the turns of a round."""
    phase: str
    player: str | None
    """The colour of the player who made the statement."""
    statement: str


def placed(game: Game, statement: Statement, before: State) -> dict[str, Any]:
    """Return the place and the moment of a statement for an answer that says more about it."""
    seat = getattr(statement.said, "seat", None)
    return structs.asdict(
        PlacedStatement(
            line=statement.at.line or None,
            column=statement.at.column or None,
            round=before.round,
            turn=before.turn if before.phase == "actions" else None,
            phase=before.phase,
            player=None if seat is None else game.colours[seat],
            statement=line_of(statement, game.colours),
        )
    )


# Conditions under which statements are legal, where a copy is partly read -------------------------
class SettlingValue(Answer, frozen=True, kw_only=True):
    """Something unread of which some values decide a statement alone."""

    key: str
    """Where it stands in the set, such as `cards.coffee3.crate`."""
    what: str
    legal: tuple[str, ...]
    """The values that make the statement legal, whatever else is printed."""
    illegal: tuple[str, ...]
    says: tuple[str, ...]
    """The same in sentences."""


class StatementCondition(PlacedStatement, frozen=True, kw_only=True):
    """A statement that is legal only if certain values are printed on the copy."""

    condition: str
    """When it is legal, in words of the copy."""
    parts: tuple[str, ...]
    """What must hold together; nothing where that would be too much to read."""
    depends_on: tuple[str, ...]
    """Everything it depends on, where the parts are too many."""
    settled_by: tuple[SettlingValue, ...]
    open: bool
    """With other values the record would have to say more, or they were not looked into."""


class ReadStatement(Answer, frozen=True, kw_only=True):
    """A line in people's own words, and the statement of the notation that it was read as."""

    line: int | None
    written: str
    statement: str


Loss = Literal["too-long", "died"]

VERDICTS: Final = ("legal", "illegal", "wrong-note", "conditional", "undecided", "unreadable")
"""All that can be said of a file, in the order in which a summary counts."""


class JudgedStatement(PlacedStatement, frozen=True, kw_only=True):
    """A statement of a record at which something is wrong or open."""

    violations: tuple[BrokenRule, ...]
    wrong_note: bool
    """The rules are not broken: what happened is legal, and was noted wrongly."""
    missing: tuple[str, ...]
    """What the record would have to say."""
    write: tuple[str, ...]
    """What to type for it."""
    choices: int | None
    """How many results are possible; 0 if there are too many to look at."""
    explain: str | None
    """The command that explains why."""
    treatment: Treatment | None
    """What became of the turn where the check went on."""
    debts: Mapping[str, int]
    """What players owe after it, by colour."""


class Verdict(Answer, frozen=True, kw_only=True):
    """The verdict on a recorded game that could be read."""

    file: str
    verdict: Outcome
    finished: bool = False
    """The game was played to its end."""
    events: int = 0
    """Events of the record."""
    legal: int = 0
    """Events that are legal before the first that is not, or that is undecided."""
    header: tuple[BrokenRule, ...] = ()
    """The rules that the header breaks."""
    faults: tuple[JudgedStatement, ...] = ()
    """Statements with wrong notes, and those that broke rules; without going on, the first."""
    open: JudgedStatement | None = None
    """The statement from which on the game is undecided."""
    missing: tuple[str, ...] = ()
    """What the header would have to say."""
    write: tuple[str, ...] = ()
    """What to type for it."""
    wrong_notes: int = 0
    filled_in: tuple[str, ...] = ()
    """Statements that the record leaves out, because nothing else could have happened."""
    taken_back: tuple[JudgedStatement, ...] = ()
    open_gaps: tuple[OpenGap, ...] = ()
    """What a record with gaps leaves open, though some way of filling them is legal."""
    conflict: tuple[ConflictItem, ...] = ()
    """The fewest claims and statements that exclude each other, whatever happened in the gaps."""
    conflict_is_minimal: bool = True
    """No part of them does; False if that could not be found out in time."""
    agreed: tuple[AgreedStatement, ...] = ()
    """What the table agreed on: no rule was asked."""
    doubts: tuple[DoubtfulClaim, ...] = ()
    """Claims that their writer was not sure of."""
    tried: int | None = None
    """How many steps the search for ways of filling the gaps took, if there was one."""
    unread: int = 0
    """How many values of the copy are unknown; the verdict holds whatever they are."""
    conditions: tuple[StatementCondition, ...] = ()
    """The statements that are legal only if certain values are printed, each with its condition."""
    proof: Proof | UnsetType = UNSET
    """What the model says, if it was asked."""
    read_as: tuple[ReadStatement, ...] | UnsetType = UNSET
    """What lines in people's own words were read as, if there are any."""
    given_up: Loss | UnsetType = UNSET
    """Why judging did not come to an end: it took longer than it may, or ended its process."""

    @property
    def violations(self) -> tuple[BrokenRule, ...]:
        """All rules that were broken or noted wrongly, those of the header first."""
        return (*self.header, *(broken for fault in self.faults for broken in fault.violations))


class UnreadableVerdict(Answer, frozen=True, kw_only=True):
    """What is said of a file among others in which there is no recorded game."""

    file: str
    verdict: Literal["unreadable"] = "unreadable"
    problems: tuple[Trouble, ...]


AnyVerdict = Verdict | UnreadableVerdict


# The verdict on a recorded game, with what a page shows beside it ---------------------------------
class CheckedGame(Struct, frozen=True):
    """A verdict with the game that it is on, and with the tables that a page shows beside it."""

    verdict: Verdict
    game: Game
    judgement: Judgement
    kept_going: bool
    gaps: "JudgedGaps | None" = None


class BareVerdict(Struct, frozen=True):
    """A verdict without its game, which is many times as large, or is not there to be shown."""

    verdict: AnyVerdict


Checked = CheckedGame | BareVerdict


def has_tables_to_show(found: Checked) -> bool:
    """Return whether a page of the verdict needs more than the verdict."""
    if not isinstance(found, CheckedGame):
        return False
    judged = found.judgement
    return bool(judged.header_missing or judged.taken_back or judged.faults or judged.open)


def verdict_on(game: Game, *, keep_going: bool, prove: bool, budget: Budget | None) -> Verdict:
    """Return the verdict on a game, which shows the table at its first fault."""
    found = checked(game, keep_going=keep_going, prove=prove, budget=budget_of(budget))
    step = next(iter(found.judgement.illegal), found.judgement.open)
    if step is None or found.gaps is not None:
        return showing(found.verdict, lambda: game.table().scene)
    return showing(found.verdict, lambda: scene_of_fault(game, step))


def scene_of_fault(
    game: Game,
    step: Step,
    wrong: frozenset[str] | None = None,
    others: "tuple[PointedPlace, ...]" = (),
) -> "Scene":
    """Return the table before a statement, with what is wrong: else all that broken rules name."""
    from referee.api.scenes import Scene  # noqa: PLC0415 - few look at pictures
    from referee.drawing.marks import PointedPlaces, named  # noqa: PLC0415 - as above

    if wrong is None:
        facts = [violation.plain_facts for violation in step.violations]
        wrong = words_in([facts, to_builtins(step.event)] if step.missing else facts)
    faults = named(step.before, wrong, "fault", getattr(step.event, "seat", None))
    told = [language().message(violation, game.called) for violation in step.violations]
    if step.missing is not None:
        told.append(step.missing.words())
    return Scene(
        state=step.before,
        colours=game.colours,
        names=game.names,
        marks=PointedPlaces((*others, *faults.places)),
        title=moment_words(step.before, game.colours),
        caption=(line_of(step.statement, game.colours), *told),
    )


def checked(
    game: Game, *, keep_going: bool, prove: bool, budget: Budget | None = None
) -> CheckedGame:
    """Return a game with its verdict."""
    record, components = game.record, game.components
    if game.judged_unread is not None:
        return _checked_copy(game, kept_going=keep_going, prove=prove)
    if not prove:
        judgement = judge(record, components, keep_going=keep_going)
        return _checked_gaps(game, judgement, UNSET, budget, kept_going=keep_going)
    # The engine judges every event once, for the verdict and for the model.
    setting = setting_of(record.header, components)
    every: Iterator[Step] = (
        iter(()) if isinstance(setting, Missing) else walk(record, setting, keep_going=True)
    )
    for_verdict, for_model = tee(every)
    wanted = for_verdict if keep_going else up_to_first_fault(for_verdict)
    judgement = judgement_of(record.statements, setting, wanted)
    proof = prove_record(record, components, steps=for_model)
    return _checked_gaps(game, judgement, proof, budget, kept_going=keep_going)


def _checked_gaps(
    game: Game,
    judgement: Judgement,
    proof: Proof | UnsetType,
    budget: Budget | None,
    *,
    kept_going: bool,
) -> CheckedGame:
    """Return a game with its verdict, after a search for what it leaves open if it does."""
    gaps = None
    if judgement.outcome == "undecided" and judgement.open is not None:
        from referee.api.gaps import judge_gaps  # noqa: PLC0415 - few records have gaps

        gaps = judge_gaps(game.record, game.components, budget, keep_going=kept_going)
    agreed: tuple[AgreedStatement, ...] = ()
    if judgement.agreed:
        from referee.api.gaps import agreed_steps  # noqa: PLC0415 - few records have any

        agreed = agreed_steps(judgement.agreed, game.colours)
    if gaps is None:
        verdict = _verdict(game, judgement, proof)
        if agreed:
            verdict = replace(verdict, agreed=agreed)
        if any(claim.doubtful for each in game.record.statements for claim in each.claims):
            from referee.api.gaps import doubts_in  # noqa: PLC0415 - few have doubts

            verdict = replace(verdict, doubts=doubts_in(game))
        return CheckedGame(verdict, game, judgement, kept_going)
    judgement = gaps.judgement(judgement)
    if proof is not UNSET and (example := gaps.example()) is not None:
        proof = prove_record(example, game.components)
    report = gaps.report(game.colours)
    verdict = replace(
        _verdict(game, judgement, proof),
        open_gaps=report.open_gaps() if judgement.outcome != "illegal" else (),
        conflict=() if gaps.is_told_as_fault else report.conflict(),
        conflict_is_minimal=gaps.found.conflict is None or gaps.found.conflict.minimal,
        agreed=(*agreed, *report.agreed()),
        doubts=report.doubts(),
        tried=gaps.found.work,
    )
    return CheckedGame(verdict, game, judgement, kept_going, gaps)


def _checked_copy(game: Game, *, kept_going: bool, prove: bool) -> CheckedGame:
    """Return a game with its verdict, whatever is printed where its copy was not read."""
    from referee.api.copy_verdicts import judged_copy  # noqa: PLC0415 - few sets have blanks

    if prove:
        raise NoAnswerError(copy_words().verdicts["not-proved"], file=game.name)
    found = judged_copy(game)
    verdict = replace(
        _verdict(game, found.judgement, UNSET), unread=found.unread, conditions=found.conditions
    )
    judged = game.judged_unread.statements
    went_on = [each.statement for each in judged if each.decision != "undecided"]
    if agreed := [each for each in went_on if type(each.said) in AGREED]:
        from referee.api.gaps import agreed_statement  # noqa: PLC0415 - few records have any

        told = tuple(agreed_statement(each, (), game.colours) for each in agreed)
        verdict = replace(verdict, agreed=told)
    return CheckedGame(verdict, game, found.judgement, kept_going)


def unreadable_file(error: UnreadableError, file: str) -> BareVerdict:
    """Return what there is to say of a file that holds no recorded game."""
    return BareVerdict(UnreadableVerdict(file=file, problems=error.problems))


def _verdict(game: Game, judgement: Judgement, proof: Proof | UnsetType) -> Verdict:
    """Return what the judges found, as an answer."""
    missing = judgement.header_missing
    rulings = game.record.header.rulings

    def judged(steps: tuple[Step, ...]) -> tuple[JudgedStatement, ...]:
        return tuple(_statement(game, judgement, step) for step in steps)

    return Verdict(
        file=game.name,
        verdict=judgement.outcome,
        finished=judgement.finished,
        events=judgement.events,
        legal=judgement.legal,
        header=tuple(broken_rule(violation, game.called) for violation in judgement.header),
        faults=judged(judgement.faults),
        open=None if judgement.open is None else _statement(game, judgement, judgement.open),
        missing=missing.called if missing else (),
        write=missing.write if missing else (),
        wrong_notes=len(judgement.wrong_notes),
        filled_in=tuple(
            line_of(statement_of(event, rulings, game.components), game.colours)
            for event in judgement.filled_in
        ),
        taken_back=judged(judgement.taken_back),
        proof=proof,
        read_as=tuple(
            ReadStatement(
                line=each.at.line or None, written=each.text, statement=line_of(each, game.colours)
            )
            for each in game.record.statements
            if each.readings
        )
        or UNSET,
    )


def _statement(game: Game, judgement: Judgement, step: Step) -> JudgedStatement:
    missing = step.missing
    return JudgedStatement(
        **placed(game, step.statement, step.before),
        violations=tuple(broken_rule(violation, game.called) for violation in step.violations),
        wrong_note=step.misnoted,
        missing=missing.called if missing else (),
        write=missing.write if missing else (),
        choices=missing.choices if missing else None,
        explain=_explain_command(game, judgement, step),
        treatment=step.treatment,
        debts={game.colours[debtor]: debt for debtor, debt in step.debts},
    )


def _explain_command(game: Game, judgement: Judgement, step: Step) -> str | None:
    """Return the command that explains a fault, if there is one; not all moments have a number."""
    if not game.source or not step.violations or step.is_uncertain:
        return None
    state = step.before
    if state.phase == "actions":
        return f"referee explain {game.source} --at {state.round}.{state.turn}"
    # Without a moment the first broken rule is explained, a wrong note only if nothing else is.
    if step.misnoted and judgement.outcome != "wrong-note":
        return None
    first = (judgement.illegal or judgement.faults)[:1]
    return f"referee explain {game.source}" if step in first else None
