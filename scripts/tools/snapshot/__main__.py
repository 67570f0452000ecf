"""Whether the command still does what it did: `scripts/snapshot compare REVISION`.

A snapshot is what the command answers to some three thousand questions: output, exit codes and
files, without times and temporary places.
"""

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

import click
import msgspec

from scripts.tools.program import Tool
from scripts.tools.project import ROOT, ProgramError, UnknownRevisionError, copy_of, python_path
from scripts.tools.snapshot.pages import (
    FILE,
    check_room,
    difference_lines,
    differences,
    judged,
    read_expected,
    read_pages,
)
from scripts.tools.snapshot.worker import SnapshotTask, entry_point


def _pattern(_context: object, _option: object, text: str) -> str:
    try:
        re.compile(text)
    except re.error as error:
        raise click.BadParameter(f"{text!r} is no pattern: {error}") from error
    return text


OPTIONS: Final = (
    click.option(
        "--only", callback=_pattern, default="", help="Commands in which this pattern is found."
    ),
    click.option(
        "--sample",
        default=12,
        show_default=True,
        help="So many of the sessions are run in processes of their own as well.",
    ),
    click.option("--project", type=Path, default=ROOT, hidden=True),
)


def _shared(command: Callable[..., object]) -> Callable[..., object]:
    for option in OPTIONS:
        command = option(command)
    return command


@click.group(help=__doc__)
def command() -> None:
    """Take snapshots, or compare them."""


@command.command(cls=Tool)
@click.argument("folder", type=Path)
@click.option("--revision", help="Of this revision in place of the working tree.")
@_shared
def take(folder: Path, revision: str | None, only: str, sample: int, project: Path) -> None:
    """Write a snapshot into FOLDER, which is new, empty, or an earlier snapshot.

    A sample of the commands is checked in processes of their own.
    """
    check_room(folder)
    # Names of equal length, because lines are broken where a path becomes too long.
    with tempfile.TemporaryDirectory(prefix="snapshot-") as temporary:
        work = Path(temporary).resolve()
        about = copy_of(project, revision, work / "code")
        _write_programs(work)
        (work / "tmp").mkdir()
        task = SnapshotTask(str(work), str(folder.resolve()), about, only, sample)
        worker = [sys.executable, "-P", "-m", "scripts.tools.snapshot.worker"]
        done = subprocess.run(  # noqa: S603
            [*worker, msgspec.json.encode(task)],
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
            check=False,
        )
    if done.returncode:
        raise ProgramError(f"no snapshot of {about} that can be trusted was taken")


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


@command.command(cls=Tool)
@click.argument("first")
@click.argument("second", required=False)
@click.option("--expected", type=Path, help="A TOML file of expected differences.")
@_shared
def compare(
    first: str, second: str | None, expected: Path | None, only: str, sample: int, project: Path
) -> int:
    """Show what differs between two snapshots, and exit 1 if something unexpected does.

    FIRST and SECOND are folders with a snapshot, or revisions; without SECOND the working tree is
    taken.
    """
    entries = read_expected(expected) if expected else []
    pages = []
    with tempfile.TemporaryDirectory(prefix="snapshots-") as temporary:
        for number, named in enumerate((first, second)):
            folder = Path(named or "")
            if not named or not (folder / FILE).is_file():
                folder = Path(temporary, str(number))
                try:
                    vars(take)["callback"](folder, named, only, sample, project)
                except UnknownRevisionError as error:
                    reason = f"{named} is neither a snapshot nor a revision"
                    raise ProgramError(reason) from error
            # A snapshot may tell about more commands than were asked for.
            pages.append([one for one in read_pages(folder) if re.search(only, one.command)])
    found = judged(differences(*pages), entries)
    # Whoever reads may have seen enough; the exit code still tells.
    with suppress(BrokenPipeError):
        for line in difference_lines(found.unexpected):
            print(line)
        for reason, commands in found.by_reason.items():
            print(f"expected, {commands} commands: {reason}")
        for each in found.idle:
            where = f"({each.command}: {each.change})"
            print(f"expected, but nothing differs so: {each.reason} {where}")
        print(f"{len(found.unexpected)} commands differ unexpectedly", flush=True)
    return int(bool(found.unexpected))


if __name__ == "__main__":
    command(prog_name="scripts/snapshot")
