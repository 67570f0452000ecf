"""The map of a copy made in a real browser."""

from pathlib import Path
from typing import TYPE_CHECKING

import referee
from tests.browser.pages import PHONE
from tests.browser.windows import window

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def test_a_map_is_made_by_taps_and_its_borders_by_keys(
    browser: "Browser", address: str, folder: Path
) -> None:
    with window(browser, address, "/copies", PHONE) as page:
        assert page.serious() == []
        page.page.fill("#title", "Our copy")
        page.tap("button.main")
        sheet = page.page.locator(".sheet-map")
        for number in range(28):
            x, y = 30 + (number % 6) * 55, 30 + (number // 6) * 60
            sheet.click(position={"x": x, "y": y})
        page.page.get_by_text("All places are there").wait_for()
        assert not page.overflows
        assert page.serious() == []
        page.tap("button:has-text('Borders')")
        first = page.page.locator("[data-between='R01 R02']")
        first.focus()
        page.page.keyboard.press("Enter")
        page.page.locator(".border.single").wait_for(state="attached")
        page.page.keyboard.press("Enter")
        page.page.locator(".border.double").wait_for(state="attached")
        assert page.serious() == []
    found = referee.copy_map(folder / "our-copy")
    assert all(place.placed for place in found.places)
    assert [(each.between, each.lines) for each in found.borders] == [(("R01", "R02"), 2)]
