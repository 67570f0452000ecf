"""The kit finds what is wrong with a program, and shows it in a short game.

Here are a few bugs of different families and kinds; `scripts/find-bugs` hunts for all of them.
"""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from referee.cli.main import main
from tests.conformance.conversation import command
from tests.conformance.hunt import ROUNDS, hunt
from tests.conformance.second.bugs import BUGS

pytestmark = pytest.mark.slow

FEW = ("units-left", "tie-loses", "call-unpaid", "c-book-for-one", "share-icons-add-up")
"""Bugs that show early in the first game: an illegal turn allowed, a legal one refused, a wrong
table, wrong points, a wrong score."""


def test_there_are_a_dozen_bugs_and_more() -> None:
    assert len(BUGS) >= 12


@pytest.mark.parametrize("bug", FEW)
def test_a_bug_is_found_and_shown_in_a_short_game(bug: str) -> None:
    found = hunt(bug)
    assert found is not None
    assert found.shrunk.round <= ROUNDS


def test_nothing_is_found_where_there_is_no_bug(tmp_path: Path) -> None:
    ended = CliRunner().invoke(
        main,
        ["conform", "run", "--games", "2", "-o", str(tmp_path), "--json", "--", *command()],
    )
    assert (ended.exit_code, json.loads(ended.output)["differences"]) == (0, [])
    assert list(tmp_path.iterdir()) == []


def test_the_command_saves_the_short_game_of_a_bug(tmp_path: Path) -> None:
    words = [
        "conform",
        "run",
        "--games",
        "1",
        "--seed",
        "1",
        "-o",
        str(tmp_path),
        "--json",
        "--",
    ]
    ended = CliRunner().invoke(main, [*words, *command("one-winner")])
    assert ended.exit_code == 1
    [difference] = json.loads(ended.output)["differences"]
    assert difference["kind"] == "score"
    assert difference["rounds"] <= ROUNDS
    [saved] = tmp_path.glob("*.mgn")
    assert Path(difference["file"]) == saved
