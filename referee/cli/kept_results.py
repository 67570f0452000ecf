"""The verdicts of `referee check` kept in a file, and those that an earlier run has left there."""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import click

from referee.cli.console import UnwritableError
from referee.cli.render.tally import VERDICTS
from referee.cli.sources import STDIN
from referee.durable import Lines, open_lines

Result = dict[str, Any]

Key = tuple[str, str, str]
"""A file, its content, and how it was looked at."""


BEGINNING = b'{"file": '
"""How every line of results begins, also one that was cut off."""


def fingerprint(file: Path) -> str:
    """Return what tells one content of a file from another; nothing if it cannot be read twice."""
    if str(file) == STDIN:
        return ""
    try:
        with file.open("rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()
    except OSError:
        return ""


def kept_results(path: Path, lines: Lines) -> dict[Key, list[Result]]:
    """Return the results in a file by what they are of, each game once."""
    kept: dict[Key, dict[str, Result]] = {}
    for number, line in enumerate(lines.whole(), 1):
        key, result = _read(path, number, line)
        # Of a log with several games every game has a name of its own.
        kept.setdefault(key, {})[str(result["file"])] = result
    return {key: [*games.values()] for key, games in kept.items()}


def _read(path: Path, number: int, line: bytes) -> tuple[Key, Result]:
    try:
        result = json.loads(line)
        key = (str(result["source"]), str(result["sha256"]), str(result["asked"]))
        VERDICTS.index(result["verdict"])
        return key, {**result, "file": str(result["file"])}
    except (ValueError, KeyError, TypeError) as error:
        message = f"{path}:{number}: this is no line of results; --results writes only to its own"
        raise click.UsageError(message) from error


def _require_results(path: Path, lines: Lines) -> None:
    """Refuse a file that holds anything else, before a byte of it is changed."""
    for number, line in enumerate(lines.whole(), 1):
        _read(path, number, line)
        return
    torn = lines.torn()
    if torn[: len(BEGINNING)] != BEGINNING[: len(torn)]:
        raise click.UsageError(f"{path} holds something else than results; name another file")


class Keeper:
    """Where results are kept, if anywhere, and those that an earlier run has left there."""

    def __init__(self, path: Path | None = None, lines: Lines | None = None) -> None:
        self._path, self._lines = path, lines
        self._done: Mapping[Key, list[Result]] = {}

    def go_on(self) -> None:
        """Look at what an earlier run has done, and write behind it."""
        if self._path is not None and self._lines is not None:
            self._done = kept_results(self._path, self._lines)
            self._lines.drop_torn()

    def done(self, file: Path, asked: str) -> list[Result] | None:
        """Return what is kept of a file as it is now; None if it has to be looked at."""
        content = fingerprint(file) if self._done else ""
        return self._done.get((str(file), content, asked)) if content else None

    def keep(self, results: Sequence[Result]) -> None:
        """Write the results of a file, all of them or none."""
        if self._lines is None:
            return
        try:
            self._lines.append(*(json.dumps(result).encode() for result in results))
        except OSError as error:
            raise UnwritableError(f"{self._path} cannot be written: {error.strerror}") from error


@contextmanager
def keeper(path: Path | None, *, resume: bool) -> Iterator[Keeper]:
    """Yield what keeps results in a file, behind those that are there if a run goes on."""
    if path is None:
        yield Keeper()
        return
    with ExitStack() as stack:
        try:
            lines = stack.enter_context(open_lines(path))
        except OSError as error:
            raise UnwritableError(f"{path} cannot be written: {error.strerror}") from error
        _require_results(path, lines)
        found = Keeper(path, lines)
        if resume:
            found.go_on()
        else:
            lines.clear()
        yield found
