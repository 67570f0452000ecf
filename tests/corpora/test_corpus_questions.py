"""Results asked: a report, SQL that can reach nothing else, Parquet, and a page of one file."""

import errno
import json
import os
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import referee
from referee.types import Summary
from tests.cli.running import run
from tests.cli.test_cli_check import ILLEGAL, LEGAL, UNREADABLE


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("corpus")
    many = b"".join(referee.loads(text).to_form("jsonl") for text in (LEGAL, ILLEGAL))
    (folder / "many.jsonl").write_bytes(many)
    for name, text in {"a": ILLEGAL, "<b>": LEGAL, "c": UNREADABLE}.items():
        (folder / f"{name}.mgn").write_text(text, "utf-8")
    kept = folder.parent / f"{folder.name}-results.jsonl"
    run("check", str(folder), "--summary", "--timed", "--results", str(kept))
    with kept.open("ab") as file:
        file.write(b'{"file":"cut off')
    return kept


def test_a_report_counts_what_a_summary_counts(results: Path) -> None:
    report = json.loads(run("batch", "report", str(results), "--json").stdout)
    assert report["games"] == 5
    assert {name: games for name, games in report["verdicts"].items() if games} == {
        "legal": 2,
        "illegal": 2,
        "unreadable": 1,
    }
    counted = Summary.of(referee.check_all([results.with_name(results.name[:-14])]))
    assert {each["rule"]: each["games"] for each in report["rules"]} == {
        rule: found.games for rule, found in counted.rules.items()
    }
    assert [(Path(each["source"]).name, each["games"]) for each in report["sources"]] == [
        (results.name[:-14], 3),
        ("many.jsonl", 2),
    ]
    assert report["unreadable"][0]["games"] == 1
    assert len(report["slowest"]) == 5
    assert report["seconds"]["most"] == report["slowest"][0]["seconds"]


def test_a_report_for_people_tells_the_same(results: Path) -> None:
    shown = run("batch", "report", str(results)).stdout
    assert shown.startswith("5 games checked\n")
    assert re.search(r"^  illegal +2$", shown, re.MULTILINE)


@pytest.mark.slow
def test_parquet_says_what_the_lines_say(results: Path, tmp_path: Path) -> None:
    packed = tmp_path / "results.parquet"
    assert run("batch", "export", str(results), "-o", str(packed)).exit_code == 0
    assert referee.BatchResults(packed).report() == referee.BatchResults(results).report()
    for table in ("games", "faults"):
        asked = f"SELECT * FROM {table} ORDER BY ALL"  # noqa: S608 - two words of ours
        assert referee.BatchResults(packed).query(asked) == referee.BatchResults(results).query(
            asked
        )
    assert [*tmp_path.iterdir()] == [packed]


def test_a_game_whose_file_changed_counts_once(tmp_path: Path) -> None:
    game, kept = tmp_path / "game.mgn", tmp_path / "results.jsonl"
    for text in (LEGAL, ILLEGAL):
        game.write_text(text, "utf-8")
        run("check", str(game), "--results", str(kept), "--resume")
    assert len(kept.read_bytes().splitlines()) == 2
    report = referee.BatchResults(kept).report()
    assert (report.games, report.verdicts["illegal"], report.seconds) == (1, 1, None)


def test_a_question_is_answered(results: Path) -> None:
    asked = "SELECT game, list_sort(rules) AS \"rules\" FROM games WHERE verdict = 'illegal'"
    found = json.loads(run("batch", "query", asked, str(results), "--json").stdout)
    assert found["columns"] == ["game", "rules"]
    assert sorted(found["rows"], key=str) == [[2, ["SET-11"]], [None, ["SET-11"]]]
    assert "illegal" in run("batch", "query", "SELECT verdict FROM games", str(results)).stdout


