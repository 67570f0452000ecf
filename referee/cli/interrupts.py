"""Ctrl-C: whatever a command is doing, it ends within a second, and without a traceback."""

import atexit
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Final, Generic, NoReturn, Self, TypeVar

import click

from referee.api.errors import NoTimeError
from referee.cli.at_once import INTERRUPTED, end, is_ours, raise_again

A = TypeVar("A")

NAP: Final = 0.02
"""Seconds between two looks at a command that was interrupted."""
PATIENCE: Final = 35
"""Naps until it has to begin telling what there is; on a busy machine they take longer, too."""


class InterruptWatchdog:
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

    def let_answer(self) -> None:
        """Leave the process alone from now on: it has an answer, and leaves by itself."""
        self._busy += 1

    def _look_out(self) -> None:
        while signal.SIGINT not in os.read(self._reading, 1):
            pass
        naps = 0
        while self._busy or naps < PATIENCE:
            time.sleep(NAP)
            naps += 1
        end()


_watch: InterruptWatchdog | None = None


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
    """Run the command of a process, and end it; an interrupt that nobody tells ends it as well."""
    global _watch  # noqa: PLW0603 - a process has one
    if not is_ours() or threading.current_thread() is not threading.main_thread():
        yield
        return
    try:
        _watch = InterruptWatchdog()
        _watch.begin()
        raise_again()
        sys.unraisablehook = _quiet_about_interrupts
        yield
    except KeyboardInterrupt:
        end()
    except SystemExit as leaving:
        # Nobody wants to wait until every module is taken apart, least of all after an interrupt.
        if leaving.code == INTERRUPTED:
            os._exit(INTERRUPTED)
        if isinstance(leaving.code, int):
            _leave(leaving.code)
        raise


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


class SoFar(Generic[A]):
    """Long work that an interrupt cuts short; what there is can still be told before leaving."""

    def __init__(self) -> None:
        self.interrupted = False
        self._answer: A | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> bool:
        self.interrupted = kind is not None and issubclass(kind, KeyboardInterrupt)
        return self.interrupted

    def keep(self, answer: A) -> None:
        """Take over the answer, or as much of it as there is."""
        self._answer = answer

    def answer(self) -> A:
        """Return what there is; if that is nothing yet, the interrupt ends the command."""
        if self._answer is None:
            raise KeyboardInterrupt
        return self._answer

    def leave(self) -> None:
        """Exit, now that everything is told, if there was an interrupt."""
        if self.interrupted:
            leave_interrupted()


class StoppedSolver:
    """A solver at work, which the first interrupt only stops: what it knows by then is told."""

    def __init__(self) -> None:
        self.interrupted = False
        self._before: object = None

    def __enter__(self) -> Self:
        if is_ours() and threading.current_thread() is threading.main_thread():
            self._before = signal.signal(signal.SIGINT, self._note)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._before is not None:
            raise_again()
        if not self.interrupted:
            return
        if isinstance(error, NoTimeError):
            raise KeyboardInterrupt from error
        if _watch is not None:
            _watch.let_answer()

    def _note(self, *_: object) -> None:
        if self.interrupted:
            raise KeyboardInterrupt
        self.interrupted = True

    def stop(self) -> bool:
        """Return whether the solver is to leave it at what it knows."""
        return self.interrupted

    def leave(self) -> None:
        """Exit, now that everything is told, if there was an interrupt."""
        if self.interrupted:
            leave_interrupted()


def leave_interrupted() -> NoReturn:
    """Exit as an interrupted command does that has told what there is."""
    click.echo("interrupted", err=True)
    raise click.exceptions.Exit(INTERRUPTED)
