"""A table served to tests without a network: the application, and clients that ask it."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2 as httpx
from starlette.testclient import TestClient

from referee.web.game_files import game_folder
from referee.web.guard import Door
from referee.web.server import table_app

HOST = "127.0.0.1:8787"
PAGE = f"http://{HOST}"
OWN = {"Origin": PAGE}


class Client:
    """A page of the table, as far as its requests go."""

    def __init__(self, client: TestClient) -> None:
        self.http = client

    def get(self, path: str, **headers: str) -> httpx.Response:
        return self.http.get(path, headers=headers)

    def post(self, path: str, body: object, **headers: str) -> httpx.Response:
        return self.http.post(path, json=body, headers={**OWN, **headers})

    def ask(self, path: str, body: object = None) -> Any:  # noqa: ANN401 - whatever it answers
        """Return an answer; a test that wants a refusal does not ask so."""
        found = self.get(path) if body is None else self.post(path, body)
        assert found.is_success, found.text
        return found.json()


@contextmanager
def served(folder: Path, token: str | None = None) -> Iterator[Client]:
    """Serve a folder of games."""
    with game_folder(folder) as games:
        app = table_app(games, Door(frozenset({HOST}), token))
        with TestClient(app, base_url=PAGE, follow_redirects=False) as client:
            yield Client(client)
