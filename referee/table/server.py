"""The server: its routes behind its guard, listening where it is told to."""

import asyncio
import socket
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from referee import MisuseError, picture_style
from referee.game.messages.speech import say
from referee.table.change_routes import CHANGE_ROUTES
from referee.table.copy_routes import COPY_ROUTES
from referee.table.draft_routes import DRAFT_ROUTES
from referee.table.effort_routes import EFFORT_ROUTES
from referee.table.export_routes import EXPORT_ROUTES
from referee.table.game_files import GameFolder
from referee.table.game_routes import GAME_ROUTES
from referee.table.gap_routes import GAP_ROUTES
from referee.table.group_routes import GROUP_ROUTES
from referee.table.guard import Door, DoorGuard
from referee.table.interpreter import Interpreter
from referee.table.open_games import OpenGames
from referee.table.pages import STATIC, page_routes
from referee.table.puzzle_routes import PUZZLE_ROUTES
from referee.table.rule_routes import RULE_ROUTES
from referee.table.secret_routes import SECRET_ROUTES
from referee.table.value_routes import VALUE_ROUTES

LOOPBACK: Final = "127.0.0.1"
ANYWHERE: Final = "0.0.0.0"  # noqa: S104 - only with --lan
PORT: Final = 8787
MOST_CONNECTIONS: Final = 200


class _Static(StaticFiles):
    """Files of the package, which a browser asks for again only to hear that they are the same."""

    def file_response(self, *args: object, **more: object) -> Response:
        answer = super().file_response(*args, **more)  # type: ignore[arg-type]
        answer.headers["Cache-Control"] = "no-cache"
        return answer


async def _palette(_: Request) -> Response:
    return Response(picture_style(), media_type="text/css", headers={"Cache-Control": "no-cache"})


def table_app(folder: GameFolder, door: Door, language: str = "en") -> Starlette:
    """Return the application that serves a folder of games to whom the door lets in."""
    app = Starlette(
        routes=[
            *page_routes(),
            *GAME_ROUTES,
            *DRAFT_ROUTES,
            *CHANGE_ROUTES,
            *EFFORT_ROUTES,
            *EXPORT_ROUTES,
            *GAP_ROUTES,
            *RULE_ROUTES,
            *SECRET_ROUTES,
            *VALUE_ROUTES,
            *COPY_ROUTES,
            *GROUP_ROUTES,
            *PUZZLE_ROUTES,
            Route("/palette.css", _palette),
            Mount("/static", _Static(directory=STATIC)),
        ],
        middleware=[Middleware(DoorGuard, door=door), Middleware(Interpreter, language=language)],
    )
    app.state.games = OpenGames(folder)
    return app


def listening(port: int | None, *, lan: bool) -> socket.socket:
    """Return a socket on this port, or without one on the usual or any free one."""
    host = ANYWHERE if lan else LOOPBACK
    wanted = [PORT, 0] if port is None else [port]
    for each in wanted:
        # Where a socket names its protocol, asyncio lets answers go at once. Else each of them
        # waits some 40 ms until the page has confirmed its first part.
        opened = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            opened.bind((host, each))
            # Two servers may bind the same port; only one of them can listen there.
            opened.listen()
        except OSError as error:
            opened.close()
            if each == wanted[-1]:
                raise MisuseError(
                    say("table.server.port-cannot-be-used", each=each, strerror=error.strerror)
                ) from error
            continue
        return opened
    raise AssertionError("a port was wanted")


def serve(app: Starlette, opened: socket.socket, ready: Callable[[], None]) -> None:
    """Serve until the process is told to end."""
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        date_header=False,
        limit_concurrency=MOST_CONNECTIONS,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=1,
        ws="none",
    )
    server = _Server(config, ready)
    with suppress(KeyboardInterrupt):
        asyncio.run(server.serve(sockets=[opened]))


class _Server(uvicorn.Server):
    """A server that says when it answers."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen, and say so."""
        await super().startup(sockets=sockets)
        self._ready()
