"""Measure what reading and judging costs at every limit, and exit 1 where that is too much.

The seconds are those beyond what the command takes to start, which is measured first.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import click
from msgspec import Struct

from scripts.tools.check.limit_case import TYPED, LimitCase
from scripts.tools.check.limit_cases import CASES

MOST_MEGABYTES = 256
"""Of memory at its peak, the interpreter included."""


CODES = range(4)
"""With which the command exits."""


class Cost(Struct, frozen=True):
    """What a command took, and how it ended."""

    seconds: float
    megabytes: float
    code: int
    words: str
    """The end of what it printed."""


def measured(write: Callable[[Path], tuple[str, ...]]) -> Cost:
    """Return what a command costs in a process of its own."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        arguments = write(folder)
        with (folder / "printed").open("w+b") as printed:
            command = [sys.executable, "-m", "referee", *arguments]
            typed = folder / TYPED
            typed.touch()
            with typed.open("rb") as stdin:
                process = subprocess.Popen(  # noqa: S603
                    command, stdin=stdin, stdout=printed, stderr=printed
                )
            _, status, used = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            printed.seek(0, os.SEEK_END)
            printed.seek(max(0, printed.tell() - 2000))
            words = printed.read().decode("utf-8", "replace")
    seconds = used.ru_utime + used.ru_stime
    return Cost(seconds, used.ru_maxrss / 1024, process.returncode, words)


def is_fine(case: LimitCase, cost: Cost, seconds: float) -> bool:
    """Return whether a command ended as it should, soon and with little memory."""
    ended = cost.code in CODES and "fault of the referee" not in cost.words
    return ended and seconds <= case.seconds and cost.megabytes <= MOST_MEGABYTES


@click.command(help=__doc__)
@click.argument("cases", nargs=-1, type=click.Choice([*CASES]), metavar="[CASE]...")
@click.option("--words", is_flag=True, help="Show how each command ended.")
def command(cases: tuple[str, ...], *, words: bool) -> int:
    """Measure the cases that were asked for, all if none is named, and print a line for each."""
    too_much = 0
    start = min(measured(lambda _: ("--version",)).seconds for _ in range(3))
    print(f"{'the start':22} {start:6.2f} s")
    for name in cases or CASES:
        case = CASES[name]
        cost = measured(case.write)
        seconds = max(0.0, cost.seconds - start)
        fine = is_fine(case, cost, seconds)
        too_much += not fine
        mark = "" if fine else "   TOO MUCH"
        print(
            f"{name:22} {seconds:6.2f} s {cost.megabytes:5.0f} MB  exit {cost.code}{mark}",
            flush=True,
        )
        if words:
            print(cost.words[-300:])
    return int(bool(too_much))
