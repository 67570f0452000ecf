"""Ctrl-C in real processes: exit 130 within a second, what there is so far, and no traceback."""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from referee.cli.interrupts import INTERRUPTED, importing
from tests.cli.processes import ROOT, STARTED, environment, ran
from tests.conformance.commands import ENGINE, PATIENTLY

OF_POSIX = pytest.mark.skipif(sys.platform == "win32", reason="signals of another kind")
pytestmark = [pytest.mark.slow, OF_POSIX]

WHILE_IMPORTING = """
import os, signal, sys
class Interrupting:
    def find_spec(self, name, path=None, target=None):
        if name == {name!r}:
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Interrupting())
"""

AFTER = """
import os, signal, {module} as module
call = module.{name}
calls = 0
def interrupted(*arguments, **options):
    global calls
    calls += 1
    if calls == {calls}:
        os.kill(os.getpid(), signal.SIGINT)
    return call(*arguments, **options)
module.{name} = interrupted
"""
"""An interrupt as soon as a function is called so many times."""

STUCK = """
import referee.cli.examples, ctypes, os, signal, time
def list_games(**_):
    os.kill(os.getpid(), signal.SIGINT)
    {stuck}
referee.cli.examples.list_games.callback = list_games
"""

STUCK_IN = {
    "Python": "while True: pass",
    "something that keeps it to itself": "\n    while True:\n        try:\n"
    "            time.sleep(600)\n        except KeyboardInterrupt:\n            pass",
    "another library": "ctypes.CDLL(None).usleep(600_000_000); ctypes.CDLL(None).sleep(600)",
}

SERVED = shlex.join(ENGINE)

WORK = {
    "legal games/two-players.mgn --at 1.1 --depth 1": (
        ("referee.conformance.perft", "TurnCount", 2),
        ("at least 20 sequences at depth 1",),
    ),
    f"legal games/two-players.mgn --at 7.7 --depth 2 {shlex.join(PATIENTLY)} "
    f"--against {shlex.quote(SERVED)}": (
        ("referee.conformance.perft", "AgreedCounts", 2),
        ("1 table compared, no difference",),
    ),
    "conform golden": (
        ("referee.api.golden_games", "_differences", 3),
        ("2 of 60 golden games replayed, 0 different",),
    ),
    f"conform run --games 9 --rounds 1 --set reference {shlex.join(PATIENTLY)} -- {SERVED}": (
        ("referee.conformance.campaign", "drawn_game", 3),
        ("2 games", "no difference so far", "stopped before the end: 7 games not played"),
    ),
    "review games/two-players.mgn --jobs 1": (
        ("referee.solve.game_review", "reviewed", 3),
        ("stopped: 2 of 65 turns reviewed",),
    ),
    "puzzle check": (
        ("referee.solve.puzzle", "prove", 3),
        ("optimal", "2 of 38 puzzles proved"),
    ),
    "best games/two-players.mgn --at 7.2 --horizon round --opponents recorded": (
        ("referee.solve.rounds", "legal_turns", 20),
        ("net-worth: ", "not proved: no bound is known"),
    ),
    "check games/own-copy/three-players.mgn games/two-players.mgn": (
        ("referee.api.batches", "checked", 2),
        ("1 game: 1 legal",),
    ),
}
"""By command: the call at which it is interrupted, and what it tells then."""

SOLVING = {
    "best games/four-players.mgn --at 2 --horizon plan --player blue": "blue plan ",
    "best games/two-players.mgn --at 7.7 --objective cash --max 3": "optimal: proved that no",
    "best games/four-players.mgn --at 4.3 --books --points 3 --plan clerk2": "optimal: proved",
    "puzzle solve lone-merchant --solution": "optimal: proved that no legal turn",
}
"""By command, what is known when the solver is asked for the second time."""

AT_FIRST = {
    "best games/two-players.mgn --at 7.7": ("referee.solve.best", "best_turn"),
    "best games/four-players.mgn --at 4.3 --books": ("referee.solve.best", "best_placement"),
    "puzzle solve lone-merchant --solution": ("referee.solve.best", "best_turn"),
}
"""By command, what is called before any solver."""


def interrupted(*arguments: str, code: str) -> "subprocess.CompletedProcess[str]":
    ended = ran(*arguments, code=code + STARTED)
    assert ended.returncode == INTERRUPTED, ended.stderr
    assert "Traceback" not in ended.stderr
    assert ended.stderr.endswith("interrupted\n")
    return ended


@pytest.mark.parametrize("name", ["click", "click.core", "rich.console", "referee.engine", "z3"])
def test_an_interrupt_while_importing_is_quiet(name: str) -> None:
    words = ("explain", "games/illegal/exp-06-points-suffice.mgn")
    ended = ran(*words, code=WHILE_IMPORTING.format(name=name) + STARTED)
    assert ended.returncode == INTERRUPTED
    assert ended.stderr == "\ninterrupted\n"


