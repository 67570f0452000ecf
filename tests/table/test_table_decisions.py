"""What a group decides and asks: rulings, what may be done, gaps that close, repairs, secrets."""

from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

import referee
from tests.table.served import Client, served
from tests.table.test_table_efforts import MIDDLE, NEW, said

pytestmark = pytest.mark.slow

WHOLE = Path("games/four-players.mgn").read_text("utf-8")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "game.mgn").write_text(MIDDLE, "utf-8")
    return tmp_path


def game(page: Client) -> Any:  # noqa: ANN401 - whatever the page is told
    return page.ask("/api/games/game")


def test_what_a_group_decides_is_remembered_for_its_next_game(folder: Path) -> None:
    with served(folder) as page:
        line = "ruling capital-call=may-decline"
        state = said(page, game(page), "changes", what="append", line=line)
        assert state["entries"][-1]["verdict"] == "legal"
        page.ask("/api/rulings", {"ruling": "partial-use", "answer": "yes"})
    with served(folder) as page:
        decided = page.ask("/api/choices")["decided"]
        assert decided == {"capital-call": "may-decline", "partial-use": "yes"}
        for odd in ({"ruling": "odd", "answer": "odd"}, {"ruling": "cover", "answer": "odd"}):
            assert not page.post("/api/rulings", odd).is_success
        assert page.ask("/api/choices")["decided"] == decided


def test_a_game_begins_with_a_copy_of_the_folder(tmp_path: Path) -> None:
    copytree(Path("referee/components/reference"), tmp_path / "ours")
    header = tmp_path / "ours" / "set.toml"
    header.write_text(header.read_text("utf-8").replace('"reference"', '"ours"', 1), "utf-8")
    with served(tmp_path) as page:
        assert page.ask("/api/choices")["copies"] == ["ours"]
        state = page.ask("/api/games", {**NEW, "components": "ours"})
        assert state["components"] == "ours"
        assert page.ask("/api/games/game")["due"]["kinds"] == ["deal-cards"]
        assert page.post("/api/games", {**NEW, "components": "../ours"}).status_code == 404


def test_what_may_be_done_now_is_told_with_the_rule_that_forbids_the_rest(folder: Path) -> None:
    with served(folder) as page:
        found = page.ask("/api/games/game/may?line=red expand cape-town R18 R15")
        assert found["turn"]["verdict"] == "illegal"
        assert found["turn"]["violations"][0]["rule"] == "EXP-06"
        may = {each["label"]: each for each in found["actions"]}
        assert may["Goods"]["words"] == "yes, in 4 ways"
        assert may["Goods"]["example"].startswith("Red uses banana1")
        assert may["Bookkeeper"]["violations"][0]["rule"] == "BKK-13"


