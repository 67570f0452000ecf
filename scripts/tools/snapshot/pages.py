"""What commands did, written into a folder and read again; and what differs between two of them."""

import re
import subprocess
import tempfile
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final, Literal

import msgspec
from msgspec import Struct

STREAMS: Final = ("stdout", "stderr")


class CommandResult(Struct, frozen=True):
    """What a command printed, wrote and exited with; all text is free of accidental values."""

    area: str
    line: str
    exit: str
    streams: Mapping[str, str]
    """By name: `stdout`, `stderr`, and `file NAME` for every file that was written."""


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
    found: list[tuple[str, str, list[str]]] = []
    for file in sorted(folder.glob("*.txt")):
        text = "" if file.name == MARK else file.read_text("utf-8")
        if text and not text.startswith(_COMMAND):
            raise PageError(f"{file} does not begin with a command")
        for line in filter(None, text.split("\n")):
            if line.startswith(_COMMAND):
                found.append((file.stem, line.removeprefix(_COMMAND), []))
            else:
                found[-1][-1].append(line)
    return keyed(found)


GONE: Final = "-this command is only in the first snapshot"
NEW: Final = "+this command is only in the second snapshot"


_DIFF: Final = (
    *("git", "diff", "--no-index", "--histogram", "--unified=3", "--inter-hunk-context=0"),
    *("--text", "--no-color", "--no-ext-diff", "--no-textconv"),
)


class ExpectedError(Exception):
    """The file of expected differences cannot be used."""


class OutputDifference(Struct, frozen=True):
    """A command, and the lines of a unified diff of what it did."""

    area: str
    command: str
    lines: tuple[str, ...]

    @property
    def changes(self) -> list[str]:
        """The lines that were taken out or put in, each with its sign."""
        return [line for line in self.lines if line[0] in "+-"]


class Expected(Struct, frozen=True, forbid_unknown_fields=True):
    """Lines that may differ: a pattern of the command, one of the line with its sign, and why."""

    command: str
    change: str
    reason: str

    def covers(self, command: str, change: str) -> bool:
        """Return whether this line of this command was expected to differ."""
        return bool(re.search(self.command, command) and re.search(self.change, change))


class JudgedOutput(Struct, frozen=True):
    """Differences that nobody expected, commands by the reason of those expected, idle entries."""

    unexpected: list[OutputDifference]
    by_reason: dict[str, int]
    idle: list[Expected]


def differences(
    first: Mapping[Key, list[str]], second: Mapping[Key, list[str]]
) -> list[OutputDifference]:
    """Return what differs, in the order of the first snapshot."""
    found = []
    for key in {**first, **second}:
        before, after = first.get(key), second.get(key)
        if before is None or after is None:
            found.append(OutputDifference(*key[:2], (NEW if before is None else GONE,)))
        elif before != after:
            found.append(OutputDifference(*key[:2], tuple(_unified_diff(before, after))))
    return found


def _unified_diff(before: list[str], after: list[str]) -> list[str]:
    """Return the hunks of a diff by git, which is quick and readable where lines recur a lot."""
    with tempfile.TemporaryDirectory() as folder:
        for name, lines in (("before", before), ("after", after)):
            Path(folder, name).write_text("".join(f"{line}\n" for line in lines), "utf-8")
        done = subprocess.run(  # noqa: S603
            [*_DIFF, "before", "after"], cwd=folder, capture_output=True, check=False
        )
    text = done.stdout.decode("utf-8")
    # Above the first hunk the files are named.
    return text[text.index("\n@@ ") + 1 :].removesuffix("\n").split("\n")


def read_expected(file: Path) -> list[Expected]:
    """Return the expected differences that a file lists."""
    try:
        read = tomllib.loads(file.read_text("utf-8"))
        found = msgspec.convert(read, dict[Literal["expected"], list[Expected]]).get("expected", [])
        for entry in found:
            re.compile(entry.command)
            re.compile(entry.change)
    except OSError as error:
        raise ExpectedError(f"{file} cannot be read: {error.strerror}") from error
    except (ValueError, msgspec.MsgspecError, re.error) as error:
        raise ExpectedError(f"{file}: {error}") from error
    return found


def judged(found: Iterable[OutputDifference], expected: list[Expected]) -> JudgedOutput:
    """Return which differences were expected: those of which every changed line was."""
    unexpected = []
    commands: defaultdict[str, int] = defaultdict(int)
    used = set()
    for difference in found:
        entries = [
            next(
                (n for n, each in enumerate(expected) if each.covers(difference.command, line)),
                None,
            )
            for line in difference.changes
        ]
        covering = {number for number in entries if number is not None}
        used |= covering
        if None in entries:
            unexpected.append(difference)
            continue
        for reason in {expected[number].reason for number in covering}:
            commands[reason] += 1
    idle = [entry for number, entry in enumerate(expected) if number not in used]
    return JudgedOutput(unexpected, dict(commands), idle)


def told(found: Iterable[OutputDifference]) -> Iterator[str]:
    """Yield the differences as unified diffs; commands that changed in the same way share one."""
    groups: defaultdict[tuple[str, ...], list[OutputDifference]] = defaultdict(list)
    for difference in found:
        groups[tuple("@@" if line.startswith("@@ ") else line for line in difference.lines)].append(
            difference
        )
    for lines, group in groups.items():
        yield from (f"$ {one.command}    [{one.area}]" for one in group)
        yield from lines
        yield ""
