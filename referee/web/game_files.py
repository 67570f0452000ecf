"""The folder of recorded games: one file a game, which is the truth, and what keeps it whole.

A line that is appended is on the disk before anybody is told that it is recorded; whatever changes
what stood there before replaces the file as a whole and keeps the version that it replaced.
"""

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, Generic, TypeVar

import msgspec
from msgspec import Struct

from referee import NotFoundError, UnreadableError, UsageError
from referee.core.input_limits import BYTES_OF_A_RECORD, DECODER_ERRORS
from referee.durable import open_lines, replace_file
from referee.i18n.speech import say

# Files in the folder of the table: none is a link or a pipe, and a failed write changes none ------
# A link may lead out of the folder, and whoever opens a pipe waits for its other end.
_READING: Final = (
    os.O_RDONLY
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)


def is_odd(path: Path) -> bool:
    """Return whether something is there, and is no ordinary file: a link, a pipe, a folder."""
    try:
        return not stat.S_ISREG(path.lstat().st_mode)
    except FileNotFoundError:
        return False


def read_own(path: Path, most: int) -> bytes:
    """Return what an ordinary file holds, one byte more than `most` if it has more."""
    if is_odd(path):
        raise OSError(errno.EINVAL, say("answers.durable.not-ordinary-file"))
    with os.fdopen(os.open(path, _READING), "rb") as stream:
        return stream.read(most + 1)


def replace_own(path: Path, data: bytes) -> None:
    """Put `data` into a file, and whatever else had its name aside."""
    if is_odd(path):
        put_aside(path)
    replace_file(path, data)


def own_folder(path: Path) -> Path:
    """Return a folder that was made if there was none; whatever else had its name is put aside."""
    with suppress(FileNotFoundError):
        if not stat.S_ISDIR(path.lstat().st_mode):
            put_aside(path)
    path.mkdir(exist_ok=True)
    return path


def put_aside(path: Path) -> None:
    """Give a file that is of no use another name; it is not followed and not lost."""
    path.rename(free_path(path.with_stem(f"{path.stem}-unreadable")))


def free_path(path: Path) -> Path:
    """Return a path where nothing lies, with a number behind its name if something lies at this."""
    free, number = path, 1
    while os.path.lexists(free):
        number += 1
        free = path.with_stem(f"{path.stem}-{number}")
    return free


