"""What nobody remembers is one tap, and the game goes on behind it."""

from pathlib import Path

import pytest

import referee
from tests.table.served import served
from tests.table.test_table_efforts import said

MIDDLE = Path("games/four-players.mgn").read_text("utf-8").partition("red expand cape-town R18")[0]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "game.mgn").write_text(MIDDLE, "utf-8")
    return tmp_path


@pytest.mark.slow
def test_a_gap_is_one_tap_and_the_next_player_goes_on(tmp_path: Path) -> None:
    (tmp_path / "game.mgn").write_text(MIDDLE, "utf-8")
    with served(tmp_path) as page:
        version = page.ask("/api/games/game")["version"]
        state = page.ask("/api/games/game/say", {"after": version, "gap": True})["state"]
        assert state["entries"][-1]["statement"] == "red ?"
        assert state["due"]["players"] == ["yellow"]
        assert state["open"]
        begun = page.ask("/api/games/game/say", {"after": state["version"]})["draft"]
        assert begun["player"] == "yellow"
        offer = next(each for each in begun["offers"] if each["kind"] == "deck")
        taken = {"after": state["version"], "line": offer["line"]}
        state = page.ask("/api/games/game/say", taken)["state"]
        assert state["entries"][-1]["player"] == "yellow"
    assert (tmp_path / "game.mgn").read_text("utf-8").splitlines()[-2] == "red ?"


def test_hands_and_what_all_would_score_are_not_shown_during_play(tmp_path: Path) -> None:
    (tmp_path / "game.mgn").write_text(MIDDLE, "utf-8")
    with served(tmp_path) as page:
        drawn = page.get("/api/games/game/picture?width=phone").text
        assert "-hand-" not in drawn
        assert "-worth" not in drawn
        assert "would score" not in drawn


@pytest.mark.slow
def test_a_gap_with_a_note_is_still_owed(folder: Path) -> None:
    with served(folder) as page:
        state = said(page, page.ask("/api/games/game"), "say", gap=True)["state"]
        gap = state["entries"][-1]["address"]
        state = said(page, state, "changes", what="note", address=gap, line="ask Ann")
        assert state["owed"] == [gap]
        entry = state["entries"][-1]
        assert entry["comment"] == "ask Ann"
        assert entry["sentence"] == "A turn not recorded"


@pytest.mark.slow
def test_what_follows_is_told_while_people_play_on(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with served(folder) as page:
        state = said(page, page.ask("/api/games/game"), "say", gap=True)["state"]

        completions = referee.Game.completions

        def play_on(game: referee.Game, **_: object) -> referee.Gaps:
            said(page, state, "changes", what="append", line="yellow end left")
            return completions(game, budget=referee.Budget(seconds=0.01))

        monkeypatch.setattr(referee.Game, "completions", play_on)
        found = page.ask("/api/games/game/follows")
        assert found["version"] == state["version"]
        assert found["facts"] == []


def test_a_finished_game_with_a_gap_has_its_end(tmp_path: Path) -> None:
    forgotten = Path("games/with-gaps/two-turns-forgotten.mgn").read_text("utf-8")
    (tmp_path / "game.mgn").write_text(forgotten, "utf-8")
    with served(tmp_path) as page:
        state = page.ask("/api/games/game")
    assert state["over"]
    assert state["pad"][-1]["values"] == [33, 30]
    assert "wins." in state["result"]
    assert "It makes no difference." in state["result"]


@pytest.mark.parametrize(
    ("last", "finished", "moment"),
    [
        ("green end", True, "after round 7, the game is over"),
        ("blue end", False, "round 7"),
        ("green ?", False, "round 7"),
    ],
)
def test_a_finished_game_with_a_gap_is_listed_among_the_finished(
    tmp_path: Path, *, last: str, finished: bool, moment: str
) -> None:
    forgotten = Path("games/with-gaps/two-turns-forgotten.mgn").read_text("utf-8")
    before, _, _ = forgotten.rpartition("green end")
    (tmp_path / "game.mgn").write_text(f"{before}{last}\n", "utf-8")
    with served(tmp_path) as page:
        (listed,) = page.ask("/api/games")
    assert listed["finished"] is finished
    assert listed["moment"].startswith(moment)


@pytest.mark.parametrize(
    ("forgotten", "totals", "result"),
    [
        ("green goods cotton1 cape-town", ["33", "22 - 30"], "Ann wins."),
        ("blue goods coffee1 cape-town", ["25 - 33", "30"], "depends on what was left open"),
    ],
)
def test_the_end_of_a_game_tells_what_its_gaps_leave_possible(
    tmp_path: Path, forgotten: str, totals: list[str], result: str
) -> None:
    whole = Path("games/two-players.mgn").read_text("utf-8")
    before, _, after = whole.rpartition(forgotten)
    named = before.replace("players blue", 'players blue "Ann"', 1)
    (tmp_path / "game.mgn").write_text(f"{named}{forgotten.split(maxsplit=1)[0]} ?{after}", "utf-8")
    with served(tmp_path) as page:
        state = page.ask("/api/games/game")
    assert state["over"]
    assert state["pad"][-1]["values"] == totals
    assert result in state["result"]
