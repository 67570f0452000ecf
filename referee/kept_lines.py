"""Results kept a line each while a long run goes on, so that a later run can go on from them."""

from collections.abc import Iterator
from pathlib import Path
from typing import IO


def whole_lines(path: Path) -> Iterator[bytes]:
    """Yield the lines of a file without one that was being written when a run was stopped."""
    with path.open("rb") as stream:
        for line in stream:
            if line.endswith(b"\n"):
                yield line[:-1]


def drop_torn_line(path: Path) -> None:
    """Cut such a line off, so that the next one does not join it."""
    with path.open("r+b") as stream:
        stream.truncate(stream.read().rfind(b"\n") + 1)


def keep_lines(stream: IO[bytes], *lines: bytes) -> None:
    """Write lines, all of them or none, and let nothing of them wait in memory."""
    stream.write(b"".join(line + b"\n" for line in lines))
    stream.flush()
