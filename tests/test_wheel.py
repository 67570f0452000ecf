"""The wheel alone, unpacked far from the checkout, brings its games and puzzles along."""

import os
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a wheel that was built and unpacked."""
    folder = tmp_path_factory.mktemp("wheel")
    build = ("-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(folder), str(ROOT))
    built = subprocess.run(  # noqa: S603 - our own project
        [sys.executable, *build],
        capture_output=True,
        text=True,
        check=False,
        # The compiled wheel is built and tried by `scripts/test`, in an environment of its own.
        env={**os.environ, "REFEREE_PURE": "1"},
    )
    if built.returncode and "hatchling" in built.stderr:
        pytest.skip("the tool that builds wheels is not installed and cannot be fetched")
    assert built.returncode == 0, built.stderr
    (wheel,) = folder.glob("*-py3-none-any.whl")
    with ZipFile(wheel) as archive:
        archive.extractall(folder / "unpacked")
    return folder / "unpacked"


def ran(unpacked: Path, *arguments: str, folder: Path) -> "subprocess.CompletedProcess[str]":
    """Return how the command of the wheel ended in a folder."""
    return subprocess.run(  # noqa: S603 - our own command
        [sys.executable, "-m", "referee", *arguments],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(unpacked)},
    )


def test_shipped_games_are_listed_and_copied(unpacked: Path, tmp_path: Path) -> None:
    listed = ran(unpacked, "examples", "list", folder=tmp_path)
    assert listed.returncode == 0, listed.stderr
    assert "games/four-players.mgn" in listed.stdout.splitlines()
    copied = ran(unpacked, "examples", "copy", "games/four-players.mgn", folder=tmp_path)
    assert copied.returncode == 0, copied.stderr
    copy = tmp_path / "four-players.mgn"
    assert copy.read_bytes() == (ROOT / "games" / "four-players.mgn").read_bytes()
    assert ran(unpacked, "check", "four-players.mgn", folder=tmp_path).stderr == ""


def test_a_shipped_game_is_judged_and_said_to_be_that_of_the_wheel(
    unpacked: Path, tmp_path: Path
) -> None:
    checked = ran(unpacked, "check", "games/four-players.mgn", folder=tmp_path)
    assert checked.returncode == 0, checked.stderr
    assert "legal" in checked.stdout
    assert "games/four-players.mgn is not here" in checked.stderr
    assert str(unpacked) in checked.stderr


def test_every_puzzle_is_in_the_wheel(unpacked: Path, tmp_path: Path) -> None:
    listed = ran(unpacked, "puzzle", "list", folder=tmp_path)
    assert listed.returncode == 0, listed.stderr
    ids = [path.stem for path in (ROOT / "puzzles").glob("*.toml")]
    assert ids
    assert all(each in listed.stdout for each in ids)


def test_golden_games_are_in_the_wheel(unpacked: Path) -> None:
    golden = {path.name for path in (ROOT / "games" / "golden").iterdir()}
    assert {path.name for path in (unpacked / "referee/shipped/games/golden").iterdir()} == golden
