"""Work that takes long: it tells how far it has come, and can be stopped."""

from collections.abc import Callable, Iterator
from typing import Protocol

Progress = Callable[[int, int], None]
"""Is told how many of how many are done."""
Stop = Callable[[], bool]
"""Is asked between two pieces of work whether to leave it at that."""


class Work(Protocol):
    """Long work in pieces."""

    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[object]: ...


def followed(work: Work, progress: Progress | None, stop: Stop | None) -> None:
    """Do work piece by piece, telling how far it has come, until it is done or stopped."""
    for done, _ in enumerate(work, 1):
        if not goes_on(done, len(work), progress, stop):
            return


def goes_on(done: int, of: int, progress: Progress | None, stop: Stop | None) -> bool:
    """Tell how far work has come, and return whether anybody wants the rest of it."""
    if progress is not None:
        progress(done, of)
    return stop is None or not stop()
