"""What is found when a record is judged: statement by statement, and in all."""

from typing import Literal

from msgspec import Struct

from referee.game.events import Event
from referee.game.rule import Violation
from referee.game.state import State
from referee.notation.record import Statement
from referee.transcript.completed_turn import Missing
from referee.transcript.continuation import Treatment

Outcome = Literal["legal", "illegal", "wrong-note", "conditional", "undecided"]
"""Of a game with wrong notes and no other fault the events are legal, and a note is wrong.

It is conditional if some of what may be printed on a partly read copy makes it legal, and some not.
"""


class Step(Struct, frozen=True):
    """One statement judged: what it said, the tables around it, what it broke or left open."""

    statement: Statement
    before: State
    after: State
    event: Event | None = None
    inserted: tuple[Event, ...] = ()
    """Events before it that were left out because nothing else could have happened."""
    violations: tuple[Violation, ...] = ()
    misnoted: bool = False
    """The violations are wrong notes: what happened is legal, and the game goes on with it."""
    missing: Missing | None = None
    treatment: Treatment | None = None
    """What became of an event that broke a rule, where the judging went on."""
    debts: tuple[tuple[int, int], ...] = ()
    counts: bool = True
    """False for a turn that was taken back, which is ruled on and does not count."""
    is_uncertain: bool = False
    """The table before is one of several that are possible behind a gap."""

    @property
    def illegal(self) -> bool:
        """Whether what happened broke a rule."""
        return bool(self.violations) and not self.misnoted

    @property
    def stops(self) -> bool:
        """Whether nothing is certain from here on: a rule was broken, or something is open."""
        return self.counts and (self.illegal or self.missing is not None)


class Judgement(Struct, frozen=True, kw_only=True):
    """The verdict on a whole record."""

    outcome: Outcome
    finished: bool = False
    """The game was played to its end."""
    events: int
    """Events of the record."""
    legal: int = 0
    """Events that were legal before the first that was not, or that is undecided."""
    faults: tuple[Step, ...] = ()
    """Statements with wrong notes, and those that broke rules; without going on, the first."""
    open: Step | None = None
    """The statement from which on the record is undecided."""
    taken_back: tuple[Step, ...] = ()
    filled_in: tuple[Event, ...] = ()
    """Events that the record leaves out, because nothing else could have happened."""
    header: tuple[Violation, ...] = ()
    """Rules that the header breaks."""
    header_missing: Missing | None = None
    state: State | None = None
    """The table after everything that was legal, or that was applied when going on."""

    @property
    def illegal(self) -> tuple[Step, ...]:
        """The statements that broke rules."""
        return tuple(step for step in self.faults if step.illegal)

    @property
    def wrong_notes(self) -> tuple[Violation, ...]:
        """The notes that differ from what the rules give."""
        noted = (step for step in self.faults if step.misnoted)
        return tuple(violation for step in noted for violation in step.violations)
