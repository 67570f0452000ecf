"""Files of games opened wherever they lie: on a disk or in an object store, compressed or not."""

import errno
import importlib
import os
from collections.abc import Collection, Iterator
from contextlib import AbstractContextManager, contextmanager
from io import BufferedReader
from itertools import islice
from pathlib import Path, PurePosixPath
from typing import Any, BinaryIO, Final, cast

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType

from referee.core.input_limits import (
    BYTES_OF_A_GATHERED_GAME,
    BYTES_OF_A_RECORD,
    DECODER_ERRORS,
    LINES_OF_A_GATHERED_GAME,
    too_much,
)
from referee.i18n.speech import say


# Why a corpus cannot be worked on -----------------------------------------------------------------
class CorpusError(Exception):
    """What was asked for cannot be done here; the message says why, and what to do."""


class BrokenSourceError(Exception):
    """A file of games cannot be read, or not to its end."""


class ClusterError(Exception):
    """The machines that share the work cannot be reached, or are not what they must be."""


COMPRESSED: Final = frozenset({".gz", ".bz2", ".xz", ".zst"})
"""Endings behind that of a file of games."""
ADDRESS: Final = "://"
"""What tells an address from a path."""


def is_address(source: str) -> bool:
    """Return whether a source lies in a store that has a protocol."""
    return ADDRESS in source


def is_compressed(source: str) -> bool:
    """Return whether a source is a compressed file by its ending."""
    return PurePosixPath(source).suffix in COMPRESSED


def plain_suffix(source: str) -> str:
    """Return the ending of a file without that of its compression."""
    path = PurePosixPath(source)
    return PurePosixPath(path.stem).suffix if path.suffix in COMPRESSED else path.suffix


@contextmanager
def opened(source: str) -> Iterator[BinaryIO]:
    """Yield the bytes of a source, uncompressed; a `BrokenSourceError` if they cannot be had."""
    try:
        with _raw(source) as raw, _uncompressed(source, raw) as stream:
            yield stream
    except FileNotFoundError as error:
        # A store says which file, and not what is wrong with it.
        raise BrokenSourceError(os.strerror(errno.ENOENT)) from error
    except Exception as error:
        # What a store or a decompressor raises is its own, and known to it alone.
        own = type(error).__module__.partition(".")[0] in {"referee", "builtins"}
        if own and not isinstance(error, OSError | EOFError | ValueError):
            raise
        raise BrokenSourceError(str(error)[:200] or type(error).__name__) from error


def files_at(address: str, suffixes: Collection[str]) -> list[str]:
    """Return the addresses of the files of games at an address, which may be a folder's."""
    filesystem, path = _store(address)
    try:
        if not filesystem.isdir(path):
            return [address]
        found = sorted(filesystem.find(path))
    except Exception as error:
        if type(error) is CorpusError:
            raise
        raise CorpusError(
            say("answers.corpora.cannot-be-listed", address=address, error=str(error)[:200])
        ) from error
    return [
        str(filesystem.unstrip_protocol(each)) for each in found if plain_suffix(each) in suffixes
    ]


def _raw(source: str) -> BinaryIO:
    if is_address(source):
        filesystem, path = _store(source)
        return cast("BinaryIO", filesystem.open(path, "rb"))
    return Path(source).open("rb")


def _store(address: str) -> tuple[Any, str]:
    try:
        core = importlib.import_module("fsspec.core")
    except ImportError as error:
        raise CorpusError(say("answers.corpora.needs-extra", name="fsspec")) from error
    try:
        filesystem, path = core.url_to_fs(address)
    except (ImportError, ValueError, OSError) as error:
        raise CorpusError(
            say("answers.corpora.cannot-be-listed", address=address, error=str(error)[:200])
        ) from error
    return filesystem, str(path)


