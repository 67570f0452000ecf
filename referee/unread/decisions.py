"""What becomes of a statement whatever is printed, and of a whole record."""

from collections.abc import Mapping, Sequence
from typing import Final, Literal

from msgspec import Struct

from referee.game.rule import Violation
from referee.game.state import State
from referee.notation.record import SaidClaim, Statement
from referee.transcript.completed_turn import Missing
from referee.unread.guards import Guard
from referee.unread.propagation import Clause
from referee.unread.variables import Variable
from referee.unread.worlds import GuardedWorld, RunOutcome

Standing = Literal["legal", "wrong-note", "illegal", "missing", "long"]
"""How a statement stands in one world; `long` if what is unsaid has to be searched for first."""


Decision = Literal["legal", "conditional", "wrong-note", "illegal", "undecided"]


NO_SUCH_PIECE: Final = Missing(
    ("a piece that the copy can have",), 0, ("nothing that can lie there has such a face",)
)


class TakenInWorld(Struct, frozen=True):
    """A statement taken in one world: how it stands, what it broke, and the table after it."""

    standing: Standing
    after: State
    violations: tuple[Violation, ...] = ()
    missing: Missing | None = None
    unchecked: tuple[SaidClaim, ...] = ()
    """Notes about what is not followed while it is unread, such as the values of a track."""


def outcome_of(taken: TakenInWorld) -> RunOutcome:
    """Return what makes a difference between two ways in which a statement was taken."""
    if taken.standing == "illegal":
        broken = tuple([violation.rule.id for violation in taken.violations])
        return RunOutcome((taken.standing, broken), None, taken)
    if taken.standing in {"missing", "long"}:
        return RunOutcome(taken.standing, None, taken)
    return RunOutcome((taken.standing, len(taken.unchecked)), taken.after, taken)


class LegalCondition(Struct, frozen=True, kw_only=True):
    """When a statement is legal: a choice of cubes, given everything before it."""

    cubes: Clause
    """In the first world, or in the only one."""
    worlds: int = 1
    settling: tuple[tuple[Variable, tuple[int, ...], tuple[int, ...]], ...] = ()
    """Single values that settle it: a variable, the values that make it legal, and illegal."""


class StatementDecision(Struct, frozen=True):
    """One statement: the verdict, and its condition if it has one."""

    number: int
    statement: Statement
    decision: Decision
    violations: tuple[Violation, ...] = ()
    condition: LegalCondition | None = None
    missing: Missing | None = None
    """What the record would have to say if other values were printed."""
    unsaid: tuple[Guard, ...] = ()
    """The values for which the record would have to say more; the judging goes on without them."""
    open: tuple[Guard, ...] = ()
    """The values that were not looked into; the judging goes on without them."""
    unchecked: tuple[SaidClaim, ...] = ()
    misnoted: bool = False
    """A note is wrong wherever the statement is legal."""
    fallen: Mapping[Standing, tuple[Guard, ...]] = {}
    """By standing the values for which the statement stands so, where that ends the judging."""


class JudgedRecord(Struct, frozen=True, kw_only=True):
    """The verdict on a whole record, whatever is printed where nobody has read it."""

    decision: Decision
    statements: tuple[StatementDecision, ...] = ()
    layers: tuple[tuple[GuardedWorld, ...], ...] = ()
    """The worlds before each statement that was taken, and after the last."""
    work: int = 0
    header: tuple[Violation, ...] = ()
    header_missing: Missing | None = None

    @property
    def open(self) -> tuple[Guard, ...]:
        """The values for which it was not looked into whether the record is legal."""
        return tuple(guard for each in self.statements for guard in each.open)

    @property
    def unsaid(self) -> tuple[Guard, ...]:
        """The values for which the record would have to say more than it does."""
        return tuple(guard for each in self.statements for guard in each.unsaid)

    @property
    def worlds(self) -> tuple[GuardedWorld, ...]:
        """The worlds in which everything so far was legal and every note right."""
        return self.layers[-1] if self.layers else ()


def worst_of(decisions: Sequence[Decision]) -> Decision:
    """Return what a record comes to whose statements came to these."""
    worst: tuple[Decision, ...] = ("illegal", "undecided", "conditional", "wrong-note")
    return next((each for each in worst if each in decisions), "legal")