def test_turns_that_take_too_much_work_to_count_are_many(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("referee.web.rule_routes.STEPS", 1)
    with served(folder) as page:
        actions = page.ask("/api/games/game/may")["actions"]
    (goods,) = [each for each in actions if each["label"] == "Goods"]
    assert goods["may"]
    assert "4" not in goods["words"]


def test_a_question_finds_rules_that_have_some_of_its_words(folder: Path) -> None:
    with served(folder) as page:
        exact = page.ask("/api/rules?about=two cards")
        assert not exact["partly"]
        asked = page.ask("/api/rules?about=how do I get paid for books?")
        assert asked["partly"]
        assert "BKK-14" in [rule["id"] for rule in asked["rules"]]
        assert page.ask("/api/rules?about=xyzzy")["rules"] == []


def test_what_must_have_happened_is_told_and_written_in(tmp_path: Path) -> None:
    text = Path("games/with-gaps/the-pad-proves-a-turn.mgn").read_text("utf-8")
    (tmp_path / "game.mgn").write_text(text, "utf-8")
    with served(tmp_path) as page:
        found = page.ask("/api/games/game/follows")
        assert found["certain"]
        (fact,) = found["facts"]
        entries = {entry["address"]: entry for entry in game(page)["entries"]}
        assert entries[fact["address"]]["statement"].endswith("?")
        state = said(page, game(page), "follows")
        assert state["owed"] == []
        assert state["standing"]["verdict"] == "legal"


def test_what_is_open_is_not_written_in(folder: Path) -> None:
    with served(folder) as page:
        state = said(page, game(page), "say", gap=True)["state"]
        body = {"after": state["version"]}
        assert page.post("/api/games/game/follows", body).status_code == 422


def test_what_is_judged_otherwise_after_a_mend_is_one_sentence(folder: Path) -> None:
    with served(folder) as page:
        state = game(page)
        line = "green goods coffee2 saint-louis 2"
        at = next(e["address"] for e in state["entries"] if e["statement"] == line)
        mended = {"what": "mend", "address": at, "line": "green goods coffee2 mombasa 2"}
        told = said(page, state, "changes", **mended)["changed"]
        assert told == ["Green uses banana2, buys banana2b: it was legal, and is now illegal."]


def test_repairs_are_offered_and_taken(tmp_path: Path) -> None:
    wrong = WHOLE.replace(
        "blue goods cotton2 cotton1 mombasa", "blue goods cotton2 coffee1 mombasa"
    )
    assert wrong != WHOLE
    (tmp_path / "game.mgn").write_text(wrong, "utf-8")
    with served(tmp_path) as page:
        assert game(page)["standing"]["faults"]
        first = page.ask("/api/games/game/repairs")["suggestions"][0]
        state = said(page, game(page), "repairs", changes=first["changes"])
        assert state["standing"]["verdict"] == "legal"
        odd = {"after": state["version"], "changes": [{**first["changes"][0], "line": 9999}]}
        assert page.post("/api/games/game/repairs", odd).status_code == 422


PLANS = {
    "blue": "blue plan banana2 cotton2 cotton1",
    "green": "green plan - clerk1 -",
    "red": "red plan exp2 banana1 -",
    "yellow": "yellow plan banana1 exp2 -",
}


def test_secret_plans_are_shown_when_all_are_there(tmp_path: Path) -> None:
    (tmp_path / "game.mgn").write_text(WHOLE.partition("round 6")[0], "utf-8")
    with served(tmp_path) as page:
        for colour in ("yellow", "blue"):
            said(page, game(page), "plan", player=colour, line=PLANS[colour])
        assert game(page)["planned"] == ["blue", "yellow"]
        assert PLANS["yellow"] not in page.get("/api/games/game").text
    with served(tmp_path) as page:
        # A server that was stopped knows them still.
        said(page, game(page), "plan", player="red", line=PLANS["red"])
        line = PLANS["green"]
        state = said(page, game(page), "say", line=line, player="green", done=True)["state"]
        assert state["planned"] == []
        assert {entry["statement"] for entry in state["entries"][-4:]} == {*PLANS.values()}
        assert state["due"]["phase"] == "actions"
        odd = {"after": state["version"], "player": "blue", "line": PLANS["blue"]}
        assert page.post("/api/games/game/plan", odd).status_code == 422


def test_the_best_turn_is_shown_only_when_everybody_agrees(folder: Path) -> None:
    with served(folder) as page:
        for colour in ("blue", "green", "red"):
            said(page, game(page), "agree", player=colour)
        assert page.get("/api/games/game/best").status_code == 422
        said(page, game(page), "agree", player="yellow")
        assert page.ask("/api/games/game/best")["turn"].startswith("red ")
        state = said(page, game(page), "say", line="red end left", done=True)["state"]
        assert state["agreed"] == []
        assert page.get("/api/games/game/best").status_code == 422


def test_rejected_tiles_are_told_when_the_game_is_over(tmp_path: Path) -> None:
    (tmp_path / "game.mgn").write_text(MIDDLE, "utf-8")
    (tmp_path / "over.mgn").write_text(WHOLE, "utf-8")
    assert "rejected" in MIDDLE
    with served(tmp_path) as page:
        assert "rejected" not in page.get("/api/games/game").text
        assert "rejected" in page.get("/api/games/over").text


def test_hints_are_shown_or_hidden(folder: Path) -> None:
    with served(folder) as page:
        assert game(page)["hints"]
        assert not page.ask("/api/games/game/memory", {"hints": False})["hints"]
        assert game(page)["effort"] == "turns"


def test_a_memory_that_makes_no_sense_is_put_aside(folder: Path) -> None:
    (folder / ".table.json").write_bytes(b"\xff{")
    with served(folder) as page:
        assert game(page)["effort"] == "turns"
    assert (folder / ".table-unreadable.json").read_bytes() == b"\xff{"
    assert referee.check(folder / "game.mgn").verdict == "legal"
