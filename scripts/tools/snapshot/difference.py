"""What differs between two snapshots, and which of it was expected."""

import re
import subprocess
import tempfile
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from scripts.tools.snapshot.run import Key

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


class _ExpectedFile(Struct, forbid_unknown_fields=True):
    expected: list[Expected] = []


def differences(
    first: Mapping[Key, list[str]], second: Mapping[Key, list[str]]
) -> list[OutputDifference]:
    """Return what differs, in the order of the first snapshot."""
    found = []
    for key in {**first, **second}:
        area, command, _ = key
        if lines := tuple(_changed(first.get(key), second.get(key))):
            found.append(OutputDifference(area, command, lines))
    return found


def _changed(before: list[str] | None, after: list[str] | None) -> Iterator[str]:
    if before is None:
        yield NEW
    elif after is None:
        yield GONE
    elif before != after:
        yield from _unified_diff(before, after)


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
        found = msgspec.convert(tomllib.loads(file.read_text("utf-8")), _ExpectedFile).expected
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
