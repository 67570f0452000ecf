"""The record on disk is the truth, and nothing that was recorded gets lost."""

from pathlib import Path

import pytest

import referee
from referee import UsageError
from referee.web.game_files import KEPT, REMOVED, VERSIONS, game_folder
from tests.table.served import Client, served

NEW = {
    "players": [{"colour": "blue", "name": "Ann"}, {"colour": "green"}],
    "setup": "first-game",
    "title": "Sunday at Ann's",
}
DEAL = (
    "display: coffee3 cotton3 exp2b clerk2b merchant banana2b cotton2b coffee2b exp2c clerk3"
    " coffee4 exp3"
)


def begun(page: Client) -> tuple[str, str]:
    """Return the address of a new game and its version."""
    state = page.ask("/api/games", NEW)
    return f"/api/games/{state['name']}", state["version"]


def test_a_game_is_a_file_that_the_command_reads(tmp_path: Path) -> None:
    with served(tmp_path) as page:
        path, version = begun(page)
        page.ask(f"{path}/changes", {"after": version, "what": "append", "line": DEAL})
    assert [file.name for file in tmp_path.glob("*.mgn")] == ["sunday-at-ann-s.mgn"]
    game = referee.load(tmp_path / "sunday-at-ann-s.mgn")
    assert game.names == ("Ann", None)
    assert len(game.record.statements) == 1


def test_a_write_that_comes_after_an_older_version_is_refused(tmp_path: Path) -> None:
    with served(tmp_path) as page:
        path, version = begun(page)
        page.ask(f"{path}/changes", {"after": version, "what": "append", "line": DEAL})
        late = page.post(f"{path}/changes", {"after": version, "what": "append", "line": DEAL})
        assert late.status_code == 409
        assert len(page.ask(path)["entries"]) == 1


def test_what_others_write_to_the_file_is_noticed(tmp_path: Path) -> None:
    with served(tmp_path) as page:
        path, version = begun(page)
        file = tmp_path / "sunday-at-ann-s.mgn"
        file.write_text(file.read_text() + f"\n{DEAL}\n")
        late = page.post(
            f"{path}/changes", {"after": version, "what": "append", "line": "= blue 0"}
        )
        assert late.status_code == 409
        state = page.ask(path)
        assert state["foreign"]
        assert len(state["entries"]) == 1


def test_an_entry_is_appended_and_a_mend_keeps_the_last_versions(tmp_path: Path) -> None:
    with served(tmp_path) as page:
        path, version = begun(page)
        file = tmp_path / "sunday-at-ann-s.mgn"
        number = file.stat().st_ino
        version = page.ask(f"{path}/changes", {"after": version, "what": "append", "line": DEAL})[
            "version"
        ]
        assert file.stat().st_ino == number
        before = file.read_text()
        page.ask(f"{path}/steps", {"after": version, "way": "undo"})
        assert file.stat().st_ino != number
        assert [kept.read_text() for kept in (tmp_path / VERSIONS).iterdir()] == [before]


def test_only_so_many_versions_are_kept(tmp_path: Path) -> None:
    with served(tmp_path) as page:
        path, version = begun(page)
        for _ in range(KEPT + 3):
            version = page.ask(
                f"{path}/changes", {"after": version, "what": "append", "line": DEAL}
            )["version"]
            version = page.ask(f"{path}/steps", {"after": version, "way": "undo"})["version"]
    assert len([*(tmp_path / VERSIONS).iterdir()]) == KEPT


def test_a_line_that_was_being_written_is_dropped(tmp_path: Path) -> None:
    file = tmp_path / "torn.mgn"
    file.write_text(f"players blue, green\nsetup first-game\n\n{DEAL}\nbooks: a01 a0")
    with served(tmp_path) as page:
        state = page.ask("/api/games/torn")
        assert len(state["entries"]) == 1
        page.ask(
            "/api/games/torn/changes",
            {"after": state["version"], "what": "append", "line": "= blue 0"},
        )
    assert len(referee.load(file).record.statements) == 2


def test_a_record_that_text_cannot_hold_is_kept_as_json(tmp_path: Path) -> None:
    file = tmp_path / "game.mgn"
    text = f"players blue, green\nsetup first-game\n\n{DEAL}\n"
    file.write_text(referee.loads(text).to_json().replace('"coffee3"', '"coffee9"'), "utf-8")
    with served(tmp_path) as page:
        for line in ("= blue 0", "= green 1"):
            version = page.ask("/api/games/game")["version"]
            body = {"after": version, "what": "append", "line": line}
            page.ask("/api/games/game/changes", body)
    with served(tmp_path) as page:
        state = page.ask("/api/games/game")
        assert "coffee9" in state["entries"][0]["statement"]
        assert [entry["statement"] for entry in state["entries"][1:]] == ["= blue 0", "= green 1"]
        body = {"after": state["version"], "what": "mend", "address": 1, "line": DEAL}
        page.ask("/api/games/game/changes", body)
    assert DEAL in file.read_text("utf-8")


