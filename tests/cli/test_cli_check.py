import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from referee.cli.main import main
from tests.cli.running import run
from tests.transcript.games import OPENING

LEGAL = OPENING + "blue tile S01\n"
ILLEGAL = OPENING + "blue tile S02\ngreen tile S01\n"
UNDECIDED = "players blue, green\nblue tile S01\n"
OPEN = OPENING + "blue tile S01\ngreen tile S02\nblue rest\n"
UNREADABLE = OPENING + "blue tiel S01\n"


def written(folder: Path, text: str, name: str = "game.mgn") -> str:
    file = folder / name
    file.write_text(text, "utf-8")
    return str(file)


def data(*arguments: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(run("check", "--json", *arguments).stdout)
    return found


@pytest.mark.parametrize(
    ("text", "code", "verdict"),
    [
        (LEGAL, 0, "legal, 3 events; the game is not finished"),
        (ILLEGAL, 1, "illegal; the first 2 of 4 events are legal"),
        (UNREADABLE, 2, "unreadable"),
        (UNDECIDED, 3, "undecided"),
        (OPEN, 0, "legal, 5 events; the game is not finished; 1 gap is open"),
    ],
)
def test_the_exit_code_is_the_verdict(tmp_path: Path, text: str, code: int, verdict: str) -> None:
    result = run("check", written(tmp_path, text))
    assert result.exit_code == code
    assert result.output.splitlines()[-1].endswith(verdict)


def test_the_highest_code_wins(tmp_path: Path) -> None:
    files = [
        written(tmp_path, text, f"{name}.mgn")
        for name, text in (("a", ILLEGAL), ("b", UNREADABLE), ("c", LEGAL))
    ]
    assert run("check", *files).exit_code == 2
    assert run("check", *files, written(tmp_path, UNDECIDED, "d.mgn")).exit_code == 3


def test_a_broken_rule_is_told_with_place_sentence_and_source(tmp_path: Path) -> None:
    file = written(tmp_path, ILLEGAL)
    lines = run("check", file).output.splitlines()
    assert lines[0] == f"{file}:5:1: setup: starting tiles"
    assert lines[1] == "  blue tile S02"
    assert lines[2].startswith("  SET-11 first-game-tile: the tile S02 was named")
    assert "(en “" in " ".join(lines)


def test_a_bad_turn_comes_with_the_table_before_it() -> None:
    output = run("check", "games/illegal/gds-07-all-units-used.mgn").output
    assert "the table before" in output
    assert "face up" in output


def test_what_cannot_be_read_is_shown_with_a_caret(tmp_path: Path) -> None:
    file = written(tmp_path, UNREADABLE)
    lines = run("check", file).output.splitlines()
    assert lines[0].startswith(f"{file}:5:6: what was meant by 'tiel'?")
    assert "did you mean `blue tile S01`?" in " ".join(lines)
    assert lines[-2] == "       ^"


def test_standard_input_is_read() -> None:
    result = CliRunner().invoke(main, ["check", "-"], input=ILLEGAL)
    assert result.exit_code == 1
    assert "standard input:5:1" in result.output


def test_folders_are_searched(tmp_path: Path) -> None:
    (tmp_path / "deeper").mkdir()
    written(tmp_path, LEGAL)
    written(tmp_path / "deeper", ILLEGAL, "other.mgn")
    written(tmp_path, "no game", "notes.txt")
    assert [game["verdict"] for game in data(str(tmp_path))] == ["illegal", "legal"]


def test_an_empty_folder_is_a_misuse(tmp_path: Path) -> None:
    assert run("check", str(tmp_path)).exit_code == 2


def test_jobs_change_nothing_but_the_time(tmp_path: Path) -> None:
    for number, text in enumerate((LEGAL, ILLEGAL, UNDECIDED, UNREADABLE)):
        written(tmp_path, text, f"{number}.mgn")
    one, two = run("check", str(tmp_path)), run("check", str(tmp_path), "--jobs", "2")
    assert one.output == two.output
    assert one.exit_code == two.exit_code == 3


def test_the_json_has_the_documented_keys(tmp_path: Path) -> None:
    documented = " ".join(run("check", "--help").output.split())
    (game,) = data(written(tmp_path, ILLEGAL))
    (fault,) = game["faults"]
    (violation,) = fault["violations"]
    for key in (*game, *fault, *violation):
        assert key in documented
    assert violation["rule"] == "SET-11"
    assert (fault["line"], fault["column"], fault["player"]) == (5, 1, "blue")


def test_the_json_of_an_unreadable_file_has_its_problems(tmp_path: Path) -> None:
    (game,) = data(written(tmp_path, UNREADABLE))
    assert game["verdict"] == "unreadable"
    assert game["problems"][0]["guess"] == ["blue tile S01"]


def test_an_undecided_game_names_what_is_missing(tmp_path: Path) -> None:
    output = run("check", written(tmp_path, UNDECIDED)).output
    assert "missing from the record: tracks at the edges" in " ".join(output.split())


def test_a_gap_that_stays_open_is_told_with_its_ways(tmp_path: Path) -> None:
    file = written(tmp_path, OPEN)
    assert "setup.5 open: blue's resting cards, 6 possibilities left" in run("check", file).output
    (game,) = data(file)
    assert (game["verdict"], len(game["open_gaps"])) == ("legal", 1)
    assert run("check", file, "--complete").exit_code == 3
    assert run("check", written(tmp_path, LEGAL, "l.mgn"), "--complete").exit_code == 0


def test_keep_going_tells_all_and_what_became_of_it(tmp_path: Path) -> None:
    file = written(tmp_path, ILLEGAL)
    assert len(data(file)[0]["faults"]) == 1
    faults = data(file, "--keep-going")[0]["faults"]
    assert [fault["treatment"] for fault in faults] == ["applied", "applied"]
    assert "the turn was applied so that" in run("check", file, "--keep-going").output


def test_a_wrong_note_is_no_illegal_game_and_the_check_goes_on(tmp_path: Path) -> None:
    file = written(tmp_path, LEGAL + "= blue 2, green 3\ngreen tile S02\n= blue 4\n")
    result = run("check", file)
    assert result.exit_code == 1
    assert "illegal" not in result.output
    last = result.output.splitlines()[-1]
    assert last.endswith("3 notes are wrong; all else is legal, 4 events; the game is not finished")
    (game,) = data(file)
    assert (game["verdict"], game["wrong_notes"], game["legal"]) == ("wrong-note", 3, 4)
    assert [fault["wrong_note"] for fault in game["faults"]] == [True, True]
    assert "1 wrong-note" in run("check", file, "--summary").output


def test_what_was_filled_in_is_told(tmp_path: Path) -> None:
    resting = "blue rest banana2 cotton2 clerk2\ngreen rest coffee1 banana1 clerk1\nround 1\n"
    file = written(tmp_path, OPENING + resting)
    result = run("check", file)
    assert result.exit_code == 0
    assert "not written, but certain: blue tile S01; green" in " ".join(result.output.split())
    (game,) = data(file)
    assert game["filled_in"][2:] == ["blue bonus mombasa", "green bonus diamonds saint-louis"]


def test_what_is_missing_is_told_with_what_to_type(tmp_path: Path) -> None:
    file = written(tmp_path, OPENING + "round 1\n")
    result = run("check", file)
    assert result.exit_code == 0
    assert "write what it was, such as `blue rest " in result.output
    (game,) = data(file)
    whats = [(gap["what"], gap["ways"]) for gap in game["open_gaps"]]
    assert whats == [("blue's resting cards", 6), ("green's resting cards", 6)]


def test_a_missing_file_is_a_misuse() -> None:
    assert run("check", "nowhere.mgn").exit_code == 2


def test_a_game_with_another_set_needs_its_folder(tmp_path: Path) -> None:
    file = written(tmp_path, LEGAL.replace("setup", "set my-copy\nsetup"))
    result = run("check", file)
    assert result.exit_code == 2
    assert "'my-copy' is unknown" in result.output


def test_other_json_files_of_a_folder_are_left_out_and_counted(tmp_path: Path) -> None:
    written(tmp_path, LEGAL)
    written(tmp_path, '{"components":"8cab7c86d7528dd0","players":2}\n[1]\n', "golden.jsonl")
    written(tmp_path, '{"name": "some-package"}', "package.json")
    result = run("check", str(tmp_path))
    assert result.exit_code == 0
    assert f"{tmp_path}: skipped 2 JSON files without recorded games" in result.stderr
    assert "golden" not in result.stdout


def test_a_json_file_that_is_named_is_always_looked_at(tmp_path: Path) -> None:
    assert run("check", written(tmp_path, '{"players":2}\n', "golden.jsonl")).exit_code == 2


def test_a_spoiled_record_in_a_folder_is_still_unreadable(tmp_path: Path) -> None:
    written(tmp_path, '{"format":"mgn-1","header":{"players":[', "game.json")
    assert run("check", str(tmp_path)).exit_code == 2


@pytest.mark.slow
def test_the_shipped_games_can_be_checked_as_a_folder() -> None:
    result = run("check", "games", "--json")
    verdicts = {each["verdict"] for each in json.loads(result.stdout)}
    # The games of a copy that is partly read stand on conditions.
    assert verdicts == {"legal", "illegal", "wrong-note", "conditional"}
    assert "skipped 60 JSON files" in result.stderr


def test_what_a_rule_says_goes_on_under_its_beginning() -> None:
    lines = run("check", "games/illegal/mistake-occupied-region.mgn").stdout.splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("  EXP-06 "))
    assert lines[at + 1].startswith("         The regions entered")
    assert lines[at + 2].startswith("         expansion cards")


