"""A snapshot as a folder: a text file for each area, made to be read and to be compared."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from scripts.snapshots.run import Result

MARK: Final = "snapshot.txt"
"""The file that tells a snapshot from any other folder; it says what the snapshot was taken of."""

_COMMAND, _EXIT, _LINE = "$ ", "exit ", "| "
_UNENDED: Final = "(no newline at the end)"


class PageError(Exception):
    """A folder holds no snapshot, or one that was tampered with."""


def write_pages(folder: Path, results: Iterable[Result], about: str) -> None:
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
        text = "\n".join("".join(f"{line}\n" for line in page(result)) for result in found)
        (folder / f"{area}.txt").write_text(text, "utf-8")


def check_room(folder: Path) -> None:
    """Refuse a folder that holds something else, which would be mixed up with a snapshot."""
    if folder.exists() and not folder.is_dir():
        raise PageError(f"{folder} is no folder")
    if folder.exists() and any(folder.iterdir()) and not (folder / MARK).is_file():
        raise PageError(f"{folder} is not empty and holds no snapshot; nothing was written")


def page(result: Result) -> list[str]:
    """Return the lines that tell all about one command."""
    return [f"{_COMMAND}{result.line}", *_answer(result)]


def _answer(result: Result) -> Iterator[str]:
    yield f"{_EXIT}{result.exit}"
    for name, text in result.streams.items():
        if not text:
            continue
        yield name
        *lines, rest = text.split("\n")
        yield from (f"{_LINE}{line}" for line in lines)
        if rest:
            yield f"{_LINE}{rest}"
            yield _UNENDED


Key = tuple[str, str, int]
"""The area of a command, its line, and how often the same line came before in the area."""


def read_pages(folder: Path) -> dict[Key, list[str]]:
    """Return what a snapshot tells about each command, line by line."""
    if not (folder / MARK).is_file():
        raise PageError(f"{folder} holds no snapshot")
    found: dict[Key, list[str]] = {}
    for file in sorted(folder.glob("*.txt")):
        if file.name != MARK:
            found |= _read_area(file)
    return found


def _read_area(file: Path) -> dict[Key, list[str]]:
    found: dict[Key, list[str]] = {}
    times = Counter[str]()
    answer: list[str] | None = None
    for line in file.read_text("utf-8").split("\n"):
        if line.startswith(_COMMAND):
            command = line.removeprefix(_COMMAND)
            answer = found[file.stem, command, times[command]] = []
            times[command] += 1
        elif line and answer is None:
            raise PageError(f"{file} does not begin with a command")
        elif line and answer is not None:
            answer.append(line)
    return found
