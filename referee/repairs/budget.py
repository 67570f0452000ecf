"""How much work a repair may take: statements judged, seconds, and until somebody says stop."""

from collections.abc import Callable
from time import monotonic
from typing import Final

MOST_WORK: Final = 3_000_000
"""Statements that are judged before a search is given up, whatever the clock says."""

NO_LIMIT: Final = 86_400.0
"""The seconds that a search may take of which nobody counts them."""

LOOK_AT_CLOCK: Final = 16
"""The clock is read once for so many statements."""


class SpentError(Exception):
    """The work, the time or somebody's patience is at an end."""


class Budget:
    """Counts work; an error ends it when there is nothing left."""

    def __init__(
        self,
        work: int = MOST_WORK,
        seconds: float | None = None,
        stop: Callable[[], bool] | None = None,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self.work = work
        self.done = 0
        self.gaps_exhausted = True
        """Whether every way was found to fill the gaps that were looked into."""
        self._clock = clock
        self._begin = clock()
        self._seconds = seconds
        self._stop = stop

    def tick(self) -> None:
        """Count a piece of work; a `SpentError` if it is one too many."""
        self.done += 1
        if self.done > self.work or (self.done % LOOK_AT_CLOCK == 0 and self.is_late):
            raise SpentError

    def add(self, work: int) -> None:
        """Count work that was done elsewhere; a `SpentError` if there is nothing left."""
        self.done += work
        if self.done > self.work or self.is_late:
            raise SpentError

    @property
    def spent(self) -> float:
        """The seconds that have passed."""
        return self._clock() - self._begin

    @property
    def seconds_left(self) -> float:
        """The seconds that are left."""
        return max(0.0, (NO_LIMIT if self._seconds is None else self._seconds) - self.spent)

    @property
    def is_late(self) -> bool:
        """Whether the time is up, or somebody says stop."""
        return self.seconds_left == 0.0 or (self._stop is not None and self._stop())
