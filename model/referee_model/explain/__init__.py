"""Why an event is illegal, what would have been legal, and what was missing for it.

Here is what the answers consist of; the questions are in `questions`.
"""

from typing import Literal

from msgspec import Struct

from referee.core.rule import GivenNumber
from referee_model.kinds import JudgedEvent
from referee_model.solver import Satisfiability

Found = Literal["found", "none", "unknown"]
"""An answer, the proof that there is none, or neither."""


class Core(Struct, frozen=True):
    """Rules that cannot all hold together with what was said; without any one of them they can."""

    rules: frozenset[str]
    """Its legality rules."""
    because: frozenset[str] = frozenset()
    """Its effect rules: what they give is what the legality rules object to."""
    numbers: tuple[GivenNumber, ...] = ()
    """What those effect rules give here."""
    fields: tuple[str, ...] = ()
    """The fields of the event that they object to; none where it matters not what was said."""

    @property
    def members(self) -> frozenset[str]:
        """All its rules."""
        return self.rules | self.because


class Cores(Struct, frozen=True):
    """The minimal sets of rules that forbid an event; none of them means that it is legal."""

    outcome: Satisfiability
    """Whether the event is legal."""
    found: tuple[Core, ...] = ()
    complete: bool = True
    """Whether it is proven that there are no others."""
    reason: str = ""
    """Why the search ended before that."""


class Correction(Struct, frozen=True):
    """The nearest legal event of the same kind."""

    outcome: Found
    event: JudgedEvent | None = None
    changed: tuple[str, ...] = ()
    """The fields of the event in which something had to change."""
    distance: int = 0
    """How many statements had to change; what the event is about weighs more than one."""
    barred_by: frozenset[str] = frozenset()
    """Where no event of the kind is legal: rules that forbid them all."""
    reason: str = ""


class Lack(Struct, frozen=True):
    """So much more of something would have been needed."""

    what: str
    amount: int


class Shortfall(Struct, frozen=True):
    """What was missing on the table for exactly this event."""

    outcome: Found
    """`none` where no amount of anything would have helped."""
    lacks: tuple[Lack, ...] = ()
    still_broken: frozenset[str] = frozenset()
    """Rules that forbid the event even then; empty means that it would have been legal."""
    reason: str = ""


class Why(Struct, frozen=True):
    """All that is to say about an illegal event."""

    cores: Cores
    correction: Correction | None = None
    shortfall: Shortfall | None = None
    whatever: Cores | None = None
    """What forbids the event whichever reward is chosen, where it does not say which."""
