"""Whether the command still does what it did: `scripts/snapshot compare REVISION`.

A snapshot is what the command answers to some three thousand questions: output, exit codes and
files, without times and temporary places.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Final

import msgspec

from scripts.tools.project import (
    ROOT,
    RevisionError,
    UnknownRevisionError,
    copy_of,
    python_path,
)
from scripts.tools.snapshot.pages import (
    MARK,
    ExpectedError,
    JudgedOutput,
    PageError,
    check_room,
    differences,
    judged,
    read_expected,
    read_pages,
    told,
)
from scripts.tools.snapshot.worker import SnapshotTask, entry_point

SAMPLE: Final = 12
WORKER: Final = "scripts.tools.snapshot.worker"


class FailedError(Exception):
    """The snapshot could not be taken, or not every command can be trusted."""


def take(
    project: Path, revision: str | None, folder: Path, *, only: str = "", sample: int = SAMPLE
) -> str:
    """Take a snapshot of a project, and return what it is of and how many commands were run.

    Only some commands are run; a sample of them is checked in processes of their own.
    """
    check_room(folder)
    # Names of equal length, because lines are broken where a path becomes too long.
    with tempfile.TemporaryDirectory(prefix="snapshot-") as temporary:
        work = Path(temporary).resolve()
        about = copy_of(project, revision, work / "code")
        _write_programs(work)
        (work / "tmp").mkdir()
        task = SnapshotTask(str(work), str(folder.resolve()), about, only, sample)
        done = subprocess.run(  # noqa: S603
            [sys.executable, "-P", "-m", WORKER, msgspec.json.encode(task)],
            cwd=work,
            env={
                "PATH": f"{work / 'bin'}:{os.environ.get('PATH', os.defpath)}",
                "HOME": str(work / "tmp"),
                "TMPDIR": str(work / "tmp"),
                "PYTHONPATH": str(ROOT),
                # Sets of text are in the same order in both snapshots that are compared.
                "PYTHONHASHSEED": "0",
                "COLUMNS": "100",
                "NO_COLOR": "1",
                "LC_ALL": "C.UTF-8",
            },
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            check=False,
        )
    if not done.stdout.strip():
        raise FailedError(f"no snapshot of {about} could be taken")
    found = json.loads(done.stdout)
    if done.returncode:
        raise FailedError(f"{found['different']} commands differ in a process of their own")
    return f"{about}: {found['commands']} commands, {found['checked']} sessions checked"


def _write_programs(work: Path) -> None:
    """Write the programs that commands start: the referee itself, and one with a fault."""
    module, name = entry_point(work / "code")
    (work / "bin").mkdir()
    for program, arguments in {
        "referee": f"-c 'from {module} import {name}; {name}(prog_name=\"referee\")'",
        "faulty-engine": "-m tests.conformance.faulty_engine price",
    }.items():
        file = work / "bin" / program
        path = f"PYTHONPATH='{python_path(work / 'code')}'"
        start = f"{path} exec '{sys.executable}' -P {arguments} \"$@\""
        file.write_text(f"#!/bin/sh\n{start}\n", "utf-8")
        file.chmod(0o755)


def main(arguments: Sequence[str] | None = None, project: Path = ROOT) -> int:
    """Take snapshots or compare them; return 1 for an unexpected difference, 2 for a misuse."""
    asked = _parser().parse_args(arguments)
    wanted = partial(take, project, only=asked.only, sample=asked.sample)
    try:
        if asked.do == "take":
            print(wanted(asked.revision, asked.folder))
            return 0
        expected = read_expected(asked.expected) if asked.expected else []
        with tempfile.TemporaryDirectory(prefix="snapshots-") as temporary:
            pages = [
                read_pages(_snapshot(named, Path(temporary, name), wanted))
                for name, named in (("first", asked.first), ("second", asked.second))
            ]
        # A snapshot may tell about more commands than were asked for.
        few = [{key: each[key] for key in each if re.search(asked.only, key[1])} for each in pages]
        found = judged(differences(*few), expected)
    except (ExpectedError, FailedError, OSError, PageError, RevisionError) as error:
        print(f"scripts/snapshot: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return 130
    try:
        _report(found)
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever reads has seen enough; the exit code still tells.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return int(bool(found.unexpected))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, prog="scripts/snapshot")
    commands = parser.add_subparsers(dest="do", required=True, metavar="COMMAND")
    taking = commands.add_parser("take", help="write a snapshot into a folder")
    taking.add_argument("folder", type=Path, help="new, empty, or an earlier snapshot")
    taking.add_argument("--revision", help="of this revision in place of the working tree")
    comparing = commands.add_parser("compare", help="show what differs between two snapshots")
    comparing.add_argument("first", help="a folder with a snapshot, or a revision")
    comparing.add_argument("second", nargs="?", help="the same; else the working tree is taken")
    comparing.add_argument("--expected", type=Path, help="a TOML file of expected differences")
    for each in (taking, comparing):
        each.add_argument(
            "--only", type=_pattern, default="", help="commands in which this pattern is found"
        )
        each.add_argument(
            "--sample",
            type=int,
            default=SAMPLE,
            help="so many of the sessions are run in processes of their own as well (%(default)s)",
        )
    return parser


def _pattern(text: str) -> str:
    try:
        re.compile(text)
    except re.error as error:
        raise argparse.ArgumentTypeError(f"{text!r} is no pattern: {error}") from error
    return text


def _snapshot(named: str | None, folder: Path, wanted: Callable[[str | None, Path], str]) -> Path:
    """Return the folder of a snapshot: the one that is named, or a new one."""
    if named is not None and (Path(named) / MARK).is_file():
        return Path(named)
    try:
        print(wanted(named, folder), file=sys.stderr)
    except UnknownRevisionError as error:
        raise RevisionError(f"{named} is neither a snapshot nor a revision") from error
    return folder


def _report(found: JudgedOutput) -> None:
    for line in told(found.unexpected):
        print(line)
    for reason, commands in found.by_reason.items():
        print(f"expected, {commands} commands: {reason}")
    for entry in found.idle:
        print(f"expected, but nothing differs so: {entry.reason} ({entry.command}: {entry.change})")
    print(f"{len(found.unexpected)} commands differ unexpectedly")


if __name__ == "__main__":
    sys.exit(main())
