"""How much work may go into an answer: steps, and seconds where a time limit is asked for."""

import time
from collections.abc import Callable
from math import inf
from typing import Any, Final, Protocol

Progress = Callable[[int, int], None]
"""Is told how many of how many pieces of work are done."""
Stop = Callable[[], bool]
"""Is asked between two pieces of work whether to leave it at that."""

WORK_OF_A_QUESTION: Final = 250
"""So much is done to refute something; what is not refuted by then counts as possible."""


class BudgetExceeded(Exception):  # noqa: N818 - a search that is given up is no error
    """Work was given up, so nothing may be concluded from what it did not find."""

    def __init__(self, budget: "Budget | None" = None) -> None:
        super().__init__()
        self.budget = budget
        """The budget that is spent, where several are counted."""


class CountWork(Protocol):
    """What counts pieces of work, each of so many steps."""

    def __call__(self, steps: int = 1) -> None:
        """Count a piece of work; raise an error if it is one too many."""


class WorkCount(Protocol):
    """What counts work, such as a budget, and knows how much was done."""

    done: int

    def tick(self, steps: int = 1) -> None:
        """Count a piece of work; raise an error if it is one too many."""


class Budget:
    """How much may go into an answer; it counts what is spent, and gives up when that is all.

    Work is counted in steps, so that it ends at the same place on every machine. `seconds` pass
    from the making of the budget on. `stop` is asked between two steps whether to give up,
    `progress` gets how many pieces of how many are done, and `on_interrupt` gets the answer so
    far if a `KeyboardInterrupt` ends the work.

    >>> budget = Budget(10)
    >>> budget.tick(4)
    >>> budget.done, budget.is_spent()
    (4, False)
    """

    def __init__(
        self,
        work: float = inf,
        seconds: float | None = None,
        stop: Stop | None = None,
        on_interrupt: Callable[[Any], None] | None = None,
        progress: Progress | None = None,
        *,
        clock: Callable[[], float] | None = None,
    ) -> None:
        """Begin to count, by another `clock` perhaps than that of the wall."""
        self.work = work
        self.seconds = inf if seconds is None else seconds
        self.stop = stop
        self.on_interrupt = on_interrupt
        self.progress = progress
        self.done = 0
        self.of_a_question = WORK_OF_A_QUESTION
        """What may be done for one question of many, beside a first look at it."""
        self.exhaustive = True
        """Whether nothing was passed over that might have been found with more work."""
        self._clock = time.monotonic if clock is None else clock
        self._begin = 0.0 if self.seconds == inf else self._clock()
        self._end = self._begin + self.seconds
        self._looks = self.seconds < inf or stop is not None
        self._counted = 0
        self._most, self._until = self._late = work, self._end

    def __repr__(self) -> str:
        return f"Budget(work={self.work}, seconds={self.seconds})"

    def tick(self, steps: int = 1) -> None:
        """Count a piece of work; raise an error if it is one too many."""
        self.done += steps
        if self.done > self._most:
            raise BudgetExceeded(self)
        if self._looks and (self._now() > self._until or self._is_stopped()):
            raise BudgetExceeded(self)

    def goes_on(self, done: int, of: int) -> bool:
        """Tell how far work has come, and return whether the rest of it is wanted."""
        if self.progress is not None:
            self.progress(done, of)
        return not self._is_stopped()

    def add(self, work: int) -> None:
        """Count work that was done elsewhere; raise an error if there is nothing left."""
        self.tick(work)
        if self.is_overdue:
            raise BudgetExceeded(self)

    @property
    def spent(self) -> float:
        """The seconds that have passed, as far as they count."""
        return self._now() - self._begin

    @property
    def seconds_left(self) -> float:
        """The seconds that are left."""
        return max(0.0, self._end - self._now())

    @property
    def is_overdue(self) -> bool:
        """Whether the time is up, or the work is to stop."""
        return self._now() >= self._end or self._is_stopped()

    # Parts of the work, and what is tried before something else is -----------------------------

    def limit(self, work: int) -> None:
        """Give up after so much work from now on, or when all is done."""
        self._most = min(self.work, self.done + work)

    @property
    def is_at_limit(self) -> bool:
        """Whether no more work would be done before giving up."""
        return self.done >= self._most

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

    def part(self, share: float) -> "Budget":
        """Return a budget for a part of the work: a share of the work and time still left."""
        work = int((self.work - self.done) * share)
        return Budget(work, self.seconds_left * share, self.stop, clock=self._clock)

    def within(self, work: float) -> "Budget":
        """Return a budget for a question that need not be answered: so much, if it is left."""
        return Budget(min(work, max(0, self.work - self.done)))

    def spend(self, part: "Budget") -> None:
        """Count the work that was done on a budget of its own since it was counted last."""
        self.done += part.done - part._counted  # noqa: SLF001 - one of ours
        part._counted = part.done  # noqa: SLF001

    def leave(self, work: int) -> None:
        """Do without so much work, which was done in another way."""
        self.work = max(self.done, self.work - work)
        self.take_all()

    def _now(self) -> float:
        # Without a limit no clock is asked, so that nothing can depend on it.
        return self._begin if self.seconds == inf else self._clock()

    def _is_stopped(self) -> bool:
        return self.stop is not None and self.stop()
