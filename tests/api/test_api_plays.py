import json
import pickle
import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest

import referee
from referee.api.conformance import serve_engine
from referee.api.golden_games import check_golden, golden_series, write_golden
from referee.core.shipped_files import shipped
from tests.cli.running import run

pytestmark = pytest.mark.slow

GOLDEN = shipped("games") / "golden" / "game-00.jsonl"

LIGHT = """
import sys
import referee
from referee.api.golden_games import check_golden, golden_series
from referee.api.conformance import serve_engine

referee.play().table()
referee.load("games/two-players.mgn").table("7.7").count()
again = iter([False, True])
check_golden(budget=referee.Budget(stop=lambda: next(again)))
golden_series("nowhere", 1)
list(serve_engine([b'{"do":"hello","id":1}']))
import referee.api.conformance
import referee.cli.conform, referee.cli.conform, referee.cli.legal
import referee.cli.play, referee.cli.conform
print([name for name in ("z3", "ortools", "numpy", "pandas") if name in sys.modules])
"""


def test_a_game_is_the_one_that_the_command_records(tmp_path: Path) -> None:
    file = tmp_path / "game.mgn"
    options = ("--players", "3", "--seed", "4", "--policy", "greedy", "--setup", "first-game")
    assert run("play", *options, "-o", str(file)).exit_code == 0
    game = referee.play(3, seed=4, policy="greedy", setup="first-game")
    assert game.to_text() == file.read_text("utf-8")
    assert pickle.loads(pickle.dumps(game)).to_text() == game.to_text()  # noqa: S301


def test_golden_games_are_not_made_for_a_place_that_is_no_folder(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    with pytest.raises(referee.WriteError, match="file is not a folder"):
        golden_series(file, 1)


def test_who_cannot_play_is_told() -> None:
    with pytest.raises(referee.UsageError, match="expected one of 2, 3, 4, found 5"):
        referee.play(5)
    with pytest.raises(referee.UsageError, match="one of random, greedy"):
        referee.play(policy="clever")
    with pytest.raises(referee.UsageError, match="cannot be used"):
        referee.play(components="nowhere")


def test_golden_games_are_checked_as_the_command_prints(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(GOLDEN.read_bytes())
    lines = GOLDEN.read_text("utf-8").splitlines(keepends=True)
    lines[4] = lines[4].replace(json.loads(lines[4])[1], "0" * 16)
    (tmp_path / "b.jsonl").write_text("".join(lines))
    found = check_golden(tmp_path)
    printed = run("conform", "golden", str(tmp_path), "--json")
    assert json.loads(found.to_json()) == json.loads(printed.stdout)
    assert found.checked == 2
    assert [(each.file, each.line) for each in found.different] == [("b.jsonl", 5)]
    assert pickle.loads(pickle.dumps(found)) == found  # noqa: S301


def test_golden_games_that_cannot_be_read_are_told(tmp_path: Path) -> None:
    with pytest.raises(referee.UsageError, match="no golden game"):
        check_golden(tmp_path)
    (tmp_path / "a.jsonl").write_text("junk")
    with pytest.raises(referee.UnreadableError, match="line 1") as caught:
        check_golden(tmp_path)
    assert caught.value.file == str(tmp_path / "a.jsonl")


def test_golden_games_change_with_a_reason_only(tmp_path: Path) -> None:
    folder = tmp_path / "golden"
    write_golden(golden_series(folder, 1))
    file = folder / "game-00.jsonl"
    made = file.read_bytes()
    head, _, _ = made.rstrip(b"\n").rpartition(b"\n")
    file.write_bytes(head + b'\n{"rows":[[0,0,0,0,0,0,0]]}\n')
    series = golden_series(folder, 1)
    assert [each.file for each in series.changed] == ["game-00.jsonl"]
    changelog = tmp_path / "changes.md"
    changelog.write_text("# Changes\n\n## 1.0\n\n- Something.\n")
    for rule in (None, "XXX-01"):
        with pytest.raises(referee.UsageError):
            write_golden(series, rule=rule, reason="none", changelog=changelog)
    assert file.read_bytes() != made
    write_golden(series, rule="sco-07", reason="sums", changelog=changelog, today=date(2026, 1, 2))
    assert file.read_bytes() == made
    entry = "- 2026-01-02: golden games updated: 1, for SCO-07 (highest-total): sums"
    assert entry in changelog.read_text()


def test_the_engine_answers_each_line_until_it_is_asked_to_quit() -> None:
    asked = [b'{"do":"hello","id":1}', b"junk", b'{"do":"quit","id":3}', b'{"do":"hello","id":4}']
    answers = [json.loads(line) for line in serve_engine(asked, version="7")]
    assert [answer["id"] for answer in answers] == [1, 0, 3]
    assert answers[0]["version"] == "7"


def test_none_of_this_needs_a_solver() -> None:
    command = (sys.executable, "-c", LIGHT)
    done = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603
    assert done.stdout == "[]\n"
