"""Files that a full disk, a kill or a second run cannot spoil: replaced whole, or appended to."""

import errno
import os
import re
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from referee.core.input_limits import BYTES_OF_A_RESULT
from referee.i18n.speech import say

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

_SHARED_OPEN: Final = getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)

_UNFINISHED: Final = re.compile(r"\..+\.[0-9a-f]{16}\.new")
"""The name of a file that is being written beside the one that it will replace."""

_BEHIND: Final = 2**31 - 2
"""The byte that Windows locks: it can reach none behind it, and nobody can read a locked one."""

_swept: Final[set[Path]] = set()
"""Folders in which this process has looked for what killed writers left behind."""


def replace_file(path: Path, data: bytes) -> None:
    """Put `data` into a file, which is then the new one or, whatever goes wrong, still the old one.

    What is no ordinary file (a pipe, a terminal) is written to as it is.
    """
    with replacing(path) as beside:
        number = os.open(beside, os.O_WRONLY | _SHARED_OPEN)
        try:
            _write(number, data, synced=False)
        finally:
            os.close(number)


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Yield an empty file that replaces the one at `path` once the block has filled it.

    If the block fails, the old file stays. What is no ordinary file is itself what is yielded.
    """
    target = Path(os.path.realpath(path))
    try:
        mode = target.stat().st_mode
    except FileNotFoundError:
        mode = None
    if mode is not None and not stat.S_ISREG(mode):
        yield target
        return
    _sweep(target.parent)
    number, beside = _open_beside(target)
    try:
        try:
            if mode is not None:
                beside.chmod(stat.S_IMODE(mode))
            yield beside
            os.fsync(number)
            if sys.platform != "win32":
                # Whoever sweeps knows by the lock of the open file that its writer is alive.
                beside.replace(target)
        finally:
            os.close(number)
        if sys.platform == "win32":
            beside.replace(target)
    except BaseException:
        with suppress(OSError):
            beside.unlink()
        raise
    _sync_folder(target.parent)


def _open_beside(target: Path) -> tuple[int, Path]:
    """Make a file beside `target` that is locked for as long as it is open."""
    while True:
        beside = target.with_name(f".{target.name[:50]}.{os.urandom(8).hex()}.new")
        number = os.open(beside, os.O_RDWR | os.O_CREAT | os.O_EXCL | _SHARED_OPEN, 0o666)
        if sys.platform == "win32":
            return number, beside
        with suppress(OSError):
            # Where a file system has no locks, a sweep gets none either and leaves the file.
            fcntl.flock(number, fcntl.LOCK_EX)
        if os.fstat(number).st_nlink:
            return number, beside
        # A sweep came in between.
        os.close(number)


def _sweep(folder: Path) -> None:
    """Remove, once a process, what writers that were killed left unfinished in a folder."""
    if sys.platform == "win32" or folder in _swept:
        return
    _swept.add(folder)
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if _UNFINISHED.fullmatch(entry.name) and entry.is_file(follow_symlinks=False):
                with suppress(OSError):
                    _remove_abandoned(Path(entry.path))


def _remove_abandoned(path: Path) -> None:
    number = os.open(path, os.O_RDWR | os.O_NONBLOCK | os.O_NOFOLLOW | _SHARED_OPEN)
    try:
        _lock(number)
        path.unlink()
    finally:
        os.close(number)


def _write(number: int, data: bytes, *, synced: bool = True) -> None:
    """Write all of `data`, and have it on the disk unless that can wait."""
    left = memoryview(data)
    while left:
        left = left[os.write(number, left) :]
    if synced:
        os.fsync(number)


def _sync_folder(folder: Path) -> None:
    """Let a new name survive a power cut, where the file system can."""
    with suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)


class Lines:
    """A file of lines that one run at a time appends to."""

    def __init__(self, number: int) -> None:
        self._number = number

    def whole(self) -> Iterator[bytes]:
        """Yield the lines, but for one that was being written when a run was stopped."""
        for line in self._all():
            if line.endswith(b"\n"):
                yield line[:-1]

    def torn(self) -> bytes:
        """Return what stands behind the last whole line."""
        rest = b""
        for line in self._all():
            rest = b"" if line.endswith(b"\n") else line
        return rest

    def drop_torn(self) -> None:
        """Cut that off, so that the next line does not join it."""
        os.ftruncate(self._number, os.lseek(self._number, 0, os.SEEK_END) - len(self.torn()))

    def clear(self) -> None:
        """Drop all lines."""
        os.ftruncate(self._number, 0)

    def line_at(self, start: int) -> bytes:
        """Return the line that begins at a byte."""
        with os.fdopen(os.dup(self._number), "rb") as stream:
            stream.seek(start)
            return stream.readline(BYTES_OF_A_RESULT + 1).rstrip(b"\n")

    def append(self, *lines: bytes, synced: bool = True) -> None:
        """Write lines, all of them or none, and have them on the disk unless that can wait."""
        end = os.lseek(self._number, 0, os.SEEK_END)
        try:
            _write(self._number, b"".join(line + b"\n" for line in lines), synced=synced)
        except OSError:
            with suppress(OSError):
                os.ftruncate(self._number, end)
            raise

    def sync(self) -> None:
        """Have on the disk what was written."""
        with suppress(OSError):
            os.fsync(self._number)

    def _all(self) -> Iterator[bytes]:
        """Yield all lines; an `OSError` if one is longer than any that was written."""
        os.lseek(self._number, 0, os.SEEK_SET)
        with os.fdopen(os.dup(self._number), "rb") as stream:
            while line := stream.readline(BYTES_OF_A_RESULT + 1):
                if len(line) > BYTES_OF_A_RESULT:
                    message = say("answers.durable.long-line", limit=BYTES_OF_A_RESULT)
                    raise OSError(errno.EFBIG, message)
                yield line


@contextmanager
def open_lines(path: Path) -> Iterator[Lines]:
    """Open a file of lines, or make one; an `OSError` says if another run is writing to it."""
    _sweep(Path(os.path.realpath(path)).parent)
    number = os.open(path, os.O_RDWR | os.O_CREAT | _SHARED_OPEN, 0o666)
    try:
        if not stat.S_ISREG(os.fstat(number).st_mode):
            raise OSError(errno.EINVAL, say("answers.durable.not-ordinary-file"))
        with _locked(number):
            yield Lines(number)
    finally:
        os.close(number)


@contextmanager
def _locked(number: int) -> Iterator[None]:
    try:
        _lock(number)
    except (BlockingIOError, PermissionError) as error:
        raise OSError(errno.EWOULDBLOCK, say("answers.durable.being-written")) from error
    try:
        yield
    finally:
        # Closing is not enough while a process that was started meanwhile shares the file.
        _lock(number, release=True)


def _lock(number: int, *, release: bool = False) -> None:
    """Lock an open file or let it go; an `OSError` at once if another process has locked it."""
    if sys.platform == "win32":
        os.lseek(number, _BEHIND, os.SEEK_SET)
        msvcrt.locking(number, msvcrt.LK_UNLCK if release else msvcrt.LK_NBLCK, 1)
    else:
        fcntl.flock(number, fcntl.LOCK_UN if release else fcntl.LOCK_EX | fcntl.LOCK_NB)
