"""What there is to say about a record with gaps: what is open, what is certain, what conflicts.

Every verdict has room for it, so nothing of the search is imported here.
"""

from typing import Final, Literal

from referee.api.answer import Answer
from referee.api.errors import MisuseError
from referee.game.messages.speech import say

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


ANSWERS: Final = (OpenGap, CertainFact, RuleNamed, Excluding, AgreedStatement, DoubtfulClaim)


def require_limit(seconds: float) -> None:
    """Refuse a limit that is no number of seconds to search for."""
    if not 0 < seconds <= LONGEST:
        words = say("answers.gap_verdicts.no-such-limit", most=LONGEST, seconds=f"{seconds:g}")
        raise MisuseError(words)
