"""Many games at once: results kept, summed up by rule, and gone on from."""

import json
import os
import pickle
from hashlib import sha256
from pathlib import Path

import pytest

from referee.api import batches
from referee.api.batches import CheckOptions, Workforce, checked_files
from referee.api.sources import Given, Source, given
from referee.api.verdicts import BareVerdict, CheckedGame
from referee.cli import check as command
from referee.core.shipped_files import shipped
from referee.durable import open_lines
from tests.cli.running import run
from tests.cli.test_cli_check import ILLEGAL, LEGAL, UNREADABLE

GAMES = shipped("games")
MOST_BYTES_OF_A_VERDICT = 2_000


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    folder = tmp_path / "archive"
    folder.mkdir()
    for name, text in {"a": LEGAL, "b": ILLEGAL, "c": UNREADABLE, "d": ILLEGAL}.items():
        (folder / f"{name}.mgn").write_text(text, "utf-8")
    return folder


def kept(path: Path) -> list[dict[str, str]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def test_the_summary_counts_games_by_rule_and_names_the_first(archive: Path) -> None:
    result = run("check", str(archive), "--summary", "--json")
    counted = json.loads(result.stdout)
    assert result.exit_code == 2
    assert counted["verdicts"] == {
        "legal": 1,
        "illegal": 2,
        "wrong-note": 0,
        "conditional": 0,
        "undecided": 0,
        "unreadable": 1,
    }
    assert {rule["games"] for rule in counted["rules"].values()} == {2}
    assert {Path(rule["file"]).name for rule in counted["rules"].values()} == {"b.mgn"}


def test_the_summary_for_people_tells_the_same(archive: Path) -> None:
    shown = run("check", str(archive), "--summary").stdout
    assert shown.splitlines()[-1] == "4 games: 1 legal, 2 illegal, 1 unreadable"
    assert "b.mgn:" in shown
    assert "d.mgn" not in shown


def test_results_are_kept_a_line_a_game_whatever_the_jobs(archive: Path, tmp_path: Path) -> None:
    for jobs in ("1", "2"):
        path = tmp_path / f"results-{jobs}.jsonl"
        run("check", str(archive), "--summary", "--jobs", jobs, "--results", str(path))
        verdicts = [(Path(line["file"]).name, line["verdict"]) for line in kept(path)]
        assert verdicts == [
            ("a.mgn", "legal"),
            ("b.mgn", "illegal"),
            ("c.mgn", "unreadable"),
            ("d.mgn", "illegal"),
        ]


def test_a_run_goes_on_from_whole_lines_and_looks_again_at_what_changed(
    archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "results.jsonl"
    whole = run("check", str(archive), "--summary", "--results", str(path)).stdout
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:2]) + lines[2][:20])
    seen: list[str] = []

    def watched(files, options, workforce, *, kept):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        seen.extend(file.name for file in files)
        return checked_files(files, options, workforce, kept=kept)

    monkeypatch.setattr(batches, "checked_files", watched)
    again = run("check", str(archive), "--summary", "--results", str(path), "--resume")
    assert seen == ["c.mgn", "d.mgn"]
    assert again.stdout == whole
    assert again.exit_code == 2
    assert len(kept(path)) == 4

    seen.clear()
    (archive / "c.mgn").write_text(LEGAL, "utf-8")
    assert run("check", str(archive), "--results", str(path), "--resume").exit_code == 1
    assert seen == ["c.mgn"]


