"""Files that a full disk, a kill or a second run cannot spoil: replaced whole, or appended to."""

import errno
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from referee.game.input_limits import BYTES_OF_A_RESULT
from referee.game.messages.speech import say

if sys.platform != "win32":
    import fcntl

_SHARED_OPEN: Final = getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)


def replace_file(path: Path, data: bytes) -> None:
    """Put `data` into a file, which is then the new one or, whatever goes wrong, still the old one.

    What is no ordinary file (a pipe, a terminal) is written to as it is.
    """
    target = Path(os.path.realpath(path))
    try:
        mode = target.stat().st_mode
    except FileNotFoundError:
        mode = None
    if mode is not None and not stat.S_ISREG(mode):
        target.write_bytes(data)
        return
    beside = target.with_name(f".{target.name[:100]}.{os.urandom(8).hex()}.new")
    number = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _SHARED_OPEN, 0o666)
    try:
        try:
            if mode is not None:
                beside.chmod(stat.S_IMODE(mode))
            _write(number, data)
        finally:
            os.close(number)
        beside.replace(target)
    except BaseException:
        with suppress(OSError):
            beside.unlink()
        raise
    _sync_folder(target.parent)


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
                    message = say(
                        "answers.durable.a-line-of-it-is", bytes_of_a_result=BYTES_OF_A_RESULT
                    )
                    raise OSError(errno.EFBIG, message)
                yield line


@contextmanager
def open_lines(path: Path) -> Iterator[Lines]:
    """Open a file of lines, or make one; an `OSError` says if another run is writing to it."""
    number = os.open(path, os.O_RDWR | os.O_CREAT | _SHARED_OPEN, 0o666)
    try:
        if not stat.S_ISREG(os.fstat(number).st_mode):
            raise OSError(errno.EINVAL, say("answers.durable.it-is-not-an-ordinary"))
        with _locked(number):
            yield Lines(number)
    finally:
        os.close(number)


@contextmanager
def _locked(number: int) -> Iterator[None]:
    if sys.platform == "win32":
        yield
        return
    try:
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise OSError(
            errno.EWOULDBLOCK, say("answers.durable.another-run-is-writing-to")
        ) from error
    try:
        yield
    finally:
        # Closing is not enough while a process that was started meanwhile shares the file.
        fcntl.flock(number, fcntl.LOCK_UN)
