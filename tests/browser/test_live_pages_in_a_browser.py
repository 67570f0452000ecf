"""Pages that follow a game: many tabs, slow answers, other devices, lost connections."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.tables import PATIENCE, Recorder, recorder

pytestmark = pytest.mark.slow

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Route

MIDDLE = Path("games/four-players.mgn").read_text("utf-8").partition("red expand cape-town R18")[0]
TABS = 8
"""More than the connections that a browser opens to one host."""


@pytest.fixture
def middle(folder: Path) -> str:
    """The name of a game in its sixth round, in which red is to play."""
    name = f"game-{len([*folder.glob('*.mgn')])}"
    (folder / f"{name}.mgn").write_text(MIDDLE, "utf-8")
    return name


def _waits_for(page: Recorder, player: str) -> None:
    page.page.wait_for_function(
        "who => document.querySelector('#who')?.textContent === who", arg=player
    )


def test_many_tabs_of_one_browser_follow_a_game(
    browser: "Browser", address: str, middle: str
) -> None:
    context = browser.new_context()
    try:
        tabs = []
        for _ in range(TABS):
            tabs.append(Recorder(context.new_page(), address))
            tabs[-1].open(f"/game/{middle}")
            tabs[-1].settled()
        tabs[-1].page.locator('.stage [id="seat-2-deck-left"]').dispatch_event("click")
        for tab in tabs:
            _waits_for(tab, "Yellow")
    finally:
        context.close()


def test_a_page_that_asks_for_value_after_value_stays_alive(
    browser: "Browser", address: str, middle: str
) -> None:
    answers: list[str] = []

    def state(route: "Route") -> None:
        if len(answers) == TABS:
            route.continue_()
            return
        error = {"kind": "unread", "message": "a value is needed", "value": "spaces.1.cost"}
        route.fulfill(status=428, json={"error": error})

    def value(route: "Route") -> None:
        if route.request.method == "POST":
            answers.append(json.loads(route.request.post_data or "{}")["text"])
            route.fulfill(json={"says": "kept"})
            return
        asks = {"key": "spaces.1", "asks": "What does it cost?", "where": "", "form": ""}
        route.fulfill(json={**asks, "copy": "ours"})

    with recorder(browser, address) as page:
        page.page.route(f"**/api/games/{middle}", state)
        page.page.route(f"**/api/games/{middle}/value*", value)
        page.open(f"/game/{middle}")
        for number in range(TABS):
            page.page.fill("dialog.value input", str(number))
            page.page.click("dialog.value button.main")
            page.page.wait_for_function(
                "() => !document.querySelector('dialog.value input')?.value", timeout=PATIENCE
            )
        page.settled()
        page.page.locator('.stage [id="seat-2-deck-left"]').dispatch_event("click")
        _waits_for(page, "Yellow")
    assert len(answers) == TABS


def _lines(folder: Path, name: str) -> list[str]:
    return (folder / f"{name}.mgn").read_text("utf-8").splitlines()


def _record_elsewhere(page: Recorder, name: str, **change: object) -> None:
    """Change the game as another device does."""
    game = f"{page.address}/api/games/{name}"
    after = page.page.request.get(game).json()["version"]
    answer = page.page.request.post(
        f"{game}/changes", data={"after": after, **change}, headers={"Origin": page.address}
    )
    assert answer.ok, answer.text()


def test_a_second_tap_while_the_page_works_records_nothing(
    browser: "Browser", folder: Path, address: str, middle: str
) -> None:
    held: list[Route] = []

    def hold(route: "Route") -> None:
        if held:
            route.continue_()
        else:
            held.append(route)

    with recorder(browser, address, f"/game/{middle}") as page:
        page.settled()
        page.page.route("**/say", hold)
        unsure = page.page.locator(".foot button:has-text('Not sure')")
        unsure.click()
        page.page.wait_for_selector(".foot button[aria-disabled=true]:has-text('Not sure')")
        for _ in range(3):
            unsure.dispatch_event("click")
        page.page.keyboard.press("?")
        held[0].continue_()
        _waits_for(page, "Yellow")
        page.page.wait_for_selector(".foot button:not([aria-disabled=true]):has-text('Not sure')")
        assert page.complaints == []
    assert _lines(folder, middle)[len(MIDDLE.splitlines()) :] == ["red ?"]


def test_a_begun_turn_stays_when_another_device_records_beside_it(
    browser: "Browser", address: str, middle: str
) -> None:
    with recorder(browser, address, f"/game/{middle}") as page:
        before = page.settled()
        page.page.locator('.stage [id="home-cape-town"]').first.dispatch_event("click")
        begun = page.settled(before)
        assert begun.endswith(" red expand cape-town")
        _record_elsewhere(page, middle, what="note", address=1, line="at Ann's")
        assert page.settled(begun).endswith(" red expand cape-town")
        assert page.page.locator("#told p").count() == 0
        assert page.complaints == []


def test_a_begun_turn_that_is_no_longer_possible_is_given_up_in_words(
    browser: "Browser", address: str, middle: str
) -> None:
    with recorder(browser, address, f"/game/{middle}") as page:
        before = page.settled()
        page.page.locator('.stage [id="home-cape-town"]').first.dispatch_event("click")
        page.settled(before)
        _record_elsewhere(page, middle, what="append", line="red end left")
        _waits_for(page, "Yellow")
        page.page.wait_for_selector("#told p:has-text('no longer possible')")
        assert page.page.locator(".sentence").inner_text() == ""


def test_a_page_without_a_connection_says_so_and_recovers(
    browser: "Browser", address: str, middle: str
) -> None:
    with recorder(browser, address, f"/game/{middle}") as page:
        page.settled()
        page.page.wait_for_selector(".step.good")
        page.page.context.set_offline(offline=True)
        page.page.wait_for_selector(".step.bad:has-text('no connection')")
        page.page.locator('.stage [id="home-cape-town"]').first.dispatch_event("click")
        page.page.wait_for_selector("#told .fault:has-text('The table cannot be reached.')")
        page.page.context.set_offline(offline=False)
        page.page.wait_for_selector(".step.good")
        page.page.locator('.stage [id="seat-2-deck-left"]').dispatch_event("click")
        _waits_for(page, "Yellow")


def test_an_answer_that_got_lost_is_asked_for_again_and_recorded_once(
    browser: "Browser", folder: Path, address: str, middle: str
) -> None:
    lost: list[str] = []

    def lose(route: "Route") -> None:
        if lost:
            route.continue_()
            return
        lost.append(route.fetch().text())
        route.abort()

    with recorder(browser, address, f"/game/{middle}") as page:
        page.settled()
        page.page.route("**/say", lose)
        page.page.click(".foot button:has-text('Not sure')")
        _waits_for(page, "Yellow")
        assert page.page.locator("#told p").count() == 0
    assert _lines(folder, middle)[len(MIDDLE.splitlines()) :] == ["red ?"]


def test_a_refused_request_does_not_leave_the_page_out_of_step(
    browser: "Browser", address: str, middle: str
) -> None:
    with recorder(browser, address, f"/game/{middle}") as page:
        page.settled()
        page.page.route(f"**/api/games/{middle}", lambda route: route.abort(), times=2)
        _record_elsewhere(page, middle, what="note", address=1, line="at Ann's")
        page.page.wait_for_selector(".step.bad")
        page.page.wait_for_selector(".step.good")


def test_a_wrong_count_is_shown_with_names_on_every_device_until_it_is_closed(
    browser: "Browser", folder: Path, address: str, middle: str
) -> None:
    named = MIDDLE.replace("players blue, green", 'players blue "Ann", green', 1)
    (folder / f"{middle}.mgn").write_text(named, "utf-8")
    with (
        recorder(browser, address, f"/game/{middle}") as one,
        recorder(browser, address, f"/game/{middle}") as two,
    ):
        one.settled()
        two.settled()
        one.page.click("header [aria-label=More]")
        one.page.click("dialog button:has-text('Count')")
        one.page.fill("dialog input[aria-label^='Ann:'] >> nth=0", "99")
        one.page.click("dialog button.main")
        for page in (one, two):
            page.page.wait_for_selector(
                ".miscounted:has-text('Ann: Pounds: 99 counted, 23 in the record')"
            )
        one.page.click(".miscounted button")
        one.page.wait_for_selector(".miscounted", state="hidden")
        assert two.page.locator(".miscounted").is_visible()
        for page in (one, two):
            page.page.wait_for_selector("header .faults:has-text('1')")
        # The same wrong count is told again.
        _record_elsewhere(one, middle, what="append", line="= blue 99")
        one.page.wait_for_selector("header .faults:has-text('2')")
        assert one.page.locator(".miscounted").is_visible()


def test_a_fault_is_marked_on_every_device_until_it_is_decided_on(
    browser: "Browser", address: str, middle: str
) -> None:
    with (
        recorder(browser, address, f"/game/{middle}") as one,
        recorder(browser, address, f"/game/{middle}") as two,
    ):
        one.settled()
        two.settled()
        _record_elsewhere(one, middle, what="append", line="red expand cape-town R18 R15")
        for page in (one, two):
            page.page.wait_for_selector("header .faults:has-text('1')")
        two.page.reload()
        two.page.click("header .faults")
        two.page.wait_for_selector("dialog .fault:has-text('4 points')")
        two.page.click("dialog button:has-text('Keep as played')")
        for page in (one, two):
            page.page.wait_for_selector("header .faults", state="hidden")
            assert page.complaints == []


def _counting(page: Recorder, effort: str) -> None:
    before = page.settled()
    page.page.click("header [aria-label=More]")
    page.page.click(f"dialog [data-effort={effort}]")
    page.settled(before)


@pytest.mark.parametrize(("effort", "label"), [("pad", "Blue: Books"), ("rounds", "Blue: Cairo")])
def test_numbers_that_were_entered_stay_when_another_device_records_beside_them(
    browser: "Browser", folder: Path, address: str, middle: str, effort: str, label: str
) -> None:
    with recorder(browser, address, f"/game/{middle}") as page:
        _counting(page, effort)
        before = page.shown
        entered = page.page.get_by_label(label, exact=True)
        entered.fill("10")
        _record_elsewhere(page, middle, what="note", address=1, line="at Ann's")
        page.settled(before)
        assert entered.input_value() == "10"
        page.page.click(".panel-of-counts button.main")
        page.page.wait_for_function(
            "label => document.querySelector(`[aria-label=\"${label}\"]`).defaultValue === '10'",
            arg=label,
        )
        assert page.page.locator("#told .fault").count() == 0
        assert page.complaints == []
    assert "10" in _lines(folder, middle)[-1]


def test_numbers_of_a_round_that_was_counted_elsewhere_are_given_up_in_words(
    browser: "Browser", address: str, middle: str
) -> None:
    with recorder(browser, address, f"/game/{middle}") as page:
        _counting(page, "rounds")
        page.page.get_by_label("Blue: Cairo", exact=True).fill("10")
        game = f"{address}/api/games/{middle}"
        after = page.page.request.get(game).json()["version"]
        counted = {"after": after, "counted": {"blue cairo": 1}, "how": "round"}
        answer = page.page.request.post(f"{game}/counts", data=counted, headers={"Origin": address})
        assert answer.ok, answer.text()
        page.page.wait_for_selector("#told p:has-text('no longer possible')")
        page.page.wait_for_selector(".panel-of-counts h2:has-text('7')")
        assert page.page.get_by_label("Blue: Cairo", exact=True).input_value() == "1"


def test_a_game_that_was_removed_elsewhere_is_said_to_be(
    browser: "Browser", folder: Path, address: str, middle: str
) -> None:
    with recorder(browser, address, f"/game/{middle}") as page:
        page.settled()
        version = page.page.request.get(f"{address}/api/games/{middle}").json()["version"]
        page.page.request.post(
            f"{address}/api/games/{middle}/remove",
            data={"after": version},
            headers={"Origin": address},
        )
        page.page.wait_for_selector(".step.bad:has-text('removed')")
        (folder / ".removed" / f"{middle}.mgn").rename(folder / f"{middle}.mgn")
        page.page.wait_for_selector(".step.good")


@pytest.mark.parametrize("path", ["/", "/game/"])
def test_a_page_that_is_opened_without_a_connection_recovers(
    browser: "Browser", address: str, middle: str, path: str
) -> None:
    with recorder(browser, address) as page:
        page.page.wait_for_selector("main")
        page.page.route("**/api/games**", lambda route: route.abort(), times=4)
        page.page.route("**/faces", lambda route: route.abort(), times=4)
        page.open(f"{path}{middle}" if "game" in path else path)
        page.page.wait_for_selector("text=The table cannot be reached.")
        page.page.wait_for_selector(".step.good" if "game" in path else "a[href='/new']")


def test_a_value_that_another_device_has_answered_is_not_answered_twice(
    browser: "Browser", address: str, middle: str
) -> None:
    answers: list[str] = []

    def state(route: "Route") -> None:
        if answers:
            route.continue_()
            return
        error = {"kind": "unread", "message": "a value is needed", "value": "spaces.1.cost"}
        route.fulfill(status=428, json={"error": error})

    def value(route: "Route") -> None:
        if route.request.method == "POST":
            answers.append(json.loads(route.request.post_data or "{}")["key"])
            error = {"kind": "not-found", "message": "nothing is asked"}
            route.fulfill(status=404, json={"error": error})
            return
        asks = {"key": "spaces.1", "asks": "What does it cost?", "where": "", "form": ""}
        route.fulfill(json={**asks, "copy": "ours"})

    with recorder(browser, address) as page:
        page.page.route(f"**/api/games/{middle}", state)
        page.page.route(f"**/api/games/{middle}/value*", value)
        page.open(f"/game/{middle}")
        page.page.fill("dialog.value input", "2")
        page.page.locator("dialog.value button.main").evaluate("e => (e.click(), e.click())")
        page.settled()
        assert page.page.locator("dialog").count() == 0
    assert answers == ["spaces.1"]


def test_a_second_tap_on_a_decision_records_it_once(
    browser: "Browser", folder: Path, address: str, middle: str
) -> None:
    with recorder(browser, address, f"/game/{middle}") as page:
        before = page.settled()
        page.page.click("header [aria-label=More]")
        page.page.click("dialog button:has-text('Rules')")
        row = page.page.locator("dialog details:has(button:has-text('We decide'))").first
        row.locator("summary").click()
        other = row.locator("button[aria-pressed=false]").first
        other.evaluate("each => (each.click(), each.click())")
        page.settled(before)
        page.page.wait_for_selector("body:not(.working)")
        assert page.complaints == []
    assert len(_lines(folder, middle)) == len(MIDDLE.splitlines()) + 1
