"""The map of a copy made in a real browser."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx2 as httpx
import pytest

import referee
from tests.browser.pages import LAPTOP, PHONE
from tests.browser.tables import recorder
from tests.browser.windows import window

pytestmark = pytest.mark.slow

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
        page.page.get_by_text("All places are marked").wait_for()
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
    found = referee.Copy(folder / "our-copy").map()
    assert all(place.placed for place in found.places)
    assert [(each.between, each.lines) for each in found.borders] == [(("R01", "R02"), 2)]


def test_a_value_answered_while_recording_lets_the_page_continue(
    browser: "Browser", address: str
) -> None:
    with httpx.Client(base_url=address, headers={"Origin": address}, timeout=60) as http:

        def post(path: str, **body: object) -> Any:  # noqa: ANN401 - as the server answers
            answer = http.post(path, json=body)
            assert answer.is_success, answer.text
            return answer.json()

        copy = post("/api/copies", title="Blank")["name"]
        players = [{"colour": colour} for colour in ("blue", "green")]
        tracks = ["A1", "B1", "C1", "D1"]
        game = post("/api/games", players=players, components=copy, tracks=tracks)["name"]
        with recorder(browser, address, f"/game/{game}") as page:
            page.settled()
            page.page.wait_for_selector(".faces .face:has-text('A-1')")
            assert page.page.locator(".stage svg").count() == 1
            assert page.complaints == []
        letters = dict(zip(range(2, 8), "AABBCC", strict=True))
        for row in (1, 2):
            for under, letter in letters.items():
                value = f"book_spaces.book-{row}-{under}.letter"
                post(f"/api/games/{game}/value", value=value, text=letter)
        books = [
            f"book-{row}-{under}:{letter.lower()}0{2 * row - under % 2}"
            for row in (1, 2)
            for under, letter in letters.items()
        ]
        cards = [f"A-{number}" for number in range(1, 10)] + ["B-1", "B-2", "B-3"]
        for line in (f"display: {' '.join(cards)}", f"books: {' '.join(books)}", "blue tile S01"):
            after = http.get(f"/api/games/{game}").json()["version"]
            post(f"/api/games/{game}/say", after=after, line=line, done=True)

    with recorder(browser, address, f"/game/{game}", LAPTOP) as page:
        page.settled()
        refused: list[str] = []
        page.page.on(
            "response", lambda each: refused.append(each.url) if each.status == 409 else None
        )
        page.page.fill("#line", "green tile S02")
        page.page.press("#line", "Enter")
        for tile in ("S01", "S02"):
            asked = page.page.locator("dialog.value", has_text=f"Starting tile {tile}")
            asked.locator("input").fill("start-1 start-2 start-3")
            asked.locator("button.main").click()
        page.page.get_by_text("Resting cards of blue: left").wait_for()
        assert refused == []
