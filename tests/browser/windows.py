"""Windows of a real browser on pages of the table, which have to be free of complaints."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from tests.browser.pages import grave_faults
from tests.browser.tables import PATIENCE

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Page


class TablePage:
    """A page of the table in a window, with all that it complains about or asks elsewhere."""

    def __init__(self, page: "Page", address: str) -> None:
        self.page = page
        self.complaints: list[str] = []
        self.elsewhere: list[str] = []
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", self._console)
        page.on("request", lambda request: self._asked(request.url, address))

    def _console(self, message: "ConsoleMessage") -> None:
        if message.type in {"error", "warning"}:
            self.complaints.append(message.text)

    def _asked(self, url: str, address: str) -> None:
        if not url.startswith((f"{address}/", "data:", "blob:")):
            self.elsewhere.append(url)

    def tap(self, selector: str) -> None:
        """Tap what a selector finds first."""
        self.page.locator(selector).first.click()

    def text(self, selector: str) -> str:
        """Return the text of an element once it is there."""
        found = self.page.locator(selector).first
        found.wait_for()
        return " ".join((found.text_content() or "").split())

    def serious(self) -> list[str]:
        """Return what axe finds that is serious or worse."""
        return grave_faults(self.page)

    @property
    def overflows(self) -> bool:
        """Whether the page is wider than its window."""
        width: bool = self.page.evaluate("document.documentElement.scrollWidth > innerWidth")
        return width


@contextmanager
def window(
    browser: "Browser",
    address: str,
    path: str,
    size: tuple[int, int],
    **options: Any,  # noqa: ANN401 - of playwright
) -> Iterator[TablePage]:
    """Open a page of the table in a window of its own; it has to be free of complaints."""
    width, height = size
    context = browser.new_context(viewport={"width": width, "height": height}, **options)
    try:
        page = TablePage(context.new_page(), address)
        page.page.goto(f"{address}{path}")
        page.page.locator("main").wait_for()
        yield page
        assert page.complaints == []
        assert page.elsewhere == []
    finally:
        context.close()
