"""`--picture FILE`: what a command shows, drawn into a file."""

from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.cli.running import run
from tests.pictures.picture_reader import ids, parsed

COMMANDS = {
    "show": ("show", "games/four-players.mgn", "--at", "6.3"),
    "explain": ("explain", "games/illegal/exp-06-points-suffice.mgn"),
    "best": ("best", "games/two-players.mgn", "--at", "7.7", "--objective", "cash"),
    "best round": ("best", "games/two-players.mgn", "--at", "7.7", "--horizon", "round"),
    "puzzle show": ("puzzle", "show", "lone-merchant"),
    "position show": ("position", "show", "tests/cli/POSITION"),
}


@pytest.fixture
def position(tmp_path: Path) -> Path:
    file = tmp_path / "table.toml"
    file.write_text("players = 2\nround = 3\n")
    return file


@pytest.mark.slow
@pytest.mark.parametrize("name", COMMANDS)
def test_it_is_drawn_beside_what_is_shown(name: str, tmp_path: Path, position: Path) -> None:
    words = [str(position) if word.endswith("POSITION") else word for word in COMMANDS[name]]
    plain = run(*words)
    for ending, beginning in ((".svg", "<svg"), (".html", "<!doctype html>")):
        file = tmp_path / f"picture{ending}"
        drawn = run(*words, "--picture", str(file))
        assert (drawn.exit_code, len(drawn.stdout) > 0) == (plain.exit_code, True)
        assert f"drawn: {file}" in drawn.stderr
        assert file.read_text().startswith(beginning)


def test_a_fault_is_marked_in_the_picture_of_its_explanation(tmp_path: Path) -> None:
    file = tmp_path / "fault.svg"
    run(*COMMANDS["explain"], "--picture", str(file), "--json")
    assert "mark-region-R22" in ids(parsed(file.read_text()))


def test_another_ending_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "picture.jpg"
    found = run(*COMMANDS["show"], "--picture", str(file))
    assert found.exit_code == 2
    assert ".svg, .png or .html" in found.stderr
    assert not file.exists()


def test_a_picture_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    found = run(*COMMANDS["show"], "--picture", str(tmp_path / "no" / "folder.svg"))
    assert found.exit_code == 3
    assert "cannot be written" in found.stderr


@pytest.mark.skipif(find_spec("resvg_py") is not None, reason="resvg-py is installed")
def test_without_a_renderer_it_says_what_to_install(tmp_path: Path) -> None:
    found = run(*COMMANDS["show"], "--picture", str(tmp_path / "picture.png"))
    assert found.exit_code == 3
    assert "pip install" in found.stderr


def test_the_terminal_tells_what_regions_give_and_what_the_signs_mean() -> None:
    found = run(*COMMANDS["show"]).stdout
    assert "R23 Basuto" in found
    assert "◆3 ▲2" in found
    assert "◆ diamond steps" in found
    assert "CT cape-town" in found


def test_books_are_told_on_demand() -> None:
    short, long = run(*COMMANDS["show"]).stdout, run(*COMMANDS["show"], "--books").stdout
    assert "What the books need and give" not in short
    assert "What the books need and give" in long
    assert "tile S10" in long
