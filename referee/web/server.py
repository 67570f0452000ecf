"""The application: its pages and routes behind its guard."""

from collections import OrderedDict
from dataclasses import dataclass
from functools import partial
from typing import Final

import msgspec
from msgspec import Struct
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.middleware import Middleware
from starlette.requests import Request, cookie_parser
from starlette.responses import HTMLResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send

from referee import Scene, languages, use_language
from referee.core.shipped_files import packaged
from referee.i18n.catalogue import sentence, table
from referee.i18n.speech import say, spoken
from referee.templates import page
from referee.web import (  # noqa: F401 - each puts what it answers into `ROUTES`
    change_routes,
    copy_routes,
    draft_routes,
    game_routes,
    group_routes,
    puzzle_routes,
    rule_routes,
)
from referee.web.answers import ROUTES
from referee.web.game_files import GameFolder
from referee.web.guard import Door, DoorGuard
from referee.web.open_games import OpenGames


# The pages: each is a title, a module of `static` that fills it, and the words that it shows ------
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


async def _serve_page(shown: Page, _: Request) -> Response:
    return HTMLResponse(_page_html(shown))


def _page_html(shown: Page) -> str:
    pages = table(spoken(), "table.pages")
    menu = {each.path: pages[each.name] for each in PAGES if each.in_menu}
    shown_here = table(spoken(), "table.buttons")
    for area in shown.areas:
        shown_here |= table(spoken(), f"{area}.page")
    names = {code: sentence(code, "language.name") for code in languages()}
    data = msgspec.json.encode(
        {"buttons": shown_here, "menu": menu, "pages": pages, "languages": names}
    )
    return page(
        "web",
        language=spoken(),
        title=pages[shown.name],
        name=shown.name,
        areas=shown.areas,
        # Within a page nothing may look like the end of the script.
        words=data.decode().replace("<", "\\u003c"),
        no_script=say("table.buttons.no-script"),
    )


# In which language a device is answered: the one that it chose, else that of the table ------------
COOKIE: Final = "language"


@dataclass(frozen=True)
class LanguageMiddleware:
    """Has every request answered in the language of its device."""

    app: ASGIApp
    language: str

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request in its language."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        chosen = cookie_parser(Headers(scope=scope).get("cookie", "")).get(COOKIE, "")
        with use_language(chosen if chosen in languages() else self.language):
            await self.app(scope, receive, send)


class _Static(StaticFiles):
    """Files of the package, which a browser asks for again only to hear that they are the same."""

    def file_response(self, *args: object, **more: object) -> Response:
        answer = super().file_response(*args, **more)  # type: ignore[arg-type]
        answer.headers["Cache-Control"] = "no-cache"
        return answer


async def _palette(_: Request) -> Response:
    return Response(
        Scene.style_sheet(), media_type="text/css", headers={"Cache-Control": "no-cache"}
    )


def table_app(folder: GameFolder, door: Door, language: str = "en") -> Starlette:
    """Return the application that serves a folder of games to whom the door lets in."""
    app = Starlette(
        routes=[
            *(Route(each.path, partial(_serve_page, each)) for each in PAGES),
            *ROUTES,
            Route("/palette.css", _palette),
            Mount("/static", _Static(directory=packaged("web", "static"))),
        ],
        middleware=[
            Middleware(DoorGuard, door=door),
            Middleware(LanguageMiddleware, language=language),
        ],
    )
    app.state.games = OpenGames(folder)
    app.state.replies = OrderedDict()
    app.state.kept = {}
    return app
