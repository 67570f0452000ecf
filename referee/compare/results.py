"""What came of each game, kept line by line, so that an interrupted run can go on."""

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

from referee.compare.report import Played
from referee.compare.run import Task
from referee.durable import Lines, open_lines
from referee.game.messages.speech import say


class ResultsHeader(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The first line of a file of results."""

    format: Literal["conform-1"] = "conform-1"
    task: Task


BEGINNING = b'{"format":"conform-'
"""How the first line begins, also one that was cut off."""


class ResultsError(Exception):
    """A file of results that cannot be used."""


class NotKeptError(Exception):
    """What comes of the games cannot be written."""


class Results:
    """Where what comes of the games is kept, if anywhere, and what an earlier run left there."""

    def __init__(self, path: Path | None = None, lines: Lines | None = None) -> None:
        self._path, self._lines = path, lines
        self.done: Mapping[str, Played] = {}

    def keep(self, played: Played) -> None:
        """Write what came of a game at once."""
        if self._lines is not None:
            try:
                self._lines.append(msgspec.json.encode(played))
            except OSError as error:
                raise NotKeptError(
                    say(
                        "conformance.results.cannot-be-written",
                        path=self._path,
                        strerror=error.strerror,
                    )
                ) from error


@contextmanager
def keeping(path: Path | None, task: Task, *, resume: bool) -> Iterator[Results]:
    """Open a file of results to write to, after what it has if the run goes on."""
    if path is None:
        yield Results()
        return
    with ExitStack() as stack:
        heading = msgspec.json.encode(ResultsHeader(task=task))
        try:
            lines = stack.enter_context(open_lines(path))
            found = Results(path, lines)
            _require_results(path, lines)
            lines.drop_torn()
            if resume and next(lines.whole(), None) is not None:
                found.done = _done(path, lines, task)
            else:
                lines.clear()
                lines.append(heading)
        except OSError as error:
            raise NotKeptError(
                say("conformance.results.cannot-be-written", path=path, strerror=error.strerror)
            ) from error
        yield found


def _require_results(path: Path, lines: Lines) -> None:
    """Refuse a file that holds anything else, before a byte of it is changed."""
    first = next(lines.whole(), None)
    try:
        if first is not None:
            msgspec.json.decode(first, type=ResultsHeader)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ResultsError(
            say("conformance.results.has-no-results-of-referee", path=path, error=error)
        ) from error
    torn = lines.torn()
    if first is None and torn[: len(BEGINNING)] != BEGINNING[: len(torn)]:
        raise ResultsError(say("conformance.results.has-no-results-of-referee-2", path=path))


def _done(path: Path, lines: Lines, task: Task) -> dict[str, Played]:
    """Return by game what a file already has; a `ResultsError` if it is of another run."""
    whole = lines.whole()
    try:
        if msgspec.json.decode(next(whole), type=ResultsHeader).task != task:
            raise ResultsError(say("conformance.results.has-the-results-of-another", path=path))
        kept = (msgspec.json.decode(line, type=Played) for line in whole)
        return {played.game: played for played in kept}
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ResultsError(
            say("conformance.results.has-no-results-of-referee", path=path, error=error)
        ) from error
