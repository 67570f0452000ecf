import json
import os
import pickle
from pathlib import Path
from typing import Any

import pytest

import referee
from tests.cli.running import run
from tests.conformance.commands import ENGINE, PATIENT, PATIENTLY, fake, faulty

pytestmark = pytest.mark.slow

SHORT: dict[str, Any] = {
    "games": 2,
    "rounds": 1,
    "sets": ["reference"],
    "default_rulings": True,
    "answer_timeout": PATIENT,
}
OPTIONS = ("--games", "2", "--rounds", "1", "--set", "reference", "--default-rulings", *PATIENTLY)


def test_an_answer_is_what_the_command_prints(tmp_path: Path) -> None:
    folder = tmp_path / "found"
    known = tmp_path / "known.txt"
    known.write_text("state merchant players.cash\n")
    files = ("-o", str(folder), "--known", str(known))
    printed = run("conform", "run", *OPTIONS, *files, "--json", "--", *faulty("price"))
    found = referee.conform(faulty("price"), save=folder, known=known, **SHORT)
    assert json.loads(found.to_json()) == json.loads(printed.stdout)
    assert not found.conforms
    assert found.known is not None
    assert found.known.passed == ("state merchant players.cash",)
    assert pickle.loads(pickle.dumps(found)) == found  # noqa: S301
    assert Path(str(found.differences[0].file)).is_file()

    again = referee.conform(faulty("price"), again=folder, answer_timeout=PATIENT)
    printed = run(
        "conform", "run", "--again", str(folder), *PATIENTLY, "--json", "--", *faulty("price")
    )
    assert json.loads(again.to_json()) == json.loads(printed.stdout)
    assert again.again == {"verdict-goods-illegal-gds-06": "still"}


def test_nothing_is_written_unless_a_folder_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(Path.cwd()))
    monkeypatch.chdir(tmp_path)
    found = referee.conform(faulty("price"), shrink=0, **SHORT)
    assert found.differences
    assert found.differences[0].file is None
    assert not [*tmp_path.iterdir()]


def test_a_run_can_be_followed_and_stopped() -> None:
    told: list[tuple[int, int]] = []
    shrunk: list[str] = []
    found = referee.conform(
        faulty("price"),
        shrink=1,
        shrinking=shrunk.append,
        budget=referee.Budget(
            stop=lambda: len(told) == 2, progress=lambda done, total: told.append((done, total))
        ),
        **SHORT | {"games": 50},
    )
    assert told == [(1, 50), (2, 50)]
    assert found.games == 2
    assert shrunk == [each.id for each in found.differences]


@pytest.mark.parametrize(
    "options",
    [
        {"again": "x", "golden": "y"},
        {"resume": True},
        {"players": [5]},
        {"players": []},
        {"sets": ["nobodys"]},
    ],
    ids=str,
)
def test_what_makes_no_sense_is_a_misuse(options: dict[str, Any]) -> None:
    with pytest.raises(referee.UsageError):
        referee.conform(ENGINE, **options)


def test_files_and_programs_that_cannot_be_used_are_told_apart(tmp_path: Path) -> None:
    with pytest.raises(referee.ProgramError):
        referee.conform("/nowhere/at/all")
    with pytest.raises(referee.UnreadableError, match="no golden game"):
        referee.conform(ENGINE, golden=tmp_path)
    with pytest.raises(referee.UnreadableError, match="no saved difference"):
        referee.conform(ENGINE, again=tmp_path)
    with pytest.raises(referee.UnreadableError, match="cannot be read"):
        referee.conform(ENGINE, known=tmp_path / "nothing.txt")
    with pytest.raises(referee.NoAnswerError, match="none of the sets"):
        referee.conform(faulty("no sets"), sets=["random-5"], answer_timeout=PATIENT)
    (tmp_path / "poem.jsonl").write_text("a poem\n")
    with pytest.raises(referee.UnreadableError, match="no results"):
        referee.conform(fake("fine"), results=tmp_path / "poem.jsonl")
    with pytest.raises(referee.WriteError, match="cannot be written"):
        referee.conform(fake("fine"), results=tmp_path)


def test_results_that_cannot_be_written_end_the_command_as_elsewhere() -> None:
    result = run("conform", "run", *OPTIONS, "--results", os.devnull, "--", *fake("fine"))
    assert result.exit_code == 3
    assert "cannot be written" in result.output
