"""Links and pipes in the folder: each costs itself alone, and nothing is written outside."""

import os
from pathlib import Path
from shutil import copytree

import pytest

from tests.table.served import OWN, Client, served
from tests.table.test_table_copies import JPEG

TEXT = "players blue, green\nsetup first-game\n"
GAME = "/api/games/game"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "outside").mkdir()
    (tmp_path / "here").mkdir()
    (tmp_path / "here" / "game.mgn").write_text(TEXT, "utf-8")
    return tmp_path / "here"


def entered(page: Client) -> None:
    """Write into every file that a game has, and take it back."""
    for what in ({"what": "append", "line": "= blue 0"}, {"what": "delete", "address": 1}):
        page.ask(f"{GAME}/changes", {"after": page.ask(GAME)["version"], **what})
    page.ask(f"{GAME}/memory", {"hints": False})
    page.ask("/api/puzzles/a-plan-for-one-card/hints", {"step": 1})
    page.ask("/api/rulings", {"ruling": "partial-use", "answer": "yes"})
    assert [each["name"] for each in page.ask("/api/games") if "unreadable" not in each] == ["game"]
    assert page.ask("/api/group")["summary"]
    assert page.ask("/api/copies") is not None


ODD = (".table.json", ".puzzles.json", ".table-lock", ".versions", ".copies", "odd.mgn", "odd.toml")


@pytest.mark.parametrize("name", ODD)
@pytest.mark.parametrize("kind", ["pipe", "loop", "link", "link to nothing", "folder"])
def test_an_odd_file_costs_itself_alone(folder: Path, name: str, kind: str) -> None:
    outside = folder.parent / "outside" / ("folder" if kind == "link" else "nothing")
    made(folder / name, kind, outside)
    with served(folder) as page:
        entered(page)
        page.ask("/api/copies", {"title": "ours"})
        sent = page.http.post("/upload/copies/ours/photograph", content=JPEG, headers=OWN)
        assert sent.status_code == 201
        listed = {each["name"]: each for each in page.ask("/api/games")}
        assert ("odd" in listed) == (name == "odd.mgn")
        if name == "odd.mgn":
            assert listed["odd"]["unreadable"]
            assert page.get("/api/games/odd").status_code == 404
    with served(folder) as page:
        assert page.ask("/api/choices")["decided"] == {"partial-use": "yes"}
        assert not page.ask(GAME)["hints"]
    assert untouched(folder.parent / "outside")


def made(path: Path, kind: str, outside: Path) -> None:
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "folder" and path.name not in {".versions", ".copies"}:
        path.mkdir()
    elif kind == "loop":
        path.symlink_to(path.name)
    else:
        if kind == "link":
            (outside / "kept").mkdir(parents=True)
        path.symlink_to(outside)


def untouched(outside: Path) -> bool:
    """Return whether nothing but what a test put there lies outside."""
    return {path.name for path in outside.rglob("*")} <= {"folder", "kept"}


@pytest.mark.parametrize("kind", ["pipe", "link"])
@pytest.mark.parametrize("file", ["set.toml", "cards.toml", "map.toml", "versions.jsonl"])
def test_a_copy_with_an_odd_file_is_named_and_not_written_through(
    folder: Path, file: str, kind: str
) -> None:
    with served(folder) as page:
        for title in ("ours", "theirs"):
            page.ask("/api/copies", {"title": title})
        page.ask("/api/copies/ours/borders", {"between": ["R01", "R02"], "lines": 1})
        new = {"players": [{"colour": "blue"}, {"colour": "green"}], "components": "ours"}
        assert page.post("/api/games", new).status_code in {201, 428}
        path, outside = folder / "ours" / file, folder.parent / "outside" / file
        path.rename(outside)
        before = outside.read_bytes()
        if kind == "pipe":
            os.mkfifo(path)
        else:
            path.symlink_to(outside)
        for address, body in (
            ("map", {"places": {"R01": [0.5, 0.5]}}),
            ("borders", {"between": ["R01", "R02"], "lines": 2}),
            ("questions", {"key": "tracks.A1.last", "text": "12"}),
        ):
            refused = page.post(f"/api/copies/ours/{address}", body)
            assert refused.status_code == 404
            assert "link" in refused.json()["error"]["message"]
        rows = {each["name"]: each["blanks"] for each in page.ask("/api/copies")}
        assert "link" in rows["ours"]
        assert "still to be entered" in rows["theirs"]
        assert "game" in {each["name"] for each in page.ask("/api/games")}
    assert outside.read_bytes() == before


def test_a_linked_copy_is_named_and_harms_no_other(folder: Path) -> None:
    with served(folder) as page:
        page.ask("/api/copies", {"title": "ours"})
        copytree(folder / "ours", folder.parent / "outside" / "theirs")
        (folder / "theirs").symlink_to(folder.parent / "outside" / "theirs")
        (folder / "loop").symlink_to("loop")
        rows = {each["name"]: each["blanks"] for each in page.ask("/api/copies")}
        assert [*rows] == ["ours", "theirs"]
        assert "link" in rows["theirs"]
        assert page.get("/api/copies/theirs/map").status_code == 404
        assert page.ask("/api/choices")["copies"]
