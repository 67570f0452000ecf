"""Ctrl-C: whatever a command is doing, it ends within a second, and without a traceback.

This module is imported before any other, and imports nothing that takes time.
"""

import atexit
import gc
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Final

from referee.cli.exits import INTERRUPTED

PATIENCE: Final = 0.7
"""Seconds that a command has for telling what there is so far."""


@contextmanager
def importing() -> Iterator[None]:
    """Import what stays: no garbage is looked for in it, and an interrupt ends the process."""
    ours, collecting = _is_ours(), gc.isenabled()
    before = signal.signal(signal.SIGINT, _end) if ours else None
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if collecting:
            gc.enable()
        if before is not None:
            signal.signal(signal.SIGINT, before)


class Watch:
    """A thread that ends the process if an interrupt does not."""

    def __init__(self) -> None:
        self._busy = 0
        self._reading, self._writing = os.pipe()
        os.set_blocking(self._writing, False)

    def begin(self) -> None:
        """Look out for interrupts from now on."""
        # Python looks at signals between two steps of its own; a solver may not let it come to one.
        signal.set_wakeup_fd(self._writing, warn_on_full_buffer=False)
        threading.Thread(target=self._look_out, daemon=True).start()

    @contextmanager
    def answering(self) -> Iterator[None]:
        """Leave the process alone while it tells what there is."""
        self._busy += 1
        try:
            yield
        finally:
            self._busy -= 1

    def _look_out(self) -> None:
        while signal.SIGINT not in os.read(self._reading, 1):
            pass
        time.sleep(PATIENCE)
        while self._busy:
            time.sleep(0.01)
        _end()


_watch: Watch | None = None


@contextmanager
def answering() -> Iterator[None]:
    """Take the time that an answer needs to be printed, also after an interrupt."""
    if _watch is None:
        yield
        return
    with _watch.answering():
        yield


@contextmanager
def interruptible() -> Iterator[None]:
    """Let an interrupt be told by the work inside, and end the process if it does not in time."""
    global _watch  # noqa: PLW0603 - a process has one
    if not _is_ours():
        yield
        return
    _watch = Watch()
    _watch.begin()
    sys.unraisablehook = _quiet_about_interrupts
    try:
        yield
    except SystemExit as end:
        # Nobody wants to wait until every module is taken apart, least of all after an interrupt.
        if end.code == INTERRUPTED:
            os._exit(INTERRUPTED)
        if isinstance(end.code, int):
            _leave(end.code)
        raise


def _is_ours() -> bool:
    """Return whether this thread gets interrupts, and nobody else decides what they mean."""
    is_main = threading.current_thread() is threading.main_thread()
    return is_main and signal.getsignal(signal.SIGINT) is signal.default_int_handler


def _end(_: int = 0, __: FrameType | None = None) -> None:
    with suppress(Exception):
        os.write(2, b"\ninterrupted\n")
    os._exit(INTERRUPTED)


def _leave(code: int) -> None:
    """End the process as the interpreter does, but for taking itself apart."""
    try:
        # What others have registered for the end: processes to wait for, files to remove.
        atexit._run_exitfuncs()  # noqa: SLF001 - the interpreter has no other name for it
        sys.stdout.flush()
        sys.stderr.flush()
    except Exception:  # noqa: BLE001 - then the interpreter has something to say to it
        return
    os._exit(code)


def _quiet_about_interrupts(about: "sys.UnraisableHookArgs") -> None:
    """Say nothing about an interrupt that came where Python cannot pass it on."""
    if not isinstance(about.exc_value, KeyboardInterrupt):
        sys.__unraisablehook__(about)
