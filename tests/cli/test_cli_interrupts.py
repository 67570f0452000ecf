"""Ctrl-C in real processes: exit 130 within a second, what there is so far, and no traceback."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from referee.cli.at_once import Importing
from referee.cli.exits import INTERRUPTED
from tests.cli.processes import ROOT, STARTED, environment, ran

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of another kind")

WHILE_IMPORTING = """
import os, signal, sys
class Interrupting:
    def find_spec(self, name, path=None, target=None):
        if name == {name!r}:
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Interrupting())
"""

BEGUN = """
import threading, os, signal, sys, time
def interrupt():
    while {name!r} not in sys.modules:
        time.sleep(0.01)
    time.sleep({seconds})
    os.write(2, b"at %f\\n" % time.monotonic())
    os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=interrupt, daemon=True).start()
"""

STUCK = """
import referee.cli.games, ctypes
def list_games(**_):
    os.write(2, b"at %f\\n" % time.monotonic())
    os.kill(os.getpid(), signal.SIGINT)
    {stuck}
import os, signal, time
referee.cli.games.list_games.callback = list_games
"""

STUCK_IN = {
    "Python": "while True: pass",
    "something that keeps it to itself": "\n    while True:\n"
    "        try:\n            time.sleep(60)\n        except KeyboardInterrupt:\n            pass",
    "another library": "ctypes.CDLL(None).usleep(20_000_000); ctypes.CDLL(None).sleep(20)",
}


def seconds_to_end(ended: "subprocess.CompletedProcess[str]", over: float) -> float:
    begun = next(line for line in ended.stderr.splitlines() if line.startswith("at "))
    return over - float(begun.removeprefix("at "))


def interrupted(*arguments: str, code: str) -> "subprocess.CompletedProcess[str]":
    ended = ran(*arguments, code=code + STARTED)
    # A loaded machine starts and ends processes slowly, a solver would go on for many seconds.
    assert seconds_to_end(ended, time.monotonic()) < 3
    assert ended.returncode == INTERRUPTED
    assert "Traceback" not in ended.stderr
    assert ended.stderr.endswith("interrupted\n")
    return ended


@pytest.mark.parametrize("name", ["click", "click.core", "rich.console", "referee.engine", "z3"])
def test_an_interrupt_while_importing_is_quiet(name: str) -> None:
    words = ("explain", "games/illegal/exp-06-points-suffice.mgn")
    ended = ran(*words, code=WHILE_IMPORTING.format(name=name) + STARTED)
    assert ended.returncode == INTERRUPTED
    assert ended.stderr == "\ninterrupted\n"


@pytest.mark.parametrize("where", STUCK_IN)
def test_an_interrupt_ends_whatever_a_command_is_stuck_in(where: str) -> None:
    interrupted("games", "list", code=STUCK.format(stuck=STUCK_IN[where]))


def test_proving_puzzles_tells_those_that_were_proved() -> None:
    ended = interrupted(
        "puzzle", "check", code=BEGUN.format(name="model.best.stoppable", seconds=3)
    )
    assert "optimal" in ended.stdout
    assert "failed" in ended.stdout


def test_a_solver_at_work_is_stopped() -> None:
    words = ["best", "games/four-players.mgn", "--at", "2", "--horizon", "plan", "--player", "blue"]
    interrupted(*words, code=BEGUN.format(name="model.best.stoppable", seconds=0.2))


def test_checking_with_processes_tells_the_games_that_were_judged() -> None:
    command = [sys.executable, "-c", STARTED]
    words = ["check", "games/illegal", "--jobs", "2", "--prove", "--summary"]
    with subprocess.Popen(  # noqa: S603 - our own command
        [*command, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        env=environment(),
        text=True,
        start_new_session=True,
    ) as started:
        time.sleep(8)
        at = time.monotonic()
        # As a terminal does: all processes get it.
        os.killpg(started.pid, signal.SIGINT)
        out, err = started.communicate(timeout=30)
    assert time.monotonic() - at < 3
    assert started.returncode == INTERRUPTED
    assert "Traceback" not in err
    assert "game" in out


def test_imports_leave_interrupts_as_they_were() -> None:
    before = signal.getsignal(signal.SIGINT)
    with Importing():
        pass
    assert signal.getsignal(signal.SIGINT) is before


def test_a_command_ends_with_everything_written(tmp_path: Path) -> None:
    target = tmp_path / "all.txt"
    with target.open("wb") as file:
        subprocess.run(  # noqa: S603 - our own command
            [sys.executable, "-c", STARTED, "rules", "--json"],
            stdout=file,
            check=True,
            cwd=ROOT,
            env=environment(),
        )
    assert target.read_text("utf-8").endswith("]\n")
