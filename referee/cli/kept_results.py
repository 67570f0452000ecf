"""Results kept as JSON lines while a long run goes on, so that a later run can go on from them."""

import hashlib
import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import click

from referee.cli.sources import STDIN

Result = dict[str, Any]


def fingerprint(file: Path) -> str:
    """Return what tells one content of a file from another."""
    if str(file) == STDIN:
        return STDIN
    try:
        with file.open("rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()
    except OSError:
        return ""


def kept_results(path: Path) -> dict[tuple[str, str], list[Result]]:
    """Return the results of a file by source file and content; a torn last line is left out."""
    kept: dict[tuple[str, str], list[Result]] = {}
    for number, line in enumerate(path.read_bytes().splitlines(keepends=True), 1):
        if not line.endswith(b"\n"):
            break
        try:
            result = json.loads(line)
            key = (result["source"], result["sha256"])
        except (ValueError, KeyError, TypeError) as error:
            message = (
                f"{path}:{number}: this is no line of results; --resume needs what --results wrote"
            )
            raise click.UsageError(message) from error
        kept.setdefault(key, []).append(result)
    return kept


class Kept:
    """What an earlier run has done of the files that are listed, and what is left to do."""

    def __init__(self, listed: Sequence[Path], path: Path | None, *, resume: bool) -> None:
        done = kept_results(path) if resume and path is not None and path.exists() else {}
        self.marks = {file: fingerprint(file) for file in listed} if path is not None else {}
        self.before: list[Result] = []
        self.waiting: list[Path] = []
        for file in listed:
            found = done.get((str(file), self.marks[file])) if done else None
            if found is None:
                self.waiting.append(file)
            else:
                self.before += found

    def source(self, file: Path) -> Result:
        """Return what a line of results says about the file that it came from."""
        return {"source": str(file), "sha256": self.marks.get(file, "")}


class Keeper:
    """Writes the results of one file at a time, all of them or none."""

    def __init__(self, stream: IO[bytes] | None) -> None:
        self.stream = stream

    def keep(self, results: Sequence[Result]) -> None:
        """Write the results of a file and let nothing of them wait in memory."""
        if self.stream is not None:
            self.stream.write(b"".join(json.dumps(r).encode() + b"\n" for r in results))
            self.stream.flush()


@contextmanager
def keeper(path: Path | None, *, resume: bool) -> Iterator[Keeper]:
    """Yield what keeps results in a file, behind those that are there if a run goes on."""
    if path is None:
        yield Keeper(None)
        return
    if resume and path.exists():
        _drop_torn_line(path)
    try:
        with path.open("ab" if resume else "wb") as stream:
            yield Keeper(stream)
    except OSError as error:
        raise click.UsageError(f"{path} cannot be written: {error.strerror}") from error


def _drop_torn_line(path: Path) -> None:
    data = path.read_bytes()
    whole = data[: data.rfind(b"\n") + 1]
    if whole != data:
        path.write_bytes(whole)
