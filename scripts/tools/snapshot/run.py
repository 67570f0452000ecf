"""A command that is run for a snapshot, and what it did."""

import shlex
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

from msgspec import Struct

STREAMS: Final = ("stdout", "stderr")
NO_FILES: Final[Mapping[str, bytes]] = MappingProxyType({})


class CommandRun(Struct, frozen=True):
    """One command line: the arguments of `referee`, and streams that are not the usual ones."""

    arguments: tuple[str, ...]
    stdin: str | None = None
    stdout: str | None = None

    @property
    def line(self) -> str:
        """The command as a shell would be told it."""
        parts = [shlex.join(("referee", *self.arguments))]
        if self.stdin is not None:
            parts.append(f"< {shlex.quote(self.stdin)}")
        if self.stdout is not None:
            parts.append(f"> {shlex.quote(self.stdout)}")
        return " ".join(parts)


class Session(Struct, frozen=True):
    """Commands that run one after the other in the same folder, with files that they find there."""

    area: str
    runs: tuple[CommandRun, ...]
    files: Mapping[str, bytes] = NO_FILES


class CommandResult(Struct, frozen=True):
    """What a command printed, wrote and exited with; all text is free of accidental values."""

    area: str
    line: str
    exit: str
    streams: Mapping[str, str]
    """By name: `stdout`, `stderr`, and `file NAME` for every file that was written."""


def run(*arguments: str, stdin: str | None = None, stdout: str | None = None) -> CommandRun:
    """Return a command line in few words."""
    return CommandRun(arguments, stdin, stdout)


def words(line: str) -> CommandRun:
    """Return a command line from the words of a shell, without the name of the program."""
    return CommandRun(tuple(shlex.split(line)))


def alone(area: str, *runs: CommandRun, files: Mapping[str, bytes] = NO_FILES) -> list[Session]:
    """Return a session for each command, because none of them needs what another has written."""
    return [Session(area, (one,), files) for one in runs]


MARK: Final = "snapshot.txt"
"""The file that tells a snapshot from any other folder; it says what the snapshot was taken of."""

_COMMAND, _EXIT, _LINE = "$ ", "exit ", "| "
_UNENDED: Final = "(no newline at the end)"


class PageError(Exception):
    """A folder holds no snapshot, or one that was tampered with."""


def write_pages(folder: Path, results: Iterable[CommandResult], about: str) -> None:
    """Write a snapshot into a new or empty folder, or over an earlier snapshot."""
    check_room(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.txt"):
        old.unlink()
    areas = defaultdict(list)
    for result in results:
        areas[result.area].append(result)
    (folder / MARK).write_text(f"{about}\n", "utf-8")
    for area, found in areas.items():
        pages = ([f"{_COMMAND}{result.line}", *answer(result), ""] for result in found)
        text = "".join(f"{line}\n" for page in pages for line in page)
        (folder / f"{area}.txt").write_text(text, "utf-8")


def check_room(folder: Path) -> None:
    """Refuse a folder that holds something else, which would be mixed up with a snapshot."""
    if folder.exists() and not folder.is_dir():
        raise PageError(f"{folder} is no folder")
    if folder.exists() and any(folder.iterdir()) and not (folder / MARK).is_file():
        raise PageError(f"{folder} is not empty and holds no snapshot; nothing was written")


def answer(result: CommandResult) -> list[str]:
    """Return the lines that tell what a command did."""
    told = [f"{_EXIT}{result.exit}"]
    for name, text in result.streams.items():
        # A stream on which nothing was said need not be named; an empty file was still written.
        if text or name not in STREAMS:
            *lines, rest = text.split("\n")
            told += [name, *(f"{_LINE}{line}" for line in lines)]
            told += [f"{_LINE}{rest}", _UNENDED] if rest else []
    return told


Key = tuple[str, str, int]
"""The area of a command, its line, and how often the same line came before in the area."""


def keyed(answers: Iterable[tuple[str, str, list[str]]]) -> dict[Key, list[str]]:
    """Return answers by key; each comes with its area and the line of its command."""
    found: dict[Key, list[str]] = {}
    times = Counter[tuple[str, str]]()
    for area, line, lines in answers:
        found[area, line, times[area, line]] = lines
        times[area, line] += 1
    return found


def read_pages(folder: Path) -> dict[Key, list[str]]:
    """Return what a snapshot tells about each command, line by line."""
    if not (folder / MARK).is_file():
        raise PageError(f"{folder} holds no snapshot")
    files = (file for file in sorted(folder.glob("*.txt")) if file.name != MARK)
    return keyed(read for file in files for read in _read_area(file))


def _read_area(file: Path) -> list[tuple[str, str, list[str]]]:
    found: list[tuple[str, str, list[str]]] = []
    for line in file.read_text("utf-8").split("\n"):
        if line.startswith(_COMMAND):
            found.append((file.stem, line.removeprefix(_COMMAND), []))
        elif line and not found:
            raise PageError(f"{file} does not begin with a command")
        elif line:
            found[-1][-1].append(line)
    return found
