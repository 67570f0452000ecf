"""The addresses under which a table is found, on this machine and in its network."""

import secrets
import socket
from io import StringIO

from referee.table.guard import KEY, Door

_NAMES = ("127.0.0.1", "localhost")
_ELSEWHERE = ("192.0.2.1", 9)
"""An address that nobody has: asking the way there sends nothing."""


def door_of(port: int, *, lan: bool) -> Door:
    """Return the door of a server on a port: on this machine alone, or with a token for others."""
    names = [*_NAMES, own_address()] if lan else _NAMES
    hosts = frozenset(f"{name}:{port}" for name in names)
    return Door(hosts, secrets.token_urlsafe(16) if lan else None)


def own_address() -> str:
    """Return the address of this machine in its network; the loopback one if it is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            asked.connect(_ELSEWHERE)
        except OSError:
            return _NAMES[0]
        found: str = asked.getsockname()[0]
        return found


def page_address(port: int, door: Door, *, lan: bool) -> str:
    """Return what a browser opens, with the token where one is asked for."""
    host = own_address() if lan else _NAMES[0]
    key = f"?{KEY}={door.token}" if door.token else ""
    return f"http://{host}:{port}/{key}"


def qr_code(address: str) -> str:
    """Return an address as a QR code that a terminal can show."""
    import segno  # noqa: PLC0415 - only with --lan

    drawn = StringIO()
    segno.make(address, error="m", micro=False).terminal(drawn, compact=True)
    return drawn.getvalue()
