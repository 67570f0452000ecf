"""The folder of recorded games: one file a game, which is the truth, and what keeps it whole.

A line that is appended is on the disk before anybody is told that it is recorded; whatever changes
what stood there before replaces the file as a whole and keeps the version that it replaced.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from msgspec import Struct

from referee import MisuseError, NotFoundError, UnreadableError
from referee.durable import open_lines, replace_file
from referee.game.input_limits import BYTES_OF_A_RECORD
from referee.game.messages.speech import say

ENDING: Final = ".mgn"
VERSIONS: Final = ".versions"
"""The folder, within that of the games, of what was replaced."""
KEPT: Final = 20
"""How many versions of a game are kept."""
LOCK: Final = ".table-lock"
LONGEST_NAME: Final = 80
MOST_GAMES: Final = 2000


class _Stamp(Struct, frozen=True):
    """What tells whether somebody else has written to a file."""

    changed: int
    size: int
    number: int

    @classmethod
    def of(cls, path: Path) -> "_Stamp | None":
        try:
            found = path.stat()
        except OSError:
            return None
        return cls(found.st_mtime_ns, found.st_size, found.st_ino)


class GameFile:
    """The file of one game, and what was last seen or written there."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.text = ""
        self._stamp: _Stamp | None = None

    @property
    def is_touched(self) -> bool:
        """Whether somebody else may have written to the file since."""
        return _Stamp.of(self.path) != self._stamp

    def read(self) -> str:
        """Return what stands in the file; an `UnreadableError` if that is no text."""
        self._stamp = _Stamp.of(self.path)
        try:
            with self.path.open("rb") as stream:
                data = stream.read(BYTES_OF_A_RECORD + 1)
            if len(data) > BYTES_OF_A_RECORD:
                raise UnreadableError(
                    say(
                        "table.game_files.it-is-larger-than-bytes",
                        bytes_of_a_record=BYTES_OF_A_RECORD,
                    )
                )
            self.text = data.decode("utf-8-sig")
        except OSError as error:
            raise UnreadableError(error.strerror or str(error)) from error
        except UnicodeDecodeError as error:
            raise UnreadableError(say("table.game_files.it-is-not-text-in")) from error
        return self.text

    def write(self, text: str) -> None:
        """Have this text on the disk: appended if it only goes on, else in place of the file."""
        if self.text and text.startswith(self.text) and self.text.endswith("\n"):
            self._append(text[len(self.text) :])
        else:
            self._keep_version()
            replace_file(self.path, text.encode())
        self.text = text
        self._stamp = _Stamp.of(self.path)

    def _append(self, more: str) -> None:
        if more:
            with open_lines(self.path) as lines:
                lines.append(*more.removesuffix("\n").encode().split(b"\n"))

    def _keep_version(self) -> None:
        """Keep what is about to be replaced, and drop the oldest of what is kept."""
        if not self.text:
            return
        folder = self.path.parent / VERSIONS
        folder.mkdir(exist_ok=True)
        kept = sorted(self._versions(folder))
        number = kept[-1] + 1 if kept else 1
        replace_file(folder / f"{self.path.stem}.{number}{ENDING}", self.text.encode())
        for old in kept[: max(0, len(kept) + 1 - KEPT)]:
            with suppress(OSError):
                (folder / f"{self.path.stem}.{old}{ENDING}").unlink()

    def _versions(self, folder: Path) -> Iterator[int]:
        for path in folder.iterdir():
            stem, _, number = path.name.removesuffix(ENDING).rpartition(".")
            if stem == self.path.stem and number.isdecimal():
                yield int(number)


class GameFolder:
    """A folder whose games one server at a time writes to; `game_folder` opens it."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def names(self) -> tuple[str, ...]:
        """Return the names of the games, the one that was changed last first."""
        found: list[tuple[int, str]] = []
        with os.scandir(self.path) as entries:
            for entry in entries:
                name = entry.name.removesuffix(ENDING)
                if entry.name.endswith(ENDING) and is_name(name) and entry.is_file():
                    found.append((-entry.stat().st_mtime_ns, name))
        return tuple(name for _, name in sorted(found)[:MOST_GAMES])

    def file(self, name: str) -> GameFile:
        """Return the file of a game by its name; a `NotFoundError` if there is none."""
        path = self._path(name)
        if not path.is_file():
            raise NotFoundError(say("table.game_files.there-is-no-game", name=f"{name!r:.60}"))
        return GameFile(path)

    def new_file(self, wanted: str) -> GameFile:
        """Return a file for a new game, whose name begins like the one that was wanted."""
        plain = "".join(c if c.isalnum() else "-" for c in wanted.casefold()).strip("-")
        stem = "-".join(filter(None, plain.split("-")))[: LONGEST_NAME - 8] or "game"
        number, name = 1, stem
        while self._path(name).exists():
            number += 1
            name = f"{stem}-{number}"
        return GameFile(self._path(name))

    def _path(self, name: str) -> Path:
        path = self.path / f"{name}{ENDING}"
        # A link could lead out of the folder.
        inside = is_name(name) and path.resolve().parent == self.path.resolve()
        if not inside:
            raise NotFoundError(say("table.game_files.there-is-no-game", name=f"{name!r:.60}"))
        return path


def is_name(name: str) -> bool:
    """Return whether a name is one of a file in the folder, and of nothing else."""
    if not name or len(name) > LONGEST_NAME or name.startswith("."):
        return False
    return name.isprintable() and not any(c in name for c in '/\\:*?"<>|')


@contextmanager
def game_folder(path: Path) -> Iterator[GameFolder]:
    """Open a folder of games for one server; a `MisuseError` says if another one has it."""
    try:
        path.mkdir(parents=True, exist_ok=True)
        with open_lines(path / LOCK):
            yield GameFolder(path)
    except BlockingIOError as error:
        raise MisuseError(
            say("table.game_files.another-table-has-the-folder", path=path)
        ) from error
    except (FileExistsError, NotADirectoryError, PermissionError) as error:
        raise MisuseError(
            say("table.game_files.cannot-be-used", path=path, strerror=error.strerror)
        ) from error
