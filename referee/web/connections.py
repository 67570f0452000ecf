"""Serving the application: its socket and addresses, and connections with a time limit.

Each device has few connections, and those with the token stay: whoever opens connections and says
nothing would otherwise take them away from everybody else.
"""

import asyncio
import logging
import secrets
import socket
from collections.abc import Callable
from contextlib import suppress
from io import StringIO
from itertools import count
from typing import Any, Final, Literal

import uvicorn
from starlette.applications import Starlette
from uvicorn.protocols.http.h11_impl import H11Protocol

from referee import UsageError
from referee.web.guard import HEADERS, KEY, LET_IN, Door

MOST_CONNECTIONS: Final = 200
MOST_OF_A_DEVICE: Final = 24
"""Three browsers, with six connections each, and some more."""
SECONDS: Final = {"head": 10.0, "body": 60.0}
"""How long a connection may take to say what it asks for, and to send what comes with it."""

_NUMBERS = count()


class _TableConnection(H11Protocol):
    """A connection that is closed when it is slow, or idle while others need its place."""

    def __init__(self, *args: Any, **more: Any) -> None:  # noqa: ANN401 - those of uvicorn
        super().__init__(*args, **more)
        self.number = next(_NUMBERS)
        self._awaited: Literal["head", "body"] | None = None
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._await("head")
        others = [
            each
            for each in self.connections
            if isinstance(each, _TableConnection)
            and each is not self
            and not each.transport.is_closing()
        ]
        own = [each for each in others if each.address == self.address]
        if len(own) >= MOST_OF_A_DEVICE:
            self._replace_one_of(own)
        elif len(others) >= MOST_CONNECTIONS:
            self._replace_one_of(others)

    def _replace_one_of(self, crowd: "list[_TableConnection]") -> None:
        least = min(crowd, key=lambda each: (each.rank, each.number))
        (self if all(least.rank) else least).transport.abort()

    def data_received(self, data: bytes) -> None:
        """Take what was sent, and note what is still to come."""
        super().data_received(data)
        if not self.is_busy:
            self._await("head")
        else:
            self._await("body" if self.cycle.more_body else None)

    def on_response_complete(self) -> None:
        """Keep the connection for another request, as long as uvicorn says."""
        self._await(None)
        super().on_response_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        self._await(None)
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002 - as uvicorn calls it
        """Refuse what is no request, under the policy of every answer."""
        headers = {**HEADERS, "Content-Length": "0", "Connection": "close"}
        lines = ["HTTP/1.1 400 Bad Request", *(f"{k}: {v}" for k, v in headers.items()), "", ""]
        self.transport.write("\r\n".join(lines).encode("ascii"))
        self.transport.close()

    def _await(self, awaited: Literal["head", "body"] | None) -> None:
        """Close the connection unless this comes in time; bytes that drip in win no time."""
        if awaited == self._awaited:
            return
        self._awaited = awaited
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if awaited is not None:
            self._timer = self.loop.call_later(SECONDS[awaited], self.transport.abort)

    @property
    def address(self) -> str:
        return self.client[0] if self.client else ""

    @property
    def is_busy(self) -> bool:
        # Before the first request there is neither a cycle nor a scope.
        return bool(self.cycle) and not self.cycle.response_complete

    @property
    def rank(self) -> tuple[bool, bool, bool]:
        """What counts for keeping it: it was let in, asks for something, and has said all of it."""
        is_let_in = bool(self.scope) and LET_IN in self.scope
        return is_let_in, self.is_busy, self._awaited is None


def server_config(app: Starlette) -> uvicorn.Config:
    """Return how the server speaks to browsers."""
    return uvicorn.Config(
        app,
        http=_TableConnection,
        log_level="warning",
        access_log=False,
        server_header=False,
        date_header=False,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=1,
        ws="none",
    )


def serve(app: Starlette, opened: socket.socket, ready: Callable[[], None]) -> None:
    """Serve until the process is told to end."""
    server = _Server(server_config(app), ready)
    with suppress(KeyboardInterrupt):
        asyncio.run(server.serve(sockets=[opened]))


class _Server(uvicorn.Server):
    """A server that says when it answers."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=sockets)
        self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Give up what is still asked for; uvicorn would tell of it by a traceback each."""
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
        await super().shutdown(sockets=sockets)


# The socket on which it is served, and the addresses under which it is found ---------------------
LOOPBACK: Final = "127.0.0.1"
ANYWHERE: Final = "0.0.0.0"  # noqa: S104 - only with --lan
PORT: Final = 8787


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
                raise UsageError.of(
                    "table.server.cannot-use-port", port=each, reason=error.strerror
                ) from error
            continue
        return opened
    raise AssertionError("a port was wanted")


def door_of(port: int, *, lan: bool) -> Door:
    """Return the door of a server on a port: on this machine alone, or with a token for others."""
    names = [LOOPBACK, "localhost", own_address() if lan else LOOPBACK]
    hosts = frozenset(f"{name}:{port}" for name in names)
    return Door(hosts, secrets.token_urlsafe(16) if lan else None)


def own_address() -> str:
    """Return the address of this machine in its network; the loopback one if it is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            # An address that nobody has: asking the way there sends nothing.
            asked.connect(("192.0.2.1", 9))
        except OSError:
            return LOOPBACK
        return str(asked.getsockname()[0])


def page_address(port: int, door: Door, *, lan: bool) -> str:
    """Return what a browser opens, with the token where one is asked for."""
    host = own_address() if lan else LOOPBACK
    key = f"?{KEY}={door.token}" if door.token else ""
    return f"http://{host}:{port}/{key}"


def qr_code(address: str) -> str:
    """Return an address as a QR code that a terminal can show."""
    import segno  # noqa: PLC0415 - only with --lan

    drawn = StringIO()
    segno.make(address, error="m", micro=False).terminal(drawn, compact=True)
    return drawn.getvalue()
