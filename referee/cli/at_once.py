"""What stands before every other import: an interrupt meanwhile ends the process in silence.

Only modules that Python has loaded by then are imported here.
"""

import _signal  # type: ignore[import-not-found]
import gc
import os

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
    ours: bool = _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler
    return ours


class Importing:
    """Imports of what stays: no garbage is looked for in it, and an interrupt ends the process."""

    def __enter__(self) -> None:
        self._collecting = gc.isenabled()
        self._taken = is_ours()
        try:
            if self._taken:
                _signal.signal(_signal.SIGINT, end)
        except ValueError:
            # Only the main thread gets interrupts.
            self._taken = False
        gc.disable()

    def __exit__(self, *_: object) -> None:
        gc.freeze()
        if self._collecting:
            gc.enable()
        if self._taken:
            _signal.signal(_signal.SIGINT, _signal.default_int_handler)
