"""How much to record is chosen: the pad alone, rounds, every turn; the rest is owed."""

from pathlib import Path
from typing import Any

import pytest

import referee
from tests.table.served import Client, served

pytestmark = pytest.mark.slow

NEW = {
    "players": [{"colour": "blue", "name": "Ann"}, {"colour": "green"}, {"colour": "red"}],
    "tracks": ["A1", "B1", "C1", "D1"],
}
MIDDLE = Path("games/four-players.mgn").read_text("utf-8").partition("red expand cape-town R18")[0]
ROWS = ("cash", "mombasa", "cape-town", "saint-louis", "cairo", "diamonds", "books")
TRACKS = {"diamonds": 15, "books": 10}
"""What the tracks of diamonds and books pay."""


def begun(page: Client, effort: str) -> Any:  # noqa: ANN401 - whatever the page is told
    return page.ask("/api/games", {**NEW, "effort": effort})


def said(page: Client, state: Any, path: str, /, **body: object) -> Any:  # noqa: ANN401
    return page.ask(f"/api/games/{state['name']}/{path}", {"after": state["version"], **body})


def test_the_pad_alone_tells_who_won(tmp_path: Path) -> None:
    with served(tmp_path) as page:
        state = begun(page, "pad")
        assert state["effort"] == "pad"
        columns = [{**dict.fromkeys(ROWS, pounds), **TRACKS} for pounds in (3, 9, 4)]
        state = said(page, state, "pad", columns=columns)
        assert state["over"]
        assert state["result"] == "Green wins."
        assert state["pad"][-1]["values"] == [40, 70, 45]
        assert page.ask("/api/games")[0]["finished"]
        (game,) = page.ask("/api/group")["results"]
        assert [each["total"] for each in game["seats"]] == [70, 45, 40]
    assert referee.load(tmp_path / "game.mgn").record.statements


@pytest.mark.parametrize(
    "columns",
    [
        [],
        [{}] * 3,
        [dict.fromkeys(ROWS, -1)] * 3,
        [dict.fromkeys(ROWS, 10**6)] * 3,
        [dict.fromkeys(ROWS)] * 3,
        [{**dict.fromkeys(ROWS, 0), "diamonds": 13}] * 3,
        [{**dict.fromkeys(ROWS, 0), "books": 25}] * 3,
    ],
    ids=["nobody", "no rows", "less than nothing", "too much", "empty", "diamonds", "books"],
)
def test_a_pad_that_cannot_be_is_refused(tmp_path: Path, columns: object) -> None:
    with served(tmp_path) as page:
        state = begun(page, "pad")
        body = {"after": state["version"], "columns": columns}
        assert page.post("/api/games/game/pad", body).status_code in {400, 422}
        assert page.ask("/api/games/game")["version"] == state["version"]


def test_a_cell_of_the_pad_that_is_left_empty_is_unknown(tmp_path: Path) -> None:
    with served(tmp_path) as page:
        state = begun(page, "pad")
        first = {**dict.fromkeys(ROWS, 1), **TRACKS}
        columns = [first, {**first, "cairo": None}, {**dict.fromkeys(ROWS), "cash": 7}]
        state = said(page, state, "pad", columns=columns)
        assert not state["over"]
        claimed = state["entries"][-1]["statement"]
    assert claimed.endswith(", diamond-row 15, book-row 10, red 7")
    assert claimed.count("total 30") == claimed.count("total") == 1
    assert claimed.count("row cairo") == 1


@pytest.mark.parametrize("counted", ["blue mombasa", "blue diamonds", "blue ink", "column cairo 1"])
def test_no_more_is_counted_than_a_track_has(tmp_path: Path, counted: str) -> None:
    with served(tmp_path) as page:
        state = begun(page, "rounds")
        body = {"after": state["version"], "counted": {counted: 99}, "how": "round"}
        refused = page.post("/api/games/game/counts", body)
        assert refused.status_code == 422
        assert "99" in refused.json()["error"]["message"]
        assert page.ask("/api/games/game")["version"] == state["version"]
        groups = page.ask("/api/games/game/counts")
        (most,) = [
            each["most"]
            for group in groups
            for each in group["things"]
            if each["phrase"] == counted
        ]
        said(page, state, "counts", counted={counted: most}, how="round")


def test_rounds_are_counted_and_the_next_one_goes_on_from_there(tmp_path: Path) -> None:
    with served(tmp_path) as page:
        state = begun(page, "rounds")
        counted = {"blue": 7, "blue cairo": 2, "green": 5, "red": 4}
        state = said(page, state, "counts", counted=counted, how="round")
        assert state["round"] == 2
        assert state["owed"] == []
        known = {
            thing["phrase"]: thing["value"]
            for group in page.ask("/api/games/game/counts")
            for thing in group["things"]
        }
        assert {phrase: known[phrase] for phrase in counted} == counted
        before = state["version"]
        state = said(page, state, "counts", counted={"blue": 8}, how="round")
        state = said(page, state, "steps", way="undo")
        assert state["version"] == before
    lines = (tmp_path / "game.mgn").read_text("utf-8").splitlines()
    assert lines[-3:] == ["round 1", "... round", "table: blue 7, cairo 2, green 5, red 4"]
    assert referee.check(tmp_path / "game.mgn").verdict == "legal"


def test_a_game_goes_from_turns_to_rounds_and_back(tmp_path: Path) -> None:
    (tmp_path / "game.mgn").write_text(MIDDLE, "utf-8")
    with served(tmp_path) as page:
        state = page.ask("/api/games/game/memory", {"effort": "rounds"})
        assert state["round"] == 6
        state = said(page, state, "counts", counted={"red": 30}, how="round")
        state = page.ask("/api/games/game/memory", {"effort": "turns"})
        assert state["due"]["phase"] == "preparation"
        assert page.ask("/api/games/game/say", {"after": state["version"]})["draft"]["offers"]
    assert "green clerk clerk1\n... round\ntable: red 30" in (tmp_path / "game.mgn").read_text()