@pytest.mark.slow
@pytest.mark.parametrize(
    "sql",
    [
        "SELECT * FROM read_text('{other}')",
        "SELECT * FROM '{other}'",
        "SELECT * FROM glob('/*')",
        "SELECT * FROM read_csv('{other}', columns = {{'line': 'VARCHAR'}})",
        "COPY games TO '{new}'",
        "ATTACH '{new}'",
        "DELETE FROM games",
        "CREATE TABLE mine AS SELECT 1",
        "SET enable_external_access = true",
        "INSTALL httpfs",
        "SELECT 1; SELECT 2",
        "SELECT * FROM results_of_this_test",
        "SELEC",
        "",
    ],
)
def test_nothing_but_the_results_can_be_reached(sql: str, results: Path, tmp_path: Path) -> None:
    other, new = tmp_path / "other.txt", tmp_path / "new"
    other.write_text("secret", "utf-8")
    results_of_this_test = [1]
    asked = run("batch", "query", sql.format(other=other, new=new), str(results))
    assert asked.exit_code == 2
    assert "secret" not in asked.output
    assert results_of_this_test
    assert not new.exists()
    assert results.read_bytes().endswith(b"cut off")


def test_what_is_no_results_is_refused(tmp_path: Path) -> None:
    game, packed = tmp_path / "game.mgn", tmp_path / "some.parquet"
    game.write_text(LEGAL, "utf-8")
    packed.write_text(LEGAL, "utf-8")
    for file in (game, packed):
        asked = run("batch", "report", str(file))
        assert asked.exit_code == 2
        assert file.name in asked.stderr
    assert run("batch", "report", str(tmp_path / "gone.jsonl")).exit_code == 2


def test_the_page_asks_for_nothing_and_shows_names_as_they_are(
    results: Path, tmp_path: Path
) -> None:
    page = tmp_path / "report.html"
    assert run("batch", "report", str(results), "-o", str(page)).exit_code == 0
    text = page.read_text("utf-8")
    assert "default-src 'none'" in text
    assert not re.search(r"https?:|url\(|<script|<img|<link|@import", text)
    assert "&lt;b&gt;.mgn" in text
    assert "<b>.mgn" not in text
    assert "prefers-color-scheme:dark" in text


@pytest.mark.parametrize("name", ["a[b]", "*", "a?", "caf\udce9", "it's"])
def test_results_of_any_name_can_be_asked_for(name: str, results: Path, tmp_path: Path) -> None:
    asked = "SELECT * FROM games ORDER BY ALL"
    kept, packed = tmp_path / f"{name}.jsonl", tmp_path / f"{name}.parquet"
    (tmp_path / "ab.jsonl").write_bytes(b"another file that a pattern would find\n")
    kept.write_bytes(results.read_bytes())
    referee.BatchResults(kept).to_parquet(packed)
    for file in (kept, packed):
        assert referee.BatchResults(file).report() == referee.BatchResults(results).report()
        assert referee.BatchResults(file).query(asked) == referee.BatchResults(results).query(asked)
    assert run("batch", "report", str(packed)).exit_code == 0


def test_exports_at_once_leave_one_file_and_touch_no_other(results: Path, tmp_path: Path) -> None:
    packed, foreign = tmp_path / "results.parquet", tmp_path / ".results.parquet.new"
    foreign.write_text("somebody else's", "utf-8")
    with ThreadPoolExecutor(4) as threads:
        for done in [
            threads.submit(referee.BatchResults(results).to_parquet, packed) for _ in range(12)
        ]:
            done.result()
    assert foreign.read_text("utf-8") == "somebody else's"
    assert {*tmp_path.iterdir()} == {packed, foreign}
    assert referee.BatchResults(packed).report() == referee.BatchResults(results).report()


def test_an_export_is_on_the_disk_before_it_replaces_anything(
    results: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packed = tmp_path / "results.parquet"
    packed.write_bytes(b"old")
    synced, sync = [], os.fsync

    def watched(number: int) -> None:
        synced.append((os.fstat(number).st_ino, packed.read_bytes() == b"old"))
        sync(number)

    monkeypatch.setattr("referee.durable.os.fsync", watched)
    referee.BatchResults(results).to_parquet(packed)
    assert synced[0] == (packed.stat().st_ino, True)


def test_an_export_that_fails_leaves_what_was_there(
    results: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packed = tmp_path / "results.parquet"
    packed.write_bytes(b"old")

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("referee.durable.os.fsync", full)
    with pytest.raises(referee.WriteError, match="No space"):
        referee.BatchResults(results).to_parquet(packed)
    assert packed.read_bytes() == b"old"
    assert [*tmp_path.iterdir()] == [packed]
