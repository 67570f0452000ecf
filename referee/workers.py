"""Processes that share the work of a long command."""

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from referee.game.messages.speech import speak, spoken

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor


@contextmanager
def workers(
    jobs: int, prepare: Callable[..., None] | None = None, *arguments: object
) -> Iterator["ProcessPoolExecutor"]:
    """Yield so many processes, each prepared once; what was not begun at the end is dropped."""
    # Whoever works alone does without it.
    from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415

    pool = ProcessPoolExecutor(
        jobs, initializer=_begin, initargs=(os.getpid(), spoken(), prepare, arguments)
    )
    try:
        yield pool
    except (KeyboardInterrupt, GeneratorExit):
        # Nobody wants to wait for what was begun, either; an interrupt may also have come to
        # whoever takes the results, who then leaves the rest.
        pool.shutdown(wait=False, cancel_futures=True)
        raise
    except BaseException:
        pool.shutdown(cancel_futures=True)
        raise
    pool.shutdown(cancel_futures=True)


def _begin(
    parent: int,
    language: str,
    prepare: Callable[..., None] | None,
    arguments: tuple[object, ...],
) -> None:
    # The process that people talk to alone decides what an interrupt means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=end_with, args=(parent,), daemon=True).start()
    speak(language)
    if prepare is not None:
        prepare(*arguments)


def end_with(parent: int) -> None:
    """End this process when its parent is gone, who was killed and could not say goodbye."""
    while os.getppid() == parent:
        time.sleep(0.2)
    os._exit(1)
