"""What stands before every other import: an interrupt meanwhile ends the process in silence.

Only modules that Python has loaded by then are imported here.
"""

import _signal  # type: ignore[import-not-found]
import gc
import os
from typing import Final

INTERRUPTED = 130
"""Stopped by the keyboard, as shells count it."""


def end(*_: object) -> None:
    """End the process as an interrupt does."""
    try:
        os.write(2, b"\ninterrupted\n")
    finally:
        os._exit(INTERRUPTED)


def is_ours() -> bool:
    """Return whether nobody else has decided what an interrupt means."""
    return _signal.getsignal(_signal.SIGINT) in (_signal.default_int_handler, end)


def end_at_once() -> None:
    """Let an interrupt end the process in silence until the command looks out for it."""
    if is_ours():
        _signal.signal(_signal.SIGINT, end)


def raise_again() -> None:
    """Let an interrupt be an exception, as it usually is."""
    if is_ours():
        _signal.signal(_signal.SIGINT, _signal.default_int_handler)


class Importing:
    """Imports of what stays: no garbage is looked for in it, and an interrupt ends the process."""

    def __enter__(self) -> None:
        self._collecting = gc.isenabled()
        self._before = _signal.getsignal(_signal.SIGINT) if is_ours() else None
        try:
            if self._before is not None:
                _signal.signal(_signal.SIGINT, end)
        except ValueError:
            # Only the main thread gets interrupts.
            self._before = None
        gc.disable()

    def __exit__(self, *_: object) -> None:
        gc.freeze()
        if self._collecting:
            gc.enable()
        if self._before is not None:
            _signal.signal(_signal.SIGINT, self._before)


# The exit codes that every command shares ---------------------------------------------------------
NO: Final = 1
"""The answer is no: breaches were found."""

MISUSED: Final = 2
"""What was given cannot be read, or does not make sense."""

UNDECIDED: Final = 3
"""No answer, or a fault of the referee itself."""

PIPE_CLOSED: Final = 141
"""Whoever read the output went away, as shells count it."""
