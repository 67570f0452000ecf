"""What commands tell of a record with gaps: ways, examples, tables and scores behind them."""

import json
from pathlib import Path

import pytest
from msgspec import UNSET

import referee
from referee.types import ScoreRanges
from tests.api.gap_texts import GAME, TURN, text
from tests.cli.running import run


@pytest.fixture
def file(tmp_path: Path) -> str:
    (tmp_path / "game.mgn").write_text(text("blue ?"), "utf-8")
    return str(tmp_path / "game.mgn")


@pytest.mark.slow
def test_the_command_counts_and_tells_what_is_certain(file: str) -> None:
    found = json.loads(run("complete", file, "--json").stdout)
    assert run("complete", file, "--count").stdout == f"{found['number']}\n"
    told = run("complete", file).stdout
    assert "1.7 open: blue's turn" in told
    assert "ask: " in told
    assert run("complete", file, "--forced").stdout.startswith("1.7: blue ?")
    assert "1.7" not in run("complete", file, "--at", "3.1", "--forced").stdout


@pytest.mark.slow
def test_the_command_writes_an_example(file: str, tmp_path: Path) -> None:
    out = str(tmp_path / "whole.mgn")
    assert run("complete", file, "--example", "-o", out).exit_code == 0
    assert run("check", "--complete", "--prove", out).exit_code == 0
    assert run("complete", file, "--example").stdout == Path(out).read_text("utf-8")


@pytest.mark.slow
def test_the_command_counts_and_writes_an_example_at_once(file: str, tmp_path: Path) -> None:
    out = tmp_path / "whole.mgn"
    found = run("complete", file, "--count", "--forced", "--example", "-o", str(out)).stdout
    assert found.splitlines()[1].startswith("1.7: blue ?")
    assert out.read_text("utf-8") == run("complete", file, "--example").stdout


@pytest.mark.slow
def test_a_fact_of_several_turns_tells_whose_it_was() -> None:
    facts = referee.load("games/with-gaps/two-turns-forgotten.mgn").completions().must
    assert [fact.player for fact in facts[:2]] == ["blue", "green"]
    told = run("complete", "games/with-gaps/two-turns-forgotten.mgn", "--forced").stdout
    assert "3.4, green: ... 2" in told


def test_the_command_exits_with_the_verdict(tmp_path: Path) -> None:
    (tmp_path / "game.mgn").write_text(text("blue ? = 99"), "utf-8")
    result = run("complete", str(tmp_path / "game.mgn"))
    assert result.exit_code == 1
    assert "the note `blue 99`" in result.stdout


@pytest.mark.slow
def test_a_score_is_a_range_where_the_end_is_open(file: str) -> None:
    ranges = referee.load(file).score().ranges
    assert isinstance(ranges, ScoreRanges)
    true = referee.loads(text(GAME[TURN])).score()
    for player, told in zip(true.players, ranges.players, strict=True):
        assert told.total is not None
        assert told.total[0] <= player.total <= told.total[1]
    assert true.winners in ranges.winners
    assert not ranges.winner_is_certain
    assert "the winner is not certain" in run("score", file).stdout


def test_a_score_has_no_winner_where_the_end_is_open() -> None:
    forgotten = Path("games/two-players.mgn").read_text("utf-8")
    before, _, after = forgotten.rpartition("green goods cotton1 cape-town")
    certain = referee.loads(f"{before}green ?{after}").score()
    assert certain.ranges is not UNSET
    assert (certain.finished, certain.winners) == (True, ("blue",))
    before, _, after = forgotten.rpartition("blue goods coffee1 cape-town")
    open_end = referee.loads(f"{before}blue ?{after}").score()
    assert open_end.ranges is not UNSET
    assert {*open_end.ranges.winners} == {("blue",), ("blue", "green"), ("green",)}
    assert (open_end.finished, open_end.winners) == (True, ())


def test_ways_are_counted_without_draws_that_nobody_named(tmp_path: Path) -> None:
    first = next(at for at, line in enumerate(GAME) if line.startswith("refill"))
    (tmp_path / "game.mgn").write_text("\n".join([*GAME[:first], "refill: ?"]), "utf-8")
    told = " ".join(run("complete", str(tmp_path / "game.mgn")).stdout.split())
    count, note = (
        "1 legal way to fill the gaps",
        "draws of books and cards that the record does not name",
    )
    assert f"{count} {note} are not counted" in told
    assert "not counted" not in run("complete", "games/with-gaps/in-no-order.mgn").stdout


def test_legal_turns_before_a_gap_are_told_with_the_gap(tmp_path: Path) -> None:
    (tmp_path / "game.mgn").write_text("\n".join([*GAME[:TURN], "... 4"]), "utf-8")
    result = run("legal", str(tmp_path / "game.mgn"))
    assert result.exit_code == 0
    assert "missing from the record: what was done in these turns" in " ".join(
        result.stdout.split()
    )
    assert referee.load("games/two-players.mgn").legal("3.2").note is None


@pytest.mark.slow
def test_a_table_behind_a_gap_is_told_if_it_is_certain(file: str) -> None:
    lost = "\n".join(line for line in GAME if not line.startswith("refill"))
    whole = referee.loads(text(GAME[TURN]))
    assert referee.loads(lost).table("2.1").state == whole.table("2.1").state
    adjusted = referee.loads(text(GAME[TURN], 'adjust blue +2 pounds "agreed"'))
    cash = whole.table("2.1").state.players[0].cash
    assert adjusted.table("2.1").state.players[0].cash == cash + 2
    with pytest.raises(referee.NoAnswerError, match=f"line {TURN + 1} leaves open blue's turn"):
        referee.load(file).table("3.2")
    assert run("best", file, "--at", "3.2").exit_code != 0
