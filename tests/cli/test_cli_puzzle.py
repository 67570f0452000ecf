import json
import shlex
from pathlib import Path

import pytest
from msgspec import structs

from referee.core.state import State
from referee.solve import best
from referee.solve.best import ConfirmedBest, ask_best
from referee.solve.horizons import Question
from referee.solve.puzzle import puzzle_paths, read_puzzle
from tests.cli.running import run

ID = "lone-merchant"
SOLUTION = "merchant merchant"


def puzzle_file(folder: Path, **changed: str) -> str:
    """Return the file of a puzzle with some of its lines said otherwise."""
    text = next(path for path in puzzle_paths() if path.stem == ID).read_text("utf-8")
    lines = [
        f"{key} = {changed[key]}" if (key := line.partition(" = ")[0]) in changed else line
        for line in text.splitlines()
    ]
    path = folder / "own.toml"
    path.write_text("\n".join(lines), "utf-8")
    return str(path)


def test_the_list_names_every_puzzle() -> None:
    output = run("puzzle", "list").output
    for path in puzzle_paths():
        assert path.stem in output


@pytest.mark.slow
def test_the_list_can_be_narrowed() -> None:
    found = json.loads(run("puzzle", "list", "--theme", "d2", "--json").output)
    assert {each["id"] for each in found} == {"a-third-marker", "three-doors"}
    hard = json.loads(run("puzzle", "list", "--difficulty", "hard", "--json").output)
    assert {each["difficulty"] for each in hard} == {"hard"}


def test_a_theme_that_no_puzzle_has_is_answered_with_those_there_are() -> None:
    result = run("puzzle", "list", "--theme", "love")
    assert result.exit_code == 2
    assert "routing" in result.stderr


def test_show_draws_the_table_and_asks_the_question_but_does_not_tell() -> None:
    result = run("puzzle", "show", ID)
    assert "Map" in result.output
    assert "The lone merchant (easy)" in result.output
    assert "red is to move: reach the highest net-worth+3*diamonds" in result.output
    shown = json.loads(run("puzzle", "show", ID, "--json").output)
    assert not {"solution", "optimum", "comment", "hint"} & {*shown}


def test_a_hint_is_given() -> None:
    hint = run("puzzle", "hint", ID).output.strip()
    assert hint == json.loads(run("puzzle", "hint", ID, "--json").output)["hint"]


def test_solve_finds_and_proves_the_best_turn() -> None:
    result = run("puzzle", "solve", ID, "--solution")
    assert result.exit_code == 0
    assert "red merchant merchant" in result.output
    assert "optimal: proved that no legal turn is worth more" in result.output
    assert (
        read_puzzle(next(p for p in puzzle_paths() if p.stem == ID)).comment[:20] in result.output
    )


