"""`referee replay`: one file in which every event of a game can be looked at."""

from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.cli.running import run

pytestmark = pytest.mark.slow

GAME = "games/two-players.mgn"


def test_it_writes_one_page(tmp_path: Path) -> None:
    file = tmp_path / "game.html"
    found = run("replay", GAME, "-o", str(file))
    assert found.exit_code == 0
    assert f"written: {file}" in found.stderr
    assert file.read_text().startswith("<!doctype html>")


def test_without_a_file_the_page_is_printed() -> None:
    assert run("replay", GAME).stdout.startswith("<!doctype html>")


def test_made_again_it_is_the_same(tmp_path: Path) -> None:
    first, second = tmp_path / "one.html", tmp_path / "two.html"
    for file in (first, second):
        run("replay", GAME, "-o", str(file))
    assert first.read_bytes() == second.read_bytes()


def test_a_card_is_drawn_beside_it_or_alone(tmp_path: Path) -> None:
    card = tmp_path / "card.svg"
    found = run("replay", GAME, "--card", str(card))
    assert found.stdout == ""
    assert "The turn of the game" in card.read_text()


@pytest.mark.skipif(find_spec("resvg_py") is not None, reason="resvg-py is installed")
def test_a_card_of_pixels_needs_a_renderer(tmp_path: Path) -> None:
    found = run("replay", GAME, "--card", str(tmp_path / "card.png"))
    assert found.exit_code == 3
    assert "pip install" in found.stderr


def test_a_review_has_the_best_turns_and_the_misses(tmp_path: Path) -> None:
    lines = Path(GAME).read_text().splitlines()
    end = next(at for at, line in enumerate(lines) if line.startswith("round 2"))
    game, file = tmp_path / "short.mgn", tmp_path / "game.html"
    game.write_text("\n".join(lines[:end]) + "\n")
    found = run("replay", str(game), "--review", "--jobs", "1", "-o", str(file))
    assert found.exit_code == 0, found.output
    page = file.read_text()
    assert "Largest misses" in page
    assert "best" in page


def test_a_game_whose_header_breaks_a_rule_is_refused(tmp_path: Path) -> None:
    game = tmp_path / "game.mgn"
    text = Path("games/four-players.mgn").read_text()
    game.write_text(text.replace("cape-town=D1", "cape-town=C2", 1))
    found = run("replay", str(game))
    assert found.exit_code in {1, 2, 3}
    assert "Traceback" not in found.output


def test_a_position_is_no_game(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text("players = 2\n")
    found = run("replay", str(file))
    assert found.exit_code == 2
