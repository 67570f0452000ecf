"""The verdict on a recorded game: every broken rule, and what the record leaves open."""

from collections.abc import Iterator
from itertools import tee
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from referee.api.broken_rules import broken_rule
from referee.api.change_scenes import scene_of_fault
from referee.api.errors import NoAnswerError, UnreadableError
from referee.api.games import Game, load
from referee.api.sources import Source
from referee.api.verdict_answers import (
    AgreedStatement,
    AnyVerdict,
    JudgedStatement,
    Proof,
    UnreadableVerdict,
    Verdict,
    placed,
    prove_record,
    require_limit,
)
from referee.core.answer import showing
from referee.core.citations import Edition
from referee.core.component_set import ComponentSet
from referee.i18n.page_words import copy_words
from referee.records.completed_turn import Missing
from referee.records.judge import (
    AGREED,
    judge,
    judgement_of,
    setting_of,
    up_to_first_fault,
    walk,
)
from referee.records.judgement import Judgement, Step
from referee.records.record import Record
from referee.records.writer import line_of, statement_of

if TYPE_CHECKING:
    from referee.api.gaps import JudgedGaps

__all__ = [
    "BareVerdict",
    "Checked",
    "CheckedGame",
    "Step",
    "UnreadableFile",
    "bare",
    "check",
    "checked",
    "has_tables_to_show",
    "unreadable_file",
    "without_game",
]


class CheckedGame(Struct, frozen=True):
    """A verdict with the game that it is on, and with the tables that a page shows beside it."""

    verdict: Verdict
    game: Game
    judgement: Judgement
    kept_going: bool
    gaps: "JudgedGaps | None" = None


class UnreadableFile(Struct, frozen=True):
    """A file among others in which there is no recorded game."""

    verdict: UnreadableVerdict


class BareVerdict(Struct, frozen=True):
    """A verdict without its game: there is nothing to show beside it, or nobody wants to see it."""

    verdict: Verdict


Checked = CheckedGame | BareVerdict | UnreadableFile


def without_game(found: Checked) -> Checked:
    """Return a verdict without its game, which is many times as large."""
    return BareVerdict(found.verdict) if isinstance(found, CheckedGame) else found


def bare(verdict: AnyVerdict) -> Checked:
    """Return a verdict as something that was checked, without its game."""
    if isinstance(verdict, UnreadableVerdict):
        return UnreadableFile(verdict)
    return BareVerdict(verdict)


def has_tables_to_show(found: Checked) -> bool:
    """Return whether a page of the verdict needs more than the verdict."""
    if not isinstance(found, CheckedGame):
        return False
    judged = found.judgement
    return bool(judged.header_missing or judged.taken_back or judged.faults or judged.open)


def check(
    source: Source | Game,
    *,
    components: ComponentSet | Path | str | None = None,
    keep_going: bool = False,
    prove: bool = False,
    rulings_of: Edition | None = None,
    limit: float | None = None,
) -> Verdict:
    """Return the verdict on a recorded game; an `UnreadableError` if there is none.

    `keep_going` looks beyond the first line that breaks a rule, `prove` asks the model as well, and
    `rulings_of` an edition takes its answers to rulings wherever it gives one. What a record leaves
    open is searched with the same work on every machine, or for `limit` seconds at most.

    >>> import referee
    >>> verdict = referee.check("games/illegal/exp-06-points-suffice.mgn")
    >>> verdict.verdict
    'illegal'
    >>> [broken.rule for fault in verdict.faults for broken in fault.violations]
    ['EXP-06']
    """
    game = source if isinstance(source, Game) else load(source, components=components)
    if rulings_of is not None:
        game = game.judged_by(rulings_of)
    require_limit(limit)
    found = checked(game, keep_going=keep_going, prove=prove, seconds=limit)
    step = next(iter(found.judgement.illegal), found.judgement.open)
    if step is None or found.gaps is not None:
        return showing(found.verdict, lambda: game.at().scene)
    return showing(found.verdict, lambda: scene_of_fault(game, step))


