"""What a turn in progress answers: what is due, what was said, the verdict when all is said."""

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct

from referee.api.answer import Answer
from referee.api.broken_rules import BrokenRule
from referee.api.tables import Table
from referee.game.turns import Action, Turn
from referee.notation.record import Statement
from referee.transcript.continuation import Treatment


class Choice(Answer, frozen=True, kw_only=True):
    """Something that may be said next."""

    words: str
    """As the notation writes it."""
    value: Any
    """As data, in the form that docs/turns.md gives the field of the turn."""


class SaidPart(Answer, frozen=True, kw_only=True):
    """A part of a turn that was said."""

    part: str
    """The field of the turn that it belongs to."""
    what: str
    """The same in words."""
    words: str
    """As the notation writes it."""


class DuePart(Answer, frozen=True, kw_only=True):
    """The part of a turn that is due, and what may be said there."""

    action: Action
    player: str
    """The colour of the player."""
    part: str
    """The field of the turn that the part belongs to, as docs/turns.md names it."""
    what: str
    """The same in words."""
    repeated: bool
    """Any number of these may be said, until it is said that there are no more."""
    may_stop: bool
    """Nothing more has to be said here."""
    choices: tuple[Choice, ...]
    """What may be said without breaking a rule."""
    left_out: int
    """How many more choices there are than were asked for."""
    hint: str
    """An example of what to type."""


class TurnVerdict(Answer, frozen=True, kw_only=True):
    """What the rules say about a finished turn."""

    action: Action
    player: str
    statement: str
    """The turn in the notation."""
    turn: Turn
    legal: bool
    violations: tuple[BrokenRule, ...]
    treatment: Treatment | None
    """What becomes of a turn that breaks a rule if the game goes on."""
    debts: Mapping[str, int]
    """What players owe after it, by colour."""
    digest: str
    """Tells the table after the turn from every other."""


class FinishedTurn(Struct, frozen=True):
    """A turn that was said to its end, with the tables around it."""

    verdict: TurnVerdict
    turn: Turn
    statement: Statement
    """The turn as a record says it."""
    before: Table
    after: Table
    """After a turn that breaks a rule, the table with which a check would go on."""


ANSWERS: Final[tuple[type[Answer], ...]] = (Choice, SaidPart, DuePart, TurnVerdict)
