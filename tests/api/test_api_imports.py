"""Judging and rewriting games takes no solver, and nothing that only a solver needs."""

import subprocess
import sys
from pathlib import Path

import pytest

HEAVY = ("z3", "ortools", "numpy", "pandas")
ASKED = f"""
import sys
from click.testing import CliRunner
from referee.cli.main import main
ended = CliRunner().invoke(main, sys.argv[1:])
assert ended.exit_code in (0, 1), ended.output
print([name for name in {HEAVY!r} if name in sys.modules])
"""
JUDGED = f"""
import sys, referee
[*referee.check_all(["games/own-copy/three-players.mgn", "games/illegal"])]
game = referee.load("games/two-players.mgn")
referee.convert(game, "json"), referee.fmt("games/two-players.mgn"), referee.check(game)
print([name for name in {HEAVY!r} if name in sys.modules])
"""


def imported(code: str, *arguments: str) -> str:
    ended = subprocess.run(  # noqa: S603 - our own code
        [sys.executable, "-c", code, *arguments],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).parent.parent.parent,
    )
    return ended.stdout.strip()


@pytest.mark.parametrize(
    "arguments",
    [
        "check games/four-players.mgn",
        "check games/illegal --json",
        "check games/foreign --mapping games/foreign/mapping.toml --summary",
        "fmt games/two-players.mgn",
        "convert games/two-players.mgn --to json",
    ],
)
def test_the_command_imports_no_solver(arguments: str) -> None:
    assert imported(ASKED, *arguments.split()) == "[]"


def test_the_surface_imports_no_solver() -> None:
    assert imported(JUDGED) == "[]"


def test_a_proof_does_import_one() -> None:
    assert "z3" in imported(ASKED, "check", "games/illegal/exp-06-points-suffice.mgn", "--prove")
