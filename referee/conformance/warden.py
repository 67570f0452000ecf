"""Runs a program, and ends with it all that it started: `python warden.py SOCKET COMMAND...`.

A program can leave its process group, and then no signal to the group reaches it. On Linux whatever
it leaves behind becomes a child of the warden, who ends it when the program has ended, when he is
told to (the other end of the socket is closed), and when whoever started him is gone. He ends as
the program did. This file is run alone and needs nothing but the standard library.
"""

import ctypes
import os
import resource
import select
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

STARTED = b"+"
"""Said when the program runs; anything else is why it does not."""

PR_SET_CHILD_SUBREAPER = 36

PATIENCE = 5.0
"""Seconds to go on with a program that starts others faster than they are ended."""


def descendants() -> list[int]:
    """Return all processes below this one; none where the system does not list them."""
    parents: dict[int, list[int]] = {}
    for entry in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError, ValueError, IndexError):
            # The name stands in brackets and may hold anything; the parent is the second behind it.
            parent = int(entry.read_bytes().rpartition(b")")[2].split()[1])
            parents.setdefault(parent, []).append(int(entry.parent.name))
    found: list[int] = []
    waiting = [os.getpid()]
    while waiting:
        children = parents.get(waiting.pop(), [])
        found += children
        waiting += children
    return found


def reap() -> dict[int, int]:
    """Return the exit codes of children that have ended."""
    ended: dict[int, int] = {}
    with suppress(ChildProcessError):
        while (found := os.waitpid(-1, os.WNOHANG))[0]:
            ended[found[0]] = os.waitstatus_to_exitcode(found[1])
    return ended


def watch(line: socket.socket, program: int, woken: int) -> int:
    """Return how the program ended; None of what it started is left then."""
    while True:
        ready, _, _ = select.select([line.fileno(), woken], [], [])
        if woken in ready:
            os.read(woken, 4096)
        ended = reap()
        if program in ended or line.fileno() in ready:
            until = time.monotonic() + PATIENCE
            while time.monotonic() < until and (left := descendants()):
                for process in left:
                    with suppress(ProcessLookupError, PermissionError):
                        os.kill(process, signal.SIGKILL)
                reap()
                time.sleep(0.001)
            return ended.get(program, -signal.SIGKILL)


def main() -> None:
    """Run the command of the arguments."""
    line = socket.socket(fileno=int(sys.argv[1]))
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    woken, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.set_wakeup_fd(wake)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    try:
        program = subprocess.Popen(sys.argv[2:])  # noqa: S603
    except (OSError, ValueError) as error:
        line.sendall(str(getattr(error, "strerror", None) or error).encode())
        return
    line.sendall(STARTED)
    # Only the program itself holds its pipes: when it closes one, that is seen.
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nothing, number)
    code = watch(line, program.pid, woken)
    if code < 0:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            if -code != signal.SIGKILL:
                signal.signal(-code, signal.SIG_DFL)
            os.kill(os.getpid(), -code)
    os._exit(code if code >= 0 else 1)


if __name__ == "__main__":
    main()
