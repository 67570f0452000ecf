"""Replays as their readers use them."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

import referee
from referee.drawing.table import table_picture
from referee.records.record import Record
from tests.browser.pages import LAPTOP, PHONE, Opened, grave_faults, opened

pytestmark = pytest.mark.slow

if TYPE_CHECKING:
    from playwright.sync_api import Browser, CDPSession

A4 = (718, 1047)
"""A page within its margins, in pixels."""
FOUR = Path("games/four-players.mgn")
ILLEGAL = Path("games/illegal/exp-06-points-suffice.mgn")
FIRST_ROUND = Path("games/two-players.mgn").read_text("utf-8").partition("round 2")[0]


@pytest.fixture(scope="module")
def four(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return _made(tmp_path_factory.mktemp("four") / "game.html", FOUR.read_text())


@pytest.fixture(scope="module")
def laptop(browser: "Browser", four: Path) -> Iterator[Opened]:
    """The replay on a laptop; whoever reads it follows links, as the page is dear to load."""
    with opened(browser, four, "#6.3") as replay:
        yield replay
        assert replay.complaints == []


@pytest.fixture(scope="module")
def phone(browser: "Browser", four: Path) -> Iterator[Opened]:
    """The replay on a phone."""
    with opened(browser, four, "#6.3", PHONE, has_touch=True, is_mobile=True) as replay:
        yield replay
        assert replay.complaints == []


def _made(file: Path, text: str, **options: bool) -> Path:
    file.write_text(referee.loads(text).replay(**options).to_html(), "utf-8")  # type: ignore[arg-type]
    return file


def test_keys_lead_through_the_game(laptop: Opened) -> None:
    laptop.follow("#6.3")
    laptop.press("ArrowRight")
    assert laptop.address == "6.3.refill"
    laptop.press("ArrowRight")
    assert laptop.address == "6.4"
    laptop.press("ArrowLeft", "ArrowLeft")
    assert laptop.address == "6.3"
    laptop.press("ArrowDown")
    assert laptop.address == "7.plan.blue"
    laptop.press("ArrowUp")
    assert laptop.address == "6.plan.blue"
    laptop.press("Home")
    assert laptop.address == "setup.1"
    assert laptop.page.is_disabled("#previous")
    laptop.press("End")
    assert "over" in laptop.text("#wide-loose-1")


def test_buttons_lead_through_the_game(laptop: Opened) -> None:
    laptop.follow("#6.3")
    for name, expected in (
        ("#previous", "6.2"),
        ("#next", "6.3"),
        ("#next-round", "7.plan.blue"),
        ("#previous-round", "6.plan.blue"),
        ("[data-seat='3']", "6.plan.yellow"),
        ("[data-seat='3']", "6.4"),
    ):
        laptop.page.click(name)
        assert laptop.address == expected


def test_every_event_has_a_link_that_shows_its_table(laptop: Opened) -> None:
    events = referee.load(FOUR).replay().story.events
    for number, event in enumerate(events[::23]):
        # A link leads to its event from a page that is open, and from a chat.
        (laptop.go if number % 4 == 1 else laptop.follow)(f"#{event.address}")
        assert laptop.text("#now-body .address") == event.address
        for seat, pad in enumerate(event.pads):
            assert laptop.text(f"#pad-{seat}-7") == str(pad.total)
            cash = laptop.text(f"#wide-seat-{seat}-cash title")
            assert str(event.after.players[seat].cash) in cash
    laptop.page.evaluate("location.hash = '#5'")
    laptop.page.wait_for_function(
        "document.querySelector('#where').textContent.startsWith('Round 5, planning')"
    )


def test_the_picture_after_a_jump_is_that_of_the_table(laptop: Opened) -> None:
    story = referee.load(FOUR).replay().story
    for event in (story.events[40], story.events[150], story.events[90]):
        laptop.follow(f"#{event.address}")
        shown = laptop.page.evaluate(
            "['map','bases','tracks','cards','books','spaces'].map("
            "name => document.getElementById('wide-' + name).textContent).join('')"
        )
        drawn = table_picture(event.after, story.colours, marks=event.marks).svg
        wanted = laptop.page.evaluate(
            "svg => { const at = new DOMParser().parseFromString(svg, 'image/svg+xml');"
            "return ['map','bases','tracks','cards','books','spaces'].map("
            "name => at.getElementById(name).textContent).join('') }",
            drawn,
        )
        # Long names are cut in another place where there is less room.
        assert abs(len(shown) - len(wanted)) < 60


def test_a_swipe_goes_on_and_back(phone: Opened) -> None:
    phone.follow("#6.3")
    _swipe(phone, 300, 80)
    assert phone.address == "6.3.refill"
    _swipe(phone, 80, 300)
    assert phone.address == "6.3"
    _swipe(phone, 200, 210)
    assert phone.address == "6.3"


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
        assert "Undecided" in replay.text("#now-body")
        assert "green marker cotton 1" in replay.text("#now-body")
        assert replay.page.locator("#wide-mark-space-cotton").count() == 1
        assert replay.text("#wide-mark-space-cotton").endswith("?")
        replay.press("End")
        assert "7.16" in replay.text("#now-body")
        assert replay.page.locator("#wide-mark-space-cotton").count() == 0
        assert "1 gap" in replay.text("header")
        assert "violation" not in replay.text("header")
        assert replay.complaints == []


def test_a_record_that_fits_no_gap_is_shown_as_far_as_it_goes(
    browser: "Browser", tmp_path: Path
) -> None:
    text = Path("games/with-gaps/cannot-have-been.mgn").read_text()
    with opened(browser, _made(tmp_path / "none.html", text)) as replay:
        assert "no way to fill the gaps" in replay.text("#now-body")
        assert "cannot be checked" in replay.text("#list")
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
    file = _made(tmp_path / "review.html", FIRST_ROUND, review=True)
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


def test_a_click_on_the_chart_leads_to_the_event(laptop: Opened) -> None:
    chart = laptop.page.locator(".wide .chart")
    middle = chart.evaluate("element => element.getBoundingClientRect().width / 2")
    chart.click(position={"x": middle, "y": 60})
    assert laptop.address.split(".")[0] in {"3", "4"}


@pytest.mark.parametrize(("size", "theme"), [(LAPTOP, "light"), (PHONE, "dark")])
def test_nothing_serious_keeps_anybody_out(
    browser: "Browser", four: Path, size: tuple[int, int], theme: str
) -> None:
    with opened(browser, four, "#6.3", size, color_scheme=theme, bypass_csp=True) as replay:
        assert grave_faults(replay.page) == []


def test_no_request_leaves_the_page(laptop: Opened) -> None:
    laptop.press("ArrowRight", "ArrowDown", "End", "l")
    asked = [url for url in laptop.asked if not url.startswith(("file:", "about:"))]
    assert asked == []
    complaints = list(laptop.complaints)
    blocked = "fetch('https://example.org').then(() => true, () => false)"
    assert laptop.page.evaluate(blocked) is False
    laptop.complaints[:] = complaints


WICKED = (
    "<img src=x onerror=window.hacked=1>",
    "</script><script>window.hacked=1</script>",
    "<!--<script>",
    "' onclick='window.hacked=1",
    "{0}\u2028\u001b[31m",
)


@pytest.mark.parametrize("words", WICKED)
def test_words_of_a_record_inject_nothing(browser: "Browser", tmp_path: Path, words: str) -> None:
    game = referee.loads(FIRST_ROUND)
    record = _with_words(game.record, words)
    wicked = referee.Game(record, game.components, words)
    file = tmp_path / "wicked.html"
    file.write_text(wicked.replay().to_html(), "utf-8")
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
        assert "JavaScript" in replay.text("noscript p")


def test_a_phone_shows_everything_without_scrolling_sideways(phone: Opened) -> None:
    phone.follow("#6.3")
    wide = phone.page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0
    hidden = "(e => e.scrollWidth - e.clientWidth)(document.querySelector('.parts'))"
    assert phone.page.evaluate(hidden) <= 0
    assert phone.page.locator("#narrow-map").is_visible()
    assert not phone.page.locator("#wide-map").is_visible()
    phone.page.click("[data-part='cards']")
    top = phone.page.evaluate("document.getElementById('narrow-cards').getBoundingClientRect().top")
    assert 0 <= top < 300


def test_a_table_is_printed_on_one_page_and_its_event_as_a_whole(
    browser: "Browser", four: Path
) -> None:
    with opened(browser, four, "#6.3", A4) as replay:
        replay.page.emulate_media(media="print")
        header, table = (
            replay.page.locator(name).first.evaluate("one => one.getBoundingClientRect().height")
            for name in ("header", ".stage .wide svg")
        )
        assert header + table < A4[1]
        assert replay.page.locator(".now").evaluate(
            "now => [getComputedStyle(now).position, getComputedStyle(now).maxHeight]"
        ) == ["static", "none"]


def test_it_prints_without_its_buttons(laptop: Opened) -> None:
    laptop.page.emulate_media(media="print")
    assert not laptop.page.locator("nav.bar").is_visible()
    assert laptop.page.locator("#wide-map").is_visible()
    assert laptop.page.locator("#list code").first.is_visible()
    laptop.page.emulate_media(media="screen")


def test_the_keyboard_alone_suffices(laptop: Opened) -> None:
    laptop.follow("#6.3")
    laptop.page.locator("#next").focus()
    laptop.press("Enter")
    assert laptop.address == "6.3.refill"
    laptop.press("Tab")
    assert laptop.page.evaluate("document.activeElement.tagName") == "BUTTON"
    live = laptop.page.get_attribute(".now", "aria-live")
    assert live == "polite"


def test_a_thousand_events_open_at_once(browser: "Browser", tmp_path: Path) -> None:
    lines = FOUR.read_text().splitlines()
    at = next(n for n, line in enumerate(lines) if line.startswith("green goods coffee2"))
    lines[at:at] = ["takeback green goods coffee2 mombasa 2"] * 820
    file = _made(tmp_path / "long.html", "\n".join(lines) + "\n")
    with opened(browser, file) as replay:
        # What the page itself computes, not how long it waits for a busy machine.
        session = replay.page.context.new_cdp_session(replay.page)
        session.send("Performance.enable", {"timeDomain": "threadTicks"})
        before = _worked(session)
        replay.go("#6.3")
        assert replay.text("#now-body .address") == "6.3"
        assert replay.page.locator("#list li").count() == 1000
        assert _worked(session) - before < 3


def _worked(session: "CDPSession") -> float:
    """Return the seconds of computing that a page has taken."""
    found = session.send("Performance.getMetrics")["metrics"]
    return float(next(each["value"] for each in found if each["name"] == "TaskDuration"))
