"""How much work a search may do, counted in steps, with seconds as a second guard."""

import time

DEFAULT_WORK = 400_000
"""Choices, beginnings of turns and worlds that are looked at before a search is given up."""

DEFAULT_SECONDS = 10.0

LOOK_AT_CLOCK = 8
"""The clock is read once for so many steps of work."""


class OutOfBudgetError(Exception):
    """A search was given up, so nothing may be concluded from what it did not find."""


class WorkBudget:
    """Counts work, and gives up when it is used up."""

    def __init__(self, work: int = DEFAULT_WORK, seconds: float = DEFAULT_SECONDS) -> None:
        self.work = work
        self.seconds = seconds
        self.done = 0
        self._end = time.monotonic() + seconds

    def tick(self) -> None:
        """Count a piece of work; raise an error if it is one too many."""
        self.done += 1
        if self.done > self.work:
            raise OutOfBudgetError
        if self.done % LOOK_AT_CLOCK == 1 and time.monotonic() > self._end:
            raise OutOfBudgetError

    def is_spent(self) -> bool:
        """Return whether there is no work or time left."""
        return self.done >= self.work or time.monotonic() > self._end

    def part(self, share: float) -> "WorkBudget":
        """Return a budget for a part of the search: a share of the work and time still left."""
        left = max(0.0, self._end - time.monotonic())
        return WorkBudget(int((self.work - self.done) * share), left * share)

    def spend(self, part: "WorkBudget") -> None:
        """Count the work that was done on a budget of its own."""
        self.done += part.done
