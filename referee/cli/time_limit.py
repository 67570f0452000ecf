"""Stops work that takes longer than somebody wants to wait."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class TimeUpError(Exception):
    """The time is up."""


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Raise `TimeUpError` in the work inside once `seconds` are over, where the system can."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def ring(_: int, __: FrameType | None) -> None:
        raise TimeUpError

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
