"""Runs the command as people do: in a process of its own."""

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).parents[2]
HANGS = 600
"""Seconds after which a command will not end any more."""
STARTED = "from referee.cli.main import main; main(prog_name='referee')"


def environment(more: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return the environment of a process that finds the packages from anywhere."""
    return {**os.environ, "PYTHONPATH": str(ROOT), **(more or {})}


def ran(
    *arguments: str,
    code: str = STARTED,
    folder: Path = ROOT,
    env: Mapping[str, str] | None = None,
) -> subprocess.CompletedProcess[str]:
    """Return how `referee` with these arguments ended; one that hangs is ended, too."""
    return subprocess.run(  # noqa: S603 - our own command
        [sys.executable, "-c", code, *arguments],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        env=environment(env),
        timeout=HANGS,
    )
