"""What is wrong with a position: where it stands, what was seen, what may have been meant."""

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

from referee.game.messages.speech import named
from referee.notation.errors import Problem, did_you_mean
from referee.notation.record import NOWHERE, Place

FaultKind = Literal["unreadable", "impossible"]
"""A word that means nothing, or a table that no game can show."""

KeyPath = tuple[str, ...]
"""The keys that lead to a value, from the outermost."""


class PositionMistake(Struct, frozen=True, kw_only=True):
    """One thing that is wrong with a position."""

    kind: FaultKind
    path: KeyPath
    message: str
    """What was seen and what was expected."""
    guess: tuple[str, ...] = ()
    """What may have been meant."""
    at: Place = NOWHERE
    line: str = ""
    """The line in which the key stands, if it was found."""

    @property
    def sentence(self) -> str:
        """The message behind its key, with the guess as a question."""
        before = named(".".join(self.path), "") if self.path else ""
        return f"{before}{self.message}{did_you_mean(self.guess)}"

    @property
    def problem(self) -> Problem:
        """The fault as all unreadable things are told."""
        before = named(".".join(self.path), "") if self.path else ""
        return Problem(self.at, f"{before}{self.message}", self.guess, self.line)


class PositionError(Exception):
    """A position that cannot be used, with every reason."""

    def __init__(self, name: str, faults: Iterable[PositionMistake]) -> None:
        self.name = name
        self.faults = tuple(faults)
        super().__init__("\n".join(self._line(fault) for fault in self.faults))

    @property
    def is_unreadable(self) -> bool:
        """Whether the words themselves mean nothing, so that nothing was said of a table."""
        return any(fault.kind == "unreadable" for fault in self.faults)

    def _line(self, fault: PositionMistake) -> str:
        place = f":{fault.at.line}:{fault.at.column}" if fault.at.line else ""
        return named(f"{self.name}{place}", fault.sentence)
