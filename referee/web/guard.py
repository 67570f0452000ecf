"""Who is answered: requests from this page alone, of a reasonable size, at a reasonable rate.

The server listens on the loopback interface unless it is told otherwise. A page of somebody else,
open in the same browser, may still send requests here: host and origin of each are checked, so that
no other page can read or write a game, by whatever name it calls this machine.
"""

import logging
import secrets
from collections import OrderedDict
from collections.abc import Mapping
from time import monotonic
from typing import Final
from urllib.parse import parse_qsl, urlencode

from msgspec import Struct
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import cookie_parser
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_LOGGER = logging.getLogger(__name__)
COOKIE: Final = "table"
KEY: Final = "key"
"""The parameter of the address that a QR code holds."""
BYTES_OF_A_REQUEST: Final = 64 * 1024
BYTES_OF_AN_UPLOAD: Final = 12 * 1024 * 1024
"""For a path under `/upload/`: a record, or a photograph that stays on the machine."""
REQUESTS_A_SECOND: Final = 50
REQUESTS_AT_ONCE: Final = 400
MOST_CLIENTS: Final = 1000
LET_IN: Final = "referee.let_in"
"""Noted in the scope of a request that was let in: its connection goes before others."""
READING: Final = frozenset({"GET", "HEAD"})

HEADERS: Final[Mapping[str, str]] = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
        "connect-src 'self'; manifest-src 'self'; form-action 'none'; base-uri 'none'; "
        "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types table"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


class Door(Struct, frozen=True):
    """Under which addresses the server is reached, and with which key."""

    hosts: frozenset[str]
    """As a browser names them, each with its port."""
    token: str | None = None
    """Without one nobody has to show any."""


class DoorGuard:
    """Answers nobody who does not belong here, and puts a strict policy on every answer."""

    def __init__(self, app: ASGIApp, door: Door) -> None:
        self._app = app
        self._door = door
        self._buckets: OrderedDict[str, _Bucket] = OrderedDict()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or refuse it."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self._app(scope, receive, send)
            return
        refusal = self._refusal(scope)
        if refusal is not None:
            await refusal(scope, receive, _Polite(send))
            return
        most = BYTES_OF_AN_UPLOAD if scope["path"].startswith("/upload/") else BYTES_OF_A_REQUEST
        answer = _Polite(send)
        try:
            await self._app(scope, _limited(receive, most), answer)
        except Exception as error:
            if answer.is_begun:
                raise
            # Outside of this guard an answer would not be under its policy.
            _LOGGER.error("%s %.100s: %r", scope["method"], scope["path"], error)  # noqa: TRY400
            await Response(status_code=500)(scope, receive, answer)

    def _refusal(self, scope: Scope) -> Response | None:
        headers = Headers(scope=scope)
        hosts = headers.getlist("host")
        if len(hosts) != 1 or hosts[0].casefold() not in self._door.hosts:
            return Response(status_code=421)
        if not self._is_own_page(scope["method"], headers):
            return Response(status_code=403)
        if (at_the_door := self._ask_token(scope, headers)) is not None:
            return at_the_door
        scope[LET_IN] = True
        client = (scope.get("client") or ("",))[0]
        bucket = self._buckets.setdefault(client, _Bucket())
        self._buckets.move_to_end(client)
        if len(self._buckets) > MOST_CLIENTS:
            self._buckets.popitem(last=False)
        if not bucket.take():
            return Response(status_code=429, headers={"Retry-After": "2"})
        length = headers.get("content-length", "0")
        most = BYTES_OF_AN_UPLOAD if scope["path"].startswith("/upload/") else BYTES_OF_A_REQUEST
        if not length.isdecimal() or len(length) > 12 or int(length) > most:  # noqa: PLR2004
            return Response(status_code=413)
        return None

    def _is_own_page(self, method: str, headers: Headers) -> bool:
        """Return whether a page of this server asks; whoever writes has to say where he is from."""
        origins = headers.getlist("origin")
        own = {f"http://{host}" for host in self._door.hosts}
        if origins and (len(origins) > 1 or origins[0].casefold() not in own):
            return False
        if method not in READING:
            return bool(origins)
        # A browser says of a link that was followed from elsewhere that it is a navigation.
        site = headers.get("sec-fetch-site", "same-origin")
        return site in {"same-origin", "none"} or headers.get("sec-fetch-mode") == "navigate"

    def _ask_token(self, scope: Scope, headers: Headers) -> Response | None:
        """Return what is answered to somebody without the token; None if he has it."""
        token = self._door.token
        if token is None:
            return None
        shown = cookie_parser(headers.get("cookie", "")).get(COOKIE, "")
        if secrets.compare_digest(shown.encode(), token.encode()):
            return None
        asked = dict(parse_qsl(scope.get("query_string", b"").decode("latin-1")))
        key = asked.pop(KEY, "")
        if scope["method"] not in READING or not secrets.compare_digest(
            key.encode(), token.encode()
        ):
            return Response(status_code=403)
        rest = f"?{urlencode(asked)}" if asked else ""
        # Two slashes at the beginning would lead to another machine.
        answer = RedirectResponse(f"/{scope['path'].lstrip('/')}{rest}", status_code=303)
        answer.set_cookie(COOKIE, token, httponly=True, samesite="strict", max_age=7 * 86400)
        return answer


class _Bucket:
    """How many requests somebody may still make."""

    def __init__(self) -> None:
        self._left: float = REQUESTS_AT_ONCE
        self._then = monotonic()

    def take(self) -> bool:
        now = monotonic()
        self._left = min(REQUESTS_AT_ONCE, self._left + (now - self._then) * REQUESTS_A_SECOND)
        self._then = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


def _limited(receive: Receive, most: int) -> Receive:
    seen = 0

    async def limited() -> Message:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        return {"type": "http.disconnect"} if seen > most else message

    return limited


class _Polite:
    """Sends an answer with the policy that every page is under."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self.is_begun = False

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.is_begun = True
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            headers.setdefault("Cache-Control", "no-store")
        await self._send(message)