class OwnFile:
    """A file that holds what its owner knows of it, or is known not to."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.data: bytes | None = None
        """What was last read or written; None if there was no file."""
        self.is_unsaved = False
        """Whether a write failed and could not be taken back either."""

    def load(self, most: int) -> bytes:
        """Return what stands in the file."""
        self.data = read_own(self.path, most)
        return self.data

    @contextmanager
    def becoming(self, data: bytes) -> Iterator[None]:
        """Write what the file is to hold; a failure leaves, or soon brings back, what it held."""
        self.restore()
        try:
            yield
        except OSError:
            self.is_unsaved = True
            with suppress(OSError):
                self.restore()
            raise
        self.data = data

    def restore(self) -> None:
        """Bring back what the file held before a write failed; an `OSError` if that fails, too."""
        if not self.is_unsaved:
            return
        if self.data is None:
            self.path.unlink(missing_ok=True)
        elif self._found() != self.data:
            replace_own(self.path, self.data)
        self.is_unsaved = False

    def _found(self) -> bytes | None:
        try:
            return read_own(self.path, len(self.data or b""))
        except FileNotFoundError:
            return None


ENDING: Final = ".mgn"
VERSIONS: Final = ".versions"
"""The folder, within that of the games, of what was replaced."""
REMOVED: Final = ".removed"
"""The folder, within that of the games, of games that were removed."""
KEPT: Final = 20
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
            found = path.lstat()
        except OSError:
            return None
        return cls(found.st_mtime_ns, found.st_size, found.st_ino)


class GameFile(OwnFile):
    """The file of one game, and what was last seen or written there."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
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
            data = self.load(BYTES_OF_A_RECORD)
            if len(data) > BYTES_OF_A_RECORD:
                raise UnreadableError.of("table.game_files.too-large", limit=BYTES_OF_A_RECORD)
            self.text = data.decode("utf-8-sig")
        except OSError as error:
            raise UnreadableError(error.strerror or str(error)) from error
        except UnicodeDecodeError as error:
            raise UnreadableError.of("table.game_files.not-utf-8") from error
        return self.text

    def write(self, text: str) -> None:
        """Have this text on the disk: appended if it continues the file, else in its place."""
        with self.becoming(text.encode()):
            if self.is_continued_by(text):
                more = text[len(self.text) :]
                if more:
                    with open_lines(self.path) as lines:
                        lines.append(*more.removesuffix("\n").encode().split(b"\n"))
            else:
                self._keep_version()
                replace_own(self.path, text.encode())
        self.text = text
        self._stamp = _Stamp.of(self.path)

    def restore(self) -> None:
        """Bring back what the file held before a write failed."""
        if self.is_unsaved:
            super().restore()
            self._stamp = _Stamp.of(self.path)

    def is_continued_by(self, text: str) -> bool:
        """Return whether a text is what stands in the file, and perhaps more lines."""
        return self.text.endswith("\n") and text.startswith(self.text)

    def _keep_version(self) -> None:
        """Keep what is about to be replaced, and drop the oldest of what is kept."""
        if not self.text:
            return
        folder = own_folder(self.path.parent / VERSIONS)
        names = (path.name.removesuffix(ENDING).rpartition(".") for path in folder.iterdir())
        own = (number for stem, _, number in names if stem == self.path.stem)
        kept = sorted(int(number) for number in own if number.isdecimal())
        number = kept[-1] + 1 if kept else 1
        replace_own(folder / f"{self.path.stem}.{number}{ENDING}", self.text.encode())
        for old in kept[: max(0, len(kept) + 1 - KEPT)]:
            with suppress(OSError):
                (folder / f"{self.path.stem}.{old}{ENDING}").unlink()


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
                if entry.name.endswith(ENDING) and is_name(name):
                    # A link or a pipe is listed, too: its page tells why it cannot be read.
                    found.append((-entry.stat(follow_symlinks=False).st_mtime_ns, name))
        return tuple(name for _, name in sorted(found)[:MOST_GAMES])

    def file(self, name: str) -> GameFile:
        """Return the file of a game by its name; a `NotFoundError` if there is none."""
        path = self._path(name)
        if is_odd(path):
            raise NotFoundError.of("answers.durable.not-ordinary-file")
        if not path.is_file():
            raise NotFoundError.of("table.game_files.no-game", name=f"{name!r:.60}")
        return GameFile(path)

    def new_file(self, wanted: str) -> GameFile:
        """Return a file for a new game, whose name begins like the one that was wanted."""
        plain = "".join(c if c.isalnum() else "-" for c in wanted.casefold()).strip("-")
        stem = "-".join(filter(None, plain.split("-")))[: LONGEST_NAME - 8] or "game"
        return GameFile(free_path(self._path(stem)))

    def remove(self, file: GameFile) -> None:
        """Put the file of a game into another folder."""
        removed = GameFolder(own_folder(self.path / REMOVED))
        aside = removed.new_file(file.path.stem).path
        try:
            file.path.rename(aside)
        except OSError:
            # What failed after it was done is done.
            if os.path.lexists(file.path) or not os.path.lexists(aside):
                raise

    def _path(self, name: str) -> Path:
        if not is_name(name):
            raise NotFoundError.of("table.game_files.no-game", name=f"{name!r:.60}")
        return self.path / f"{name}{ENDING}"


def is_name(name: str) -> bool:
    """Return whether a name is one of a file in the folder, and of nothing else."""
    if not name or len(name) > LONGEST_NAME or name.startswith("."):
        return False
    return name.isprintable() and not any(c in name for c in '/\\:*?"<>|')


@contextmanager
def game_folder(path: Path) -> Iterator[GameFolder]:
    """Open a folder of games for one server; a `UsageError` says if another one has it."""
    try:
        path.mkdir(parents=True, exist_ok=True)
        if is_odd(path / LOCK):
            put_aside(path / LOCK)
        with open_lines(path / LOCK):
            yield GameFolder(path)
    except BlockingIOError as error:
        raise UsageError.of("table.game_files.folder-in-use", path=path) from error
    except (FileExistsError, NotADirectoryError, PermissionError) as error:
        raise UsageError.of(
            "table.game_files.cannot-use", path=path, reason=error.strerror
        ) from error


# A small file of JSON beside the games: read once, replaced as a whole, never lost ----------------
T = TypeVar("T")

MOST_BYTES: Final = 1024 * 1024


class KeptJson(Generic[T]):
    """What is kept in a file of the folder, by its name without the ending."""

    def __init__(self, folder: Path, name: str, kind: type[T], empty: T) -> None:
        self._file = OwnFile(folder / f".{name}.json")
        self._kind = kind
        self.value = self._read(empty)

    def keep(self, value: T) -> None:
        """Have something else in the file."""
        if value != self.value:
            data = msgspec.json.format(msgspec.json.encode(value))
            with self._file.becoming(data):
                replace_own(self._file.path, data)
            self.value = value

    def _read(self, empty: T) -> T:
        """Return what stands in the file; one that makes no sense is put aside and not lost."""
        try:
            data = self._file.load(MOST_BYTES)
            if len(data) > MOST_BYTES:
                raise msgspec.ValidationError("too large")
            return msgspec.json.decode(data, type=self._kind)
        except FileNotFoundError:
            return empty
        except (OSError, *DECODER_ERRORS):
            put_aside(self._file.path)
            self._file.data = None
            return empty
