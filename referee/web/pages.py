"""The pages: each is a title, a module of `static` that fills it, and the words that it shows."""

from collections.abc import Mapping
from typing import Final

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from referee import languages
from referee.core.shipped_files import packaged
from referee.i18n.catalogue import sentence
from referee.i18n.page_words import page_words, table_words
from referee.templates import page
from referee.web.answers import Endpoint


class Page(Struct, frozen=True):
    """A page of the table."""

    name: str
    """Of its title among the words, and of its module in `static`."""
    path: str
    """Its address, with the parameters that its module reads from it."""
    in_menu: bool = False
    """Whether every other page leads to it."""
    areas: tuple[str, ...] = ()
    """What it is about, with words and a style of its own besides those of every page."""


PAGES: Final = (
    Page("home", "/", in_menu=True),
    Page("new", "/new"),
    Page("game", "/game/{name}"),
    Page("puzzles", "/puzzles", in_menu=True, areas=("puzzles",)),
    Page("puzzle", "/puzzle/{name}", areas=("puzzles",)),
    Page("group", "/group", in_menu=True, areas=("group",)),
    Page("copies", "/copies", in_menu=True, areas=("copy",)),
    Page("copy", "/copy/{name}", areas=("copy",)),
)

STATIC: Final = packaged("web", "static")


def page_routes() -> list[Route]:
    """Return a route for every page."""
    return [Route(each.path, _serving(each)) for each in PAGES]


def _serving(shown: Page) -> Endpoint:
    async def serve(_: Request) -> Response:
        return HTMLResponse(page_html(shown))

    return serve


def page_html(shown: Page) -> str:
    """Return a page as it is sent: an empty frame, the words, and the module that fills it."""
    words = table_words()
    menu: Mapping[str, str] = {each.path: words.pages[each.name] for each in PAGES if each.in_menu}
    shown_here = dict(words.buttons)
    for area in shown.areas:
        shown_here |= page_words(area).shown
    names = {code: sentence(code, "language.name") for code in languages()}
    data = msgspec.json.encode(
        {"buttons": shown_here, "menu": menu, "pages": words.pages, "languages": names}
    )
    return page(
        "web",
        language=words.code,
        title=words.pages[shown.name],
        name=shown.name,
        areas=shown.areas,
        # Within a page nothing may look like the end of the script.
        words=data.decode().replace("<", "\\u003c"),
        no_script=words.buttons["no-script"],
    )
