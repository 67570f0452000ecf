"""How a command ends: its exit codes, and Ctrl-C, which ends it within a second and quietly.

It is imported before anything else, so that an interrupt is quiet from the first line on, and
imports only what Python has loaded by then or what takes no time.
"""

import atexit
import gc
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import inf
from typing import Any, Final, TypeVar

NO: Final = 1
"""The answer is no: breaches were found."""

MISUSED: Final = 2
"""What was given cannot be read, or does not make sense."""

UNDECIDED: Final = 3
"""No answer, or a bug in the referee itself."""

INTERRUPTED: Final = 130
"""Stopped by the keyboard, as shells count it."""

PIPE_CLOSED: Final = 141
"""Whoever read the output went away, as shells count it."""

NAP: Final = 0.02
"""Seconds between two looks at a command that was interrupted."""

PATIENCE: Final = 35
"""Naps until it has to begin printing what there is; on a busy machine they take longer, too."""

A = TypeVar("A")


class _Process:
    """What a process knows of its interrupts; without `interruptible` it knows of none."""

    interrupted = False
    """Whether an interrupt cut short the work whose answer is printed."""

    answering = 0
    """Above 0 as long as the process prints, and is left alone."""


def end(*_: object) -> None:
    """End the process as an interrupt does."""
    try:
        os.write(2, b"\ninterrupted\n")
    finally:
        os._exit(INTERRUPTED)


def _is_ours() -> bool:
    """Return whether the meaning of an interrupt is ours to choose, and reaches this thread."""
    ours = signal.getsignal(signal.SIGINT) in (signal.default_int_handler, end)
    return ours and threading.current_thread() is threading.main_thread()


def end_at_once() -> None:
    """Let an interrupt end the process in silence until the command looks out for it."""
    if _is_ours():
        signal.signal(signal.SIGINT, end)


@contextmanager
def importing() -> Iterator[None]:
    """Import what stays: no garbage is looked for in it, and an interrupt ends the process."""
    collecting = gc.isenabled()
    before = signal.getsignal(signal.SIGINT)
    end_at_once()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if collecting:
            gc.enable()
        if _is_ours():
            signal.signal(signal.SIGINT, before)


@contextmanager
def answering() -> Iterator[None]:
    """Take the time that an answer needs to be printed, also after an interrupt."""
    _Process.answering += 1
    try:
        yield
    finally:
        _Process.answering -= 1


@contextmanager
def interruptible() -> Iterator[None]:
    """Run the command of a process, and end it; an interrupt that is not handled ends it, too."""
    if not _is_ours():
        yield
        return
    try:
        _watch()
        signal.signal(signal.SIGINT, signal.default_int_handler)
        sys.unraisablehook = _quiet_about_interrupts
        yield
    except KeyboardInterrupt:
        end()
    except SystemExit as leaving:
        # It takes time to take every module apart, least wanted after an interrupt.
        if leaving.code == INTERRUPTED:
            os._exit(INTERRUPTED)
        if isinstance(leaving.code, int):
            _leave(leaving.code)
        raise


def _watch() -> None:
    """Start a thread that ends the process if an interrupt does not."""
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    # Python looks at signals between two steps of its own; a solver may not let it come to one.
    signal.set_wakeup_fd(writing, warn_on_full_buffer=False)

    def look_out() -> None:
        while signal.SIGINT not in os.read(reading, 1):
            pass
        naps = 0
        while _Process.answering or naps < PATIENCE:
            time.sleep(NAP)
            naps += 1
        end()

    threading.Thread(target=look_out, daemon=True).start()


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


# Long work, of which the answer so far is printed after an interrupt ------------------------------
def was_interrupted() -> bool:
    """Return whether the answer is one so far, and forget it: the command is about to end."""
    found, _Process.interrupted = _Process.interrupted, False
    return found


def so_far(work: Callable[..., A], *asked: object, **options: Any) -> A:  # noqa: ANN401
    """Return what long work comes to within limits; after an interrupt what there is of it."""
    # Whoever does nothing that takes long needs no budget.
    from referee.core.budget import Budget  # noqa: PLC0415

    kept: list[A] = []
    options["budget"] = Budget(
        options.pop("steps", None) or inf,
        options.pop("timeout", None) or None,
        on_interrupt=kept.append,
        progress=options.pop("progress", None),
    )
    try:
        return work(*asked, **options)
    except KeyboardInterrupt:
        if not kept:
            raise
        _Process.interrupted = True
        return kept[-1]


def stoppable(solve: Callable[..., A], *asked: object, **options: Any) -> A:  # noqa: ANN401
    """Return what a solver finds; the first interrupt only stops it, and it answers with that."""
    # Only whoever solves something waits for the errors.
    from referee.api.errors import TimeLimitExceeded  # noqa: PLC0415
    from referee.core.budget import Budget  # noqa: PLC0415

    def note(*_: object) -> None:
        if _Process.interrupted:
            raise KeyboardInterrupt
        _Process.interrupted = True

    ours = _is_ours()
    if ours:
        signal.signal(signal.SIGINT, note)
    try:
        limit = options.pop("timeout")
        budget = Budget(seconds=limit, stop=lambda: _Process.interrupted)
        found = solve(*asked, budget=budget, **options)
    except TimeLimitExceeded as error:
        if _Process.interrupted:
            raise KeyboardInterrupt from error
        raise
    finally:
        if ours:
            signal.signal(signal.SIGINT, signal.default_int_handler)
    if _Process.interrupted:
        # It has an answer, and leaves by itself.
        _Process.answering += 1
    return found
