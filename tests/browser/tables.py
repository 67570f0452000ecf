"""A table served on loopback for a real browser, and its recorder as people use it."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import uvicorn
from msgspec.structs import replace

from referee.types import Option
from referee.web.connections import door_of, listening, server_config
from referee.web.game_files import game_folder
from referee.web.server import table_app
from tests.browser.pages import PHONE

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Page

PATIENCE = 60_000
"""Milliseconds, on a machine that does much else."""


LISTED = frozenset({"steps", "column", "columns", "flip", "part"})
"""Offers that share their place in the picture with others, so that a row of the list is tapped."""


@contextmanager
def served_table(folder: Path, token: str | None = None) -> Iterator[str]:
    """Serve a folder of games on loopback as `referee table` does, and tell the address."""
    with game_folder(folder) as games, listening(None, lan=False) as opened:
        port = opened.getsockname()[1]
        app = table_app(games, replace(door_of(port, lan=False), token=token))
        server = uvicorn.Server(server_config(app))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [opened]})
        thread.start()
        try:
            yield f"http://127.0.0.1:{port}"
        finally:
            server.should_exit = True
            thread.join(PATIENCE / 1000)


class Recorder:
    """The page of one game."""

    def __init__(self, page: "Page", address: str) -> None:
        self.page = page
        self.address = address
        self.complaints: list[str] = []
        self.asked: set[str] = set()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", self._console)
        page.on("request", lambda request: self.asked.add(request.url))

    def _console(self, message: "ConsoleMessage") -> None:
        if message.type in {"error", "warning"}:
            self.complaints.append(message.text)

    def open(self, path: str) -> None:
        """Open a page, and wait until it shows what is due."""
        self.page.goto(f"{self.address}{path}")

    @property
    def shown(self) -> str:
        """The version and the line that the page shows."""
        found: str = self.page.evaluate("document.body.dataset.shown ?? ''")
        return found

    def settled(self, before: str = "") -> str:
        """Wait until the page shows something else than before."""
        self.page.wait_for_function(
            "before => (document.body.dataset.shown ?? '') !== before", arg=before
        )
        return self.shown

    def tap(self, offer: Option) -> None:
        """Tap what stands for an offer: its place in the picture, or its row in the list."""
        before = self.settled()
        place = self.page.locator(f'.stage [id="{offer.place}"].legal')
        row = self.page.locator(f'.choices [data-line="{offer.line}"]')
        if offer.place and offer.kind not in LISTED and place.count():
            place.dispatch_event("click")
        else:
            row.first.dispatch_event("click")
        self.settled(before)

    def press(self, name: str) -> None:
        """Press a button of the foot, and wait for what comes of it."""
        before = self.settled()
        self.page.click(f".foot button:has-text('{name}')")
        self.settled(before)


@contextmanager
def recorder(
    browser: "Browser", address: str, path: str = "/", size: tuple[int, int] = PHONE
) -> Iterator[Recorder]:
    """Open a page of the table in a window of its own."""
    context = browser.new_context(viewport={"width": size[0], "height": size[1]})
    try:
        found = Recorder(context.new_page(), address)
        found.open(path)
        yield found
    finally:
        context.close()
