import subprocess
import sys
from pathlib import Path

import pytest

from referee.conformance.program import MisbehaviourError, NotStartedError, Program
from referee.conformance.protocol import AskTable, NamedSet, New, TableState
from tests.conformance.commands import ENGINE, PATIENT, fake
from tests.processes import alive, eventually, needs_proc, written

BAD = {
    "gone": "crash",
    "killed": "crash",
    "closed": "crash",
    "silent": "hang",
    "half a line": "hang",
    "flood": "flood",
    "junk": "broken-line",
    "not text": "broken-line",
    "deep": "broken-line",
    "a list": "broken-line",
    "other id": "wrong-type",
    "no name": "wrong-type",
    "a number for a name": "wrong-type",
    "another protocol": "wrong-type",
    "unable": "error",
}


@pytest.mark.slow
@pytest.mark.parametrize(("way", "kind"), BAD.items())
def test_whatever_a_program_does_wrong_has_a_name(way: str, kind: str) -> None:
    limit = 1.0 if kind == "hang" else PATIENT
    with Program(fake(way), limit) as program, pytest.raises(MisbehaviourError) as raised:
        program.introduce()
    assert raised.value.kind == kind
    assert str(raised.value)


def test_what_is_said_unasked_is_a_flood() -> None:
    with Program(fake("twice"), PATIENT) as program:
        program.introduce()
        with pytest.raises(MisbehaviourError) as raised:
            program.introduce()
    assert raised.value.kind in {"flood", "wrong-type"}


def test_a_long_complaint_does_not_keep_a_program_from_answering() -> None:
    with Program(fake("complains"), PATIENT) as program:
        assert program.introduce().name == "fake"


def test_the_end_of_a_complaint_is_shown_with_a_crash() -> None:
    with Program(fake("crashes later"), PATIENT) as program:
        program.introduce()
        with pytest.raises(MisbehaviourError) as raised:
            program.ask(AskTable(id=0, want="state"), TableState)
    assert raised.value.kind == "crash"
    assert "5" in str(raised.value)
    assert "cannot go on" in raised.value.wrote


@pytest.mark.slow
@pytest.mark.parametrize(("way", "kind"), [("stays", "hang"), ("ends badly", "crash")])
def test_a_program_has_to_end_when_it_is_asked_to(way: str, kind: str) -> None:
    program = Program(fake(way), PATIENT)
    program.introduce()
    if kind == "hang":
        program.answer_limit = 1.0
    with pytest.raises(MisbehaviourError) as raised:
        program.quit()
    assert raised.value.kind == kind


@pytest.mark.slow
def test_a_well_behaved_program_ends_in_peace() -> None:
    program = Program(ENGINE, PATIENT)
    assert "digest" in program.introduce().abilities
    program.quit()


def test_a_program_that_does_not_read_is_given_up_on() -> None:
    deaf = (sys.executable, "-S", "-c", "import time; time.sleep(600)")
    long = New(id=0, components=NamedSet("x" * 1_000_000, ""), players=2, tracks=())
    with Program(deaf, 0.5) as program, pytest.raises(MisbehaviourError) as raised:
        program.ask(long, TableState)
    assert raised.value.kind == "hang"


LEAVES = """
import os, sys, time
for depth in range(2):
    if os.fork():
        if depth:
            os._exit(0)
        break
    os.setsid()
with open(sys.argv[1], "a") as file:
    print(os.getpid(), file=file, flush=True)
time.sleep(600)
"""
"""Starts a process that leaves its group and loses its parent; each writes down its number."""

KIT = """
import sys
from referee.conformance.program import Program
with Program(sys.argv[1:], 600.0) as program:
    program.introduce()
"""


@needs_proc
def test_what_a_program_started_ends_with_it(tmp_path: Path) -> None:
    numbers = tmp_path / "numbers"
    command = (sys.executable, "-S", "-c", LEAVES, str(numbers))
    with Program(command, 600.0):
        started = written(numbers, 2)
        assert all(map(alive, started))
    assert not any(map(alive, started))


@needs_proc
def test_a_program_ends_with_a_kit_that_was_killed(tmp_path: Path) -> None:
    numbers = tmp_path / "numbers"
    command = (sys.executable, "-c", KIT, sys.executable, "-S", "-c", LEAVES, str(numbers))
    with subprocess.Popen(command) as kit:  # noqa: S603
        started = written(numbers, 2)
        kit.kill()
    eventually(lambda: [process for process in started if alive(process)], 0)


@pytest.mark.parametrize("command", ["/nowhere/at/all", "/"])
def test_a_command_that_cannot_run_is_no_fault_of_a_program(command: str) -> None:
    with pytest.raises(NotStartedError, match="cannot be run"):
        Program((command,), 1.0)
