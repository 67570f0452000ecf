"""Puzzles played on the picture in a real browser."""

from typing import TYPE_CHECKING

import pytest

from tests.browser.pages import LAPTOP, PHONE, TABLET
from tests.browser.windows import window

pytestmark = pytest.mark.slow

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def test_an_expansion_is_tapped_on_a_phone_and_judged(browser: "Browser", address: str) -> None:
    with window(browser, address, "/puzzles", PHONE) as page:
        page.tap("text=Four in the west")
        page.page.wait_for_url("**/puzzle/four-in-the-west")
        for place in ("home-saint-louis", "region-R03", "region-R08", "region-R09", "region-R01"):
            page.tap(f"#{place}.legal")
            page.page.locator(f"#{place}.chosen").wait_for()
        page.tap(".offer[data-kind=columns]")
        page.tap("text=Check it")
        assert page.text(".verdict h2")
        assert page.text(".worths").endswith("Best\u221224")
        assert not page.overflows
        assert page.serious() == []


def test_a_round_is_played_with_the_keyboard_alone(browser: "Browser", address: str) -> None:
    with window(browser, address, "/puzzle/bought-to-be-sold", LAPTOP) as page:
        for number, places in enumerate(
            (("seat-0-slot-left", "card-1-3"), ("space-discard",), ("space-first",))
        ):
            for place in places:
                page.page.locator(f"#{place}.legal").focus()
                page.page.keyboard.press("Enter")
                page.page.locator(f"#{place}.chosen").wait_for()
            page.page.locator("button:has-text('Play this turn')").focus()
            page.page.keyboard.press("Enter")
            page.page.locator(".played li").nth(number).wait_for()
        page.page.locator("button:has-text('Check it')").focus()
        page.page.keyboard.press("Enter")
        assert page.text(".verdict.solved h2") == "Solved: nothing is better."
        assert page.text(".worths") == "Worth25Best25"
        assert page.serious() == []


def test_hints_come_one_by_one_and_the_solution_last(browser: "Browser", address: str) -> None:
    with window(browser, address, "/puzzle/lone-merchant", TABLET) as page:
        page.tap("button:has-text('Rules')")
        page.page.fill("dialog input[type=search]", "capital call")
        page.page.get_by_text("TRK-01").wait_for()
        page.tap("dialog button:has-text('Close')")
        # The second tap comes before anybody has seen what came of the first.
        page.page.locator("text=A hint").evaluate("each => (each.click(), each.click())")
        page.page.locator(".hints li").nth(0).wait_for()
        page.tap("text=Show a solution")
        page.page.get_by_text("Show it; the puzzle stays unsolved").wait_for()
        assert page.page.locator(".hints li").count() == 1
        page.tap("text=Another hint")
        page.page.locator(".hints li").nth(1).wait_for()
        assert page.page.locator(".verdict").is_hidden()
        page.tap("text=Show it; the puzzle stays unsolved")
        assert page.text(".verdict .played li").startswith("Red uses the merchant")
        assert page.text(".why")
        assert page.serious() == []


def test_the_list_of_puzzles_has_no_serious_fault(browser: "Browser", address: str) -> None:
    with window(browser, address, "/puzzles", PHONE) as page:
        page.tap("button:has-text('hard')")
        every = page.page.locator("li .second").all_text_contents()
        assert every
        assert all(text.startswith("hard") for text in every)
        assert not page.overflows
        assert page.serious() == []
