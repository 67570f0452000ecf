"""A copy that is only partly read: a value is asked for when a game needs it, and kept."""

from pathlib import Path
from shutil import copytree

import httpx2 as httpx
import pytest

import referee
from tests.table.served import Client, served
from tests.table.test_table_efforts import NEW

pytestmark = pytest.mark.slow

COPY = Path("games/own-copy/bens-copy")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    copytree(COPY, tmp_path / "bens-copy")
    game = referee.Recording(
        ["blue", "green"], tracks=["A1", "B1", "C1", "D1"], components=COPY, setup="variable"
    )
    (tmp_path / "game.mgn").write_text(game.to_text(), "utf-8")
    return tmp_path


BEGINNING = """\
display: coffee2b clerk2b cotton2b banana2b exp2c merchant cotton3 exp2b coffee3 clerk3 cotton4 banana3
books: top2:a13 top3:a15 top4:b20 top5:b01 top6:c23 top7:c15 low2:a09 low3:a08 low4:b21 low5:b05 low6:c03 low7:c04
blue tile S01
green tile S02
blue rest clerk2 banana2 cotton2
green rest banana1 coffee1 clerk1
blue plan exp2 exp1-1 banana1
green plan cotton1 - cotton2
"""  # noqa: E501


def said(page: Client, line: str, **more: bool) -> httpx.Response:
    version = page.ask("/api/games/game")["version"]
    return page.post("/api/games/game/say", {"after": version, "line": line, **more})


def needed(page: Client, line: str = "blue marker tile-merchant", **more: bool) -> str:
    """Return the value that a line needs and nobody has read."""
    refused = said(page, line, **more)
    assert refused.status_code == 428, refused.text
    error = refused.json()["error"]
    assert error["kind"] == "unread"
    value: str = error["value"]
    return value


@pytest.fixture
def begun(folder: Path) -> Path:
    """A folder with a game in which the first turn is due."""
    file = folder / "game.mgn"
    lines = [*BEGINNING.splitlines(), ""]
    lines.insert(6, "round 1")
    file.write_text(file.read_text("utf-8") + "\n".join(lines), "utf-8")
    return folder


def test_nothing_is_asked_for_before_the_first_turn(folder: Path) -> None:
    with served(folder) as page:
        for line in BEGINNING.splitlines():
            answer = said(page, line)
            assert answer.status_code == 200, answer.text
            assert "state" in answer.json(), line


def test_what_something_unread_decides_is_offered_and_asked_for_when_it_is_said(
    begun: Path,
) -> None:
    with served(begun) as page:
        spaces = said(page, "blue marker ?").json()["draft"]["offers"]
        assert "tile-merchant" in {each["values"][0] for each in spaces if each["legal"]}
        assert needed(page) == "spaces.tile-merchant.cost"
        page.ask("/api/games/game/value", {"value": "spaces.tile-merchant.cost", "text": "2"})
        assert said(page, "blue marker tile-merchant").is_success


def test_only_borders_that_are_crossed_are_asked_for(begun: Path) -> None:
    with served(begun) as page:
        begins = said(page, "blue expand saint-louis").json()["draft"]["offers"]
        within = {each["values"][0] for each in begins if each["kind"] == "region"}
        assert within == {"R03", "R07", "R08"}
        asked = []
        line = "blue expand saint-louis R07:1"
        while (refused := said(page, line, done=True)).status_code == 428:
            asked.append(refused.json()["error"]["value"])
            text = {"borders": "single", "regions": "4 pounds"}.get(asked[-1].split(".")[0], "2")
            page.ask("/api/games/game/value", {"value": asked[-1], "text": text})
        borders = [each for each in asked if each.startswith("borders.")]
        assert borders == ["borders.saint-louis~R07.lines"]
        last = page.ask("/api/games/game")["entries"][-1]
        assert (last["statement"], last["verdict"]) == (line, "legal")


def test_a_value_is_asked_for_and_kept_in_the_set(begun: Path) -> None:
    with served(begun) as page:
        value = needed(page)
        question = page.ask(f"/api/games/game/value?value={value}")
        assert question["copy"] == "bens-copy"
        assert question["asks"] == "The bonus space tile-merchant: what does it cost?"
        before = referee.Copy(begun / "bens-copy").questions().read
        page.ask("/api/games/game/value", {"value": value, "text": "2"})
        assert referee.Copy(begun / "bens-copy").questions().read > before
        assert said(page, "blue marker tile-merchant").is_success
        assert page.ask("/api/games/game")["components"] == "bens-copy"


def test_an_answer_to_another_question_about_the_same_thing_is_refused(begun: Path) -> None:
    with served(begun) as page:
        value = needed(page)
        before = referee.Copy(begun / "bens-copy").questions().read
        late = {"value": value, "key": "spaces.tile-merchant.number", "text": "2"}
        assert page.post("/api/games/game/value", late).status_code == 404
        assert referee.Copy(begun / "bens-copy").questions().read == before
        key = page.ask(f"/api/games/game/value?value={value}")["key"]
        page.ask("/api/games/game/value", {"value": value, "key": key, "text": "2"})
        assert referee.Copy(begun / "bens-copy").questions().read > before


def test_what_is_not_read_is_drawn_with_a_question_mark(folder: Path) -> None:
    with served(folder) as page:
        assert page.ask("/api/games/game/faces")["coffee1"]["title"].startswith("coffee1: ?")
        assert "<svg" in page.get("/api/games/game/picture?width=phone").text


def test_an_answer_that_cannot_be_is_refused(begun: Path) -> None:
    with served(begun) as page:
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
