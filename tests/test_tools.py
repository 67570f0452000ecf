"""The programs in `scripts`: each is small, lists its subcommands, and is called by its name."""

import os
import re
from pathlib import Path

import click
import pytest

from scripts.tools.program import PROGRAMS, ToolGroup
from scripts.tools.project import ROOT
from tests.programs import exit_code

PAGES = sorted({*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")} - {ROOT / "CHANGELOG.md"})
"""The pages on which commands are named; the log of changes tells of earlier names, too."""


def subcommands(program: ToolGroup) -> list[str]:
    return program.list_commands(click.Context(program))


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_tells_its_subcommands(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code(PROGRAMS[name], "--help") == 0
    shown = capsys.readouterr().out
    assert shown.startswith(f"Usage: scripts/{name} ")
    for each in subcommands(PROGRAMS[name]):
        assert f"\n  {each} " in shown
        assert exit_code(PROGRAMS[name], each, "--help") == 0
        assert capsys.readouterr().out.startswith(f"Usage: scripts/{name} {each} ")


def test_an_unknown_subcommand_is_misuse(capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code(PROGRAMS["oracle"], "delphi") == 2
    assert "No such command 'delphi'" in capsys.readouterr().err


def test_a_program_exits_with_what_its_subcommand_returns() -> None:
    # In a single game not every rule comes into play.
    assert exit_code(PROGRAMS["check"], "rules", "--games", "1") == 1
    assert exit_code(PROGRAMS["check"], "round-trips", "--games", "1") == 0


def test_an_option_that_all_long_runs_share_reaches_the_run(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    kept = tmp_path / "kept.jsonl"
    kept.write_text("nonsense\n", "utf-8")
    arguments = ("best", "--positions", "1", "--results", str(kept))
    assert exit_code(PROGRAMS["oracle"], *arguments) == 1
    assert f"{kept}:1: this is no result" in capsys.readouterr().err


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_program_that_a_page_names_is_there(page: Path) -> None:
    named = re.findall(r"scripts/([a-z-]+)(?: ([a-z][a-z-]*))?", page.read_text("utf-8"))
    for name, word in named:
        script = ROOT / "scripts" / name
        assert script.is_dir() or os.access(script, os.X_OK), name
        if name in PROGRAMS and word:
            assert word in subcommands(PROGRAMS[name]), f"scripts/{name} {word}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_option_that_a_page_names_is_there(page: Path, tmp_path: Path) -> None:
    named = re.findall(rf"`scripts/({'|'.join(PROGRAMS)}) ([^`]+)`", page.read_text("utf-8"))
    for name, said in named:
        program = PROGRAMS[name]
        subcommand, *arguments = re.sub(r"\[.*?\]", "", said).split()
        arguments = [str(tmp_path) if word == "FOLDER" else word for word in arguments]
        command = program.get_command(click.Context(program), subcommand)
        assert command is not None
        command.make_context(subcommand, arguments)
