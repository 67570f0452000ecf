"""How much work a search may do, counted in steps, and seconds if a time limit is asked for."""

import time
from collections.abc import Callable
from math import inf
from typing import Protocol

DEFAULT_WORK = 200_000
"""Steps of work before a search is given up: less than two seconds on a machine of 2020."""

STEPS_A_SECOND = 50_000
"""Steps that a time limit allows for each of its seconds."""

LOOK_AT_CLOCK = 256
"""The clock, which takes its time, is read once for so many pieces of work."""


class OutOfBudgetError(Exception):
    """A search was given up, so nothing may be concluded from what it did not find."""


class CountWork(Protocol):
    """What counts pieces of work, each of so many steps."""

    def __call__(self, steps: int = 1) -> None:
        """Count a piece of work; raise an error if it is one too many."""


class WorkBudget:
    """Counts work, and gives up when it is used up.

    Steps are counted so that a search ends at the same place on every machine. No clock is read
    unless a time limit is asked for, whose seconds are those that the thread computes. `stop` is
    asked as often as the clock whether to give up at once.
    """

    def __init__(
        self,
        work: int = DEFAULT_WORK,
        seconds: float = inf,
        stop: Callable[[], bool] | None = None,
    ) -> None:
        self.work = work
        self.seconds = seconds
        self.stop = stop
        self.done = 0
        self._counted = 0
        self._pieces = 0
        self._end = self._now() + seconds
        self._most, self._until = self._late = work, self._end

    @classmethod
    def of_seconds(
        cls, seconds: float | None, stop: Callable[[], bool] | None = None
    ) -> "WorkBudget":
        """Return the budget of a time limit: more work for more time; without one the default."""
        if seconds is None:
            return cls(stop=stop)
        return cls(int(STEPS_A_SECOND * seconds), seconds, stop)

    def tick(self, steps: int = 1) -> None:
        """Count a piece of work; raise an error if it is one too many."""
        self.done += steps
        self._pieces += 1
        if self.done > self._most:
            raise OutOfBudgetError
        if self._pieces % LOOK_AT_CLOCK == 1 and (self._now() > self._until or self._is_stopped()):
            raise OutOfBudgetError

    def hurry(self, share: float) -> None:
        """Be late when half of a share of the work and time left is done, give up after all of it.

        That leaves time to come to a point from which the work can be gone on with.
        """
        now = self._now()
        left, seconds = self.work - self.done, max(0.0, self._end - now)
        self._late = self.done + int(left * share / 2), now + seconds * share / 2
        self._most, self._until = self.done + int(left * share), now + seconds * share

    def take_all(self) -> None:
        """Give up only when all work is done."""
        self._most, self._until = self.work, self._end

    def is_late(self) -> bool:
        """Return whether it is time to try something else."""
        work, moment = self._late
        return self.done > work or self._now() > moment

    def is_spent(self) -> bool:
        """Return whether there is no work or time left."""
        return self.done >= self.work or self._now() > self._end or self._is_stopped()

    def _now(self) -> float:
        return 0.0 if self.seconds == inf else time.thread_time()

    def _is_stopped(self) -> bool:
        return self.stop is not None and self.stop()

    def part(self, share: float) -> "WorkBudget":
        """Return a budget for a part of the search: a share of the work and time still left."""
        left = max(0.0, self._end - self._now())
        return WorkBudget(int((self.work - self.done) * share), left * share, self.stop)

    def spend(self, part: "WorkBudget") -> None:
        """Count the work that was done on a budget of its own since it was counted last."""
        self.done += part.done - part._counted  # noqa: SLF001 - one of ours
        part._counted = part.done  # noqa: SLF001

    def leave(self, work: int) -> None:
        """Do without so much work, which was done in another way."""
        self.work = max(self.done, self.work - work)
        self.take_all()