def test_turns_before_that_of_a_player_are_owed_and_entered_later(tmp_path: Path) -> None:
    (tmp_path / "game.mgn").write_text(MIDDLE, "utf-8")
    with served(tmp_path) as page:
        state = page.ask("/api/games/game")
        state = said(page, state, "say", upto="blue")["state"]
        assert [entry["statement"] for entry in state["entries"][-2:]] == ["red ?", "yellow ?"]
        assert len(state["owed"]) == 2
        assert state["due"]["players"] == ["blue"]
        late = state["owed"][1]
        draft = said(page, state, "say", at=late, player="yellow")["draft"]
        assert draft["player"] == "yellow"
        offer = next(each for each in draft["offers"] if each["kind"] == "deck")
        state = said(page, state, "say", at=late, line=offer["line"])["state"]
        assert state["entries"][-1]["statement"].startswith("yellow end")
        assert len(state["owed"]) == 1


def test_a_turn_is_put_into_a_gap_of_several(tmp_path: Path) -> None:
    (tmp_path / "game.mgn").write_text(f"{MIDDLE}... 2\n", "utf-8")
    with served(tmp_path) as page:
        state = page.ask("/api/games/game")
        (gap,) = state["owed"]
        state = said(page, state, "say", within=gap, line="red end left", done=True)["state"]
        assert [entry["statement"] for entry in state["entries"][-2:]] == ["red end left", "... 1"]
        state = said(page, state, "say", within=gap, line="yellow end left", done=True)["state"]
        assert state["entries"][-1]["statement"] == "yellow end left"
        assert state["owed"] == []


def test_turns_are_entered_in_no_order(tmp_path: Path) -> None:
    (tmp_path / "game.mgn").write_text(MIDDLE, "utf-8")
    with served(tmp_path) as page:
        state = page.ask("/api/games/game")
        state = said(page, state, "changes", what="append", line="unordered")
        assert state["unordered"]
        for colour in ("yellow", "red"):
            begun = said(page, state, "say", player=colour, everything=True)["draft"]
            assert begun["player"] == colour
            line = f"{colour} end left"
            state = said(page, state, "say", line=line, player=colour, done=True)["state"]
        state = said(page, state, "changes", what="append", line="ordered")
        assert state["unordered"] is None
        assert state["due"]["players"] == ["blue"]


def test_the_board_is_right_and_the_game_goes_on_from_there(tmp_path: Path) -> None:
    (tmp_path / "game.mgn").write_text(MIDDLE, "utf-8")
    with served(tmp_path) as page:
        state = page.ask("/api/games/game")
        state = said(page, state, "say", upto="blue")["state"]
        state = said(page, state, "counts", counted={"blue": 40, "first": "green"}, how="table")
        assert state["owed"] == []
        known = page.ask("/api/games/game/counts")
        assert known[0]["things"][0]["value"] == 40
        refused = {"after": state["version"], "counted": {"blue; rm": 1}}
        assert page.post("/api/games/game/counts", refused).status_code == 422


def test_cards_and_books_are_put_where_they_lie(tmp_path: Path) -> None:
    (tmp_path / "game.mgn").write_text(MIDDLE, "utf-8")
    with served(tmp_path) as page:
        state = page.ask("/api/games/game")
        groups = {each["group"]: each for each in page.ask("/api/games/game/counts")}
        cards = {each["phrase"]: each for each in groups["cards-blue"]["things"]}
        (book, *_) = groups["books-blue"]["things"]
        (phrase, card), *_ = (each for each in cards.items() if "deck" in each[1]["value"])
        wanted = next(value for value, _ in card["choices"] if " hand " in value)
        counted = {phrase: wanted, book["phrase"]: 3 + (book["value"] == 3)}
        said(page, state, "counts", counted=counted, how="table")
        groups = {each["group"]: each for each in page.ask("/api/games/game/counts")}
        cards = {each["phrase"]: each for each in groups["cards-blue"]["things"]}
        assert cards[phrase]["value"] == wanted
        found = {each["phrase"]: each["value"] for each in groups["books-blue"]["things"]}
        assert found[book["phrase"]] == counted[book["phrase"]]


def test_undo_takes_out_what_was_recorded_before_the_server_began(tmp_path: Path) -> None:
    (tmp_path / "game.mgn").write_text(MIDDLE, "utf-8")
    with served(tmp_path) as page:
        state = page.ask("/api/games/game")
        for last in ("blue goods", "yellow plan"):
            state = said(page, state, "steps", way="undo")
            assert state["entries"][-1]["statement"].startswith(last)


def test_the_page_speaks_the_language_of_its_device(tmp_path: Path) -> None:
    with served(tmp_path) as page:
        assert '<html lang="en">' in page.get("/").text
        page.http.cookies.set("language", "cs")
        assert '<html lang="cs">' in page.get("/").text
        page.http.cookies.set("language", "xx")
        assert '<html lang="en">' in page.get("/").text


def test_posts_are_counted_and_lie_there_in_the_next_round(tmp_path: Path) -> None:
    with served(tmp_path) as page:
        state = begun(page, "rounds")
        counted = {"blue": 7, "column cairo 1": 4, "column cairo 2": 5, "column cairo 3": 3}
        state = said(page, state, "counts", counted=counted, how="round")
        known = page.ask("/api/games/game/counts")
        values = {each["phrase"]: each["value"] for group in known for each in group["things"]}
        assert {phrase: values[phrase] for phrase in counted} == counted
    assert referee.check(tmp_path / "game.mgn").verdict == "legal"
