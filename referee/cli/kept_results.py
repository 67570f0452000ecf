"""The verdicts of `referee check` kept in a file, and those that an earlier run has left there."""

import hashlib
import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import click

from referee.cli.console import UnwritableError
from referee.cli.render.tally import VERDICTS
from referee.cli.sources import STDIN
from referee.kept_lines import drop_torn_line, keep_lines, whole_lines

Result = dict[str, Any]

Key = tuple[str, str, str]
"""A file, its content, and how it was looked at."""


def fingerprint(file: Path) -> str:
    """Return what tells one content of a file from another; nothing if it cannot be read twice."""
    if str(file) == STDIN:
        return ""
    try:
        with file.open("rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()
    except OSError:
        return ""


def kept_results(path: Path) -> dict[Key, list[Result]]:
    """Return the results in a file by what they are of."""
    kept: dict[Key, list[Result]] = {}
    try:
        lines = list(whole_lines(path))
    except OSError as error:
        raise click.UsageError(f"{path} cannot be read: {error.strerror}") from error
    for number, line in enumerate(lines, 1):
        try:
            key, result = _read(line)
        except (ValueError, KeyError, TypeError) as error:
            message = (
                f"{path}:{number}: this is no line of results; --resume needs what --results wrote"
            )
            raise click.UsageError(message) from error
        kept.setdefault(key, []).append(result)
    return kept


def _read(line: bytes) -> tuple[Key, Result]:
    result = json.loads(line)
    if result["verdict"] not in VERDICTS:
        raise ValueError(result["verdict"])
    return (str(result["source"]), str(result["sha256"]), str(result["asked"])), result


class Kept:
    """What an earlier run has done of the files that are listed, and what is left to do."""

    def __init__(
        self, listed: Sequence[Path], path: Path | None, asked: str, *, resume: bool
    ) -> None:
        done = kept_results(path) if resume and path is not None and path.exists() else {}
        self._asked = asked
        self._contents = {file: fingerprint(file) for file in listed} if path is not None else {}
        self.before: list[Result] = []
        self.waiting: list[Path] = []
        for file in listed:
            content = self._contents.get(file)
            found = done.get((str(file), content, asked)) if content else None
            if found is None:
                self.waiting.append(file)
            else:
                self.before += found

    def source(self, file: Path) -> Result:
        """Return what a line of results says about where it came from."""
        return {
            "source": str(file),
            "sha256": self._contents.get(file, ""),
            "asked": self._asked,
        }


class Keeper:
    """Writes the results of one file at a time, all of them or none."""

    def __init__(self, path: Path | None, stream: IO[bytes] | None) -> None:
        self._path, self._stream = path, stream

    def keep(self, results: Sequence[Result]) -> None:
        """Write the results of a file."""
        if self._stream is None:
            return
        try:
            keep_lines(self._stream, *(json.dumps(result).encode() for result in results))
        except OSError as error:
            raise UnwritableError(f"{self._path} cannot be written: {error.strerror}") from error


@contextmanager
def keeper(path: Path | None, *, resume: bool) -> Iterator[Keeper]:
    """Yield what keeps results in a file, behind those that are there if a run goes on."""
    if path is None:
        yield Keeper(None, None)
        return
    try:
        if resume and path.exists():
            drop_torn_line(path)
        stream = path.open("ab" if resume else "wb")
    except OSError as error:
        raise click.UsageError(f"{path} cannot be written: {error.strerror}") from error
    with stream:
        yield Keeper(path, stream)
