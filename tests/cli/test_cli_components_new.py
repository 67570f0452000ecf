from pathlib import Path

import pytest

from referee.core.set_reader import FILES, HEADER
from tests.cli.running import run


@pytest.mark.parametrize("exists", [True, False])
def test_a_set_is_started_in_a_new_or_empty_folder(tmp_path: Path, *, exists: bool) -> None:
    folder = tmp_path / "mine"
    if exists:
        folder.mkdir()
    result = run("components", "new", str(folder))
    assert result.exit_code == 0
    assert {path.name for path in folder.iterdir()} == {HEADER, *FILES}


def test_it_says_what_to_do_next(tmp_path: Path) -> None:
    said = run("components", "new", str(tmp_path / "mine")).output.replace("\n", "")
    assert f"now has {len(FILES) + 1} files." in said
    assert "referee components check" in said


@pytest.mark.slow
def test_the_check_of_a_new_set_lists_blanks_alone(tmp_path: Path) -> None:
    run("components", "new", str(tmp_path / "mine"))
    result = run("components", "check", str(tmp_path / "mine"))
    assert result.exit_code == 1
    assert " values not entered, 0 unreadable, 0 contradictions." in result.output
    assert run("components", "show", str(tmp_path / "mine")).exit_code == 0


def test_a_folder_with_something_in_it_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "note.txt").write_text("mine", encoding="utf-8")
    result = run("components", "new", str(tmp_path))
    assert result.exit_code == 2
    assert "is not empty; expected a new or empty folder" in result.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["note.txt"]


@pytest.mark.parametrize("below", ["", "inner"])
def test_a_file_is_no_folder(tmp_path: Path, below: str) -> None:
    (tmp_path / "file").touch()
    result = run("components", "new", str(tmp_path / "file" / below))
    assert result.exit_code == 3
    assert "expected a new or empty folder" in result.stderr


def test_a_folder_must_be_named() -> None:
    assert run("components", "new").exit_code == 2
