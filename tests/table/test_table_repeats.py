"""A request that is sent twice, as browsers do when an answer got lost, is done once."""

from pathlib import Path

from tests.table.served import served
from tests.table.test_table_files import DEAL, begun


def test_a_request_that_is_repeated_is_answered_alike_and_recorded_once(tmp_path: Path) -> None:
    with served(tmp_path) as page:
        path, version = begun(page)
        wanted = {"after": version, "what": "append", "line": DEAL}
        key = {"Idempotency-Key": "one"}
        first = page.post(f"{path}/changes", wanted, **key)
        again = page.post(f"{path}/changes", wanted, **key)
        assert (again.status_code, again.json()) == (200, first.json())
        assert len(page.ask(path)["entries"]) == 1


def test_a_repeated_request_is_not_recorded_after_an_undo(tmp_path: Path) -> None:
    with served(tmp_path) as page:
        path, version = begun(page)
        wanted = {"after": version, "what": "append", "line": DEAL}
        page.post(f"{path}/changes", wanted, **{"Idempotency-Key": "one"})
        newest = page.ask(path)["version"]
        assert page.ask(f"{path}/steps", {"after": newest, "way": "undo"})["version"] == version
        page.post(f"{path}/changes", wanted, **{"Idempotency-Key": "one"})
        assert page.ask(path)["entries"] == []
        page.post(f"{path}/changes", wanted, **{"Idempotency-Key": "two"})
        assert len(page.ask(path)["entries"]) == 1


def test_two_games_begun_by_one_request_are_one(tmp_path: Path) -> None:
    with served(tmp_path) as page:
        new = {"players": [{"colour": "blue"}, {"colour": "green"}], "setup": "first-game"}
        for _ in range(2):
            assert page.post("/api/games", new, **{"Idempotency-Key": "g"}).status_code == 201
        assert len(page.ask("/api/games")) == 1


def test_a_request_that_could_not_be_written_is_tried_again(tmp_path: Path) -> None:
    with served(tmp_path) as page:
        path, version = begun(page)
        wanted = {"after": version, "what": "append", "line": DEAL}
        file = tmp_path / "sunday-at-ann-s.mgn"
        text = file.read_bytes()
        file.unlink()
        file.mkdir()
        refused = page.post(f"{path}/changes", wanted, **{"Idempotency-Key": "one"})
        assert not refused.is_success
        file.rmdir()
        file.write_bytes(text)
        again = page.post(f"{path}/changes", wanted, **{"Idempotency-Key": "one"})
        assert again.is_success, again.text