def _uncompressed(source: str, raw: BinaryIO) -> AbstractContextManager[Any]:
    # Few files are compressed, and each in one way.
    match PurePosixPath(source).suffix:
        case ".gz":
            import gzip  # noqa: PLC0415

            return gzip.GzipFile(fileobj=raw)
        case ".bz2":
            import bz2  # noqa: PLC0415

            return bz2.BZ2File(raw)
        case ".xz":
            import lzma  # noqa: PLC0415

            return lzma.LZMAFile(raw)
        case ".zst":
            return _zstd(raw)
        case _:
            return raw


@contextmanager
def _zstd(raw: BinaryIO) -> Iterator[BinaryIO]:
    """Yield what a zstd file holds, with the standard library where that can do it."""
    try:
        found = importlib.import_module("compression.zstd")
    except ImportError:
        try:
            found = importlib.import_module("zstandard")
        except ImportError as error:
            raise CorpusError(say("answers.corpora.needs-extra", name="zstandard")) from error
    with found.open(raw, "rb") as stream:
        # One of the two packages knows no lines.
        yield cast("BinaryIO", BufferedReader(stream))


# Many games in one file of JSON lines, told apart while it is read --------------------------------
#
# A game is a header line with its statements behind it, or one line with a whole record. A line
# that cannot be read belongs to the game before it, so that a fault costs one game and no other.
PLAIN: Final = ".jsonl"
MARK: Final = b'"format"'
"""The key by which a line is known that begins a game."""
BEGINNING: Final = 100
"""Bytes in which a line that cannot be read has that key if it was to begin a game."""


class _Opening(Struct):
    format: Any | UnsetType = UNSET
    statements: Raw | UnsetType = UNSET


_OPENING: Final = msgspec.json.Decoder(_Opening)


def games_in(stream: BinaryIO) -> Iterator[bytes]:
    """Yield the bytes of one game after the other, of none more than is read of a record."""
    lines: list[bytes] = []
    size = 0
    complete = False
    """Whether the game is one line, to which nothing can be added."""
    read = _Reading(stream)
    for line in read.lines():
        opening = _opening(line)
        if lines and (complete or opening is not None):
            yield b"".join(lines)
            lines, size = [], 0
        if opening is not None:
            read.begin_game()
        if not lines:
            complete = opening is not None and opening.statements is not UNSET
        if size <= BYTES_OF_A_RECORD:
            # One byte too many is enough to tell that it is too large.
            lines.append(line[: BYTES_OF_A_RECORD + 1 - size])
            size += len(lines[-1])
    if lines:
        yield b"".join(lines)


def holds_several(path: Path) -> bool:
    """Return whether a file of JSON lines holds more than one game; False if it cannot be read."""
    try:
        with path.open("rb") as stream:
            first = [*islice(games_in(stream), 2)]
    except (OSError, BrokenSourceError):
        return False
    return len(first) > 1 and _opening(first[0].partition(b"\n")[0]) is not None


class _Reading:
    """Lines of a stream, of which a few compressed bytes can hold more than anybody waits for."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self.begin_game()

    def begin_game(self) -> None:
        self._lines = self._bytes = 0

    def lines(self) -> Iterator[bytes]:
        """Yield lines that are not empty; what is longer than any record is cut."""
        while line := self._next():
            cut = line
            while cut and not cut.endswith(b"\n"):
                cut = self._next()
            if not line.isspace():
                yield line

    def _next(self) -> bytes:
        line = self._stream.readline(BYTES_OF_A_RECORD + 1)
        self._lines += 1
        self._bytes += len(line)
        for what, seen, most in (
            ("lines of a game", self._lines, LINES_OF_A_GATHERED_GAME),
            ("bytes of a game", self._bytes, BYTES_OF_A_GATHERED_GAME),
        ):
            if seen > most:
                raise BrokenSourceError(too_much(what, seen, most))
        return line


def _opening(line: bytes) -> _Opening | None:
    if MARK not in line:
        return None
    try:
        found = _OPENING.decode(line.lstrip(b"\xef\xbb\xbf"))
    except DECODER_ERRORS:
        return _Opening() if MARK in line[:BEGINNING] else None
    return None if found.format is UNSET else found
