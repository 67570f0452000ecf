"""With --json every refusal is an object on standard output, whoever refuses."""

import json
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from referee.api.errors import (
    ImpossibleTableError,
    NoAnswerError,
    ProgramError,
    RefereeError,
    Trouble,
    UnreadableError,
    UsageError,
    WriteError,
)
from referee.cli.group import CommandGroup
from referee.cli.interrupts import INTERRUPTED, MISUSED, NO, PIPE_CLOSED, UNDECIDED
from tests.cli.processes import ROOT, STARTED, ran
from tests.cli.running import run

GAME = "games/four-players.mgn"

REFUSED = {
    "an option that is unknown": ("rules --jsom --json", "misuse", 2),
    "an option of the whole command": ("--bogus --json", "misuse", 2),
    "a command that is unknown": ("rulez --json", "misuse", 2),
    "an argument that is missing": ("show --json", "misuse", 2),
    "a choice that there is none": (f"legal {GAME} --action dance --json", "misuse", 2),
    "a rule that is unknown": ("rules GDS-99 --json", "misuse", 2),
    "words that no rule has": ("rules xyzzy --json", "not-found", 1),
    "a ruling that is unknown": ("rulings nothing --json", "misuse", 2),
    "a moment that cannot be": (f"show {GAME} --at 9.9 --json", "misuse", 2),
    "a moment that is none": (f"show {GAME} --at soon --json", "misuse", 2),
    "a file that is not there": ("check nowhere.mgn --json", "file", 2),
    "a folder where a file should be": ("show games --json", "file", 2),
    "a command without JSON": (f"fmt {GAME} --json", "misuse", 2),
}


@pytest.mark.parametrize("what", REFUSED)
def test_a_refusal_is_an_object_on_standard_output(what: str) -> None:
    words, kind, code = REFUSED[what]
    result = run(*words.split())
    error = json.loads(result.stdout)["error"]
    assert (error["kind"], result.exit_code) == (kind, code)
    assert error["message"]
    assert result.stderr == ""


def test_behind_a_double_dash_json_is_another_programs_option() -> None:
    result = run("conform", "run", "--games", "none", "--", "./mine", "--json")
    assert result.exit_code == 2
    assert result.stdout == ""
    assert "Error: Invalid value for '--games'" in result.stderr


def raised(error: Exception, *words: str) -> Result:
    @click.group(cls=CommandGroup)
    def group() -> None:
        pass

    @group.command()
    @click.option("--json", "as_json", is_flag=True)
    def ask(*, as_json: bool) -> None:
        del as_json
        raise error

    return CliRunner().invoke(group, ["ask", *words])


ERRORS = [
    (UnreadableError("x.mgn cannot be used", file="x.mgn"), 2),
    (UsageError("there is no such thing"), 2),
    (ProgramError("it does not start"), 2),
    (NoAnswerError("nobody knows"), 3),
    (WriteError("x.mgn cannot be written"), 3),
    (RefereeError("two and two are five"), 3),
    (ImpossibleTableError("x.toml cannot be used", file="x.toml"), 1),
]


@pytest.mark.parametrize(("error", "code"), ERRORS, ids=lambda each: type(each).__name__)
def test_every_error_of_the_referee_has_words_an_object_and_a_code(
    error: RefereeError, code: int
) -> None:
    told, data = raised(error), raised(error, "--json")
    assert (told.exit_code, data.exit_code) == (code, code)
    assert error.message in told.output
    assert "bug in the referee" not in told.output
    assert json.loads(data.stdout)["error"] == error.to_answer().to_dict()


def test_the_problems_of_a_file_are_shown_with_their_places() -> None:
    trouble = Trouble(line=3, column=6, message="`frob` was seen", excerpt="blue frob")
    error = UnreadableError("x.mgn cannot be used", file="x.mgn", problems=(trouble,))
    result = raised(error)
    assert result.stdout == "x.mgn:3:6: `frob` was seen\n  blue frob\n       ^\n"
    told = json.loads(raised(error, "--json").stdout)["error"]
    assert told["file"] == "x.mgn"
    assert told["problems"][0]["line"] == 3


def test_a_misuse_behind_a_command_names_the_command() -> None:
    result = run("examples", "copy", "nothing.mgn")
    assert result.exit_code == 2
    assert result.stderr.startswith("Usage: referee examples copy [OPTIONS] NAME [FILE]\n")
    assert "Error: there is no game 'nothing.mgn'; `referee examples list`" in result.stderr


def test_a_fault_of_the_referee_is_an_object_too() -> None:
    result = raised(ZeroDivisionError("no rules left"), "--json")
    assert result.exit_code == 3
    assert json.loads(result.stdout)["error"]["kind"] == "fault"


NOT_WRITTEN = {
    "fmt": f"fmt {GAME} --to json -o",
    "play": "play -o",
    "position from": f"position from {GAME} --at 3.2 -o",
    "position new": "position new -o",
    "examples copy": f"examples copy {GAME}",
    "check": f"check {GAME} --results",
    "conform make-golden": "conform make-golden --games 1",
    "components new": "components new",
}


@pytest.mark.slow
@pytest.mark.parametrize("command", NOT_WRITTEN)
def test_output_that_cannot_be_written_has_one_exit_code(command: str, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    inside = tmp_path / "file" / "inside"
    result = run(*NOT_WRITTEN[command].split(), str(inside))
    assert result.exit_code == 3
    assert "cannot be" in result.stderr or "is not a folder" in result.stderr
    assert "bug in the referee" not in result.stderr


@pytest.mark.parametrize("command", ["fmt", "play", "position new", "check"])
def test_a_folder_cannot_be_written_like_a_file(command: str, tmp_path: Path) -> None:
    result = run(*NOT_WRITTEN[command].split(), str(tmp_path))
    assert result.exit_code == 3
    assert f"{tmp_path} cannot be written" in result.stderr


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_output_that_is_full_is_told_on_standard_error() -> None:
    full = "import os; os.dup2(os.open('/dev/full', os.O_WRONLY), 1)\n"
    ended = ran("rules", "--json", code=full + STARTED)
    assert ended.returncode == 3
    assert "the output cannot be written" in ended.stderr


def test_the_page_of_commands_lists_every_exit_code() -> None:
    text = (ROOT / "docs" / "commands.md").read_text("utf-8")
    for code in (0, NO, MISUSED, UNDECIDED, INTERRUPTED, PIPE_CLOSED):
        assert f"\n| {code} | " in text
