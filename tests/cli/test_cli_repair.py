"""`referee repair`, and the hint of `check`."""

import json
from pathlib import Path

import pytest

from tests.cli.running import run
from tests.repairs.written_games import written_game

pytestmark = pytest.mark.slow

GAME = written_game(103)
GOODS = [line for line in GAME.split("\n") if " goods " in line][4]
WRONG = GOODS.replace("goods", "gods")


def slipped(folder: Path) -> Path:
    file = folder / "game.mgn"
    file.write_text(GAME.replace(GOODS, WRONG, 1))
    return file


def test_it_shows_a_small_diff_and_how_far_it_looked(tmp_path: Path) -> None:
    ran = run("repair", str(slipped(tmp_path)), "--edits", "1")
    assert ran.exit_code == 0
    assert f"- {WRONG}" in ran.output
    assert f"+ {GOODS}" in ran.output
    assert "all single changes up to cost" in " ".join(ran.output.split())


def test_apply_writes_another_file_and_leaves_the_game_alone(tmp_path: Path) -> None:
    file = slipped(tmp_path)
    before = file.read_bytes()
    fixed = tmp_path / "fixed.mgn"
    assert run("repair", str(file), "--apply", "1", "-o", str(fixed)).exit_code == 0
    assert fixed.read_text() == GAME
    assert file.read_bytes() == before


def test_it_never_writes_over_the_game(tmp_path: Path) -> None:
    file = slipped(tmp_path)
    before = file.read_bytes()
    ran = run("repair", str(file), "--apply", "1", "-o", str(file))
    assert ran.exit_code == 2
    assert "stays as it is" in ran.output
    assert run("repair", str(file), "--apply", "1").exit_code == 2
    assert run("repair", str(file), "--apply", "99", "-o", str(tmp_path / "x")).exit_code == 2
    assert file.read_bytes() == before


def test_json_has_the_suggestions(tmp_path: Path) -> None:
    found = json.loads(run("repair", str(slipped(tmp_path)), "--json", "--max", "1").output)
    assert found["suggestions"][0]["changes"][0]["after"] == GOODS
    assert found["suggestions"][0]["proven"] is True


def test_a_legal_game_needs_none_and_junk_gets_none(tmp_path: Path) -> None:
    legal = run("repair", "games/two-players.mgn")
    assert (legal.exit_code, "nothing to repair" in legal.output) == (0, True)
    junk = tmp_path / "junk.mgn"
    junk.write_text("no game\nat all\nand no other\n")
    found = run("repair", str(junk))
    assert found.exit_code == 1
    assert "nothing was found" in found.output


def test_check_hints_at_a_slip_only_if_asked_and_of_one_file(tmp_path: Path) -> None:
    file = str(slipped(tmp_path))
    hinted = run("check", file, "--hint")
    assert hinted.exit_code == 2
    assert "probable correction: line" in hinted.output
    assert "`goods` instead of `gods`" in " ".join(hinted.output.split())
    assert "probable" not in run("check", file).output
    assert "probable" not in run("check", str(tmp_path), "--hint").output
    assert "probable" not in run("check", file, file, "--hint").output
    assert "probable" not in run("check", "games/two-players.mgn", "--hint").output


def test_explain_tells_what_was_probably_meant_apart(tmp_path: Path) -> None:
    lines = GAME.split("\n")
    at = next(i for i, line in enumerate(lines) if " plan " in line)
    file = tmp_path / "game.mgn"
    file.write_text("\n".join([*lines[: at + 1], lines[at], *lines[at + 1 :]]))
    explained = run("explain", str(file))
    assert explained.exit_code == 1
    told = " ".join(explained.output.split())
    assert "What was probably meant" in told
    assert (
        f"line {at + 2} should not be there" in told or f"line {at + 1} should not be there" in told
    )
    assert "referee repair" in told
