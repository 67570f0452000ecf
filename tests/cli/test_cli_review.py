import json
from pathlib import Path

import pytest

from referee.solve import game_review
from tests.cli.running import run

pytestmark = pytest.mark.slow

GAME = "games/two-players.mgn"


def review(*arguments: str) -> dict[str, object]:
    found: dict[str, object] = json.loads(
        run("review", GAME, "--jobs", "1", "--json", *arguments).output
    )
    return found


def test_every_turn_is_held_against_the_best_one() -> None:
    found = review("--player", "blue")
    turns = found["turns"]
    assert isinstance(turns, list)
    assert turns
    assert found["complete"]
    for turn in turns:
        assert turn["player"] == "blue"
        assert turn["loss"] == turn["best_value"] - turn["value"] >= 0
        assert turn["status"] == "optimal"


def test_the_biggest_misses_and_the_players_sum_up_the_turns() -> None:
    found = review("--max", "3")
    turns, misses, players = found["turns"], found["misses"], found["players"]
    assert isinstance(turns, list)
    assert isinstance(misses, list)
    assert isinstance(players, list)
    losses = sorted((turn["loss"] for turn in turns), reverse=True)
    assert [miss["loss"] for miss in misses] == losses[:3]
    assert sum(player["loss"] for player in players) == sum(losses)
    assert sum(player["turns"] for player in players) == len(turns)


def test_several_processes_find_the_same() -> None:
    alone = run("review", GAME, "--jobs", "1", "--player", "green").output
    together = run("review", GAME, "--jobs", "2", "--player", "green").output
    assert alone == together


def test_a_game_from_standard_input_is_reviewed_by_several_processes() -> None:
    game = Path(GAME).read_bytes()
    found = run("review", "-", "--jobs", "2", "--player", "green", given=game)
    assert found.exit_code == 0
    assert found.output == run("review", GAME, "--jobs", "1", "--player", "green").output


def test_people_see_worth_best_and_loss() -> None:
    lines = run("review", GAME, "--jobs", "1").output.splitlines()
    assert lines[0] == "round 1"
    assert lines[1].split() == ["turn", "worth", "best", "loss"]
    assert "biggest misses" in lines
    assert "the best one for net-worth right after it" in " ".join(" ".join(lines).split())


def test_a_record_is_reviewed_as_far_as_it_is_legal() -> None:
    result = run("review", "games/illegal/mistake-occupied-region.mgn", "--jobs", "1")
    assert result.exit_code == 1
    assert "the record goes no further: line 29 breaks EXP-06" in result.output


def test_an_interrupt_shows_what_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    judged, judge = 0, game_review.reviewed

    def third_is_interrupted(
        taken: game_review.RecordedTurn, question: game_review.ReviewQuestion
    ) -> game_review.Reviewed:
        nonlocal judged
        judged += 1
        if judged == 3:
            raise KeyboardInterrupt
        return judge(taken, question)

    monkeypatch.setattr(game_review, "reviewed", third_is_interrupted)
    result = run("review", GAME, "--jobs", "1")
    assert result.exit_code == 130
    assert "stopped: 2 of" in result.output


def test_over_a_round_a_turn_is_worth_what_is_still_possible() -> None:
    found = json.loads(
        run(
            "review",
            GAME,
            "--jobs",
            "1",
            "--horizon",
            "round",
            "--timeout",
            "0.5",
            "--player",
            "blue",
            "--json",
        ).output
    )
    assert found["horizon"] == "round"
    assert all(turn["loss"] >= 0 for turn in found["turns"])
