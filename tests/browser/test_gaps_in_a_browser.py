"""Behind a gap: what is offered, what is hatched, and plans that nobody remembers."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import referee
from referee.web import open_games
from tests.browser.pages import PHONE, TABLET, grave_faults
from tests.browser.tables import recorder
from tests.table.test_table_possible_tables import BEFORE, PLANNING

pytestmark = pytest.mark.slow

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def test_what_another_filling_allows_is_offered_and_what_differs_is_hatched(
    browser: "Browser", folder: Path, address: str
) -> None:
    (folder / "turn.mgn").write_text(BEFORE, "utf-8")
    with recorder(browser, address, "/game/turn", PHONE) as page:
        page.settled()
        assert page.page.locator("#marks").count() == 0
        page.press("Not sure")
        assert page.page.locator(".owed").inner_text() == "1 missing"
        assert "hatched" in page.page.locator(".choices").inner_text()
        mark = page.page.locator('.stage [id="mark-space-first"]')
        assert mark.locator('rect[fill="url(#used)"]').count() == 1
        assert mark.locator("text").text_content() == "?"
        assert page.page.locator('.stage [id="mark-seat-1-cash"]').count() == 0
        before = page.shown
        page.page.click(".offers [data-kind=action]:has-text('marker')")
        page.settled(before)
        # On one of the tables that are possible blue's own marker stands there.
        space = page.page.locator('.stage [id="space-first"]')
        assert "legal" in (space.get_attribute("class") or "").split()
        assert page.page.locator(".choices [data-line='green marker first']").count() == 1
        before = page.shown
        # The hatch lies over the space, and lets the tap through.
        space.scroll_into_view_if_needed()
        box = space.bounding_box()
        assert box
        page.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.settled(before)
        assert page.page.locator(".foot .wrong").count() == 0
        if page.page.locator(".foot .main").is_visible():
            page.press("Record")
        assert page.page.locator("dialog").count() == 0
        assert grave_faults(page.page) == []
        assert page.complaints == []
    recorded = (folder / "turn.mgn").read_text("utf-8").splitlines()
    assert recorded[-2] == "blue ?"
    assert recorded[-1].startswith("green marker first")
    assert referee.check(folder / "turn.mgn").verdict == "legal"


def test_after_not_sure_on_a_plan_any_card_of_the_hand_may_be_used(
    browser: "Browser", folder: Path, address: str
) -> None:
    (folder / "plan.mgn").write_text(PLANNING, "utf-8")
    with recorder(browser, address, "/game/plan", TABLET) as page:
        page.settled()
        page.page.click(".chips button:has-text('Blue')")
        page.page.wait_for_selector(".faces .face")
        page.press("Not sure")
        for line in (
            "green plan exp2 banana1 banana2b",
            "red plan coffee1 banana1 coffee2",
            "yellow plan clerk1 banana1 cotton2",
        ):
            before = page.shown
            page.page.fill("#line", line)
            page.page.press("#line", "Enter")
            page.settled(before)
        before = page.shown
        page.page.click(".offers [data-kind=action]:has-text('Goods')")
        page.settled(before)
        items = page.page.locator(".choices [data-kind=item]")
        assert [each.split("\n")[0] for each in items.all_inner_texts()] == [
            "coffee1",
            "cotton1",
            "cotton2",
        ]
        assert page.page.locator(".choices .unsure").count() == 0
        for line in ("blue goods cotton1", "blue goods cotton1 mombasa"):
            before = page.shown
            page.page.locator(f".choices [data-line='{line}']").first.dispatch_event("click")
            page.settled(before)
        assert page.page.locator(".foot .wrong").count() == 0
        assert page.page.locator("dialog").count() == 0
        page.page.click(".owed")
        owed = page.page.locator("dialog .rows li")
        assert owed.count() == 1
        assert "A plan not recorded" in owed.first.inner_text()
        assert page.complaints == []


def test_what_no_filling_allows_is_ruled_on(browser: "Browser", folder: Path, address: str) -> None:
    (folder / "ruled.mgn").write_text(f"{BEFORE}blue ?\n", "utf-8")
    with recorder(browser, address, "/game/ruled", TABLET) as page:
        page.settled()
        page.page.fill("#line", "green expand cairo R01")
        page.page.press("#line", "Enter")
        page.page.wait_for_selector("body:not(.working) dialog.fault")
        page.page.click("dialog button:has-text('Take back and delete')")
        page.page.wait_for_selector("dialog", state="detached")
        assert page.complaints == []
    assert (folder / "ruled.mgn").read_text("utf-8").splitlines()[-1] == "blue ?"


def test_what_is_not_decided_is_offered_with_a_question_mark(
    browser: "Browser", folder: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(open_games, "WORK", (60,))
    (folder / "unsure.mgn").write_text(f"{BEFORE}blue ?\n", "utf-8")
    with recorder(browser, address, "/game/unsure", PHONE) as page:
        before = page.settled()
        actions = page.page.locator(".choices [data-kind=action]")
        assert actions.and_(page.page.locator(".other")).count() == 0
        assert "Expand ?" in actions.and_(page.page.locator(".unsure")).all_inner_texts()
        actions.filter(has_text="marker").click()
        before = page.settled(before)
        unsure = page.page.locator('.stage [id="space-bananas"].legal.unsure')
        assert (unsure.get_attribute("aria-label") or "").startswith("bananas ?")
        unsure.dispatch_event("click")
        page.settled(before)
        assert page.page.locator(".foot .wrong").count() == 0
        page.press("That is all")
        assert page.page.locator("dialog").count() == 0
        assert page.complaints == []
    assert "green marker bananas" in (folder / "unsure.mgn").read_text("utf-8").splitlines()[-1]
