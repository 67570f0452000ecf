"""Files of games opened wherever they lie: on a disk or in an object store, compressed or not."""

import errno
import importlib
import os
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from io import BufferedReader
from pathlib import Path, PurePosixPath
from typing import Any, BinaryIO, Final, cast

from referee.corpora.errors import BrokenSourceError, CorpusError
from referee.game.messages.speech import say

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
    except (OSError, EOFError, ValueError) as error:
        raise BrokenSourceError(str(error)[:200] or type(error).__name__) from error
    except Exception as error:
        # What a store or a decompressor raises is its own, and known to it alone.
        if type(error).__module__.partition(".")[0] in {"referee", "builtins"}:
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


@contextmanager
def _raw(source: str) -> Iterator[BinaryIO]:
    if is_address(source):
        filesystem, path = _store(source)
        with filesystem.open(path, "rb") as stream:
            yield stream
        return
    with Path(source).open("rb") as stream:
        yield stream


def _store(address: str) -> tuple[Any, str]:
    """Return the store of an address and the path in it."""
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


@contextmanager
def _uncompressed(source: str, raw: BinaryIO) -> Iterator[BinaryIO]:
    # Few files are compressed, and each in one way.
    ending = PurePosixPath(source).suffix
    if ending == ".gz":
        import gzip  # noqa: PLC0415

        with gzip.GzipFile(fileobj=raw) as stream:
            yield cast("BinaryIO", stream)
    elif ending == ".bz2":
        import bz2  # noqa: PLC0415

        with bz2.BZ2File(raw) as stream:
            yield cast("BinaryIO", stream)
    elif ending == ".xz":
        import lzma  # noqa: PLC0415

        with lzma.LZMAFile(raw) as stream:
            yield cast("BinaryIO", stream)
    elif ending == ".zst":
        with _zstd(raw) as stream:
            yield stream
    else:
        yield raw


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
