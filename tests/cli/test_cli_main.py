import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from referee.cli.group import CommandGroup, LazyGroup
from referee.cli.interrupts import INTERRUPTED, MISUSED, NO, PIPE_CLOSED, UNDECIDED
from referee.cli.main import main
from tests.cli.processes import STARTED
from tests.cli.running import run

FULL = Path("/dev/full")


def commands(group: click.Group, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    yield path
    for name in group.commands:
        command = group.loaded(name) if isinstance(group, LazyGroup) else group.commands[name]
        if isinstance(command, click.Group):
            yield from commands(command, (*path, name))
        else:
            yield (*path, name)


def failing(error: BaseException, env: dict[str, str] | None = None) -> Result:
    @click.group(cls=CommandGroup)
    def group() -> None:
        pass

    @group.command()
    def fail() -> None:
        raise error

    return CliRunner().invoke(group, ["fail"], env=env)


@pytest.mark.parametrize("path", [*commands(main)], ids=" ".join)
def test_every_help_has_an_example_that_names_the_command(path: tuple[str, ...]) -> None:
    result = run(*path, "--help")
    assert result.exit_code == 0
    _, _, end = result.output.partition("Examples:\n")
    assert f"    {' '.join(('referee', *path))}" in end


@pytest.mark.parametrize("path", [*commands(main)], ids=" ".join)
def test_no_help_is_wider_than_a_small_terminal(path: tuple[str, ...]) -> None:
    result = CliRunner().invoke(main, [*path, "--help"], prog_name="referee", terminal_width=80)
    assert max(map(len, result.output.splitlines())) <= 80
    assert "..." not in result.output.partition("Commands:")[2]


def test_the_main_help_tells_exit_codes_and_completion() -> None:
    said = " ".join(run("--help").output.split())
    assert "0 success; 1 the answer is no; 2 unreadable input or wrong usage; 3 undecided" in said
    assert "_REFEREE_COMPLETE=bash_source referee" in said


def test_the_version_is_told() -> None:
    result = run("--version")
    assert result.exit_code == 0
    assert result.output.startswith("referee ")


def test_an_unknown_command_is_a_misuse() -> None:
    result = run("rulez")
    assert result.exit_code == 2
    assert "No such command 'rulez'" in result.stderr


def test_an_unexpected_error_is_a_fault_of_the_referee() -> None:
    result = failing(KeyError("R99"))
    assert result.exit_code == UNDECIDED
    assert result.stderr == (
        "this is a bug in the referee, not in your file: KeyError: 'R99'\n"
        "REFEREE_DEBUG=1 shows where.\n"
    )


def test_an_error_without_words_is_named() -> None:
    assert "your file: RecursionError\n" in failing(RecursionError()).stderr


def test_the_environment_can_ask_for_the_traceback() -> None:
    result = failing(KeyError("R99"), env={"REFEREE_DEBUG": "1"})
    assert result.exit_code == UNDECIDED
    assert "Traceback (most recent call last)" in result.stderr
    assert result.stderr.endswith("not in your file: KeyError: 'R99'\n")


def test_an_answer_of_no_and_a_misuse_are_not_faults() -> None:
    assert failing(click.exceptions.Exit(NO)).exit_code == NO
    assert failing(click.UsageError("there is no such thing")).exit_code == 2


def test_an_interrupt_ends_without_a_traceback() -> None:
    result = failing(KeyboardInterrupt())
    assert result.exit_code == INTERRUPTED
    assert result.stderr == "\ninterrupted\n"


def test_a_reader_who_leaves_is_no_error() -> None:
    result = failing(BrokenPipeError())
    assert result.exit_code == PIPE_CLOSED
    assert result.output == ""


def test_a_fault_in_a_real_command_is_told_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: object) -> object:
        raise ZeroDivisionError("no rules left")

    monkeypatch.setattr("referee.cli.rules.rule_list", fail)
    result = run("rules")
    assert result.exit_code == UNDECIDED
    assert "not in your file: ZeroDivisionError: no rules left" in result.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    "arguments", [["rules"], ["rules", "--json"], ["components", "show"]], ids=" ".join
)
def test_a_closed_pipe_is_quiet(arguments: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        ended = subprocess.run(  # noqa: S603 - our own command
            [sys.executable, "-c", STARTED, *arguments],
            stdout=writing,
            stderr=subprocess.PIPE,
            check=False,
        )
    finally:
        os.close(writing)
    assert ended.stderr == b""
    assert ended.returncode == PIPE_CLOSED


@pytest.mark.slow
@pytest.mark.skipif(not FULL.exists(), reason="no device that is always full")
@pytest.mark.parametrize("arguments", [["rules"], ["rules", "--json"]], ids=" ".join)
def test_output_that_cannot_be_written_is_told(arguments: list[str]) -> None:
    with FULL.open("wb") as full:
        ended = subprocess.run(  # noqa: S603 - our own command
            [sys.executable, "-c", STARTED, *arguments],
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert ended.stderr == b"Error: the output cannot be written: No space left on device\n"
    assert ended.returncode == UNDECIDED


@pytest.mark.slow
def test_a_terminal_without_our_characters_still_gets_an_answer() -> None:
    ended = subprocess.run(  # noqa: S603 - our own command
        [sys.executable, "-c", STARTED, "components", "show", "--section", "map"],
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONIOENCODING": "latin-1"},
    )
    assert ended.returncode == 0
    assert b"?2" in ended.stdout


@pytest.mark.parametrize(
    ("code", "heading"), [("en", "Options:"), ("cs", "Volby:"), ("fr", "Options\u00a0:")]
)
def test_the_headings_of_a_help_page_end_as_those_of_the_language(code: str, heading: str) -> None:
    assert heading in run("--lang", code, "score", "--help").output.splitlines()


def test_output_that_is_no_terminal_is_plain_and_of_one_width() -> None:
    result = run("rules", env={"COLUMNS": "40", "TERM": "xterm-256color"})
    lines = result.output.splitlines()
    assert "\x1b" not in result.output
    assert 80 < max(map(len, lines)) <= 100
    assert all(line == line.rstrip() for line in lines)


@pytest.mark.parametrize(("columns", "widest"), [("60", 60), ("200", 100)])
def test_a_terminal_gets_styles_and_its_own_width_up_to_a_limit(columns: str, widest: int) -> None:
    terminal = {"FORCE_COLOR": "1", "TERM": "xterm-256color", "COLUMNS": columns}
    result = run("components", "check", env=terminal)
    assert "\x1b[1;32mNo problems found" in result.output
    assert max(map(len, click.unstyle(result.output).splitlines())) <= widest


def test_a_terminal_can_ask_for_no_colours() -> None:
    terminal = {"FORCE_COLOR": "1", "TERM": "xterm-256color", "NO_COLOR": "1"}
    assert "32m" not in run("components", "check", env=terminal).output


def test_the_shell_completes_rule_ids() -> None:
    result = run(
        env={
            "_REFEREE_COMPLETE": "bash_complete",
            "COMP_WORDS": "referee rules gds-0",
            "COMP_CWORD": "2",
        }
    )
    assert "plain,GDS-04" in result.output.splitlines()


def test_the_shell_completes_ruling_ids() -> None:
    result = run(
        env={
            "_REFEREE_COMPLETE": "bash_complete",
            "COMP_WORDS": "referee rulings cap",
            "COMP_CWORD": "2",
        }
    )
    assert result.output.splitlines() == ["plain,capital-call"]


@pytest.mark.slow
@pytest.mark.parametrize("command", ["check -", "show -", "fmt -", "conform serve"])
def test_a_closed_standard_input_is_a_misuse(command: str) -> None:
    started = ["sh", "-c", f'exec "$0" -c "$1" {command} <&-', sys.executable, STARTED]
    result = subprocess.run(  # noqa: S603 - our own command
        started, capture_output=True, text=True, check=False
    )
    assert result.returncode == MISUSED
    assert "it is closed" in result.stdout + result.stderr
    assert "bug in the referee" not in result.stderr
