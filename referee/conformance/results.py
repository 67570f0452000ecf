"""What came of each game, kept line by line, so that an interrupted run can go on."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Literal

import msgspec
from msgspec import Struct

from referee.conformance.run import Played, Task
from referee.kept_lines import drop_torn_line, keep_lines, whole_lines


class Heading(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The first line of a file of results."""

    format: Literal["conform-1"] = "conform-1"
    task: Task


class ResultsError(Exception):
    """A file of results that cannot be used."""


def kept(path: Path, task: Task) -> Iterator[Played]:
    """Yield what a file already has; a `ResultsError` if it is of another run."""
    try:
        lines = whole_lines(path)
        heading = msgspec.json.decode(next(lines, b""), type=Heading)
        if heading.task != task:
            raise ResultsError(
                f"{path} has the results of another command or other options; name another file"
            )
        for line in lines:
            yield msgspec.json.decode(line, type=Played)
    except FileNotFoundError:
        return
    except OSError as error:
        raise ResultsError(f"{path} cannot be read: {error.strerror}") from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ResultsError(f"{path} has no results of `referee conform`: {error}") from error


@contextmanager
def keeping(path: Path | None, task: Task, *, resume: bool) -> Iterator[BinaryIO | None]:
    """Open a file of results to write to, after what it has if the run goes on."""
    if path is None:
        yield None
        return
    try:
        if resume and path.exists():
            drop_torn_line(path)
            stream = path.open("ab")
        else:
            stream = path.open("wb")
            keep_lines(stream, msgspec.json.encode(Heading(task=task)))
    except OSError as error:
        raise ResultsError(f"{path} cannot be written: {error.strerror}") from error
    with stream:
        yield stream


def keep(stream: BinaryIO | None, played: Played) -> None:
    """Write what came of a game at once."""
    if stream is not None:
        keep_lines(stream, msgspec.json.encode(played))
