"""Serving: connections have a time limit, each device few of them, those with the token stay.

Whoever opens connections and says nothing would otherwise take them away from everybody else.
"""

import asyncio
import logging
import socket
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from typing import Any, Final, Literal

import uvicorn
from starlette.applications import Starlette
from uvicorn.protocols.http.h11_impl import H11Protocol

from referee.web.guard import HEADERS, LET_IN

MOST_CONNECTIONS: Final = 200
MOST_OF_A_DEVICE: Final = 24
"""Three browsers, with six connections each, and some more."""
SECONDS: Final = {"head": 10.0, "body": 60.0}
"""How long a connection may take to say what it asks for, and to send what comes with it."""

_NUMBERS = count()


class TableConnection(H11Protocol):
    """A connection that is closed when it is slow, or idle while others need its place."""

    def __init__(self, *args: Any, **more: Any) -> None:  # noqa: ANN401 - those of uvicorn
        super().__init__(*args, **more)
        self.number = next(_NUMBERS)
        self._awaited: Literal["head", "body"] | None = None
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a connection, in the place of another one if there are too many."""
        super().connection_made(transport)
        self._await("head")
        others = [
            each
            for each in self.connections
            if isinstance(each, TableConnection) and each is not self and not each.is_closing
        ]
        own = [each for each in others if each.address == self.address]
        if len(own) >= MOST_OF_A_DEVICE:
            self._replace_one_of(own)
        elif len(others) >= MOST_CONNECTIONS:
            self._replace_one_of(others)

    def _replace_one_of(self, crowd: "list[TableConnection]") -> None:
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
        """Let go of a connection."""
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
        """The device on the other side."""
        return self.client[0] if self.client else ""

    @property
    def is_busy(self) -> bool:
        """Whether a request is under way."""
        # Before the first request there is neither a cycle nor a scope.
        return bool(self.cycle) and not self.cycle.response_complete

    @property
    def is_let_in(self) -> bool:
        """Whether the last request was let in."""
        return bool(self.scope) and LET_IN in self.scope

    @property
    def rank(self) -> tuple[bool, bool, bool]:
        """What counts for keeping it: it was let in, asks for something, and has said all of it."""
        return self.is_let_in, self.is_busy, self._awaited is None

    @property
    def is_closing(self) -> bool:
        """Whether it is on its way out."""
        return self.transport.is_closing()


def server_config(app: Starlette) -> uvicorn.Config:
    """Return how the server speaks to browsers."""
    return uvicorn.Config(
        app,
        http=TableConnection,
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
        """Begin to listen, and say so."""
        await super().startup(sockets=sockets)
        self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Give up what is still asked for; uvicorn would tell of it by a traceback each."""
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
        await super().shutdown(sockets=sockets)
