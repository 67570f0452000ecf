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


def needed(page: Client) -> str:
    """Return the value that the next tap needs and nobody has read."""
    version = page.ask("/api/games/game")["version"]
    refused = page.post("/api/games/game/say", {"after": version})
    assert refused.status_code == 428
    error = refused.json()["error"]
    assert error["kind"] == "unread"
    value: str = error["value"]
    return value


def test_a_value_is_asked_for_and_kept_in_the_set(folder: Path) -> None:
    with served(folder) as page:
        value = needed(page)
        question = page.ask(f"/api/games/game/value?value={value}")
        assert question["copy"] == "bens-copy"
        assert question["asks"] == "The border between Cairo and R02: single or double?"
        before = referee.copy_questions(folder / "bens-copy").read
        page.ask("/api/games/game/value", {"value": value, "text": "double"})
        assert referee.copy_questions(folder / "bens-copy").read > before
        assert needed(page) != value
        assert page.ask("/api/games/game")["components"] == "bens-copy"


def test_what_is_not_read_is_drawn_with_a_question_mark(folder: Path) -> None:
    with served(folder) as page:
        assert page.ask("/api/games/game/faces")["coffee1"]["title"].startswith("coffee1: ?")
        assert "<svg" in page.get("/api/games/game/picture?width=phone").text


def test_an_answer_that_cannot_be_is_refused(folder: Path) -> None:
    with served(folder) as page:
        value = needed(page)
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
