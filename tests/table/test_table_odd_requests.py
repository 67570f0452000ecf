"""Whatever is asked for, the answer is no fault, is under the policy, and names no other folder."""

import re
from collections.abc import Iterator
from pathlib import Path

import httpx2 as httpx
import pytest
from starlette.routing import Route
from starlette.testclient import TestClient

from referee.web import game_routes, guard
from referee.web.game_files import game_folder
from referee.web.guard import HEADERS, Door
from referee.web.server import table_app
from tests.table.served import HOST, OWN, PAGE, Client, served
from tests.table.test_table_files import NEW

ODD = ("9" * 5000, "9" * 30, "-1", "²", "٣", "1e9", "%00", "%2e%2e", "a" * 3000, "%ff%fe", "%F0%9F")
QUERIES = ("", f"?at={'9' * 5000}&width=x", f"?value={'9' * 5000}", "?at=%ff", "?at=٣")
KNOWN = {"name": "sunday-at-ann-s", "address": "1", "form": "text"}


def _paths(route: Route) -> Iterator[str]:
    """Yield the paths of a route, each with one odd parameter."""
    names = re.findall(r"\{(\w+)", route.path)
    for odd in ODD if names else ("",):
        for strange in names or ("",):
            path = route.path
            for name in names:
                value = odd if name == strange else KNOWN.get(name, "x")
                path = re.sub(rf"\{{{name}(:\w+)?\}}", value, path)
            yield path


def _under_policy(answer: httpx.Response) -> bool:
    return all(answer.headers.get(name) == value for name, value in HEADERS.items())


def test_no_path_is_a_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "REQUESTS_AT_ONCE", 1_000_000)
    with game_folder(tmp_path) as games:
        app = table_app(games, Door(frozenset({HOST})))
        with TestClient(app, base_url=PAGE, raise_server_exceptions=False) as http:
            Client(http).ask("/api/games", NEW)
            asked = [
                (method, f"{path}{query}")
                for route in app.routes
                if isinstance(route, Route)
                for method in (route.methods or set()) - {"HEAD"}
                for path in _paths(route)
                for query in (QUERIES if method == "GET" else ("",))
            ]
            for method, path in asked:
                answer = http.request(method, path, content=b"{}", headers=OWN)
                assert answer.status_code < 500, (method, path[:80])
                assert _under_policy(answer), (method, path[:80])
    assert len(asked) > 500


def test_a_fault_is_answered_under_the_policy_and_without_a_traceback(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(_: object) -> None:
        raise ZeroDivisionError("the secret of the house")

    monkeypatch.setattr(game_routes, "rulings", lambda: fail(None))
    with served(tmp_path) as page:
        answer = page.get("/api/choices")
    assert (answer.status_code, answer.content) == (500, b"")
    assert _under_policy(answer)
    assert "ZeroDivisionError" in caplog.text
    assert "Traceback" not in caplog.text


@pytest.mark.parametrize("body", [b'{"step": "\xff"}', b'{"said": ["\xff"]}'])
def test_what_is_no_json_is_not_understood(tmp_path: Path, body: bytes) -> None:
    with served(tmp_path) as page:
        answer = page.http.post("/api/puzzles/lone-merchant/attempts", content=body, headers=OWN)
    assert (answer.status_code, answer.json()["error"]["kind"]) == (400, "request")


@pytest.mark.parametrize("text", ["players blue, green\nsetup nowhere\n", "x", "\ufeff\x00"])
def test_no_message_tells_where_the_folder_lies(tmp_path: Path, text: str) -> None:
    (tmp_path / "bad.mgn").write_text(text, "utf-8")
    with served(tmp_path) as page:
        answers = [page.get("/api/games"), page.get("/api/games/bad"), page.get("/api/group")]
    assert "bad" in answers[0].text
    for answer in answers:
        assert str(tmp_path) not in answer.text
