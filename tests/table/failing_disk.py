"""A disk on which one write, sync, rename or lock fails, or all from one on."""

import errno
import fcntl
import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

import pytest

How = Literal["once", "from then on", "after it was done"]
HOWS: tuple[How, ...] = ("once", "from then on", "after it was done")
_CALLS = ((os, "write"), (os, "fsync"), (os, "ftruncate"), (os, "open"), (os, "mkdir"))
_MORE = ((os, "replace"), (os, "rename"), (os, "link"), (fcntl, "flock"))


class FailingDisk:
    """Counts what changes files below a folder, and lets the call with a number fail."""

    def __init__(self, folder: Path, fails_at: int = 0, how: How = "once") -> None:
        self.calls = 0
        self._folder = str(folder)
        self._fails_at = fails_at
        self._how = how

    def replaced(self, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **more: Any) -> Any:  # noqa: ANN401 - those of the system call
            if not self._counts(name, args):
                return real(*args, **more)
            self.calls += 1
            later = self._how == "from then on" and self.calls > self._fails_at
            if not self._fails_at or not (later or self.calls == self._fails_at):
                return real(*args, **more)
            if self._how == "after it was done":
                done = real(*args, **more)
                if name == "open":
                    os.close(done)
            elif name == "write":
                # What fits on a full disk is written.
                real(args[0], bytes(args[1])[: len(args[1]) // 2])
            raise OSError(errno.ENOSPC, "the disk is full")

        return call

    def _counts(self, name: str, args: tuple[Any, ...]) -> bool:
        if name == "open":
            return bool(args[1] & os.O_CREAT) and str(args[0]).startswith(self._folder)
        if isinstance(args[0], int):
            mode = os.fstat(args[0]).st_mode
            return stat.S_ISREG(mode) or stat.S_ISDIR(mode)
        return str(args[0]).startswith(self._folder)


@contextmanager
def failing(folder: Path, fails_at: int = 0, how: How = "once") -> Iterator[FailingDisk]:
    """Let a call fail while something is asked for; without a number calls are counted alone."""
    disk = FailingDisk(folder, fails_at, how)
    with pytest.MonkeyPatch.context() as patch:
        for module, name in (*_CALLS, *_MORE):
            patch.setattr(module, name, disk.replaced(name, getattr(module, name)))
        yield disk
