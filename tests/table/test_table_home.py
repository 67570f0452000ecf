"""The first page lists many games, and judges each of them once."""

import asyncio
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

import referee
from referee.web import open_games
from referee.web.open_games import MOST_OPEN
from tests.table.served import Client, served

TEXT = "players blue, green\nsetup first-game\n"
GAMES = MOST_OPEN + 10
"""More than are kept open."""


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the games that were read and judged, none of them in the loop of the server."""
    names: list[str] = []

    def judge(path: Path) -> referee.Game:
        with pytest.raises(RuntimeError, match="no running event loop"):
            asyncio.get_running_loop()
        names.append(path.stem)
        return referee.load(path)

    monkeypatch.setattr(open_games, "load", judge)
    return names


@pytest.fixture
def page(tmp_path: Path) -> Iterator[Client]:
    for number in range(GAMES):
        (tmp_path / f"game-{number}.mgn").write_text(TEXT, "utf-8")
    with served(tmp_path) as found:
        yield found


def test_a_second_visit_judges_no_game(page: Client, judged: list[str]) -> None:
    first = page.ask("/api/games")
    assert len(first) == len(judged) == GAMES
    assert page.ask("/api/games") == first
    assert len(judged) == GAMES


def test_a_changed_file_is_judged_alone(page: Client, judged: list[str], tmp_path: Path) -> None:
    page.ask("/api/games")
    judged.clear()
    (tmp_path / "game-3.mgn").write_text(f'{TEXT}title "Sunday"\n', "utf-8")
    titles = {game["name"]: game["title"] for game in page.ask("/api/games")}
    assert judged == ["game-3"]
    assert titles["game-3"] == "Sunday"


def test_a_file_of_the_same_size_that_is_newer_is_judged_again(
    page: Client, judged: list[str], tmp_path: Path
) -> None:
    page.ask("/api/games")
    judged.clear()
    file = tmp_path / "game-3.mgn"
    os.utime(file, ns=(file.stat().st_atime_ns, file.stat().st_mtime_ns + 1))
    page.ask("/api/games")
    assert judged == ["game-3"]


def test_a_game_that_is_gone_is_listed_no_more(page: Client, tmp_path: Path) -> None:
    assert len(page.ask("/api/games")) == GAMES
    (tmp_path / "game-3.mgn").unlink()
    assert len(page.ask("/api/games")) == GAMES - 1


def test_each_language_has_its_own_list(page: Client) -> None:
    english, dutch = (
        page.get("/api/games", Cookie=f"language={code}").json()[0]["moment"]
        for code in ("en", "nl")
    )
    assert english != dutch


def test_a_game_of_a_copy_is_judged_again_when_the_copy_changes(
    tmp_path: Path, judged: list[str]
) -> None:
    with served(tmp_path) as page:
        name = page.ask("/api/copies", {"title": "ours"})["name"]
        (tmp_path / "with.mgn").write_text(f"{TEXT}set {name}\n", "utf-8")
        (tmp_path / "without.mgn").write_text(TEXT, "utf-8")
        page.ask("/api/games")
        page.ask("/api/games")
        assert sorted(judged) == ["with", "without"]
        header = tmp_path / name / "set.toml"
        header.write_text(header.read_text("utf-8") + "\n", "utf-8")
        page.ask("/api/games")
        assert sorted(judged) == ["with", "with", "without"]
