"""Work that takes long: it tells how far it has come, can be stopped, and outlives an interrupt."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import inf
from typing import Final, Protocol, TypeVar

from referee.api.errors import require
from referee.core.budget import Budget
from referee.i18n.speech import say

A = TypeVar("A")
Told_co = TypeVar("Told_co", covariant=True)

Progress = Callable[[int, int], None]
"""Is told how many of how many are done."""
Stop = Callable[[], bool]
"""Is asked between two pieces of work whether to leave it at that."""
Interrupted = Callable[[A], None]
"""Gets the answer as far as there is one when a `KeyboardInterrupt` ends the work."""


def require_seconds(limit: float | None) -> None:
    """Raise a `MisuseError` for a time limit within which nothing can be done."""
    require(limit is None or limit > 0, say("answers.solver_answers.a-time-limit-is-more"))


def require_limits(seconds: float | None, work: float | None) -> None:
    """Raise a `MisuseError` for limits within which nothing can be done."""
    require_seconds(seconds)
    require(work is None or work > 0, say("answers.solver_answers.a-limit-of-work-is"))


class LongWork(Protocol[Told_co]):
    """Long work in pieces, which can tell at any moment what there is so far."""

    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[object]: ...

    def answer(self) -> Told_co:
        """Return the answer as far as there is one."""


def followed(
    work: LongWork[A],
    progress: Progress | None,
    stop: Stop | None,
    interrupted: Interrupted[A] | None = None,
) -> A:
    """Do work piece by piece, telling how far it has come, until it is done or stopped."""
    with kept_for(interrupted, work.answer):
        for done, _ in enumerate(work, 1):
            if not goes_on(done, len(work), progress, stop):
                break
    return work.answer()


def goes_on(done: int, of: int, progress: Progress | None, stop: Stop | None) -> bool:
    """Tell how far work has come, and return whether anybody wants the rest of it."""
    if progress is not None:
        progress(done, of)
    return stop is None or not stop()


@contextmanager
def kept_for(interrupted: Interrupted[A] | None, answer: Callable[[], A]) -> Iterator[None]:
    """Do work of which somebody gets the answer so far if an interrupt ends it."""
    try:
        yield
    except KeyboardInterrupt:
        if interrupted is not None:
            interrupted(answer())
        raise


# How much work may go into an answer: steps of a search, seconds, or until somebody says stop -----
STEPS_OF_A_COUNT: Final = 2_500_000
"""Of `legal` and `perft` where no seconds are asked for: about a minute."""


def waiting_budget(work: int | None, seconds: float | None, stop: Stop | None) -> Budget:
    """Return a budget whose seconds pass while people wait, computing or not."""
    most = inf if work is None else work
    return Budget(most, seconds, stop, clock=time.monotonic, every=1)
