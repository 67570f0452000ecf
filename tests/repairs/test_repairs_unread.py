"""Slips in a game that was played with a copy of which not everything is read."""

from pathlib import Path

import pytest

import referee
from tests.cli.running import run
from tests.copies.blanked_copies import BORDERS, CRATES, blanked_copy


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """Return the first round of a game beside a copy whose crates nobody has read."""
    file = blanked_copy(tmp_path, CRATES)
    text = file.read_text("utf-8")
    file.write_text(text[: text.index("\nround 2")] + "\n", "utf-8")
    return file


def with_slip(game: Path, old: str, new: str) -> str:
    """Put a slip into the first line in which something stands, and return that line."""
    text = game.read_text("utf-8")
    line = next(line for line in text.split("\n") if old in line)
    game.write_text(text.replace(line, line.replace(old, new, 1), 1), "utf-8")
    return line


def test_a_slip_is_taken_back_whatever_is_printed(game: Path) -> None:
    assert referee.check(game).verdict in {"legal", "conditional"}
    line = with_slip(game, " goods ", " gods ")
    found = referee.repair(game, edits=1)
    assert found.verdict == "unreadable"
    assert found.suggestions[0].changes[0].after == line
    assert not found.suggestions[0].proven
    assert found.unread > 0
    spelled = {(each.changes[0].after or "").split()[1] for each in found.suggestions}
    assert not spelled & {"go", "goo", "good"}, "the same turn, spelled otherwise"
    told = " ".join(run("repair", str(game), "--edits", "1").output.split())
    assert "consistent with the copy as far as it is entered" in told


def test_what_is_legal_on_a_condition_needs_no_repair(tmp_path: Path) -> None:
    found = run("repair", str(blanked_copy(tmp_path, CRATES, BORDERS)))
    assert found.exit_code == 0
    assert "if certain values are printed" in " ".join(found.output.split())


@pytest.mark.slow
def test_a_turn_that_is_illegal_whatever_is_printed_is_mended(game: Path) -> None:
    first, second = game.read_text("utf-8").split(" goods ")[0].rsplit("\n", 1)[1], "goods"
    line = with_slip(game, f"{first} {second}", f"{_other(game, first)} {second}")
    found = referee.repair(game, edits=1, max_items=50)
    assert found.verdict == "illegal"
    assert line in {change.after for each in found.suggestions for change in each.changes}
    assert not found.complete


def _other(game: Path, player: str) -> str:
    colours = referee.load(game).colours
    return next(colour for colour in colours if colour != player)
