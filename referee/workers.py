"""Processes that share the work of a long command."""

import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager


@contextmanager
def workers(
    jobs: int, prepare: Callable[..., None] | None = None, *arguments: object
) -> Iterator[ProcessPoolExecutor]:
    """Yield so many processes, each prepared once; what was not begun at the end is dropped."""
    pool = ProcessPoolExecutor(jobs, initializer=_begin, initargs=(prepare, arguments))
    try:
        yield pool
    finally:
        # After an interrupt nobody wants to wait for what was not begun.
        pool.shutdown(cancel_futures=True)


def _begin(prepare: Callable[..., None] | None, arguments: tuple[object, ...]) -> None:
    # The process that people talk to alone decides what an interrupt means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if prepare is not None:
        prepare(*arguments)
