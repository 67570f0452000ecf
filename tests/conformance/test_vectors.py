"""The vectors for other programs are what the engine answers, and they hold in another program."""

import json
import subprocess
import sys
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from referee.core.rulings import RULINGS
from referee.rulebook import RULES
from scripts.tools.vectors import FOLDER, LINES, text_of, whole_files
from tests.conformance.commands import ENGINE
from tests.conformance.conversation import command, run
from tests.conformance.second.events import after
from tests.conformance.second.printed import COMPANIES, Printed
from tests.conformance.second.scoring import scores, winners
from tests.conformance.second.table import Game
from tests.conformance.second.verdict import IllegalError

BYTES = 5_000_000
REMADE = {"rules": 1000, "tables": 1000, "games": 300, "counts": 2}
"""So many lines are made anew by a quick test."""

UNPLAYED = {"EXP-17"}
"""A rule that no game at hand reaches; a table without a game shows it."""

Line = dict[str, Any]


def text(name: str, most: int | None = None) -> str:
    """Return a file, or its first lines."""
    lines = (FOLDER / f"{name}.jsonl").read_text("utf-8").splitlines(keepends=True)
    return "".join(lines[:most])


def lines(name: str) -> list[Line]:
    return [*map(json.loads, text(name).splitlines())]


TABLES = lines("tables")


@pytest.mark.parametrize("name", LINES)
def test_what_is_made_anew_is_what_stands_there(name: str) -> None:
    made = islice(LINES[name](), REMADE[name])
    assert "".join(map(text_of, made)) == text(name, REMADE[name])


@pytest.mark.slow
@pytest.mark.parametrize("name", LINES)
def test_a_whole_file_is_made_anew(name: str) -> None:
    assert "".join(map(text_of, LINES[name]())) == text(name)


def test_the_other_files_are_up_to_date() -> None:
    for name, made in whole_files().items():
        assert (FOLDER / name).read_text("utf-8") == made, name


def test_the_canonical_table_has_its_digest() -> None:
    found = sha256((FOLDER / "canonical.json").read_bytes()).hexdigest()
    assert (FOLDER / "canonical.sha256").read_text("utf-8") == f"{found}  canonical.json\n"


def test_all_files_together_are_small() -> None:
    assert sum(path.stat().st_size for path in FOLDER.rglob("*") if path.is_file()) <= BYTES


def test_every_rule_is_broken_or_shown() -> None:
    played = {rule for line in lines("rules") for rule in line.get("rules", ())}
    assert RULES.keys() - played == UNPLAYED
    assert {rule for line in TABLES for rule in line["rules"]} >= UNPLAYED


def test_every_answer_of_every_ruling_is_in_force_somewhere() -> None:
    begun = [line["request"] for line in lines("games") if line["request"]["do"] == "new"]
    every = {(ruling.id, answer) for ruling in RULINGS.values() for answer in ruling.options}
    for places in (begun, [line["state"] for line in TABLES]):
        assert {pair for place in places for pair in place["rulings"].items()} == every


# Another program ----------------------------------------------------------------------------------
def asked(program: list[str], *files: Path) -> subprocess.CompletedProcess[str]:
    found = run([sys.executable, str(FOLDER / "run.py"), *map(str, files), "--", *program])
    assert found.stderr == ""
    return found


def beginning(folder: Path, most: int) -> Path:
    path = folder / "games.jsonl"
    path.write_text(text("games", most), "utf-8")
    return path


def test_the_second_implementation_answers_as_they_say(tmp_path: Path) -> None:
    files = [FOLDER / "rules.jsonl", FOLDER / "counts.jsonl", beginning(tmp_path, 700)]
    found = asked(command(), *files)
    assert found.returncode == 0
    assert " right, 0 wrong, " in found.stdout
    assert int(found.stdout.split()[0]) > len(lines("rules"))


def test_a_bug_is_told_at_its_rule() -> None:
    found = asked(command("units-left"), FOLDER / "rules.jsonl")
    assert found.returncode == 1
    assert '"rules":["GDS-07"]' in found.stdout
    assert " right, 1 wrong, " in found.stdout


@pytest.mark.slow
def test_lists_of_turns_are_compared_by_the_tables_after_them(tmp_path: Path) -> None:
    file = beginning(tmp_path, 200)
    assert '"digests_after"' in file.read_text("utf-8")
    assert asked([*ENGINE], file).stdout == "200 right, 0 wrong, 0 that the program cannot do\n"


@pytest.mark.parametrize("line", TABLES, ids=lambda line: str(line["name"]))
def test_the_second_implementation_rules_at_tables_as_they_say(line: Line) -> None:
    game = laid_out(line["state"], line["hidden"])
    if "score" in line:
        assert scores(game) == line["score"]["scores"]
        assert winners(game) == line["score"]["winners"]
        return
    try:
        table = after(game, line["event"])
    except IllegalError:
        assert not line["legal"]
    else:
        assert line["legal"]
        assert table.digest() == line["digest"]
        assert game.table | line["changed"] == table.table


def laid_out(state: Line, hidden: Line) -> Game:
    """Return a game at a table, from what a line tells and nothing else."""
    printed = Printed(json.loads((FOLDER / "sets" / "reference.json").read_bytes()), "")
    sides = {company: state["tracks"][company] for company in COMPANIES}
    given = hidden["first_game_tiles"]
    game = Game(printed, len(state["players"]), sides, state["rulings"], given_tiles=given)
    game.table, game.plans = state, hidden["plans"]
    game.tiles_gone = [tile for each in game.players if (tile := each["starting_tile"])]
    return game
