"""The verdicts of `referee check` kept in a file, and those that an earlier run has left there."""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import click
import msgspec
from msgspec import Struct

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


class _Kept(Struct, frozen=True):
    """What tells of which file a line of results is; the rest is decoded only when it is wanted."""

    file: str
    verdict: str
    source: str
    sha256: str
    asked: str


def kept_results(path: Path, lines: Lines) -> dict[Key, list[bytes]]:
    """Return the lines of results in a file by what they are of, each game once."""
    kept: dict[Key, dict[str, bytes]] = {}
    for number, line in enumerate(lines.whole(), 1):
        found = _read(path, number, line)
        # Of a log with several games every game has a name of its own.
        kept.setdefault((found.source, found.sha256, found.asked), {})[found.file] = line
    return {key: [*games.values()] for key, games in kept.items()}


def _read(path: Path, number: int, line: bytes) -> _Kept:
    try:
        found = msgspec.json.decode(line, type=_Kept)
        VERDICTS.index(found.verdict)
    except (ValueError, RecursionError) as error:
        message = f"{path}:{number}: this is no line of results; --results writes only to its own"
        raise click.UsageError(message) from error
    return found


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
        self._done: Mapping[Key, list[bytes]] = {}

    def go_on(self) -> None:
        """Look at what an earlier run has done, and write behind it."""
        if self._path is not None and self._lines is not None:
            self._done = kept_results(self._path, self._lines)
            self._lines.drop_torn()

    def done(self, file: Path, asked: str) -> list[Result] | None:
        """Return what is kept of a file as it is now; None if it has to be looked at."""
        content = fingerprint(file) if self._done else ""
        found = self._done.get((str(file), content, asked)) if content else None
        return None if found is None else [msgspec.json.decode(line) for line in found]

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
            _require_results(path, lines)
            found = Keeper(path, lines)
            if resume:
                found.go_on()
            else:
                lines.clear()
        except OSError as error:
            raise click.UsageError(f"{path} cannot be written: {error.strerror}") from error
        yield found
