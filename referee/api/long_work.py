"""Work that takes long: it tells how far it has come, can be stopped, and outlives an interrupt."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol, TypeVar

A = TypeVar("A")
Told_co = TypeVar("Told_co", covariant=True)

Progress = Callable[[int, int], None]
"""Is told how many of how many are done."""
Stop = Callable[[], bool]
"""Is asked between two pieces of work whether to leave it at that."""
Interrupted = Callable[[A], None]
"""Gets the answer as far as there is one when a `KeyboardInterrupt` ends the work."""


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