def test_a_folder_has_one_table_at_a_time(tmp_path: Path) -> None:
    with (
        game_folder(tmp_path),
        pytest.raises(UsageError, match="another table"),
        game_folder(tmp_path),
    ):
        pass


@pytest.mark.parametrize(
    "junk", [b"\xff\xfe\x00", b"", b"players\n", b"\x00" * 100, b"x" * 2_000_000]
)
def test_junk_in_the_folder_is_told_and_harms_no_other_game(tmp_path: Path, junk: bytes) -> None:
    (tmp_path / "junk.mgn").write_bytes(junk)
    with served(tmp_path) as page:
        begun(page)
        games = {game["name"]: game for game in page.ask("/api/games")}
        assert games["junk"]["unreadable"]
        assert page.get("/api/games/junk").status_code == 422
        assert games["sunday-at-ann-s"]["title"] == "Sunday at Ann's"
    assert (tmp_path / "junk.mgn").read_bytes() == junk


@pytest.mark.parametrize(
    "body", [[], {}, {"after": 3, "line": "x"}, {"after": "x", "line": "x", "more": 1}, "x"]
)
def test_a_request_that_makes_no_sense_is_told_so(tmp_path: Path, body: object) -> None:
    with served(tmp_path) as page:
        path, _ = begun(page)
        refused = page.post(f"{path}/changes", body)
        assert refused.status_code == 400
        assert refused.json()["error"]["message"]


def test_a_line_that_cannot_be_read_is_refused_in_words(tmp_path: Path) -> None:
    with served(tmp_path) as page:
        path, version = begun(page)
        refused = page.post(
            f"{path}/changes", {"after": version, "what": "append", "line": "blue gods coffee2"}
        )
        assert refused.status_code == 422
        assert refused.json()["error"]["problems"]


@pytest.mark.parametrize("setup", ["first-game", "variable"])
@pytest.mark.parametrize(
    ("players", "words"),
    [
        ([{"colour": "blue", "name": "Ann"}], "1 player was named"),
        (
            [{"colour": "blue", "name": "Ann"}, {"colour": "green", "name": " ann "}],
            "two players are called Ann",
        ),
    ],
)
def test_players_who_cannot_play_are_refused(
    tmp_path: Path, players: object, words: str, setup: str
) -> None:
    with served(tmp_path) as page:
        refused = page.post("/api/games", {**NEW, "players": players, "setup": setup})
        assert refused.status_code == 422
        assert words in refused.json()["error"]["message"]
        assert page.ask("/api/games") == []


def test_a_game_is_removed_and_its_file_put_back(tmp_path: Path) -> None:
    with served(tmp_path) as page:
        for number in range(2):
            path, version = begun(page)
            before = (tmp_path / "sunday-at-ann-s.mgn").read_bytes()
            assert page.post(f"{path}/remove", {"after": "another"}).status_code == 409
            page.ask(f"{path}/remove", {"after": version})
            assert page.ask("/api/games") == []
            assert page.get(path).status_code == 404
            assert len([*(tmp_path / REMOVED).iterdir()]) == number + 1
        (tmp_path / REMOVED / "sunday-at-ann-s.mgn").rename(tmp_path / "again.mgn")
        assert [each["name"] for each in page.ask("/api/games")] == ["again"]
    assert (tmp_path / "again.mgn").read_bytes() == before


def test_a_game_begins_with_what_the_last_one_was_played_with(tmp_path: Path) -> None:
    with served(tmp_path) as page:
        rulings = {"capital-call": "may-decline"}
        last = page.ask("/api/games", {**NEW, "rulings": rulings})
        again = {key: last[key] for key in ("players", "setup", "tracks", "rulings")}
        state = page.ask("/api/games", again)
        assert state["name"] != last["name"]
        assert state["rulings"]["capital-call"] == "may-decline"


def test_a_replay_of_a_game_without_a_title_has_the_name_of_its_file(tmp_path: Path) -> None:
    record = Path("games/two-players.mgn").read_text("utf-8")
    untitled = "".join(x for x in record.splitlines(keepends=True) if not x.startswith("title"))
    (tmp_path / "tuesday.mgn").write_text(untitled, "utf-8")
    with served(tmp_path) as page:
        shown = page.get("/api/games/tuesday/export/replay").text
    assert "<title>tuesday</title>" in shown
    assert "game in progress" not in shown
