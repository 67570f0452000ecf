"""Many games judged from Python: the answers of `referee check`, kept and gone on from."""

import json
import pickle
from pathlib import Path

import pytest

import referee
from referee.api import batches
from referee.types import Summary
from tests.cli.running import run
from tests.cli.test_cli_check import ILLEGAL, LEGAL, UNREADABLE


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    found = tmp_path / "games"
    found.mkdir()
    for name, text in {"a": LEGAL, "b": ILLEGAL, "c": UNREADABLE}.items():
        (found / f"{name}.mgn").write_text(text, "utf-8")
    return found


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_answers_are_what_the_command_prints(folder: Path, jobs: int) -> None:
    found = [*referee.check_all([folder], jobs=jobs)]
    assert [json.loads(each.to_json()) for each in found] == json.loads(
        run("check", str(folder), "--json").stdout
    )
    counted = Summary.of(found)
    assert json.loads(counted.to_json()) == json.loads(
        run("check", str(folder), "--json", "--summary").stdout
    )
    assert pickle.loads(pickle.dumps((found, counted))) == (found, counted)  # noqa: S301 - our own


def test_a_shipped_folder_is_found_from_anywhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (verdict,) = referee.check_all(["games/own-copy/three-players.mgn"])
    assert verdict.verdict == "legal"


def test_verdicts_are_kept_and_gone_on_from(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    results = tmp_path / "results.jsonl"
    whole = [*referee.check_all([folder], results=results)]
    kept = results.read_bytes()
    results.write_bytes(kept[:-10])
    assert [*referee.check_all([folder], results=results, resume=True)] == whole
    assert results.read_bytes() == kept
    monkeypatch.setattr(batches, "checked_files", lambda *_, **__: iter(()))
    assert [*referee.check_all([folder], results=str(results), resume=True)] == whole


def test_results_and_the_command_s_results_are_the_same(folder: Path, tmp_path: Path) -> None:
    results = tmp_path / "results.jsonl"
    run("check", str(folder), "--results", str(results))
    kept = results.read_bytes()
    assert len([*referee.check_all([folder], results=results, resume=True)]) == 3
    assert results.read_bytes() == kept


def test_work_is_told_of_and_can_be_stopped(folder: Path) -> None:
    told: list[tuple[int, int]] = []
    found = referee.check_all(
        [folder],
        budget=referee.Budget(stop=lambda: len(told) == 2, progress=lambda *now: told.append(now)),
    )
    assert [each.verdict for each in found] == ["legal", "illegal"]
    assert told == [(1, 3), (2, 3)]


def test_a_set_that_cannot_be_used_costs_no_results(folder: Path, tmp_path: Path) -> None:
    results = tmp_path / "results.jsonl"
    [*referee.check_all([folder], results=results)]
    kept = results.read_bytes()
    with pytest.raises(referee.UsageError, match="components check"):
        next(referee.check_all([folder], results=results, components=folder))
    assert results.read_bytes() == kept


def test_misuse_and_what_cannot_be_written_are_errors(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(referee.UsageError, match="--results"):
        next(referee.check_all([folder], resume=True))
    empty = tmp_path / "empty"
    empty.mkdir()
    with pytest.raises(referee.UsageError, match="no files with"):
        next(referee.check_all([empty]))
    with pytest.raises(referee.WriteError, match="cannot be written"):
        next(referee.check_all([folder], results=tmp_path / "nowhere" / "results.jsonl"))


def test_a_record_without_lines_is_counted_by_its_file(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(referee.loads(ILLEGAL).to_form("json"))
    counted = Summary.of(referee.check_all([file]))
    assert counted.rules["SET-11"].line is None
    assert f"1 game, first in {file}\n" in run("check", str(file), "--summary").stdout


def test_an_interrupted_run_prints_the_json_that_there_is(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = batches.checked_files

    def interrupted(files, options, workforce, *, kept=False):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        yield next(whole(files, options, workforce, kept=kept))
        raise KeyboardInterrupt

    monkeypatch.setattr(batches, "checked_files", interrupted)
    result = run("check", str(folder), "--json")
    assert result.exit_code == 130
    assert [each["verdict"] for each in json.loads(result.stdout)] == ["legal"]
