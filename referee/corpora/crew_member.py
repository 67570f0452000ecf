"""One process of a crew: how it is started, what it does, and how it ends."""

import gc
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from math import ceil
from multiprocessing import get_context
from multiprocessing.connection import Connection, Pipe
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from msgspec import Struct

from referee.game.messages.speech import speak, spoken
from referee.workers import end_with

if TYPE_CHECKING:
    from multiprocessing.process import BaseProcess

if sys.platform != "win32":
    import resource

Item = TypeVar("Item")
Result = TypeVar("Result")

Make = Callable[[], Callable[[Item], Result]]
"""What a process calls once to know what to do with an item; it can be pickled."""

CONTEXT: Final[Any] = get_context("fork" if sys.platform == "linux" else "spawn")
"""A copy of this process begins at once and shares its memory, where the system allows that."""


_START: Final = f"from {__name__} import main; main()"


TOLD_TOGETHER: Final = 0.1
"""Seconds of results that are told together: to tell each costs more than many a game is worth."""


class Orders(Struct, Generic[Item]):
    """A batch as a process is given it."""

    items: Sequence[Item]
    one_by_one: bool
    """Each result is told at once, so that it is known over which item a process ends."""


class Answered(Struct, Generic[Result]):
    """What came of some items: their results, or the error that ends everything."""

    results: list[Result] = []
    error: Exception | None = None


class Hand(Struct, frozen=True):
    """A process as the one that started it holds it."""

    connection: Connection
    process: "BaseProcess | subprocess.Popen[bytes]"

    @property
    def number(self) -> int:
        """The number that the system gave the process."""
        assert self.process.pid is not None  # noqa: S101
        return self.process.pid

    def wait(self) -> int | None:
        """Return how a process ended that has hung up."""
        if isinstance(self.process, subprocess.Popen):
            return self.process.wait()
        self.process.join()
        return self.process.exitcode

    def end(self) -> None:
        """End the process, whatever it is doing."""
        self.connection.close()
        self.process.kill()
        self.wait()


def ended_by_the_clock(code: int | None) -> bool:
    """Return whether a process ended because it had computed for longer than it may."""
    return sys.platform != "win32" and code == -signal.SIGXCPU


def forked(make: Make[Any, Any], seconds: float | None) -> Hand:
    """Return a process that begins as a copy of this one."""
    ours, theirs = Pipe()
    process = CONTEXT.Process(
        target=_begin, args=(theirs, make, seconds, os.getpid(), spoken()), daemon=True
    )
    process.start()
    theirs.close()
    return Hand(ours, process)


def started(make: Make[Any, Any], seconds: float | None) -> Hand:
    """Return a process that shares nothing with this one."""
    ours, theirs = Pipe()
    number = theirs.fileno()
    process = subprocess.Popen(  # noqa: S603 - this Python
        [sys.executable, "-c", _START, str(number)],
        stdin=subprocess.DEVNULL,
        pass_fds=(number,),
        # What a terminal interrupts is the process that people talk to.
        start_new_session=True,
    )
    theirs.close()
    ours.send((make, seconds, os.getpid(), spoken()))
    return Hand(ours, process)


def _begin(
    connection: Connection, make: Make[Any, Any], seconds: float | None, parent: int, language: str
) -> None:
    # What was there before is not looked through for garbage, and so stays shared.
    gc.freeze()
    # The process that people talk to alone decides what an interrupt means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=end_with, args=(parent,), daemon=True).start()
    speak(language)
    try:
        for answer in _answers(connection, make, seconds):
            connection.send(answer)
    except (EOFError, OSError):
        # Nobody listens any more.
        os._exit(0)


def _answers(
    connection: Connection, make: Make[Any, Any], seconds: float | None
) -> Iterator[Answered[Any]]:
    """Yield the answers to all items; an error is the last."""
    work: Callable[[Any], Any] | None = None
    while True:
        orders: Orders[Any] = connection.recv()
        untold: list[Any] = []
        told = monotonic()
        for item in orders.items:
            _allow(seconds)
            try:
                work = work or make()
                untold.append(work(item))
            except Exception as error:  # noqa: BLE001 - raised again where somebody hears of it
                yield Answered(error=error)
                return
            if orders.one_by_one or monotonic() - told >= TOLD_TOGETHER:
                yield Answered(untold)
                untold, told = [], monotonic()
        if untold:
            yield Answered(untold)


def _allow(seconds: float | None) -> None:
    """Let the system end this process when the next item has taken so long."""
    if seconds is None or sys.platform == "win32":
        return
    used = resource.getrusage(resource.RUSAGE_SELF)
    until = ceil(used.ru_utime + used.ru_stime + seconds)
    for what, most in ((resource.RLIMIT_CPU, until), (resource.RLIMIT_CORE, 0)):
        hard = resource.getrlimit(what)[1]
        resource.setrlimit(what, (most if hard < 0 else min(most, hard), hard))


def main() -> None:
    """Work for whoever holds the other end of the pipe whose number is the argument."""
    connection = Connection(int(sys.argv[1]))
    try:
        make, seconds, parent, language = connection.recv()
    except (EOFError, OSError):
        return
    _begin(connection, make, seconds, parent, language)
