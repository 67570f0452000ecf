"""`referee check --prove`: the model beside the engine."""

import json

import pytest
from click.testing import CliRunner

import referee_model
from referee.cli.main import main
from referee.core.shipped_files import shipped
from referee.core.state import State
from referee.core.turns import PlaceMarker
from referee_model import ModelVerdict
from referee_model.kinds import JudgedEvent

pytestmark = pytest.mark.slow

GAMES = shipped("games")


def test_a_game_is_proven_by_both() -> None:
    result = CliRunner().invoke(main, ["check", "--prove", str(GAMES / "two-players.mgn")])
    assert result.exit_code == 0, result.output
    assert "engine and model agree on" in result.output


def test_an_illegal_game_is_illegal_for_both() -> None:
    path = GAMES / "illegal" / "trk-02-call-is-paid.mgn"
    result = CliRunner().invoke(main, ["check", "--prove", "--json", str(path)])
    assert result.exit_code == 1
    (checked,) = json.loads(result.output)
    assert checked["proof"]["disagreements"] == []
    assert checked["proof"]["events"] > 20


def test_a_difference_is_a_fault_of_ours_with_a_record_to_reproduce_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        referee_model, "legal", lambda *_: ModelVerdict("no", frozenset({"GDS-01"}))
    )
    path = GAMES / "illegal" / "trk-02-call-is-paid.mgn"
    result = CliRunner().invoke(main, ["check", "--prove", str(path)])
    assert result.exit_code == 3
    assert "engine and model disagree" in result.output
    assert "illegal by GDS-01" in result.output
    assert "players blue" in result.output


def test_the_record_that_reproduces_a_difference_is_a_short_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    right = referee_model.effect

    def without_markers(table: State, event: JudgedEvent) -> State:
        return table if isinstance(event, PlaceMarker) else right(table, event)

    monkeypatch.setattr(referee_model, "effect", without_markers)
    path = GAMES / "two-players.mgn"
    result = CliRunner().invoke(main, ["check", "--prove", "--json", str(path)])
    assert result.exit_code == 3
    (checked,) = json.loads(result.output)
    game = checked["proof"]["disagreements"][0]["reproduced_by"]
    *_, last = game.splitlines()
    assert " marker " in last
    assert len(game.splitlines()) < 25


def test_both_are_asked_about_the_header(monkeypatch: pytest.MonkeyPatch) -> None:
    path = str(GAMES / "illegal" / "set-02-first-game-tracks.mgn")
    assert CliRunner().invoke(main, ["check", "--prove", path]).exit_code == 1
    monkeypatch.setattr(referee_model, "legal_setting", lambda _: ModelVerdict("yes"))
    result = CliRunner().invoke(main, ["check", "--prove", "--json", path])
    assert result.exit_code == 3
    (checked,) = json.loads(result.output)
    assert [each["line"] for each in checked["proof"]["disagreements"]] == [1]
