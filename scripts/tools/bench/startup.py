"""How much a command costs before it does anything, beside the libraries that it stands on."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from statistics import median

from scripts.tools.bench.measurement import Figures
from scripts.tools.project import ROOT, python_path

BASE = ("-c", "import click, rich, msgspec")
COMMAND = ("-c", "from referee.cli.main import main; main(prog_name='referee')")
"""What the script does that an installation makes."""

ILLEGAL = "games/illegal/exp-06-points-suffice.mgn"

TARGETS = {"help": 2.0, "check": 3.0, "check of an illegal game": 4.0, "completion": 2.0}
"""The most that each may cost, as a multiple of the imports alone."""

COMPLETING = {
    "_REFEREE_COMPLETE": "bash_complete",
    "COMP_WORDS": "referee rules gds-0",
    "COMP_CWORD": "2",
}


def figures(rounds: int) -> Figures:
    """Return the CPU time of short commands as ratios to that of the imports alone."""
    # An installed package has its bytecode written; a checkout may not.
    with tempfile.TemporaryDirectory() as cache:
        plain = {**os.environ, "PYTHONPATH": python_path(ROOT), "PYTHONPYCACHEPREFIX": cache}
        plain.pop("PYTHONDONTWRITEBYTECODE", None)
        asked: dict[str, tuple[tuple[str, ...], Mapping[str, str]]] = {
            "base": (BASE, plain),
            "help": ((*COMMAND, "--help"), plain),
            "check": ((*COMMAND, "check", "games/four-players.mgn"), plain),
            "check of an illegal game": ((*COMMAND, "check", ILLEGAL), plain),
            "completion": (COMMAND, {**plain, **COMPLETING}),
        }
        seconds: dict[str, list[float]] = {name: [] for name in asked}
        # In turns, so that a busy moment of the machine falls on all of them.
        for number in range(3 * rounds + 1):
            for name, (words, environment) in asked.items():
                taken = _cpu_seconds(words, environment)
                if number:
                    seconds[name].append(taken)
    base = median(seconds["base"])
    return {
        "startup: import click, rich, msgspec": {"ms of CPU": round(1000 * base, 1)},
        **{
            f"startup: {name}": {
                "of the imports": round(median(seconds[name]) / base, 2),
                "at most": most,
                "ms of CPU": round(1000 * median(seconds[name]), 1),
            }
            for name, most in TARGETS.items()
        },
    }


def _cpu_seconds(words: tuple[str, ...], environment: Mapping[str, str]) -> float:
    """Return the CPU time of a process that runs Python with these words."""
    started = subprocess.Popen(  # noqa: S603 - our own command
        [sys.executable, *words], cwd=ROOT, env=environment, stdout=subprocess.DEVNULL
    )
    _, status, used = os.wait4(started.pid, 0)
    started.returncode = os.waitstatus_to_exitcode(status)
    if started.returncode != (ILLEGAL in words):
        raise subprocess.CalledProcessError(started.returncode, words)
    return used.ru_utime + used.ru_stime
