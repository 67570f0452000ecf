"""What commands did, written into a file and read again; and what differs between two of them."""

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

from scripts.tools.project import ProgramError

STREAMS: Final = ("stdout", "stderr")
FILE: Final = "snapshot.json"


class CommandLines(Struct, frozen=True):
    """A command with what it did, free of accidental values, or with a unified diff of that."""

    area: str
    command: str
    lines: list[str]

    @property
    def changes(self) -> list[str]:
        """The lines of a diff that were taken out or put in, each with its sign."""
        return [line for line in self.lines if line[0] in "+-"]


class Pages(Struct, frozen=True):
    """A snapshot: what it was taken of, and what every command did."""

    about: str
    answers: list[CommandLines]


def answer(area: str, command: str, code: str, streams: Mapping[str, str]) -> CommandLines:
    """Return what a command did; streams are `stdout`, `stderr`, and `file NAME` for what it wrote.

    A stream on which nothing was said need not be named; an empty file was still written.
    """
    output = [f"exit {code}"]
    for name, text in streams.items():
        if text or name not in STREAMS:
            *lines, rest = text.split("\n")
            output += [name, *(f"| {line}" for line in lines)]
            output += [f"| {rest}", "(no newline at the end)"] if rest else []
    return CommandLines(area, command, output)


def write_pages(folder: Path, pages: Pages) -> None:
    """Write a snapshot into a new or empty folder, or over an earlier snapshot."""
    check_room(folder)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / FILE).write_bytes(msgspec.json.format(msgspec.json.encode(pages), indent=1))


def check_room(folder: Path) -> None:
    """Refuse a folder that holds something else, which would be mixed up with a snapshot."""
    if folder.exists() and not folder.is_dir():
        raise ProgramError(f"{folder} is no folder")
    if folder.exists() and any(folder.iterdir()) and not (folder / FILE).is_file():
        raise ProgramError(f"{folder} is not empty and holds no snapshot; nothing was written")


def read_pages(folder: Path) -> list[CommandLines]:
    """Return what a snapshot tells about each command."""
    try:
        return msgspec.json.decode((folder / FILE).read_bytes(), type=Pages).answers
    except (OSError, msgspec.DecodeError) as error:
        raise ProgramError(f"{folder} holds no snapshot: {error}") from error


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

    unexpected: list[CommandLines]
    by_reason: Counter[str]
    idle: list[Expected]


def differences(
    first: Iterable[CommandLines], second: Iterable[CommandLines]
) -> list[CommandLines]:
    """Return what differs, in the order of the first snapshot."""
    sides: list[dict[tuple[str, str, int], list[str]]] = [{}, {}]
    for side, answers in zip(sides, (first, second), strict=True):
        times = Counter[tuple[str, str]]()
        for each in answers:
            # The same command may be given several times.
            side[each.area, each.command, times[each.area, each.command]] = each.lines
            times[each.area, each.command] += 1
    found = []
    for key in sides[0] | sides[1]:
        before, after = (side.get(key) for side in sides)
        if before is None:
            found.append(CommandLines(*key[:2], ["+this command is only in the second snapshot"]))
        elif after is None:
            found.append(CommandLines(*key[:2], ["-this command is only in the first snapshot"]))
        elif before != after:
            found.append(CommandLines(*key[:2], _unified_diff(before, after)))
    return found


def _unified_diff(before: list[str], after: list[str]) -> list[str]:
    """Return the hunks of a diff by git, which is quick and readable where lines recur a lot."""
    with tempfile.TemporaryDirectory() as folder:
        for name, lines in (("before", before), ("after", after)):
            Path(folder, name).write_text("".join(f"{line}\n" for line in lines), "utf-8")
        options = "--histogram --unified=3 --inter-hunk-context=0 --text --no-color"
        diff = ["git", "diff", "--no-index", "--no-ext-diff", "--no-textconv", *options.split()]
        done = subprocess.run(  # noqa: S603
            [*diff, "before", "after"], cwd=folder, capture_output=True, check=False
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
    except (OSError, ValueError, msgspec.MsgspecError, re.error) as error:
        raise ProgramError(f"{file}: {error}") from error
    return found


def judged(found: Iterable[CommandLines], expected: list[Expected]) -> JudgedOutput:
    """Return which differences were expected: those of which every changed line was."""
    unexpected: list[CommandLines] = []
    by_reason, used = Counter[str](), set[int]()
    for difference in found:
        covering: set[int | None] = {
            next((n for n, e in enumerate(expected) if e.covers(difference.command, line)), None)
            for line in difference.changes
        }
        entries = {number for number in covering if number is not None}
        used |= entries
        if None in covering:
            unexpected.append(difference)
        else:
            by_reason.update({expected[number].reason for number in entries})
    idle = [entry for number, entry in enumerate(expected) if number not in used]
    return JudgedOutput(unexpected, by_reason, idle)


def difference_lines(found: Iterable[CommandLines]) -> Iterator[str]:
    """Yield the differences as unified diffs; commands that changed in the same way share one."""
    groups: defaultdict[tuple[str, ...], list[CommandLines]] = defaultdict(list)
    for each in found:
        groups[tuple("@@" if line.startswith("@@ ") else line for line in each.lines)].append(each)
    for lines, group in groups.items():
        yield from (f"$ {one.command}    [{one.area}]" for one in group)
        yield from (*lines, "")
