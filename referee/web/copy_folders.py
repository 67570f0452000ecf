"""The copies of a folder: each a component set in a folder of its own, and a photograph aside."""

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from shutil import rmtree
from threading import RLock
from typing import Final, TypeVar

import msgspec

from referee import Copy, NotFoundError, RefereeError, UnreadableError, UsageError, WriteError
from referee.core.input_limits import DECODER_ERRORS
from referee.durable import replace_file
from referee.i18n.speech import say
from referee.types import CopySnapshot
from referee.web.game_files import (
    OwnFile,
    free_path,
    is_name,
    is_odd,
    own_folder,
    read_own,
    replace_own,
)
from referee.web.guard import BYTES_OF_AN_UPLOAD

HEADER: Final = "set.toml"
ENDINGS: Final = {".toml", ".jsonl"}
"""Files that belong to a set."""
ASIDE: Final = ".copies"
"""The folder of what belongs to a copy and is no part of its set: nobody shares it by accident."""
KINDS: Final = {b"\xff\xd8\xff": "image/jpeg", b"\x89PNG\r\n\x1a\n": "image/png"}
"""How photographs begin."""
MOST_BYTES: Final = 1024 * 1024

Pair = tuple[str, str]
T = TypeVar("T")


class CopyFolders:
    """The copies that lie in a folder of games."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._changing = RLock()
        self._unsaved: dict[str, CopySnapshot] = {}
        """Sets as they were before a change that failed and could not be taken back yet."""

    def names(self) -> tuple[str, ...]:
        """Return the names of the copies."""
        names = sorted(entry.name for entry in os.scandir(self._folder))
        return tuple(name for name in names if is_name(name) and self._has_header(name))

    def _has_header(self, name: str) -> bool:
        return os.path.lexists(self._folder / name / HEADER)

    def folder(self, name: str) -> Path:
        """Return the folder of a copy by its name; a `NotFoundError` if there is none."""
        if not is_name(name) or not self._has_header(name):
            raise NotFoundError.of("copy.folders.no-copy", name=f"{name!r:.60}")
        path = self._folder / name
        # Links lead out of the folder, and whoever opens a pipe waits for its other end.
        files = [file for file in path.iterdir() if file.suffix in ENDINGS]
        if path.is_symlink() or any(map(is_odd, files)):
            raise NotFoundError.of("copy.folders.odd-file", name=name)
        if name in self._unsaved:
            with suppress(RefereeError):
                self._restore(name)
        return path

    def change(self, name: str, made: Callable[[Copy], T]) -> T:
        """Return what a change of a set gives: one at a time, and one that fails changes nothing.

        Answers that were read and written at the same time would overwrite each other.
        """
        with self._changing:
            path = self.folder(name)
            self._restore(name)
            before = Copy(path).snapshot()
            try:
                return made(Copy(path))
            except (OSError, WriteError):
                self._unsaved[name] = before
                with suppress(RefereeError):
                    self._restore(name)
                raise

    def _restore(self, name: str) -> None:
        """Take back what is left of a change that failed; a `WriteError` if that fails."""
        with self._changing:
            if before := self._unsaved.get(name):
                Copy(self._folder / name).restore(before)
                del self._unsaved[name]

    def begin(self, wanted: str) -> str:
        """Begin the set of a copy, and return the name that it got."""
        plain = "".join(c if c.isascii() and c.isalnum() else "-" for c in wanted.casefold())
        stem = "-".join(filter(None, plain.split("-")))[:40] or "copy"
        title = "".join(c if c.isprintable() and c not in '"\\' else " " for c in wanted).strip()
        with self._changing:
            path = free_path(self._folder / stem)
            name, header = path.name, path / HEADER
            try:
                Copy.begin(path)
                text = header.read_text("utf-8")
                text = text.replace('name = "?"', f'name = "{name}"', 1)
                text = text.replace('title = "?"', f'title = "{title or name}"', 1)
                replace_file(header, text.encode())
            except (OSError, WriteError):
                rmtree(path, ignore_errors=True)
                raise
        return name

    def photograph(self, name: str) -> tuple[bytes, str]:
        """Return the photograph of a board, and what kind of file it is."""
        self.folder(name)
        try:
            data = read_own(self._aside(name, "photograph"), BYTES_OF_AN_UPLOAD)
        except OSError as error:
            words = say("copy.folders.no-photograph", name=f"{name!r:.60}")
            raise NotFoundError(words) from error
        return data, _kind(data)

    def has_photograph(self, name: str) -> bool:
        """Return whether somebody has taken one."""
        path = self._aside(name, "photograph")
        return path.exists() and not is_odd(path)

    def keep_photograph(self, name: str, data: bytes) -> None:
        """Keep a photograph beside the copies, never in the set of one."""
        self.folder(name)
        _kind(data)
        self._written(self._aside(name, "photograph"), data)

    def no_borders(self, name: str) -> frozenset[Pair]:
        """Return the pairs of places of which somebody said that they have no border."""
        try:
            data = read_own(self._aside(name, "json"), MOST_BYTES)
            found = msgspec.json.decode(data, type=list[Pair])
        except (OSError, *DECODER_ERRORS):
            return frozenset()
        return frozenset((min(pair), max(pair)) for pair in found)

    def say_border(self, name: str, one: str, other: str, lines: int) -> frozenset[Pair]:
        """Remember whether a pair has no border, which the set says only of whole places."""
        pair = (min(one, other), max(one, other))
        known = self.no_borders(name)
        said = known | {pair} if lines == 0 else known - {pair}
        if said != known:
            self._written(self._aside(name, "json"), msgspec.json.encode(sorted(said)))
        return said

    def _aside(self, name: str, ending: str) -> Path:
        return self._folder / ASIDE / f"{name}.{ending}"

    def _written(self, path: Path, data: bytes) -> None:
        own_folder(path.parent)
        file = OwnFile(path)
        with suppress(OSError):
            file.load(BYTES_OF_AN_UPLOAD)
        with file.becoming(data):
            replace_own(path, data)


def _kind(data: bytes) -> str:
    for start, kind in KINDS.items():
        if data.startswith(start):
            return kind
    if not data:
        raise UsageError.of("copy.folders.expected")
    raise UnreadableError.of("copy.folders.not-understood")