@pytest.mark.parametrize("name", ["referee", "referee.cli"])
def test_a_module_that_is_run_is_quiet_from_its_first_line(name: str) -> None:
    interrupting = WHILE_IMPORTING.format(name="referee.cli.main")
    code = f"{interrupting}import runpy\nrunpy.run_module({name!r}, run_name='__main__')"
    ended = ran("--help", code=code)
    assert (ended.returncode, ended.stderr) == (INTERRUPTED, "\ninterrupted\n")


def test_an_interrupt_between_importing_and_running_is_quiet() -> None:
    code = "from referee.cli.start import main; import os; os.kill(os.getpid(), 2)"
    ended = ran(code=code)
    assert (ended.returncode, ended.stderr) == (INTERRUPTED, "\ninterrupted\n")


@pytest.mark.parametrize("where", STUCK_IN)
def test_an_interrupt_ends_whatever_a_command_is_stuck_in(where: str) -> None:
    interrupted("examples", "list", code=STUCK.format(stuck=STUCK_IN[where]))


def test_an_interrupt_that_an_import_made_an_error_of_is_still_one() -> None:
    failed = "raise ImportError('initialization failed') from KeyboardInterrupt()"
    code = STUCK.replace("os.kill(os.getpid(), signal.SIGINT)", failed).format(stuck="pass")
    interrupted("examples", "list", code=code)


@pytest.mark.parametrize("command", WORK)
def test_what_there_is_so_far_is_told(command: str) -> None:
    (module, name, calls), words = WORK[command]
    code = AFTER.format(module=module, name=name, calls=calls)
    ended = interrupted(*shlex.split(command), code=code)
    for each in words:
        assert each in ended.stdout


@pytest.mark.parametrize("command", SOLVING)
def test_a_solver_that_is_stopped_tells_the_best_so_far(command: str) -> None:
    code = AFTER.format(module="ortools.sat.python.cp_model", name="CpSolver.solve", calls=2)
    assert SOLVING[command] in interrupted(*command.split(), code=code).stdout


@pytest.mark.parametrize("command", AT_FIRST)
def test_a_solver_that_has_found_nothing_yet_ends_without_an_answer(command: str) -> None:
    module, name = AT_FIRST[command]
    code = AFTER.format(module=module, name=name, calls=1)
    assert not interrupted(*command.split(), code=code).stdout
    told = interrupted(*command.split(), "--json", code=code).stdout
    assert json.loads(told)["error"]["kind"] == "interrupted"


def test_the_best_so_far_is_an_answer_as_json_with_what_is_proved_of_it() -> None:
    code = AFTER.format(module="ortools.sat.python.cp_model", name="CpSolver.solve", calls=2)
    ended = interrupted(*next(iter(SOLVING)).split(), "--json", code=code)
    found = json.loads(ended.stdout)
    assert found["turns"]
    assert found["status"] in ("bound", "optimal")
    assert found["bound"] is None or found["bound"] >= found["value"]


def test_a_second_interrupt_waits_for_no_solver() -> None:
    stuck = """
import os, signal, time, referee.solve.best as module
def stuck(*_, **__):
    os.kill(os.getpid(), signal.SIGINT)
    os.kill(os.getpid(), signal.SIGINT)
    while True: pass
module.best_turn = stuck
"""
    assert not interrupted("best", "games/two-players.mgn", "--at", "7.7", code=stuck).stdout


def test_checking_with_processes_tells_the_games_that_were_judged(tmp_path: Path) -> None:
    results = tmp_path / "done.jsonl"
    command = [sys.executable, "-c", STARTED]
    words = ["check", "games", "--jobs", "2", "--prove", "--summary"]
    with subprocess.Popen(  # noqa: S603 - our own command
        [*command, *words, "--results", str(results)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        env=environment(),
        text=True,
        start_new_session=True,
    ) as started:
        # When the second game is kept, the first one is counted.
        while started.poll() is None and not (
            results.exists() and results.read_bytes().count(b"\n") > 1
        ):
            time.sleep(0.05)
        # As a terminal does: all processes get it.
        os.killpg(started.pid, signal.SIGINT)
        out, err = started.communicate()
    assert started.returncode == INTERRUPTED
    assert "Traceback" not in err
    assert "--resume continues from here" in err
    assert re.search("^[1-9][0-9]* games?: ", out, re.MULTILINE)


def test_imports_leave_interrupts_as_they_were() -> None:
    before = signal.getsignal(signal.SIGINT)
    with importing():
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
