"""Differences that were saved are asked again."""

import json
from pathlib import Path

import pytest
from click.testing import Result

from tests.cli.conform_runs import GOLDEN, SHORT, conform, told
from tests.cli.running import run
from tests.conformance.commands import ENGINE, fake, faulty

pytestmark = pytest.mark.slow


def again(folder: Path, *arguments: str, command: tuple[str, ...]) -> Result:
    return run("conform", "run", "--again", str(folder / "found"), *arguments, "--", *command)


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a folder of saved differences of two sorts, and a set of their own."""
    folder = tmp_path_factory.mktemp("saved")
    conform(folder, *SHORT, "--games", "4", command=faulty("price"))
    small = ("--games", "2", "--set", "small-1", "--rounds", "1")
    conform(folder, *small, command=faulty("forgets the end"))
    assert (folder / "found" / "small-1").is_dir()
    return folder


@pytest.mark.parametrize("fault", ["price", "forgets the end"])
def test_a_saved_difference_is_still_there_until_it_is_mended(saved: Path, fault: str) -> None:
    data = told(again(saved, "--json", command=faulty(fault)))
    assert data["again"] == {
        "turns-legal-end-missing": "still" if fault == "forgets the end" else "gone",
        "verdict-goods-illegal-gds-06": "still" if fault == "price" else "gone",
    }
    (difference,) = data["differences"]
    assert difference["file"].endswith(".mgn")
    assert Path(difference["file"]).is_file()


def test_without_the_faults_all_saved_differences_are_gone(saved: Path) -> None:
    result = again(saved, command=ENGINE)
    assert result.exit_code == 0, result.output
    assert "0 of 2 saved differences still there" in result.output
    assert "no difference" in result.output


def test_one_that_is_known_is_expected_again(saved: Path, tmp_path: Path) -> None:
    known = tmp_path / "known.txt"
    known.write_text("verdict goods illegal GDS-06\n")
    command = faulty("price")
    assert again(saved, "--known", str(known), command=command).exit_code == 0
    assert again(saved, "--known", str(known), "--jobs", "2", command=command).exit_code == 0
    assert again(saved, command=command).exit_code == 1


def test_what_a_program_cannot_do_is_not_asked_again(saved: Path) -> None:
    result = again(saved, command=faulty("price", "check"))
    assert result.exit_code == 3
    assert "not tested" in result.output
    nothing_sent = again(saved, "--json", command=faulty("no sets"))
    assert nothing_sent.exit_code == 3
    assert sorted(told(nothing_sent)["again"].values()) == ["gone", "not-asked"]


def test_a_program_that_fails_now_differs_otherwise(tmp_path: Path) -> None:
    conform(tmp_path, *SHORT, "--games", "1", command=fake("lies"))
    same = told(again(tmp_path, "--json", command=fake("lies")))["again"]
    assert same == {"state-deal-cards-phase": "still"}
    result = again(tmp_path, "--json", command=fake("crashes later"))
    assert result.exit_code == 1
    assert told(result)["again"] == {"state-deal-cards-phase": "otherwise"}


def spoilt(text: str) -> dict[str, str]:
    """Return a saved difference spoilt in several ways, by what is said about it."""
    whole = json.loads(text)
    event = whole["game"]["events"][0]
    return {
        "not a saved difference": "{}",
        "breaks": json.dumps(whole | {"game": whole["game"] | {"events": [event, event]}}),
        "is not beside it": json.dumps(
            whole | {"game": whole["game"] | {"components": {"name": "x", "digest": "y"}}}
        ),
        "another digest": json.dumps(
            whole | {"game": whole["game"] | {"components": {"name": "reference", "digest": "y"}}}
        ),
        "SET-01": json.dumps(whole | {"game": whole["game"] | {"players": 7}}),
    }


def test_a_saved_difference_that_cannot_be_used_is_a_misuse(saved: Path, tmp_path: Path) -> None:
    found = tmp_path / "found"
    found.mkdir()
    assert again(tmp_path, command=ENGINE).exit_code == 2
    file = "verdict-goods-illegal-gds-06.difference"
    for words, text in spoilt((saved / "found" / file).read_text("utf-8")).items():
        (found / file).write_text(text)
        result = again(tmp_path, command=ENGINE)
        assert result.exit_code == 2, result.output
        assert words in " ".join(result.output.split())


def test_saved_differences_are_no_golden_games(saved: Path) -> None:
    folder = str(saved / "found")
    result = conform(saved, "--golden", folder, command=ENGINE)
    assert result.exit_code == 2
    assert "--again tests saved differences" in " ".join(result.output.split())
    both = conform(saved, "--golden", str(GOLDEN), "--again", folder, command=ENGINE)
    assert both.exit_code == 2
