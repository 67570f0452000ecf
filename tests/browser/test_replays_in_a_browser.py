"""Replays as their readers use them."""

import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

import referee
from referee.notation.record import Record
from referee.pictures import table_picture
from tests.browser.pages import LAPTOP, PHONE, Opened, opened

if TYPE_CHECKING:
    from playwright.sync_api import Browser

FOUR = Path("games/four-players.mgn")
ILLEGAL = Path("games/illegal/exp-06-points-suffice.mgn")


@pytest.fixture(scope="module")
def four(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return _made(tmp_path_factory.mktemp("four") / "game.html", FOUR.read_text())


def _made(file: Path, text: str, **options: bool) -> Path:
    file.write_text(referee.replay(text, **options).to_html(), "utf-8")  # type: ignore[arg-type]
    return file


def test_keys_lead_through_the_game(browser: "Browser", four: Path) -> None:
    with opened(browser, four, "#6.3") as replay:
        replay.press("ArrowRight")
        assert replay.address == "6.3.refill"
        replay.press("ArrowRight")
        assert replay.address == "6.4"
        replay.press("ArrowLeft", "ArrowLeft")
        assert replay.address == "6.3"
        replay.press("ArrowDown")
        assert replay.address == "7.plan.blue"
        replay.press("ArrowUp")
        assert replay.address == "6.plan.blue"
        replay.press("Home")
        assert replay.address == "setup.1"
        replay.press("End")
        assert "over" in replay.text("#wide-loose-1")
        assert replay.complaints == []


def test_buttons_lead_through_the_game(browser: "Browser", four: Path) -> None:
    with opened(browser, four, "#6.3") as replay:
        for name, expected in (
            ("#previous", "6.2"),
            ("#next", "6.3"),
            ("#next-round", "7.plan.blue"),
            ("#previous-round", "6.plan.blue"),
            ("[data-seat='3']", "6.plan.yellow"),
            ("[data-seat='3']", "6.4"),
        ):
            replay.page.click(name)
            assert replay.address == expected
        replay.go("#setup.1")
        assert replay.page.is_disabled("#previous")


def test_every_event_has_a_link_that_shows_its_table(browser: "Browser", four: Path) -> None:
    story = referee.replay(FOUR).story
    with opened(browser, four) as replay:
        for event in story.events[::23]:
            replay.go(f"#{event.address}")
            assert replay.text("#now-body .address") == event.address
            for seat, pad in enumerate(event.pads):
                assert replay.text(f"#pad-{seat}-7") == str(pad.total)
                cash = replay.text(f"#wide-seat-{seat}-cash title")
                assert str(event.after.players[seat].cash) in cash
        replay.go("#5")
        assert replay.text("#where").startswith("Round 5, planning")
        replay.page.evaluate("location.hash = '#2.4'")
        replay.page.wait_for_function(
            "document.querySelector('#now-body .address').textContent === '2.4'"
        )


def test_the_picture_after_a_jump_is_that_of_the_table(browser: "Browser", four: Path) -> None:
    story = referee.replay(FOUR).story
    with opened(browser, four) as replay:
        for event in (story.events[40], story.events[150], story.events[90]):
            replay.go(f"#{event.address}")
            shown = replay.page.evaluate(
                "['map','bases','tracks','cards','books','spaces'].map("
                "name => document.getElementById('wide-' + name).textContent).join('')"
            )
            drawn = table_picture(event.after, story.colours, marks=event.marks).svg
            wanted = replay.page.evaluate(
                "svg => { const at = new DOMParser().parseFromString(svg, 'image/svg+xml');"
                "return ['map','bases','tracks','cards','books','spaces'].map("
                "name => at.getElementById(name).textContent).join('') }",
                drawn,
            )
            # Long names are cut in another place where there is less room.
            assert abs(len(shown) - len(wanted)) < 60


def test_a_swipe_goes_on_and_back(browser: "Browser", four: Path) -> None:
    with opened(browser, four, "#6.3", PHONE, has_touch=True, is_mobile=True) as replay:
        _swipe(replay, 300, 80)
        assert replay.address == "6.3.refill"
        _swipe(replay, 80, 300)
        assert replay.address == "6.3"
        _swipe(replay, 200, 210)
        assert replay.address == "6.3"


def _swipe(replay: Opened, start: int, end: int) -> None:
    session = replay.page.context.new_cdp_session(replay.page)
    points = [[{"x": start, "y": 420}], [{"x": end, "y": 424}], []]
    for kind, point in zip(("touchStart", "touchMove", "touchEnd"), points, strict=True):
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": point})
    session.detach()


def test_faults_are_found_and_told(browser: "Browser", tmp_path: Path) -> None:
    file = _made(tmp_path / "illegal.html", ILLEGAL.read_text())
    with opened(browser, file, "#setup.1") as replay:
        replay.press("n")
        assert replay.address == "1.1"
        told = replay.text("#now-body")
        assert "EXP-06" in told
        assert "2" in told
        replay.page.click("#now-body summary")
        assert "Expan" in replay.text("#now-body details")
        assert replay.page.locator("#wide-marks [id^='wide-mark-region']").count() > 0
        replay.page.click("#next-fault")
        assert replay.address == "1.1"


def test_a_record_with_a_gap_goes_on_with_question_marks(
    browser: "Browser", tmp_path: Path
) -> None:
    line = "\ngreen goods coffee2 saint-louis 2"
    text = FOUR.read_text().replace(line, "\ngreen ?", 1)
    page = _made(tmp_path / "gap.html", text)
    with opened(browser, page, "#1.2") as replay:
        assert "Not decided" in replay.text("#now-body")
        assert "green marker cotton 1" in replay.text("#now-body")
        assert replay.page.locator("#wide-mark-space-cotton").count() == 1
        assert replay.text("#wide-mark-space-cotton").endswith("?")
    with opened(browser, page) as replay:
        assert "7.16" in replay.text("#now-body")
        assert replay.page.locator("#wide-mark-space-cotton").count() == 0
        assert "1 gap" in replay.text("header")
        assert "fault" not in replay.text("header")
        assert replay.complaints == []


def test_a_record_that_fits_no_gap_is_shown_as_far_as_it_goes(
    browser: "Browser", tmp_path: Path
) -> None:
    text = Path("games/with-gaps/cannot-have-been.mgn").read_text()
    with opened(browser, _made(tmp_path / "none.html", text)) as replay:
        assert "no way of filling the gaps" in replay.text("#now-body")
        assert "cannot be judged" in replay.text("#list")
        assert replay.complaints == []


def test_what_was_taken_back_can_be_passed_over(browser: "Browser", tmp_path: Path) -> None:
    line = "green goods coffee2 saint-louis 2"
    text = FOUR.read_text().replace(line, f"takeback green goods coffee2 mombasa 2\n{line}", 1)
    with opened(browser, _made(tmp_path / "back.html", text), "#1.1") as replay:
        replay.press("ArrowRight")
        assert replay.address == "1.2"
        replay.page.uncheck("#skip")
        replay.press("ArrowLeft")
        assert replay.address == "1.2.takeback1"
        assert "Taken back" in replay.text("#now-body")


def test_the_best_turn_is_shown_on_demand(browser: "Browser", tmp_path: Path) -> None:
    lines = Path("games/two-players.mgn").read_text().splitlines()
    end = next(at for at, line in enumerate(lines) if line.startswith("round 2"))
    file = _made(tmp_path / "review.html", "\n".join(lines[:end]) + "\n", review=True)
    with opened(browser, file, "#1.1") as replay:
        replay.press("x")
        address = replay.address
        assert "best" in replay.text("#now-body")
        replay.press("b")
        assert replay.address == f"{address}b"
        assert replay.page.locator("#wide-marks > g").count() > 0
        replay.go(f"#{address}b")
        assert replay.page.get_attribute("#best", "aria-pressed") == "true"
        replay.press("b")
        assert replay.address == address
        assert replay.page.locator("#misses li").count() > 0


def test_a_click_on_the_chart_leads_to_the_event(browser: "Browser", four: Path) -> None:
    with opened(browser, four) as replay:
        chart = replay.page.locator(".wide .chart")
        middle = chart.evaluate("element => element.getBoundingClientRect().width / 2")
        chart.click(position={"x": middle, "y": 60})
        assert replay.address.split(".")[0] in {"3", "4"}


@pytest.mark.parametrize("size", [LAPTOP, PHONE])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_nothing_serious_keeps_anybody_out(
    browser: "Browser", four: Path, size: tuple[int, int], theme: str
) -> None:
    from axe_playwright_python.sync_playwright import Axe  # noqa: PLC0415 - only with a browser

    with opened(browser, four, "#6.3", size, color_scheme=theme, bypass_csp=True) as replay:
        found = Axe().run(replay.page).response["violations"]
    serious = [one for one in found if one["impact"] in {"serious", "critical"}]
    assert [(one["id"], one["nodes"][0]["html"][:200]) for one in serious] == []


def test_no_request_leaves_the_page(browser: "Browser", four: Path) -> None:
    with opened(browser, four, "#6.3") as replay:
        replay.press("ArrowRight", "ArrowDown", "End", "l")
        asked = [url for url in replay.asked if not url.startswith(("file:", "about:"))]
        assert asked == []
        blocked = "fetch('https://example.org').then(() => true, () => false)"
        assert replay.page.evaluate(blocked) is False


WICKED = (
    "<img src=x onerror=window.hacked=1>",
    "</script><script>window.hacked=1</script>",
    "<!--<script>",
    "' onclick='window.hacked=1",
    "{0}\u2028\u001b[31m",
)


@pytest.mark.parametrize("words", WICKED)
def test_words_of_a_record_inject_nothing(browser: "Browser", tmp_path: Path, words: str) -> None:
    game = referee.load(FOUR)
    record = _with_words(game.record, words)
    wicked = referee.Game(record, game.components, words)
    file = tmp_path / "wicked.html"
    file.write_text(referee.replay(wicked).to_html(), "utf-8")
    with opened(browser, file, "#1.1") as replay:
        assert replay.page.evaluate("window.hacked") is None
        assert replay.page.locator("img, iframe, object").count() == 0
        assert replay.page.locator("script").count() == 2
        replay.press("ArrowRight")
        assert replay.address == "1.2"
        assert replay.complaints == []


def _with_words(record: Record, words: str) -> Record:
    header = record.header
    players = tuple(replace(player, name=words) for player in header.players)
    statements = tuple(replace(statement, comment=words) for statement in record.statements)
    return replace(
        record, header=replace(header, players=players, title=words), statements=statements
    )


def test_without_a_script_there_is_the_end_the_pad_and_the_turns(
    browser: "Browser", four: Path
) -> None:
    with opened(browser, four, java_script_enabled=False) as replay:
        assert replay.page.locator("#wide-map").is_visible()
        assert "The game is over" in replay.text("#wide-loose-1")
        assert replay.text("#pad-3-7") == "82"
        assert replay.page.locator("#list li").count() == 180
        assert replay.page.locator("#list code").first.is_visible()
        assert "scripts" in replay.text("noscript p")


def test_a_phone_shows_everything_without_scrolling_sideways(
    browser: "Browser", four: Path
) -> None:
    with opened(browser, four, "#6.3", PHONE, has_touch=True, is_mobile=True) as replay:
        wide = replay.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0
        hidden = "(e => e.scrollWidth - e.clientWidth)(document.querySelector('.parts'))"
        assert replay.page.evaluate(hidden) <= 0
        assert replay.page.locator("#narrow-map").is_visible()
        assert not replay.page.locator("#wide-map").is_visible()
        replay.page.click("[data-part='cards']")
        top = replay.page.evaluate(
            "document.getElementById('narrow-cards').getBoundingClientRect().top"
        )
        assert 0 <= top < 300


def test_it_prints_without_its_buttons(browser: "Browser", four: Path) -> None:
    with opened(browser, four, "#6.3") as replay:
        replay.page.emulate_media(media="print")
        assert not replay.page.locator("nav.bar").is_visible()
        assert replay.page.locator("#wide-map").is_visible()
        assert replay.page.locator("#list code").first.is_visible()


def test_the_keyboard_alone_suffices(browser: "Browser", four: Path) -> None:
    with opened(browser, four, "#6.3") as replay:
        replay.page.locator("#next").focus()
        replay.press("Enter")
        assert replay.address == "6.3.refill"
        replay.press("Tab")
        assert replay.page.evaluate("document.activeElement.tagName") == "BUTTON"
        live = replay.page.get_attribute(".now", "aria-live")
        assert live == "polite"


def test_a_thousand_events_open_at_once(browser: "Browser", tmp_path: Path) -> None:
    lines = FOUR.read_text().splitlines()
    at = next(n for n, line in enumerate(lines) if line.startswith("green goods coffee2"))
    lines[at:at] = ["takeback green goods coffee2 mombasa 2"] * 820
    file = _made(tmp_path / "long.html", "\n".join(lines) + "\n")
    started = time.monotonic()
    with opened(browser, file, "#6.3") as replay:
        assert replay.text("#now-body .address") == "6.3"
        assert replay.page.locator("#list li").count() == 1000
    assert time.monotonic() - started < 10
    with opened(browser, file, "#6.3") as replay:
        needed = replay.page.evaluate(
            "performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd"
        )
    assert needed < 3000