def test_an_interrupted_run_keeps_what_was_done(
    archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(files, options, workforce, *, kept):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        yield from list(checked_files(files, options, workforce, kept=kept))[:2]
        raise KeyboardInterrupt

    monkeypatch.setattr(batches, "checked_files", interrupted)
    path = tmp_path / "results.jsonl"
    result = run("check", str(archive), "--summary", "--results", str(path))
    assert result.exit_code == 130
    assert "--resume continues" in result.stderr
    assert len(kept(path)) == 2


def test_resume_needs_results_that_are_results(archive: Path, tmp_path: Path) -> None:
    assert run("check", str(archive), "--resume").exit_code == 2
    path = tmp_path / "results.jsonl"
    path.write_text('{"no": "results"}\n', "utf-8")
    result = run("check", str(archive), "--results", str(path), "--resume")
    assert result.exit_code == 2
    assert "results.jsonl:1" in result.stderr


@pytest.mark.parametrize("option", [(), ("--resume",)])
@pytest.mark.parametrize("content", [LEGAL, LEGAL.strip().splitlines()[0], '{"no": 1}', '{"no'])
def test_what_is_no_results_is_left_as_it_is(
    content: str, option: tuple[str, ...], archive: Path
) -> None:
    record = archive / "a.mgn"
    record.write_text(content, "utf-8")
    result = run("check", str(record), "--results", str(record), *option)
    assert result.exit_code == 2
    assert "results" in result.stderr
    assert record.read_text("utf-8") == content


def test_a_first_line_that_was_cut_off_is_no_obstacle(archive: Path, tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    path.write_bytes(b'{"file": "archive/a.mg')
    assert run("check", str(archive), "--results", str(path), "--resume").exit_code == 2
    assert len(kept(path)) == 4


def test_two_runs_do_not_write_to_one_file(archive: Path, tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    with open_lines(path):
        result = run("check", str(archive), "--results", str(path))
    assert result.exit_code == 3
    assert "another run is writing to it" in result.stderr


def test_no_game_counts_twice(archive: Path, tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    game = str(archive / "a.mgn")
    run("check", game, game, "--results", str(path))
    assert len(kept(path)) == 1
    path.write_bytes(path.read_bytes() * 2)
    shown = run("check", game, "--results", str(path), "--resume", "--summary").stdout
    assert shown.splitlines()[-1] == "1 game: 1 legal"


def test_the_digest_is_that_of_what_was_judged(
    archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, path = archive / "a.mgn", tmp_path / "results.jsonl"

    def changed_afterwards(source: Source) -> Given:
        read = given(source)
        game.write_text(ILLEGAL, "utf-8")
        return read

    monkeypatch.setattr(batches, "given", changed_afterwards)
    run("check", str(game), "--results", str(path))
    monkeypatch.undo()
    (line,) = kept(path)
    assert (line["verdict"], line["sha256"]) == ("legal", sha256(LEGAL.encode()).hexdigest())
    assert run("check", str(game), "--results", str(path), "--resume").exit_code == 1


def test_results_of_another_question_are_not_gone_on_from(archive: Path, tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    asked = ("check", str(archive / "a.mgn"), "--results", str(path))
    run(*asked)
    proved = json.loads(run(*asked, "--resume", "--prove", "--json").stdout)
    assert proved[0]["proof"]["events"]
    assert len(kept(path)) == 2
    run(*asked, "--resume", "--prove")
    assert len(kept(path)) == 2


def test_standard_input_is_looked_at_beside_files_and_never_gone_on_from(
    archive: Path, tmp_path: Path
) -> None:
    path = tmp_path / "results.jsonl"
    asked = ("check", str(archive / "b.mgn"), "-", str(archive / "a.mgn"), "--jobs", "2", "--json")
    for text, verdict in ((LEGAL, "legal"), (UNREADABLE, "unreadable")):
        result = run(*asked, "--results", str(path), "--resume", given=text.encode())
        found = {Path(game["file"]).name: game["verdict"] for game in json.loads(result.stdout)}
        assert found == {"b.mgn": "illegal", "a.mgn": "legal", "standard input": verdict}


def test_whoever_stops_reading_is_not_told_that_results_cannot_be_written(
    archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(*_: object) -> None:
        raise BrokenPipeError

    monkeypatch.setattr(command, "show", gone)
    result = run("check", str(archive), "--results", str(tmp_path / "results.jsonl"))
    assert result.exit_code == 141


def test_a_set_that_cannot_be_used_is_told_with_results_too(archive: Path, tmp_path: Path) -> None:
    results = str(tmp_path / "results.jsonl")
    result = run("check", str(archive), "--set", str(archive), "--results", results)
    assert result.exit_code == 2
    assert "components check" in result.stderr


def test_special_files_in_a_folder_are_skipped_with_a_word(archive: Path) -> None:
    os.mkfifo(archive / "pipe.mgn")
    os.mkfifo(archive / "pipe.json")
    (archive / "endless.mgn").symlink_to("/dev/zero")
    (archive / "folder.mgn").mkdir()
    (archive / "nowhere.mgn").symlink_to(archive / "gone.mgn")
    result = run("check", str(archive), "--json")
    names = [Path(game["file"]).name for game in json.loads(result.stdout)]
    assert names == ["a.mgn", "b.mgn", "c.mgn", "d.mgn", "nowhere.mgn"]
    assert "skipped 3 special files" in result.stderr


@pytest.mark.slow
def test_processes_hand_back_verdicts_and_not_whole_games() -> None:
    files = [GAMES / "four-players.mgn", GAMES / "two-players.mgn"]
    for found in checked_files(files, CheckOptions(), Workforce(2)):
        assert found.found.verdict.verdict == "legal"
        assert len(pickle.dumps(found)) < MOST_BYTES_OF_A_VERDICT
    illegal = [GAMES / "illegal" / "exp-06-points-suffice.mgn"] * 2
    for wanted, only in ((CheckedGame, False), (BareVerdict, True)):
        options = CheckOptions(verdicts_only=only)
        found_games = [file.found for file in checked_files(illegal, options, Workforce(2))]
        assert [type(game) for game in found_games] == [wanted, wanted]
