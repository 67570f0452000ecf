"""Behind a gap everything is offered that any possible table allows, and nothing invented shown."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

import referee
from referee.web import open_games
from tests.table.served import Client, served
from tests.table.test_table_efforts import said

WHOLE = Path("games/two-players.mgn").read_text("utf-8")
BEFORE = WHOLE.partition("blue marker first take points\ngreen goods coffee2 cape-town 2")[0]
"""Round 4: blue may have placed a marker on any space, *first* among them."""
FOUR = Path("games/four-players.mgn").read_text("utf-8")
PLANNING = FOUR.partition("blue plan coffee1 cotton2 cotton1")[0]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "game.mgn").write_text(f"{BEFORE}blue ?\n", "utf-8")
    return tmp_path


def drafted(page: Client, line: str = "", **more: object) -> dict[str, Any]:
    """Return what is drafted at the newest version."""
    version = page.ask("/api/games/game")["version"]
    asked = {"after": version, "line": line, "hold": True, **more}
    found: dict[str, Any] = page.ask("/api/games/game/say", asked)["draft"]
    return found


def offered(draft: dict[str, Any], kind: str) -> set[str]:
    """Return what is offered as legal, of a kind."""
    return {
        offer["values"][0] for offer in draft["offers"] if offer["kind"] == kind and offer["legal"]
    }


def test_what_only_another_filling_allows_is_offered_and_not_illegal(folder: Path) -> None:
    tables = referee.load(folder / "game.mgn").tables(budget=referee.Budget(work=15_000))
    assert tables.exact
    alone = tables.table.draft("green marker ?")
    assert ("first",) not in {offer.values for offer in alone.offers if offer.legal}
    assert tables.table.draft("green marker first").verdict == "illegal"
    with served(folder) as page:
        assert "first" in offered(drafted(page), "space")
        assert "first" in offered(drafted(page, "green marker ?"), "space")
        begun = drafted(page, "green marker first")
        assert begun["verdict"] != "illegal"
        assert begun["violations"] == []
        tap = drafted(page, "green marker ?", place="space-first")
        assert tap["line"] == "green marker first"


def test_what_no_filling_allows_is_illegal_with_the_rule(folder: Path) -> None:
    with served(folder) as page:
        begun = drafted(page, "green expand cairo R01", everything=True)
        assert begun["verdict"] == "illegal"
        assert begun["violations"]
        assert not any(offer["unsure"] for offer in drafted(page)["offers"])
        state = page.ask("/api/games/game")
        line = {"line": "green expand cairo R01", "done": True, "typed": True}
        recorded = said(page, state, "say", **line)["state"]
        assert recorded["ruled"] == begun["violations"]
        (fault,) = page.ask("/api/games/game")["faults"]
        assert fault["messages"] == [each["message"] for each in begun["violations"]]
        kept = said(page, recorded, "keep", address=fault["address"])
        assert kept["faults"] == []


def test_a_typed_turn_that_leaves_a_unit_open_is_not_illegal_behind_a_gap(tmp_path: Path) -> None:
    before = WHOLE.partition("blue goods cotton2 cape-town 2")[0]
    before = before.removesuffix("green goods banana1 mombasa\n")
    (tmp_path / "game.mgn").write_text(f"{before}green ?\n", "utf-8")
    with served(tmp_path) as page:
        state = page.ask("/api/games/game")
        line = {"line": "blue goods cotton2 buy merchant", "done": True, "typed": True}
        state = said(page, state, "say", **line)["state"]
        assert state["entries"][-1]["statement"] == line["line"]
        assert "ruled" not in state


def test_what_is_not_decided_is_offered_with_a_question_mark_and_never_illegal(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(open_games, "WORK", (60,))
    with served(folder) as page:
        begun = drafted(page)
        actions = {
            offer["values"][0]: offer for offer in begun["offers"] if offer["kind"] == "action"
        }
        assert actions["merchant"]["unsure"]
        assert not actions["merchant"]["legal"]
        assert all(offer["legal"] or offer["unsure"] for offer in begun["offers"])
        illegal = drafted(page, "green expand cairo R01", everything=True)
        assert illegal["verdict"] == "undecided"
        assert illegal["violations"] == []


def test_the_answer_is_the_same_however_often_it_is_asked_for(folder: Path) -> None:
    asked = [
        referee.load(folder / "game.mgn").tables(budget=referee.Budget(work=300)) for _ in range(2)
    ]
    assert not asked[0].exact
    assert asked[0] == asked[1]
    assert asked[0].draft() == asked[1].draft()


def test_what_differs_is_hatched_and_said_to_be_uncertain(folder: Path) -> None:
    with served(folder) as page:
        drawn = page.get("/api/games/game/picture?width=phone").text
        assert page.ask("/api/games/game")["open"].startswith("After a gap: what is hatched")
    place = drawn.partition('id="space-first"')[2].partition("</title>")[0]
    assert "Not certain: first" in place
    mark = drawn.partition('id="mark-space-first"')[2].partition("</g>")[0]
    assert "url(#used)" in mark
    assert ">?<" in mark
    # What is the same whatever happened in the gap is drawn as it is.
    assert 'id="mark-seat-1-cash"' not in drawn


def test_no_refill_is_asked_for_where_nobody_knows_whether_a_book_was_taken(folder: Path) -> None:
    tables = referee.load(folder / "game.mgn").tables(budget=referee.Budget(work=15_000))
    taken = next(state for state in tables.others if None in state.book_display)
    table = replace(tables.table, state=taken)
    assert table.draft().kind == "refill-books"
    tables = replace(tables, table=table, others=tables.states)
    assert tables.draft().kind == "turn"
    assert tables.draft(kind="refill-books").kind == "refill-books"


def test_may_i_agrees_with_what_is_offered(folder: Path) -> None:
    with served(folder) as page:
        begun = drafted(page)
        offers = [each for each in begun["offers"] if each["kind"] == "action"]
        found = page.ask("/api/games/game/may?line=green marker first")
        assert found["turn"]["verdict"] != "illegal"
        assert [each["may"] for each in found["actions"]] == [each["legal"] for each in offers]
        assert any(not each["may"] and each["violations"] for each in found["actions"])


def test_after_an_unknown_plan_any_card_of_the_hand_may_be_used(tmp_path: Path) -> None:
    (tmp_path / "game.mgn").write_text(PLANNING, "utf-8")
    plans = ("green plan exp2 banana1 banana2b", "red plan coffee1 banana1 coffee2")
    with served(tmp_path) as page:
        state = page.ask("/api/games/game")
        asked = {"after": state["version"], "player": "blue", "gap": True}
        state = page.ask("/api/games/game/say", asked)["state"]
        entry = state["entries"][-1]
        assert entry["statement"] == "blue plan"
        assert entry["sentence"] == "A plan not recorded"
        assert state["owed"] == [entry["address"]]
        for line in (*plans, "yellow plan clerk1 banana1 cotton2"):
            state = said(page, state, "changes", what="append", line=line)
        assert state["due"]["players"] == ["blue"]
        goods = drafted(page, "blue goods ?")
        assert offered(goods, "item") == {"coffee1", "cotton1", "cotton2"}
        assert "expand" in offered(drafted(page), "action")
        state = page.ask("/api/games/game")
        state = said(page, state, "say", line="blue goods cotton1 mombasa", done=True)["state"]
        assert state["standing"]["faults"] == []
        # A plan that is entered later is owed no more.
        plan = {"at": entry["address"], "line": "blue plan cotton1 coffee1 -", "done": True}
        state = said(page, state, "say", **plan)["state"]
        assert state["owed"] == []
