"""Who is answered by the table, and who is not."""

from pathlib import Path

import pytest

from referee.web import guard
from referee.web.guard import BYTES_OF_A_REQUEST, HEADERS
from tests.table.served import HOST, PAGE, served

GAME = {"players": [{"colour": "blue"}, {"colour": "green"}], "setup": "first-game"}


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1", "127.0.0.1:8788", "localhost.evil.example:8787", ""]
)
def test_a_request_under_another_host_is_not_answered(tmp_path: Path, host: str) -> None:
    with served(tmp_path) as page:
        refused = page.get("/", Host=host)
        assert refused.status_code == 421
        assert refused.content == b""


@pytest.mark.parametrize("origin", ["http://evil.example", "null", f"https://{HOST}", f"{PAGE}.x"])
def test_a_request_of_another_page_is_refused(tmp_path: Path, origin: str) -> None:
    with served(tmp_path) as page:
        assert page.post("/api/games", GAME, Origin=origin).status_code == 403
        assert page.get("/api/games", Origin=origin).status_code == 403
        assert page.ask("/api/games") == []


def test_whoever_writes_says_where_he_is_from(tmp_path: Path) -> None:
    with served(tmp_path) as page:
        assert page.http.post("/api/games", json=GAME).status_code == 403
        assert page.post("/api/games", GAME).status_code == 201


def test_another_page_cannot_embed_an_answer(tmp_path: Path) -> None:
    with served(tmp_path) as page:
        asked = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"}
        assert page.get("/api/games", **asked).status_code == 403
        followed = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}
        assert page.get("/", **followed).status_code == 200


def test_without_the_token_nothing_is_answered(tmp_path: Path) -> None:
    with served(tmp_path, token="secret") as page:  # noqa: S106
        for path in ("/", "/?key=wrong", "/api/games", "/static/table.css", "/nowhere"):
            refused = page.get(path)
            assert (refused.status_code, refused.content) == (403, b"")
        assert page.get("/", Cookie="table=guess").status_code == 403
        let_in = page.get("/new?key=secret&a=1")
        assert (let_in.status_code, let_in.headers["location"]) == (303, "/new?a=1")
        assert "HttpOnly" in let_in.headers["set-cookie"]
        assert "samesite=strict" in let_in.headers["set-cookie"].casefold()
        assert page.get("/api/games").status_code == 200


def test_the_token_leads_to_no_other_machine(tmp_path: Path) -> None:
    with served(tmp_path, token="secret") as page:  # noqa: S106
        let_in = page.http.get(f"{PAGE}//evil.example/?key=secret")
        assert let_in.headers["location"] == "/evil.example/"


def test_a_request_has_a_largest_size(tmp_path: Path) -> None:
    with served(tmp_path) as page:
        assert page.post("/api/games", {"title": "x" * BYTES_OF_A_REQUEST}).status_code == 413


def test_a_body_that_is_longer_than_it_says_is_cut_off(tmp_path: Path) -> None:
    def parts() -> "list[bytes]":
        return [b"x" * 1000] * (BYTES_OF_A_REQUEST // 1000 + 2)

    with served(tmp_path) as page:
        sent = page.http.post("/api/games", content=iter(parts()), headers={"Origin": PAGE})
        assert sent.status_code == 400


@pytest.mark.slow
def test_a_flood_of_requests_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(guard, "monotonic", lambda: now)
    with served(tmp_path) as page:
        for _ in range(guard.REQUESTS_AT_ONCE):
            assert page.get("/static/icon.svg").status_code == 200
        assert page.get("/static/icon.svg").status_code == 429
        now = 1.0
        assert page.get("/static/icon.svg").status_code == 200


@pytest.mark.parametrize("path", ["/", "/api/games", "/static/table.css", "/nowhere"])
def test_every_answer_is_under_the_strict_policy(tmp_path: Path, path: str) -> None:
    with served(tmp_path) as page:
        answer = page.get(path)
    for name, value in HEADERS.items():
        assert answer.headers[name] == value
    assert "unsafe" not in HEADERS["Content-Security-Policy"]


@pytest.mark.parametrize(
    "path",
    [
        "/api/games/..%2fsecret",
        "/api/games/%2e%2e%2fsecret",
        "/api/games/..%5csecret",
        "/api/games/.versions",
        "/api/games/secret%00",
        "/api/games/linked",
        "/static/..%2fserver.py",
        "/static/%2e%2e/server.py",
    ],
)
def test_no_path_leaves_the_folder(tmp_path: Path, path: str) -> None:
    (tmp_path / "secret.mgn").write_text("players blue, green\nsetup first-game\n")
    folder = tmp_path / "games"
    folder.mkdir()
    (folder / "linked.mgn").symlink_to(tmp_path / "secret.mgn")
    with served(folder) as page:
        assert page.get(path).status_code == 404
