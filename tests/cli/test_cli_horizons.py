import json
from pathlib import Path

import pytest

from tests.cli.running import run

GAME = "games/four-players.mgn"


def test_a_round_is_told_with_its_turns_its_proof_and_what_is_assumed() -> None:
    result = run("best", GAME, "--at", "3.4", "--horizon", "round")
    lines = result.output.splitlines()
    assert result.exit_code == 0
    assert lines[0] == "round 3, turn 4, yellow to move"
    assert lines[3].startswith("1  yellow ")
    assert "optimal: proved that no other way to play on is worth more" in lines
    assert any("take no more turns in this round" in line for line in lines)


def test_the_value_of_a_round_is_that_of_its_last_turn() -> None:
    found = json.loads(run("best", GAME, "--at", "3.4", "--horizon", "round", "--json").output)
    assert found["horizon"] == "round"
    assert found["turns"][-1]["value"] == found["value"] == found["bound"]
    assert found["totals"]["yellow"]["after"] == found["value"]


def test_a_plan_tells_the_recorded_plans_of_the_others() -> None:
    asked = ("best", GAME, "--at", "7", "--horizon", "game", "--player", "blue")
    found = json.loads(run(*asked, "--timeout", "5", "--json").output)
    assert found["plan"].startswith("blue plan ")
    assert found["assumptions"][0] == "the plans of green, red and yellow are as recorded"


def test_others_can_move_as_recorded() -> None:
    result = run("best", GAME, "--at", "6.12", "--horizon", "round", "--opponents", "recorded")
    assert result.exit_code == 0
    assert "the others move as recorded between these turns" in result.output


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--at", "3", "--horizon", "plan"), "say whose plan to find"),
        (("--at", "3.4", "--horizon", "plan"), "this is not the planning phase"),
        (("--at", "3.4", "--horizon", "game"), "this is round 3"),
        (("--at", "3.4", "--horizon", "round", "--max", "3"), "--max works only with"),
        (("--at", "3.4", "--horizon", "round", "--action", "end"), "--action works only with"),
        (
            ("--at", "3.4", "--horizon", "round", "--plan", "blue=exp2"),
            "--plan is for the planning",
        ),
        (
            ("--at", "3.4", "--horizon", "round", "--objective", "-1*cash"),
            "below zero",
        ),
    ],
)
def test_what_cannot_be_asked_is_said(arguments: tuple[str, ...], words: str) -> None:
    result = run("best", GAME, *arguments)
    assert result.exit_code == 2
    assert words in " ".join(result.output.split())


def test_a_game_from_standard_input_is_played_on() -> None:
    game = Path(GAME).read_bytes()
    asked = ("best", "-", "--at", "7.9", "--horizon", "round", "--timeout", "5", "--json")
    found = json.loads(run(*asked, given=game).output)
    assert found["horizon"] == "round"


@pytest.mark.parametrize(
    ("plan", "words"),
    [
        ("blue", "expected a plan such as blue="),
        ("pink=exp1", "there is no player 'pink'"),
        ("red=", "the plan of red is the one to find"),
        ("blue=nonsense", "'nonsense'"),
        ("blue=exp1,exp1", "the plan of blue breaks a rule"),
        ("b=exp1 exp1 exp1 exp1", "blue has only 3 slots for 4 cards"),
    ],
)
def test_a_plan_that_nobody_can_have_is_misuse(plan: str, words: str) -> None:
    asked = ("best", GAME, "--at", "1", "--horizon", "plan", "--player", "red")
    result = run(*asked, "--plan", plan)
    assert result.exit_code == 2
    assert words in result.stderr
