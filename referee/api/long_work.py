"""Work that takes long: it tells how far it has come, can be stopped, and outlives an interrupt."""

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from math import inf
from typing import Final, TypeVar

from referee.api.errors import require
from referee.core.budget import Budget

A = TypeVar("A")
Piece = TypeVar("Piece")

Progress = Callable[[int, int], None]
"""Is told how many of how many are done."""
Stop = Callable[[], bool]
"""Is asked between two pieces of work whether to leave it at that."""
Interrupted = Callable[[A], None]
"""Gets the answer as far as there is one when a `KeyboardInterrupt` ends the work."""


def require_seconds(limit: float | None) -> None:
    """Raise a `UsageError` for a time limit within which nothing can be done."""
    require(limit is None or limit > 0, "answers.solver_answers.time-limit-range")


def require_limits(seconds: float | None, work: float | None) -> None:
    """Raise a `UsageError` for limits within which nothing can be done."""
    require_seconds(seconds)
    require(work is None or work > 0, "answers.solver_answers.work-limit-range")


def followed(
    pieces: Iterable[Piece],
    of: int,
    answer: Callable[[list[Piece]], A],
    progress: Progress | None,
    stop: Stop | None,
    interrupted: Interrupted[A] | None,
) -> A:
    """Return the answer of work that comes in so many pieces, or in fewer if it is stopped."""
    found: list[Piece] = []
    with kept_for(interrupted, lambda: answer(found)):
        for piece in pieces:
            found.append(piece)
            if not goes_on(len(found), of, progress, stop):
                break
    return answer(found)


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
