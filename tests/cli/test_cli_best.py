import json
from dataclasses import replace

import pytest

from referee.core.public import digest
from referee.core.state import State
from referee.positions.loader import load_position
from referee.solve import best as asking
from referee.solve.horizons import Question
from referee_model.best import limits
from referee_model.best.search import BestAnswer, best_turn
from tests.cli.running import run

GAME = "games/four-players.mgn"
SHOWN = json.loads(run("show", GAME, "--at", "3.2", "--json").output)["digest"]


def test_best_tells_the_turn_the_pad_and_the_proof() -> None:
    result = run("best", GAME, "--at", "3.2")
    lines = result.output.splitlines()
    assert result.exit_code == 0
    assert lines[0] == "round 3, turn 2, green to move"
    assert lines[2].startswith("green ")
    assert any(line.split() == ["cash", "2", "5", "+3"] for line in lines)
    assert "optimal: proved that no legal turn is worth more" in lines


def test_the_pad_before_and_after_adds_up_to_the_promised_value() -> None:
    found = json.loads(run("best", GAME, "--at", "4.1", "--json").output)
    rows = found["pad"].values()
    assert sum(row["after"] for row in rows) == found["value"]
    assert sum(row["before"] for row in rows) == found["worth_before"]
    assert found["totals"][found["player"]]["after"] == found["value"]


def test_the_best_few_begin_with_the_best() -> None:
    found = json.loads(run("best", GAME, "--at", "3.2", "--max", "4", "--json").output)
    assert len(found["top"]) == 4
    assert found["top"][0] == {"turn": found["turn"], "value": found["value"]}
    assert found["top_in_time"]


@pytest.mark.parametrize("action", ["goods", "end"])
def test_an_action_can_be_asked_for(action: str) -> None:
    found = json.loads(run("best", GAME, "--at", "3.2", "--action", action, "--json").output)
    assert found["turn"].split()[1] == action


def test_a_player_who_is_not_due_can_be_asked_about() -> None:
    found = json.loads(run("best", GAME, "--at", "3.2", "--player", "r", "--json").output)
    assert found["player"] == "red"
    assert found["turn"].startswith("red ")


def test_an_action_that_nobody_can_take_has_no_best() -> None:
    result = run("best", GAME, "--at", "3.4", "--action", "merchant")
    assert result.exit_code == 1
    assert "no turn of the kind asked for is possible" in result.output


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "no player is to move here"),
        (["--at", "3.2", "--player", "purple"], "there is no player 'purple'"),
        (["--at", "3.2", "--objective", "fame"], "'fame' is not a measure"),
        (["--at", "3.2", "--objective", f"{10**30}*ink"], "is too large"),
        (["--at", "3.2", "--timeout", "0"], "0"),
    ],
)
def test_misuse_is_named(arguments: list[str], words: str) -> None:
    result = run("best", GAME, *arguments)
    assert result.exit_code == 2
    assert words in result.stderr


def test_an_answer_without_proof_is_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    def hurried(state: State, *_: object, **__: object) -> BestAnswer:
        found = best_turn(state)
        return replace(found, status="bound", bound=found.value + 2)

    monkeypatch.setattr(asking, "best_turn", hurried)
    result = run("best", GAME, "--at", "3.2")
    assert result.exit_code == 3
    assert "no turn is worth more than 16, a gap of 2" in result.output


def test_no_answer_in_time_is_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object, **__: object) -> BestAnswer:
        raise limits.NothingFoundError("no turn was found in the time given")

    monkeypatch.setattr(asking, "best_turn", never)
    assert run("best", GAME, "--at", "3.2").exit_code == 3


def test_a_promise_that_the_engine_does_not_keep_is_a_fault(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def boasting(state: State, *_: object, **__: object) -> BestAnswer:
        found = best_turn(state)
        return replace(found, value=found.value + 1)

    monkeypatch.setattr(asking, "best_turn", boasting)
    result = run("best", GAME, "--at", "3.2")
    assert result.exit_code == 3
    assert "solver and engine disagree" in result.output
    assert "a legal turn worth 15" in result.output
    assert "it is worth 14" in result.output
    reported = result.output[result.output.index("set = ") :]
    assert digest(load_position(reported, "report").state) == SHOWN


def test_the_best_few_get_the_time_that_the_best_left() -> None:
    assert Question().after(5).time_limit is None
    assert Question(time_limit=3).after(1).time_limit == 2
    assert 0 < (Question(time_limit=3).after(5).time_limit or 0) < 1
