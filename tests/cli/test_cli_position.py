import json
from pathlib import Path

import pytest

from referee.core.public import digest
from referee.positions.loader import load_position
from tests.cli.running import run

GAME = "games/two-players.mgn"


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """A position that was written from a game."""
    file = tmp_path / "table.toml"
    assert run("position", "from", GAME, "--at", "3.2", "-o", str(file)).exit_code == 0
    return file


def spoiled(table: Path, before: str, after: str) -> str:
    text = table.read_text("utf-8")
    assert before in text
    table.write_text(text.replace(before, after), "utf-8")
    return str(table)


def test_a_moment_of_a_game_is_written_as_a_position_of_the_same_table(table: Path) -> None:
    shown = json.loads(run("show", GAME, "--at", "3.2", "--json").output)
    assert digest(load_position(table.read_bytes(), "table.toml").state) == shown["digest"]


@pytest.mark.parametrize("command", ["show", "score", "legal"])
def test_commands_say_the_same_of_a_position_as_of_the_game(command: str, table: Path) -> None:
    of_game, of_table = run(command, GAME, "--at", "3.2"), run(command, str(table))
    assert of_table.exit_code == 0
    assert of_table.output == of_game.output


def test_position_show_draws_what_show_draws(table: Path) -> None:
    assert run("position", "show", str(table)).output == run("show", str(table)).output
    shown = json.loads(run("position", "show", str(table), "--json").output)
    assert shown["players"] == ["blue", "green"]
    assert shown["state"]["round"] == 3


def test_a_position_has_no_other_moment(table: Path) -> None:
    result = run("show", str(table), "--at", "2")
    assert result.exit_code == 2
    assert "a position has only one moment" in result.stderr


def test_check_says_that_a_table_of_a_game_is_possible(table: Path) -> None:
    result = run("position", "check", str(table))
    assert result.exit_code == 0
    assert result.output == f"{table}: possible (round 3, turn 2, green to move)\n"
    (data,) = json.loads(run("position", "check", str(table), "--json").output)
    assert data["verdict"] == "possible"
    assert data["faults"] == []
    assert len(data["digest"]) == 64


def test_check_names_what_is_impossible_with_its_line(table: Path) -> None:
    file = spoiled(table, "mombasa = [5, 5, 5]", "mombasa = [5, 6, 5]")
    result = run("position", "check", file)
    assert result.exit_code == 1
    assert "impossible (2 problems)" in result.output
    assert "column 2 has 6 posts on 5 spaces" in result.output
    assert "  mombasa = [5, 6, 5]\n  ^" in result.output
    (data,) = json.loads(run("position", "check", file, "--json").output)
    assert data["verdict"] == "impossible"
    assert data["digest"] is None
    assert {fault["key"] for fault in data["faults"]} == {"bases.mombasa"}
    assert {fault["kind"] for fault in data["faults"]} == {"impossible"}
    assert (
        data["faults"][0]["line"]
        == table.read_text("utf-8").splitlines().index("mombasa = [5, 6, 5]") + 1
    )


def test_check_finds_what_no_game_leads_to(table: Path) -> None:
    result = run("position", "check", spoiled(table, "round = 3", "round = 7"))
    assert result.exit_code == 1
    assert "cards have left the stack by round 7" in result.output


def test_a_position_that_no_game_leads_to_can_still_be_looked_at(table: Path) -> None:
    assert run("show", spoiled(table, "round = 3", "round = 7")).exit_code == 0


@pytest.mark.parametrize("command", [["position", "check"], ["position", "show"], ["legal"]])
def test_what_cannot_be_read_is_told_with_a_guess(command: list[str], table: Path) -> None:
    result = run(*command, spoiled(table, "cash = 14", 'chash = "14"'))
    assert result.exit_code == 2
    assert "did you mean `cash`?" in result.output


def test_a_table_that_cannot_lie_there_is_not_played_on(table: Path) -> None:
    result = run("legal", spoiled(table, "ink = 1\n", "ink = 99\n"))
    assert result.exit_code == 1
    assert "found 99; the track ends at" in result.output


def test_check_takes_folders_and_the_worst_of_several_decides(table: Path) -> None:
    (table.parent / "odd.toml").write_text("round = 9")
    (table.parent / "unread.toml").write_text("round = ")
    result = run("position", "check", str(table.parent), "--json")
    assert result.exit_code == 2
    verdicts = [each["verdict"] for each in json.loads(result.output)]
    assert verdicts == ["impossible", "possible", "unreadable"]


def test_a_new_position_is_complete_and_possible(tmp_path: Path) -> None:
    file = tmp_path / "new.toml"
    assert run("position", "new", "-o", str(file)).exit_code == 0
    assert run("position", "check", str(file)).exit_code == 0


def test_every_line_that_a_new_position_offers_can_be_used(tmp_path: Path) -> None:
    file = tmp_path / "new.toml"
    text = run("position", "new").output
    offered = [line for line in text.splitlines() if line.startswith("# ") and " = " in line]
    assert len(offered) > 15
    for line in offered:
        file.write_text(text.replace(line, line[2:]), "utf-8")
        result = run("position", "check", str(file), "--json")
        assert result.exit_code < 2, (line, result.output)


def test_what_a_position_leaves_out_is_spelled_out(tmp_path: Path) -> None:
    file = tmp_path / "short.toml"
    file.write_text('players = ["ann", "bob"]\n')
    written = run("position", "from", str(file)).output
    assert "[seat.ann]" in written
    assert (
        load_position(written, "long.toml").state
        == load_position(file.read_bytes(), "short.toml").state
    )


def test_a_component_set_of_ones_own_is_named_by_its_folder(copy: Path, tmp_path: Path) -> None:
    header = copy / "set.toml"
    header.write_text(header.read_text("utf-8").replace('"reference"', '"mine"'), "utf-8")
    file = tmp_path / "table.toml"
    file.write_text('set = "mine"\n')
    refused = run("position", "check", str(file))
    assert refused.exit_code == 2
    assert "the component set 'mine' is unknown" in refused.output
    assert run("position", "check", str(file), "--set", str(copy)).exit_code == 0


def test_check_says_that_a_position_is_no_recorded_game(table: Path) -> None:
    result = run("check", str(table))
    assert result.exit_code == 2
    assert "this is a position, not a recorded game; try `referee position check" in result.output
