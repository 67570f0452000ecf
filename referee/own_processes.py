"""Processes that run the referee: none imports anything from the folder in which it is started.

Each begins afresh. A copy of a process with threads, as any command is one, inherits their locks
and may wait for them for ever.
"""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import Connection, Pipe
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, Final, ParamSpec, TypeVar

from msgspec import Struct

from referee.i18n.speech import speak, spoken
from referee.plain_modules import are_plain

if TYPE_CHECKING:
    from multiprocessing.process import BaseProcess

Result = TypeVar("Result")
Arguments = ParamSpec("Arguments")

Serve = Callable[..., None]
"""What a process does with its end of a pipe and some arguments; it can be pickled."""

ROOT: Final = str(Path(__file__).parents[1])
"""The folder in which the referee lies."""


def python_command(code: str, *, plain: bool) -> list[str]:
    """Return the command that runs `code` with our modules, plain ones if that is asked for."""
    path = [*filter(None, sys.path)]
    if not sys.flags.safe_path and path[:1] == [os.path.realpath(os.curdir)]:
        del path[0]
    if ROOT not in path:
        path.insert(0, ROOT)
    begin = f"import sys; sys.path[:] = {path!r}"
    if plain:
        begin += "; from referee.plain_modules import use_plain_modules; use_plain_modules()"
    return [sys.executable, "-P", "-c", f"{begin}; {code}"]


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


def start_process(serve: Serve, *arguments: object) -> Hand:
    """Return a process that does nothing but `serve` the other end of a pipe."""
    ours, theirs = Pipe()
    orders = (serve, arguments, os.getpid(), spoken())
    if sys.platform == "win32":
        process = get_context("spawn").Process(target=_begin, args=(theirs, *orders), daemon=True)
        process.start()
        theirs.close()
        return Hand(ours, process)
    number = theirs.fileno()
    started = subprocess.Popen(  # noqa: S603 - this Python
        python_command(f"from {__name__} import main; main({number})", plain=are_plain()),
        stdin=subprocess.DEVNULL,
        pass_fds=(number,),
        # What a terminal interrupts is the process that people talk to.
        start_new_session=True,
    )
    theirs.close()
    ours.send(orders)
    return Hand(ours, started)


class ProcessPool(Executor):
    """Processes that do whatever they are sent, each held by a thread of this one."""

    def __init__(self, jobs: int, prepare: Callable[..., None] | None, *arguments: object) -> None:
        self._hands = [start_process(_work, prepare, arguments) for _ in range(jobs)]
        self._free: SimpleQueue[Hand] = SimpleQueue()
        for hand in self._hands:
            self._free.put(hand)
        self._threads = ThreadPoolExecutor(jobs)

    def submit(
        self, work: Callable[Arguments, Result], /, *args: Arguments.args, **named: Arguments.kwargs
    ) -> Future[Result]:
        """Have the next process that is free do some work, which can be pickled."""
        return self._threads.submit(self._ask, partial(work, *args, **named))

    def _ask(self, work: Callable[[], Result]) -> Result:
        hand = self._free.get()
        try:
            hand.connection.send(work)
            result, error = hand.connection.recv()
        except (EOFError, OSError) as gone:
            raise BrokenExecutor(f"process {hand.number} ended over its work") from gone
        finally:
            self._free.put(hand)
        if error is not None:
            raise error
        return result  # type: ignore[no-any-return]

    def kill(self) -> None:
        """End all processes, whatever they are doing."""
        for hand in self._hands:
            hand.process.kill()

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: FBT001, FBT002 - as the base has it
        """Let every process end when it has done what it began."""
        self._threads.shutdown(wait, cancel_futures=cancel_futures)
        for hand in self._hands:
            with suppress(OSError):
                hand.connection.send(None)
            hand.wait()
            hand.connection.close()


def _work(
    connection: Connection, prepare: Callable[..., None] | None, arguments: tuple[Any, ...]
) -> None:
    """Do what is sent until there is nothing more."""
    if prepare is not None:
        prepare(*arguments)
    while (work := connection.recv()) is not None:
        answer: tuple[Any, Exception | None]
        try:
            answer = (work(), None)
        except Exception as error:  # noqa: BLE001 - raised again where the work was asked for
            answer = (None, error)
        connection.send(answer)


def main(number: int) -> None:
    """Serve the process that holds the other end of the pipe with this number."""
    connection = Connection(number)
    try:
        serve, arguments, parent, language = connection.recv()
    except (EOFError, OSError):
        return
    _begin(connection, serve, arguments, parent, language)


def _begin(
    connection: Connection, serve: Serve, arguments: tuple[Any, ...], parent: int, language: str
) -> None:
    # The process that people talk to alone decides what an interrupt means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
    speak(language)
    try:
        serve(connection, *arguments)
    except (EOFError, OSError):
        # The other process has hung up.
        os._exit(0)


def _end_with(parent: int) -> None:
    """End this process when its parent is gone, who was killed and could not say goodbye."""
    while os.getppid() == parent:
        time.sleep(0.2)
    os._exit(1)