@pytest.mark.parametrize("arguments", [(), (SOLUTION, "--solution")])
def test_solve_wants_a_turn_or_to_be_asked_for_the_solution(arguments: tuple[str, ...]) -> None:
    result = run("puzzle", "solve", ID, *arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert SOLUTION not in result.stderr
    assert "a turn to check or --solution" in result.stderr


@pytest.mark.slow
@pytest.mark.parametrize("command", [(), ("solve",), ("show",), ("hint",)])
def test_the_examples_of_the_help_work(
    command: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # one of them draws a picture
    help_text = run("puzzle", *command, "--help").output.partition("Examples:")[2]
    shown = [shlex.split(line) for line in help_text.splitlines() if "referee puzzle" in line]
    assert shown
    for words in shown:
        if not words[-1].endswith(".toml") and "check" not in words:
            assert run(*words[1:]).exit_code in (0, 1), words


@pytest.mark.parametrize(
    ("puzzle", "turn", "rows", "has_pad"),
    [
        (ID, SOLUTION, ("diamond steps 0 1 +1", "net-worth+3*diamonds 0 5 +5"), "pad"),
        ("small-change", "end left", ("cash 0 0",), "no pad"),
        ("banana-boat", "end left", ("shares of saint-louis",), "no pad"),
        ("four-in-the-west", "end left", ("margin ",), "pad"),
    ],
)
def test_the_aim_is_shown_before_and_after(
    puzzle: str, turn: str, rows: tuple[str, ...], has_pad: str
) -> None:
    output = run("puzzle", "solve", puzzle, turn).output
    lines = [" ".join(line.split()) for line in output.splitlines()]
    for row in rows:
        assert any(line.startswith(row) for line in lines), output
    assert any(line.startswith("total ") for line in lines) == (has_pad == "pad")


@pytest.mark.parametrize(
    ("turn", "code", "verdict"),
    [
        ([SOLUTION], 0, "solved"),
        ([f"red {SOLUTION}"], 0, "solved"),
        (SOLUTION.split(), 0, "solved"),
        (["end left"], 1, "short"),
        (["green merchant merchant"], 1, "illegal"),
        (["merchant merchant-tile"], 1, "illegal"),
        (["goods cotton2"], 3, "undecided"),
        (["mrchant"], 2, "unreadable"),
        (["round 3"], 2, "unreadable"),
        ([""], 2, "unreadable"),
    ],
)
def test_an_attempt_is_judged(turn: list[str], code: int, verdict: str) -> None:
    result = run("puzzle", "solve", ID, *turn, "--json")
    assert result.exit_code == code
    assert json.loads(result.output)["verdict"] == verdict
    assert run("puzzle", "solve", ID, *turn).exit_code == code


def test_an_attempt_that_falls_short_is_told_by_how_much_but_not_what_would_be_best() -> None:
    result = run("puzzle", "solve", ID, "end left")
    assert "legal, net-worth+3*diamonds 0: 5 short of the optimum" in result.output
    told = json.loads(run("puzzle", "solve", ID, "end left", "--json").output)
    assert (told["value"], told["short"], told["optimum"]) == (0, 5, None)


def test_an_illegal_attempt_is_told_which_rule_it_breaks() -> None:
    output = run("puzzle", "solve", ID, "merchant merchant-tile").output
    assert output.startswith("illegal")
    assert "DIA-" in output


def test_check_proves_the_puzzles_that_are_named() -> None:
    found = json.loads(run("puzzle", "check", ID, "tile-with-a-nose", "--json").output)
    assert (found["checked"], found["failed"]) == (2, 0)
    assert [each["status"] for each in found["puzzles"]] == ["optimal", "optimal"]


def test_check_leaves_open_what_was_not_proved_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    def hurried(state: State, question: Question) -> ConfirmedBest:
        found = ask_best(state, question)
        return structs.replace(found, status="bound", bound=found.value + 2)

    monkeypatch.setattr(best, "ask_best", hurried)
    result = run("puzzle", "check", "banana-boat")
    assert result.exit_code == 3
    assert "not proved in time" in result.output


def test_check_fails_where_the_optimum_is_another(tmp_path: Path) -> None:
    result = run("puzzle", "check", puzzle_file(tmp_path, optimum="6"))
    assert result.exit_code == 1
    assert "the solution is worth 5, not 6" in " ".join(result.output.split())


def test_more_than_a_claimed_optimum_is_a_fault_of_the_puzzle(tmp_path: Path) -> None:
    result = run("puzzle", "solve", puzzle_file(tmp_path, optimum="4"), SOLUTION)
    assert result.exit_code == 3
    assert "more than the proven optimum of 4" in result.output


@pytest.mark.parametrize("command", ["show", "hint", "solve", "check"])
def test_a_puzzle_that_is_not_there_is_answered_with_a_guess(command: str) -> None:
    result = run("puzzle", command, "lonely-merchant")
    assert result.exit_code == 2
    assert "did you mean `lone-merchant`?" in result.stderr


def test_a_file_that_is_no_puzzle_is_misuse(tmp_path: Path) -> None:
    path = tmp_path / "junk.toml"
    path.write_bytes(b"\xff\x00")
    assert run("puzzle", "show", str(path)).exit_code == 2
    assert run("puzzle", "show", str(tmp_path / "nothing.toml")).exit_code == 2
    assert run("puzzle", "show", str(tmp_path / "no" / "folder")).exit_code == 2
