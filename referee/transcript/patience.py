"""How much is tried to find out what a record leaves unsaid, before that is left open."""

from collections.abc import Iterable
from typing import Final, TypeVar

from referee.game.input_limits import BEGINNINGS_OF_A_RECORD, BEGINNINGS_OF_A_TURN

AT_A_GLANCE: Final = 32
"""Options that can be listed in the time in which one is tried."""

Candidate = TypeVar("Candidate")


class ImpatientError(Exception):
    """There are more ways of filling blanks than are looked at."""


class Patience:
    """What may still be tried for the blanks of one record, and of the turn that is its last."""

    def __init__(self) -> None:
        self._left = BEGINNINGS_OF_A_RECORD
        self._until = 0

    def begin_turn(self) -> None:
        """Look at another turn, which must not use up all that is left for the record."""
        self._until = max(0, self._left - BEGINNINGS_OF_A_TURN)

    @property
    def is_at_end(self) -> bool:
        """Whether nothing more is tried for this turn."""
        return self._left <= self._until

    def spend(self, tried: int = 1) -> None:
        """Count ways that are tried; an `ImpatientError` if there were too many before."""
        if self._left <= self._until:
            raise ImpatientError
        self._left -= tried

    def listing(self, options: Iterable[Candidate]) -> list[Candidate]:
        """Return a list of options, whose length counts; an `ImpatientError` if too much did."""
        self.spend()
        listed = [*options]
        self._left -= len(listed) // AT_A_GLANCE
        return listed
