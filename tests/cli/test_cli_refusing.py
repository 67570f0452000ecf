import json
from pathlib import Path

import pytest

from referee.solve import best as asking
from referee_model.best import limits
from tests.cli.running import run

GAME = "games/four-players.mgn"
PLAYING = [["explain"], ["show"], ["score"], ["legal"], ["best"], ["best", "--books"], ["review"]]


@pytest.mark.parametrize("command", PLAYING, ids=" ".join)
@pytest.mark.parametrize("name", ["junk.mgn", "junk.toml"])
def test_a_file_that_cannot_be_used_is_refused_as_json_where_that_was_asked_for(
    command: list[str], name: str, tmp_path: Path
) -> None:
    junk = tmp_path / name
    junk.write_text("= junk\n")
    result = run(*command, str(junk), "--json")
    error = json.loads(result.output)["error"]
    assert result.exit_code == 2
    assert error["kind"] == "file"
    assert error["problems"][0]["message"]


def test_no_turn_is_told_as_json() -> None:
    result = run("best", GAME, "--at", "3.4", "--action", "merchant", "--json")
    assert result.exit_code == 1
    assert json.loads(result.output)["error"]["kind"] == "no-turn"


def test_no_time_is_told_as_json(monkeypatch: pytest.MonkeyPatch) -> None:
    def late(*_: object, **__: object) -> None:
        raise limits.NothingFoundError("no turn was found in the time given")

    monkeypatch.setattr(asking, "best_turn", late)
    result = run("best", GAME, "--at", "3.2", "--json")
    assert result.exit_code == 3
    assert json.loads(result.output)["error"]["kind"] == "no-time"
