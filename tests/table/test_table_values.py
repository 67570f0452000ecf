"""A copy that is only partly read: a value is asked for when a game needs it, and kept."""

from pathlib import Path
from shutil import copytree

import pytest

import referee
from tests.table.served import Client, served
from tests.table.test_table_efforts import NEW

COPY = Path("games/own-copy/bens-copy")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    copytree(COPY, tmp_path / "bens-copy")
    game = referee.begin_game(
        ["blue", "green"], tracks=["A1", "B1", "C1", "D1"], components=COPY, setup="variable"
    )
    (tmp_path / "game.mgn").write_text(game.to_text(), "utf-8")
    return tmp_path


def needed(page: Client, path: str) -> str:
    """Return the value that something needs and nobody has read."""
    refused = page.get(path)
    assert refused.status_code == 428
    error = refused.json()["error"]
    assert error["kind"] == "unread"
    value: str = error["value"]
    return value


def test_a_value_is_asked_for_and_kept_in_the_set(folder: Path) -> None:
    path = "/api/games/game/faces"
    with served(folder) as page:
        value = needed(page, path)
        question = page.ask(f"/api/games/game/value?value={value}")
        assert question["copy"] == "bens-copy"
        assert "coffee1" in question["asks"]
        before = referee.copy_questions(folder / "bens-copy").read
        page.ask("/api/games/game/value", {"value": value, "text": "0"})
        assert referee.copy_questions(folder / "bens-copy").read > before
        assert needed(page, path) != value
        assert page.ask("/api/games/game")["components"] == "bens-copy"


def test_an_answer_that_cannot_be_is_refused(folder: Path) -> None:
    with served(folder) as page:
        value = needed(page, "/api/games/game/faces")
        for text in ("", "many", "9" * 3000):
            refused = page.post("/api/games/game/value", {"value": value, "text": text})
            assert refused.status_code == 422, text
        odd = {"value": "odd.odd", "text": "1"}
        assert page.post("/api/games/game/value", odd).status_code == 404


def test_a_game_that_needs_a_value_stands_among_the_others(folder: Path) -> None:
    text = Path("games/own-copy/bens-first-game.mgn").read_text("utf-8")
    (folder / "first.mgn").write_text(text, "utf-8")
    with served(folder) as page:
        names = {game["name"] for game in page.ask("/api/games")}
        assert names == {"game", "first"}
        assert page.ask("/api/group")["results"] == []


def test_the_shipped_set_is_asked_nothing(tmp_path: Path) -> None:
    with served(tmp_path) as page:
        page.ask("/api/games", NEW)
        assert page.get("/api/games/game/value?value=cards.coffee1.crate").status_code == 404
