import json

import pytest

from tests.cli.running import run

GAME = "games/four-players.mgn"


def test_a_round_is_told_with_its_turns_its_proof_and_what_is_assumed() -> None:
    result = run("best", GAME, "--at", "3.4", "--horizon", "round")
    lines = result.output.splitlines()
    assert result.exit_code == 0
    assert lines[0] == "round 3, turn 4, yellow to move"
    assert lines[3].startswith("1  yellow ")
    assert "optimal: proved that no other way of playing on is worth more" in lines
    assert any("take no more turns in this round" in line for line in lines)


def test_the_value_of_a_round_is_that_of_its_last_turn() -> None:
    found = json.loads(run("best", GAME, "--at", "3.4", "--horizon", "round", "--json").output)
    assert found["horizon"] == "round"
    assert found["turns"][-1]["value"] == found["value"] == found["bound"]
    assert found["totals"]["yellow"]["after"] == found["value"]


def test_a_plan_tells_the_recorded_plans_of_the_others() -> None:
    asked = ("best", GAME, "--at", "7", "--horizon", "game", "--player", "blue")
    found = json.loads(run(*asked, "--time-limit", "5", "--json").output)
    assert found["plan"].startswith("blue plan ")
    assert found["assumptions"][0] == "the plans of green, red and yellow are as recorded"


def test_others_can_move_as_recorded() -> None:
    result = run("best", GAME, "--at", "6.12", "--horizon", "round", "--opponents", "recorded")
    assert result.exit_code == 0
    assert "the others move as recorded between these turns" in result.output


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--at", "3", "--horizon", "plan"), "whose plan is asked for"),
        (("--at", "3.4", "--horizon", "plan"), "nobody plans here"),
        (("--at", "3.4", "--horizon", "game"), "this is round 3"),
        (("--at", "3.4", "--horizon", "round", "--top", "3"), "--top is for --horizon turn"),
        (("--at", "3.4", "--horizon", "round", "--action", "end"), "--action is for"),
        (
            ("--at", "3", "--player", "blue", "--horizon", "plan", "--plan", "green=pony"),
            "'pony' is not in the hand of green",
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
