"""Settings stand beside the records or in the user's folder, and options go before them."""

import json
import shutil
from pathlib import Path

import pytest

from tests.cli.running import run

ILLEGAL = "games/illegal/exp-06-points-suffice.mgn"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the settings of a user."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home"))
    for name in ("REFEREE_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    (tmp_path / "home" / "referee").mkdir(parents=True)
    return tmp_path / "home" / "referee"


@pytest.fixture
def game(tmp_path: Path) -> Path:
    (tmp_path / "records").mkdir()
    return Path(shutil.copy(ILLEGAL, tmp_path / "records" / "game.mgn"))


def test_what_stands_beside_the_records_counts(home: Path, game: Path) -> None:
    (home / "referee.toml").write_text('language = "nl"\nedition = "cs"\n', "utf-8")
    (game.parent / "referee.toml").write_text('edition = "fr"\ngroup = "sundays"\n', "utf-8")
    found = json.loads(run("config", str(game), "--json").output)
    assert {name: each["value"] for name, each in found.items()} == {
        "language": "nl",
        "edition": "fr",
        "group": str(game.parent / "sundays"),
    }
    assert found["language"]["file"] == str(home / "referee.toml")
    assert "sundays" in run("config", str(game.parent)).output


def test_settings_are_the_defaults_of_options(home: Path, game: Path) -> None:
    (home / "referee.toml").write_text('language = "nl"\nedition = "fr"\n', "utf-8")
    assert "ongeoorloofd" in run("check", str(game)).output
    assert "illegal" in run("check", str(game), "--lang", "en").output
    for asked, edition in (((), "fr"), (("--edition", "cs"), "cs")):
        cited = json.loads(run("explain", str(game), "--json", *asked).output)["citations"]
        assert {each["edition"] for each in cited} == {edition}


def test_the_set_is_found_from_the_file_that_names_it(home: Path, game: Path, copy: Path) -> None:
    header = copy / "set.toml"
    header.write_text(header.read_text("utf-8").replace('"reference"', '"mine"', 1), "utf-8")
    record = run("play", "--seed", "1", "-o", "-", "--set", str(copy)).output
    assert "set mine" in record
    game.write_text(record, "utf-8")
    assert run("check", str(game)).exit_code == 2
    (home / "referee.toml").write_text(f'set = "{copy}"\n', "utf-8")
    assert run("check", str(game)).exit_code == 0
    assert "set mine" in run("play", "--seed", "1", "-o", "-").output


@pytest.mark.parametrize(
    "text", ['lang = "nl"', 'language = "xx"', 'edition = "de"', "set = 3", "set = ", "\xff"]
)
def test_settings_that_make_no_sense_are_named(text: str, home: Path) -> None:
    (home / "referee.toml").write_text(text, "latin-1")
    result = run("check", ILLEGAL)
    assert result.exit_code == 2
    assert "referee.toml" in result.output
    assert "Traceback" not in result.output


def test_a_pad_is_scored_without_a_game() -> None:
    pads = ("--pad", "Lea=25,0,8,0,0,12,4", "--pad", "9,12,8,0,6,4,0")
    found = json.loads(run("score", *pads, "--json").output)
    totals = {each["colour"]: each["total"] for each in found["players"]}
    assert totals == {"Lea": 49, "2": 39}
    assert found["winners"] == ["Lea"]
    assert "Lea wins" in run("score", *pads).output


@pytest.mark.parametrize(
    "asked",
    [
        (),
        ("--pad", "1,2"),
        ("--pad", "1,2,3,4,5,6,x"),
        ("--pad", "1,2,3,4,5,6,99999"),
        ("games/two-players.mgn", "--pad", "1,2,3,4,5,6,7"),
        ("--pad", "1,2,3,4,5,6,7", "--at", "3"),
    ],
)
def test_a_pad_has_seven_numbers_and_no_game(asked: tuple[str, ...]) -> None:
    assert run("score", *asked).exit_code == 2
