"""Connections that say nothing, or say it slowly, keep no other device from the table."""

import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from referee.web import connections
from referee.web.guard import HEADERS
from tests.browser.tables import served_table
from tests.table.test_table_kills import address_of, started

FLOOD = 210
"""More connections than the server has."""
GUARD = 60.0
"""Seconds after which a test that hangs fails."""


@contextmanager
def _connected(address: str, device: str = "127.0.0.1") -> Iterator[socket.socket]:
    """Open a connection to a table from one of the addresses of this machine."""
    host, _, port = address.removeprefix("http://").partition(":")
    with socket.create_connection((host, int(port)), GUARD, (device, 0)) as opened:
        yield opened


def _status(opened: socket.socket, address: str, token: str = "", path: str = "/") -> int:
    """Return the status of the answer to a request, all of which is read."""
    host = address.removeprefix("http://")
    request = f"GET {path} HTTP/1.1\r\nHost: {host}\r\nCookie: table={token}\r\n\r\n"
    opened.sendall(request.encode())
    with opened.makefile("rb") as answer:
        status = int(answer.readline().split()[1])
        headers = dict(line.split(b": ", 1) for line in iter(answer.readline, b"\r\n"))
        answer.read(int(headers[b"content-length"]))
    return status


def _begin_body(opened: socket.socket, address: str) -> None:
    """Ask for something without saying what, until the server waits for that."""
    host = address.removeprefix("http://")
    head = f"POST /api/games HTTP/1.1\r\nHost: {host}\r\nOrigin: {address}\r\n"
    opened.sendall(f"{head}Expect: 100-continue\r\nContent-Length: 100\r\n\r\n".encode())
    assert opened.recv(100).startswith(b"HTTP/1.1 100 ")
    opened.sendall(b"{")


def _is_closed(opened: socket.socket) -> bool:
    """Wait until the other side closes a connection."""
    try:
        return opened.recv(1) == b""
    except ConnectionResetError:
        return True


def test_idle_connections_of_a_device_shut_nobody_out(tmp_path: Path) -> None:
    with served_table(tmp_path) as address, ExitStack() as stack:
        flood = [stack.enter_context(_connected(address)) for _ in range(FLOOD)]
        for device in ("127.0.0.1", "127.0.0.2"):
            with _connected(address, device) as opened:
                assert _status(opened, address) == 200
        assert all(map(_is_closed, flood[: FLOOD - connections.MOST_OF_A_DEVICE]))


def test_a_device_with_the_token_goes_before_those_without(tmp_path: Path) -> None:
    token = "s3cret"  # noqa: S105
    with served_table(tmp_path, token) as address, ExitStack() as stack:
        guest = stack.enter_context(_connected(address, "127.0.0.2"))
        assert _status(guest, address, token) == 200
        for number in range(FLOOD):
            stack.enter_context(_connected(address, f"127.0.1.{number // 20 + 1}"))
        assert _status(guest, address, token) == 200
        with _connected(address, "127.0.0.3") as late:
            assert _status(late, address, token) == 200
        assert _status(guest, address, token) == 200


@pytest.mark.parametrize("begun", [b"", b"GET / HTTP/1.1\r\nHost:"])
def test_a_request_that_does_not_come_ends_its_connection(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, begun: bytes
) -> None:
    monkeypatch.setitem(connections.SECONDS, "head", 0.2)
    with served_table(tmp_path) as address, _connected(address) as opened:
        opened.sendall(begun)
        assert _is_closed(opened)


def test_a_second_request_that_drips_in_ends_its_connection(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with served_table(tmp_path) as address, _connected(address) as opened:
        assert _status(opened, address) == 200
        monkeypatch.setitem(connections.SECONDS, "head", 0.5)
        opened.settimeout(0.1)
        for _ in range(int(GUARD / 0.1)):
            try:
                opened.sendall(b"G")
                if opened.recv(1) == b"":
                    break
            except TimeoutError:
                continue
            except (BrokenPipeError, ConnectionResetError):
                break
        else:
            pytest.fail("the connection stays open")


def test_a_body_that_does_not_come_ends_its_connection(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(connections.SECONDS, "body", 0.2)
    with served_table(tmp_path) as address, _connected(address) as opened:
        _begin_body(opened, address)
        assert _is_closed(opened)


def test_bodies_that_do_not_come_shut_nobody_out(tmp_path: Path) -> None:
    with served_table(tmp_path) as address, ExitStack() as stack:
        for _ in range(connections.MOST_OF_A_DEVICE):
            _begin_body(stack.enter_context(_connected(address)), address)
        with _connected(address) as opened:
            assert _status(opened, address) == 200


def test_a_table_that_ends_gives_up_what_is_asked_for_in_silence(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with started(tmp_path) as server:
        address = address_of(server)
        with _connected(address) as opened:
            _begin_body(opened, address)
            server.terminate()
            server.wait()
    (kept,) = capfd.readouterr().err.splitlines()
    assert str(tmp_path) in kept


def test_what_is_no_request_is_refused_under_the_strict_policy(tmp_path: Path) -> None:
    with served_table(tmp_path) as address, _connected(address) as opened:
        opened.sendall(b"\x16\x03\x01 hello\r\n\r\n")
        with opened.makefile("rb") as answer:
            told = answer.read().decode("ascii")
    assert told.startswith("HTTP/1.1 400 ")
    for name, value in HEADERS.items():
        assert f"{name}: {value}\r\n" in told
