"""The verdicts of many games kept in a file, and those that an earlier run has left there."""

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from time import monotonic
from typing import Final, Self

import msgspec
from msgspec import UNSET, Struct, UnsetType

from referee.api.errors import MisuseError, UnwritableError
from referee.api.sources import STDIN, path_name
from referee.api.verdict_answers import AnyVerdict, UnreadableVerdict, Verdict
from referee.durable import Lines, open_lines
from referee.i18n.speech import say

SYNCED_EVERY: Final = 0.5
"""Seconds of work that a power cut may cost: a disk is slower than judging a game."""

BEGINNING: Final = b'{"file":'
"""How every line of results begins, also one that was cut off."""


class ResultKey(Struct, frozen=True):
    """What a result is of: a file, its content, and how it was looked at."""

    source: str
    sha256: str
    """Of the bytes that were judged; nothing if they cannot be had again, or not at all."""
    asked: str
    game: int | UnsetType = UNSET
    """Which game of the file it is, where a file holds many."""

    @property
    def mark(self) -> bytes:
        """What stands for the key where there are many."""
        # Only who goes on from results asks for it.
        import hashlib  # noqa: PLC0415

        said = msgspec.json.encode((self.source, self.sha256, self.asked, str(self.game)))
        return hashlib.blake2b(said, digest_size=16).digest()


def fingerprint(file: Path) -> str:
    """Return what tells one content of a file from another; nothing if it cannot be read twice."""
    if str(file) == STDIN:
        return ""
    import hashlib  # noqa: PLC0415 - as above

    try:
        with file.open("rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()
    except OSError:
        return ""


def kept_results(path: Path, lines: Lines) -> dict[bytes, int]:
    """Return where in a file the last line of each result begins, by what it is of."""
    kept: dict[bytes, int] = {}
    start = 0
    for number, line in enumerate(lines.whole(), 1):
        key, _ = _read(path, number, line)
        kept[key.mark] = start
        start += len(line) + 1
    return kept


class _Kind(Struct):
    verdict: str


def _read(path: Path, number: int, line: bytes) -> tuple[ResultKey, AnyVerdict]:
    try:
        return msgspec.json.decode(line, type=ResultKey), _verdict(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        message = say("answers.kept_results.this-is-no-line-of", path=path, number=number)
        raise MisuseError(message) from error


def _verdict(line: bytes) -> AnyVerdict:
    if msgspec.json.decode(line, type=_Kind).verdict == "unreadable":
        return msgspec.json.decode(line, type=UnreadableVerdict)
    return msgspec.json.decode(line, type=Verdict)


def _require_results(path: Path, lines: Lines) -> None:
    """Refuse a file that holds anything else, before a byte of it is changed."""
    for number, line in enumerate(lines.whole(), 1):
        _read(path, number, line)
        return
    torn = lines.torn()
    if torn[: len(BEGINNING)] != BEGINNING[: len(torn)]:
        raise MisuseError(say("answers.kept_results.holds-something-else-than-results", path=path))


class KeptResults:
    """Where results are kept, if anywhere, and those that an earlier run has left there."""

    def __init__(self, path: Path | None = None, lines: Lines | None = None) -> None:
        self._path, self._lines = path, lines
        self._done: Mapping[bytes, int] = {}
        """Where the lines begin, which takes far less memory than what they say."""
        self._synced = 0.0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._lines is not None:
            self._lines.sync()

    @property
    def has_earlier(self) -> bool:
        """Whether an earlier run has left anything."""
        return bool(self._done)

    def go_on(self) -> None:
        """Look at what an earlier run has done, and write behind it."""
        if self._path is not None and self._lines is not None:
            self._done = kept_results(self._path, self._lines)
            self._lines.drop_torn()

    def done(self, file: Path, asked: str) -> AnyVerdict | None:
        """Return what is kept of a file as it is now; None if it has to be looked at."""
        content = fingerprint(file) if self._done else ""
        return self.found(ResultKey(path_name(file), content, asked)) if content else None

    def found(self, key: ResultKey) -> AnyVerdict | None:
        """Return what is kept under a key; None if nothing is."""
        place = self._done.get(key.mark)
        if place is None or self._lines is None:
            return None
        return _verdict(self._lines.line_at(place))

    def keep(self, key: ResultKey, result: AnyVerdict, seconds: float | UnsetType = UNSET) -> None:
        """Write a result, all of it or nothing; a kill right after it changes nothing.

        It is on the disk, where a power cut cannot reach it, a moment later.
        """
        if self._lines is None:
            return
        told = {**result.to_dict(), **msgspec.to_builtins(key)}
        if seconds is not UNSET:
            told["seconds"] = seconds
        try:
            now = monotonic()
            synced = now - self._synced >= SYNCED_EVERY
            self._lines.append(msgspec.json.encode(told), synced=synced)
            if synced:
                self._synced = now
        except OSError as error:
            raise UnwritableError(
                say(
                    "answers.kept_results.cannot-be-written",
                    path=self._path,
                    strerror=error.strerror,
                )
            ) from error


@contextmanager
def keeper(path: Path | None, *, resume: bool) -> Iterator[KeptResults]:
    """Yield what keeps results in a file, behind those that are there if a run goes on."""
    if path is None:
        yield KeptResults()
        return
    with ExitStack() as stack:
        try:
            lines = stack.enter_context(open_lines(path))
            _require_results(path, lines)
            found = KeptResults(path, lines)
            if resume:
                found.go_on()
            else:
                lines.clear()
        except OSError as error:
            raise UnwritableError(
                say("answers.kept_results.cannot-be-written", path=path, strerror=error.strerror)
            ) from error
        yield found
