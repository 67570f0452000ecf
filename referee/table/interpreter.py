"""In which language a device is answered: the one that it chose, else that of the table."""

from typing import Final

from starlette.datastructures import Headers
from starlette.requests import cookie_parser
from starlette.types import ASGIApp, Receive, Scope, Send

from referee import languages, speaking

COOKIE: Final = "language"


class Interpreter:
    """Has every request answered in the language of its device."""

    def __init__(self, app: ASGIApp, language: str) -> None:
        self._app = app
        self._language = language

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request in its language."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        chosen = cookie_parser(Headers(scope=scope).get("cookie", "")).get(COOKIE, "")
        with speaking(chosen if chosen in languages() else self._language):
            await self._app(scope, receive, send)
