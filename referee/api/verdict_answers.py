"""What is said of a recorded game: legal or not, where, and what is open."""

from collections.abc import Mapping
from typing import Final, Literal

from msgspec import UNSET, UnsetType

from referee.api.answer import Answer
from referee.api.broken_rules import BrokenRule
from referee.api.copy_conditions import StatementCondition
from referee.api.errors import Trouble
from referee.api.gap_answers import AgreedStatement, DoubtfulClaim, Excluding, OpenGap
from referee.api.placed_statements import PlacedStatement
from referee.api.proofs import Proof
from referee.transcript.continuation import Treatment
from referee.transcript.judgement import Outcome

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

ANSWERS: Final = (BrokenRule, JudgedStatement, Verdict, UnreadableVerdict)


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
