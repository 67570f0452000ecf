"""Games, puzzles and ids that come with the referee are found from anywhere, by shells as well."""

import json
from pathlib import Path

import pytest

from referee.core.shipped_files import shipped, shipped_path
from tests.cli.running import run


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.slow
@pytest.mark.usefixtures("elsewhere")
@pytest.mark.parametrize(
    "command",
    [
        "check games/as-written.mgn",
        "show games/four-players.mgn --at 3.2",
        "score games/four-players.mgn",
        "fmt games/two-players.mgn",
        "components show games/own-copy/anns-copy",
    ],
)
def test_an_example_of_the_readme_works_anywhere_and_says_what_it_used(command: str) -> None:
    result = run(*command.split())
    name = next(word for word in command.split() if "/" in word)
    assert result.exit_code == 0
    assert result.stderr.startswith(f"{name} is not here; using the one that comes with")
    assert result.stderr.rstrip().endswith(str(shipped_path(Path(name))))


@pytest.mark.slow
@pytest.mark.usefixtures("elsewhere")
def test_a_shipped_folder_is_found() -> None:
    result = run("check", "games/illegal", "--summary")
    assert result.exit_code == 1
    assert "illegal" in result.stdout


def test_a_file_that_is_there_is_taken(elsewhere: Path) -> None:
    (elsewhere / "games").mkdir()
    (elsewhere / "games" / "two-players.mgn").write_text("= junk\n")
    result = run("check", "games/two-players.mgn")
    assert result.exit_code == 2
    assert "comes with the referee" not in result.stderr


@pytest.mark.usefixtures("elsewhere")
@pytest.mark.parametrize(
    "name", ["games/../../pyproject.toml", "/games/two-players.mgn", "docs/x.mgn", "games/x.mgn"]
)
def test_no_other_file_is_found(name: str) -> None:
    assert shipped_path(Path(name)) is None
    assert run("check", name).exit_code == 2


def test_shipped_games_are_listed() -> None:
    listed = run("examples", "list").stdout.splitlines()
    assert "games/four-players.mgn" in listed
    assert not any("illegal" in name for name in listed)
    data = json.loads(run("examples", "list", "--all", "--json").stdout)
    assert data["folder"] == str(shipped("games"))
    assert "games/illegal/exp-06-points-suffice.mgn" in data["games"]
    assert all((shipped("games").parent / name).is_file() for name in data["games"])


def test_a_shipped_game_is_copied(elsewhere: Path) -> None:
    original = (shipped("games") / "two-players.mgn").read_bytes()
    result = run("examples", "copy", "games/two-players.mgn")
    assert result.exit_code == 0
    assert "is now in two-players.mgn" in result.stderr
    assert (elsewhere / "two-players.mgn").read_bytes() == original
    again = run("examples", "copy", "two-players.mgn")
    assert again.exit_code == 2
    assert "--force replaces it" in again.stderr
    assert run("examples", "copy", "two-players.mgn", "--force").exit_code == 0
    assert run("examples", "copy", "two-players.mgn", "mine.mgn").exit_code == 0
    assert (elsewhere / "mine.mgn").read_bytes() == original


def completed(words: str, shell: str = "bash") -> list[str]:
    result = run(
        env={
            "_REFEREE_COMPLETE": f"{shell}_complete",
            "COMP_WORDS": words,
            "COMP_CWORD": str(words.count(" ")),
        }
    )
    return result.output.splitlines()


def test_the_shell_completes_commands() -> None:
    found = completed("referee co")
    assert found == [f"plain,{name}" for name in ("complete", "components", "config", "conform")]


def test_the_shell_completes_puzzles() -> None:
    assert completed("referee puzzle show banana") == ["plain,banana-boat"]
    assert completed("referee puzzle check banana") == ["plain,banana-boat"]


def test_the_shell_completes_objectives_and_the_parts_of_a_sum() -> None:
    assert completed("referee best games/four-players.mgn --objective ma") == ["plain,margin"]
    assert completed("referee review games/four-players.mgn --objective 2*ink+shares:ca") == [
        "plain,2*ink+shares:cape-town",
        "plain,2*ink+shares:cairo",
    ]
    assert completed("referee best games/four-players.mgn --objective cash-net") == [
        "plain,cash-net-worth"
    ]
    assert completed("referee best games/four-players.mgn --objective net-w") == ["plain,net-worth"]


def test_the_shell_completes_moments_of_the_game() -> None:
    rounds = [f"plain,{number}" for number in range(1, 8)]
    assert completed("referee show games/two-players.mgn --at ") == rounds
    turns = completed("referee legal games/two-players.mgn --at 3.")
    assert turns[:2] == ["plain,3.1", "plain,3.2"]
    assert completed("referee show nowhere.mgn --at 3") == [""]


def test_the_shell_completes_component_sets() -> None:
    own = "games/own-copy"
    copies = [f"plain,{own}/anns-copy", f"plain,{own}/bens-copy"]
    assert completed(f"referee components show {own}/") == copies
    assert completed(f"referee check --set {own}/") == copies
    assert completed("referee components show games") == ["dir,games"]


def test_the_shell_completes_shipped_games() -> None:
    assert completed("referee examples copy games/four") == ["plain,games/four-players.mgn"]
    assert completed("referee examples copy four") == ["plain,four-players.mgn"]


@pytest.mark.usefixtures("elsewhere")
def test_the_shell_completes_the_name_of_a_shipped_game_where_no_such_file_is() -> None:
    assert completed("referee check games/four") == ["plain,games/four-players.mgn"]
    assert completed("referee check four") == ["file,four"]


def test_the_shell_completes_sets_to_test_a_program_with() -> None:
    assert completed("referee conform run --set ref") == ["plain,reference"]
    assert completed("referee conform run --set sm") == ["plain,small-0"]


def test_the_shell_completes_themes_of_puzzles() -> None:
    assert completed("referee puzzle list --theme d2") == ["plain,D2"]


def test_a_shell_that_shows_more_gets_the_sentences() -> None:
    told = completed("referee rules GDS-04", "zsh")
    assert told[:2] == ["plain", "GDS-04"]
    assert len(told[2].split()) > 3