def checked(
    game: Game, *, keep_going: bool, prove: bool, seconds: float | None = None
) -> CheckedGame:
    """Return a game with its verdict."""
    record, components = game.record, game.components
    if game.judged_unread is not None:
        return _checked_copy(game, kept_going=keep_going, prove=prove)
    if not prove:
        judgement = judge(record, components, keep_going=keep_going)
        return _checked_gaps(game, judgement, UNSET, seconds, kept_going=keep_going)
    # The engine judges every event once, for the verdict and for the model.
    setting = setting_of(record.header, components)
    every: Iterator[Step] = (
        iter(()) if isinstance(setting, Missing) else walk(record, setting, keep_going=True)
    )
    for_verdict, for_model = tee(every)
    wanted = for_verdict if keep_going else up_to_first_fault(for_verdict)
    judgement = judgement_of(record.statements, setting, wanted)
    proof = prove_record(record, components, steps=for_model)
    return _checked_gaps(game, judgement, proof, seconds, kept_going=keep_going)


def _checked_gaps(
    game: Game,
    judgement: Judgement,
    proof: Proof | UnsetType,
    seconds: float | None,
    *,
    kept_going: bool,
) -> CheckedGame:
    """Return a game with its verdict, after a search for what it leaves open if it does."""
    gaps = None
    if judgement.outcome == "undecided" and judgement.open is not None:
        from referee.api.gaps import judge_gaps  # noqa: PLC0415 - few records have gaps

        gaps = judge_gaps(game.record, game.components, seconds, keep_going=kept_going)
    agreed: tuple[AgreedStatement, ...] = ()
    if judgement.agreed:
        from referee.api.gap_reports import agreed_steps  # noqa: PLC0415 - few records have any

        agreed = agreed_steps(judgement.agreed, game.colours)
    if gaps is None:
        verdict = _verdict(game, judgement, proof)
        if agreed:
            verdict = replace(verdict, agreed=agreed)
        if _has_doubts(game.record):
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
        doubts=(*gaps.doubts_before(game.colours), *report.doubts()),
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
    judged = game.judged_unread.statements if game.judged_unread is not None else ()
    went_on = [each.statement for each in judged if each.decision != "undecided"]
    if agreed := [each for each in went_on if type(each.said) in AGREED]:
        from referee.api.gap_reports import agreed_statement  # noqa: PLC0415 - few records have any

        told = tuple(agreed_statement(each, (), game.colours) for each in agreed)
        verdict = replace(verdict, agreed=told)
    return CheckedGame(verdict, game, found.judgement, kept_going)


def _has_doubts(record: Record) -> bool:
    return any(claim.doubtful for each in record.statements if each.claims for claim in each.claims)


def unreadable_file(error: UnreadableError, file: str) -> UnreadableFile:
    """Return what there is to say of a file that holds no recorded game."""
    return UnreadableFile(UnreadableVerdict(file=file, problems=error.problems))


def _verdict(game: Game, judgement: Judgement, proof: Proof | UnsetType) -> Verdict:
    """Return what the judges found, as an answer."""
    missing = judgement.header_missing
    rulings = game.record.header.rulings

    def told(steps: tuple[Step, ...]) -> tuple[JudgedStatement, ...]:
        return tuple(_statement(game, judgement, step) for step in steps)

    return Verdict(
        file=game.name,
        verdict=judgement.outcome,
        finished=judgement.finished,
        events=judgement.events,
        legal=judgement.legal,
        header=tuple(broken_rule(violation, game.called) for violation in judgement.header),
        faults=told(judgement.faults),
        open=None if judgement.open is None else _statement(game, judgement, judgement.open),
        missing=missing.called if missing else (),
        write=missing.write if missing else (),
        wrong_notes=len(judgement.wrong_notes),
        filled_in=tuple(
            line_of(statement_of(event, rulings, game.components), game.colours)
            for event in judgement.filled_in
        ),
        taken_back=told(judgement.taken_back),
        proof=proof,
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
