"""Takes a snapshot of a revision or of the working tree, in a folder that is gone afterwards."""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

import msgspec

from scripts.tools.project import ROOT, copy_of, python_path
from scripts.tools.snapshot.run import check_room
from scripts.tools.snapshot.worker import SnapshotTask, entry_point

SAMPLE: Final = 12


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
            [
                sys.executable,
                "-P",
                "-m",
                "scripts.tools.snapshot.worker",
                msgspec.json.encode(task),
            ],
            cwd=work,
            env=_environment(work),
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


def _environment(work: Path) -> dict[str, str]:
    return {
        "PATH": f"{work / 'bin'}:{os.environ.get('PATH', os.defpath)}",
        "HOME": str(work / "tmp"),
        "TMPDIR": str(work / "tmp"),
        "PYTHONPATH": str(ROOT),
        # Sets of text are in the same order in both snapshots that are compared.
        "PYTHONHASHSEED": "0",
        "COLUMNS": "100",
        "NO_COLOR": "1",
        "LC_ALL": "C.UTF-8",
    }


def _write_programs(work: Path) -> None:
    """Write the programs that commands start: the referee itself, and one with a fault."""
    module, name = entry_point(work / "code")
    _write_program(
        work, "referee", f"-c 'from {module} import {name}; {name}(prog_name=\"referee\")'"
    )
    _write_program(work, "faulty-engine", "-m tests.conformance.faulty_engine price")


def _write_program(work: Path, name: str, arguments: str) -> None:
    file = work / "bin" / name
    file.parent.mkdir(exist_ok=True)
    path = f"PYTHONPATH='{python_path(work / 'code')}'"
    file.write_text(f"#!/bin/sh\n{path} exec '{sys.executable}' -P {arguments} \"$@\"\n", "utf-8")
    file.chmod(0o755)
