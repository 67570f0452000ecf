"""What is said of a recorded game: legal or not, where, and what is open."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final, Literal

from msgspec import UNSET, UnsetType, structs

from referee.api.answer import Answer
from referee.api.broken_rules import BrokenRule
from referee.api.errors import MisuseError, Trouble
from referee.api.games import Game, load
from referee.api.long_work import Progress, Stop, goes_on
from referee.api.sources import Source
from referee.core.component_set import ComponentSet
from referee.core.state import State
from referee.i18n.speech import say
from referee.records.judgement import Outcome, Step, Treatment
from referee.records.record import Record, Statement
from referee.records.writer import line_of


# The model beside the engine: every event of a recorded game judged by both -----------------------
class Disagreement(Answer, frozen=True, kw_only=True):
    """Where the two readings of the rules part: a fault of this software, not of the record."""

    line: int
    engine: str
    model: str
    reproduced_by: str
    """A short game that shows it; the record up to that line where there is none."""


class Proof(Answer, frozen=True, kw_only=True):
    """How many events both readings judged alike, and where they did not."""

    events: int
    disagreements: tuple[Disagreement, ...]
    complete: bool | UnsetType = UNSET
    """False where the work was stopped before the end of the record."""


def prove(
    source: Source | Game,
    *,
    components: ComponentSet | Path | str | None = None,
    progress: Progress | None = None,
    stop: Stop | None = None,
) -> Proof:
    """Return what the model says to the header, to every event, and to the final score of a game.

    `progress` is told of every statement, and `stop` asked after it; a proof that was stopped is
    not `complete`.

    >>> import referee
    >>> referee.prove("games/illegal/exp-06-points-suffice.mgn").disagreements
    ()
    """
    game = source if isinstance(source, Game) else load(source, components=components)
    return prove_record(game.record, game.components, progress, stop)


def prove_record(
    record: Record,
    components: ComponentSet,
    progress: Progress | None = None,
    stop: Stop | None = None,
    steps: Iterable[Step] | None = None,
) -> Proof:
    """Return what the model says to a record, and to the `steps` in which it was judged, if any."""
    statements = len(record.statements)
    # The solver takes a second to import, and most games are judged without it.
    from referee.conformance.proof import proven  # noqa: PLC0415

    found = proven(
        record, components, lambda done: goes_on(done, statements, progress, stop), steps
    )
    return Proof(
        events=found.events,
        disagreements=tuple(
            Disagreement(
                line=difference.line,
                engine=difference.engine,
                model=difference.model,
                reproduced_by=difference.reproduced_by,
            )
            for difference in found.differences
        ),
        complete=UNSET if found.complete else False,
    )


# What there is to say about a record with gaps: what is open, what is certain, what conflicts -----
#
# Every verdict has room for it, so nothing of the search is imported here.
LONGEST: Final = 3600
"""Seconds that a search may be given."""

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
    """Of a draw there are at most so many, and of what was not searched to its end at least."""
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


class Excluding(Answer, frozen=True, kw_only=True):
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


def require_limit(seconds: float | None) -> None:
    """Refuse a limit that is no number of seconds to search for."""
    if seconds is not None and not 0 < seconds <= LONGEST:
        words = say("answers.gap_verdicts.no-such-limit", most=LONGEST, seconds=f"{seconds:g}")
        raise MisuseError(words)


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
    """The command that tells why."""
    treatment: Treatment | None
    """What became of the turn where the check went on."""
    debts: Mapping[str, int]
    """What players owe after it, by colour."""


class Verdict(Answer, frozen=True, kw_only=True):
    """The verdict on a recorded game that could be read."""

    file: str
    verdict: Outcome
    finished: bool
    """The game was played to its end."""
    events: int
    """Events of the record."""
    legal: int
    """Events that are legal before the first that is not, or that is undecided."""
    header: tuple[BrokenRule, ...]
    """The rules that the header breaks."""
    faults: tuple[JudgedStatement, ...]
    """Statements with wrong notes, and those that broke rules; without going on, the first."""
    open: JudgedStatement | None
    """The statement from which on the game is undecided."""
    missing: tuple[str, ...]
    """What the header would have to say."""
    write: tuple[str, ...]
    """What to type for it."""
    wrong_notes: int
    filled_in: tuple[str, ...]
    """Statements that the record leaves out, because nothing else could have happened."""
    taken_back: tuple[JudgedStatement, ...]
    open_gaps: tuple[OpenGap, ...] = ()
    """What a record with gaps leaves open, though some way of filling them is legal."""
    conflict: tuple[Excluding, ...] = ()
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
    """How many values of the copy nobody has read; the verdict holds whatever they are."""
    conditions: tuple[StatementCondition, ...] = ()
    """The statements that are legal only if certain values are printed, each with its condition."""
    proof: Proof | UnsetType = UNSET
    """What the model says, if it was asked."""
    given_up: Loss | UnsetType = UNSET
    """Why judging did not come to an end: it took longer than it may, or ended its process."""


class UnreadableVerdict(Answer, frozen=True, kw_only=True):
    """What is said of a file among others in which there is no recorded game."""

    file: str
    verdict: Literal["unreadable"] = "unreadable"
    problems: tuple[Trouble, ...]


AnyVerdict = Verdict | UnreadableVerdict


def given_up_verdict(file: str, why: Loss) -> Verdict:
    """Return the verdict on a game over which judging did not come to an end."""
    return Verdict(
        file=file,
        verdict="undecided",
        finished=False,
        events=0,
        legal=0,
        header=(),
        faults=(),
        open=None,
        missing=(),
        write=(),
        wrong_notes=0,
        filled_in=(),
        taken_back=(),
        given_up=why,
    )


ANSWERS: Final = (
    BrokenRule,
    JudgedStatement,
    Verdict,
    UnreadableVerdict,
    Disagreement,
    Proof,
    OpenGap,
    CertainFact,
    RuleNamed,
    Excluding,
    AgreedStatement,
    DoubtfulClaim,
    SettlingValue,
    StatementCondition,
)