def test_a_set_is_found_in_a_folder_of_its_name_beside_the_game(tmp_path: Path) -> None:
    (checked,) = data("games/own-copy/three-players.mgn")
    assert checked["verdict"] == "legal"
    alone = shutil.copy("games/own-copy/three-players.mgn", tmp_path)
    (refused,) = data(str(alone))
    assert refused["verdict"] == "unreadable"
    assert "the component set 'anns-copy' is unknown" in refused["problems"][0]["message"]


def test_a_spoiled_set_beside_the_game_is_told(tmp_path: Path) -> None:
    folder = tmp_path / "own-copy"
    shutil.copytree("games/own-copy", folder)
    (folder / "anns-copy" / "map.toml").write_text("region = 3")
    (refused,) = data(str(folder / "three-players.mgn"))
    assert refused["verdict"] == "unreadable"
    assert "`referee components check" in refused["problems"][0]["message"]


@pytest.mark.parametrize("name", ["..", "../own-copy", "/etc", ".", "a" * 5000, "\0", "game.json"])
def test_a_set_is_looked_for_beside_the_game_and_nowhere_else(name: str, tmp_path: Path) -> None:
    record = json.dumps({"format": "mgn-1", "header": {"players": [], "components": name}})
    assert run("check", written(tmp_path, record, "game.json")).exit_code == 2


def test_fmt_finds_the_set_beside_the_game() -> None:
    game = "games/own-copy/three-players.mgn"
    assert run("fmt", "--check", game).exit_code == 0
    assert run("fmt", game, "--to", "text").output == Path(game).read_text("utf-8")
