"""Pages opened in a browser, with everything noted that they ask for and complain about."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Page

LAPTOP = (1440, 900)
TABLET = (820, 1180)
PHONE = (390, 844)
SIDEWAYS = (844, 390)


def grave_faults(page: "Page") -> list[str]:
    """Return what axe finds on a page that is serious or worse."""
    from axe_playwright_python.sync_playwright import Axe  # noqa: PLC0415 - only with a browser

    response = Axe().run(page).response
    # What axe cannot decide may be text that no one can read; it never sees what a picture's
    # letters lie on.
    unsure = [
        {**each, "nodes": nodes}
        for each in response["incomplete"]
        if (
            nodes := [
                node for node in each["nodes"] if not node["html"].startswith(("<text", "<tspan"))
            ]
        )
    ]
    found = [*response["violations"], *unsure]
    grave = [each for each in found if each["impact"] in {"serious", "critical"}]
    return [f"{each['id']}: {each['nodes'][0]['html'][:200]}" for each in grave]


class Opened:
    """A page in a browser."""

    def __init__(self, page: "Page", file: Path) -> None:
        self.page = page
        self.file = file
        self.asked: list[str] = []
        self.complaints: list[str] = []
        page.on("request", lambda request: self.asked.append(request.url))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", self._console)

    def _console(self, message: "ConsoleMessage") -> None:
        if message.type in {"error", "warning"}:
            self.complaints.append(message.text)

    def go(self, address: str = "") -> None:
        """Open the page at an address, from the beginning."""
        self.page.goto("about:blank")
        self.page.goto(f"{self.file.as_uri()}{address}")

    def follow(self, address: str) -> None:
        """Follow a link to an event of the page that is open."""
        self.page.evaluate("address => { location.hash = address }", address)
        self.page.wait_for_function(
            "address => document.querySelector('#now-body .address').textContent === address",
            arg=address.removeprefix("#"),
        )

    def press(self, *keys: str) -> None:
        """Press keys, one after the other."""
        for key in keys:
            self.page.keyboard.press(key)

    @property
    def address(self) -> str:
        """What stands behind the # in the address."""
        found: str = self.page.evaluate("location.hash.slice(1)")
        return found

    def text(self, selector: str) -> str:
        """Return the text of an element."""
        found = self.page.locator(selector).first.text_content()
        return " ".join((found or "").split())


@contextmanager
def opened(
    browser: "Browser",
    file: Path,
    address: str = "",
    size: tuple[int, int] = LAPTOP,
    **options: Any,  # noqa: ANN401 - of playwright
) -> Iterator[Opened]:
    """Open a file in a window of its own."""
    width, height = size
    context = browser.new_context(viewport={"width": width, "height": height}, **options)
    try:
        found = Opened(context.new_page(), file)
        found.go(address)
        yield found
    finally:
        context.close()
