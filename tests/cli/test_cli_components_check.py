import json
from pathlib import Path
from typing import Any

import pytest

from referee.components.audit import SHIPPED
from referee.components.reach import REACH
from referee.components.statements import STATEMENTS
from referee.core.component_set import TABLES
from referee.core.set_reader import FILES, HEADER, reference_set
from tests.cli.running import run

KEYS = (
    "folder",
    "name",
    "title",
    "digest",
    "blanks",
    "unreadable",
    "contradictions",
    "findings",
    "read",
    "statements",
)


def spoil(folder: Path, file: str, old: str, new: str) -> None:
    text = (folder / file).read_text(encoding="utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")


def checked(*arguments: str, code: int) -> dict[str, Any]:
    result = run("components", "check", "--json", *arguments)
    assert result.exit_code == code
    found: dict[str, Any] = json.loads(result.output)
    return found


def test_the_shipped_set_is_proven_with_what_is_asked_of_it_alone() -> None:
    result = run("components", "check")
    assert result.exit_code == 0
    statements = (*STATEMENTS, *SHIPPED, *REACH)
    cited = sum(statement.section is not None for statement in statements)
    said = " ".join(result.output.split())
    assert f"No problems found in “{reference_set().title}”." in said
    assert f"{len(statements)} statements hold: {cited} from the rulebooks" in said
    assert reference_set().digest in said


def test_a_sound_folder_is_proven(copy: Path) -> None:
    result = run("components", "check", str(copy))
    assert result.exit_code == 0
    assert f"{len(STATEMENTS)} statements hold" in result.output


def test_a_blank_a_fault_and_a_contradiction_are_told_with_their_places(copy: Path) -> None:
    region = reference_set().regions[1]
    spoil(copy, "map.toml", f'name = "{region.name}"', 'name = "?"')
    spoil(copy, "displays.toml", "crate = 1", 'crate = "one"')
    spoil(copy, "rounds.toml", "players = 2", "players = 4")
    result = run("components", "check", str(copy))
    assert result.exit_code == 1
    lines = [line.strip() for line in result.output.splitlines()]
    files = ["map.toml", "displays.toml", "rounds.toml"]
    assert [line for line in lines if line in FILES] == files
    text = (copy / "map.toml").read_text("utf-8").splitlines()
    (at,) = [number for number, line in enumerate(text, 1) if 'name = "?"' in line]
    assert f"{at}  region {region.id}  name has not been entered" in lines
    assert any('card_space row 1 column 1  crate: found "one"' in line for line in lines)
    assert "1 value not entered, 1 unreadable, " in result.output
    assert "cannot be checked until the tables are complete" in result.output
    assert "Next: correct what cannot be read" in result.output
    assert "Then check again." in result.output


def test_blanks_are_counted_by_file(copy: Path) -> None:
    spoil(copy, "map.toml", "lines = 1", 'lines = "?"')
    spoil(copy, "books.toml", "units = 1", 'units = "?"')
    said = " ".join(run("components", "check", str(copy)).output.split())
    assert "2 values not entered, 0 unreadable, 0 contradictions." in said
    assert (
        "Next: enter the missing values from the copy, file by file: map.toml (1), books.toml (1)."
        in said
    )


def test_a_contradiction_names_its_statement(copy: Path) -> None:
    spoil(copy, "rounds.toml", "coins = [2, 1,", "coins = [1, 2,")
    result = run("components", "check", str(copy))
    assert result.exit_code == 1
    found = checked(str(copy), code=1)["findings"]
    assert found
    assert {finding["kind"] for finding in found} == {"contradiction"}
    ids = {statement.id for statement in STATEMENTS}
    for finding in found:
        assert finding["statement"] in ids
        assert finding["statement"] in result.output
    assert "--statements shows where they say so" in " ".join(result.output.split())


def test_every_statement_can_be_listed_with_its_place() -> None:
    result = run("components", "check", "--statements")
    assert result.exit_code == 0
    said = " ".join(result.output.split())
    for statement in (*STATEMENTS, *SHIPPED):
        place = str(statement.citations[0]) if statement.section else "needed to use a set"
        assert f"holds {statement.id} {statement.says} {place}" in said


def test_statements_of_incomplete_tables_are_open(copy: Path) -> None:
    spoil(copy, "map.toml", "lines = 1", 'lines = "?"')
    spoil(copy, "rounds.toml", "coins = [2, 1,", "coins = [1, 2,")
    result = run("components", "check", str(copy), "--statements")
    assert result.exit_code == 1
    states = {s["id"]: s["holds"] for s in checked(str(copy), code=1)["statements"]}
    assert {*states.values()} == {True, False, None}
    words = {True: "holds", False: "broken", None: "open"}
    for id_, holds in states.items():
        assert f"{words[holds]} {id_} " in " ".join(result.output.split())
    needing = [s for s in STATEMENTS if "borders" in s.tables]
    assert needing
    assert all(states[statement.id] is None for statement in needing)


def test_the_json_has_the_documented_keys(copy: Path) -> None:
    documented = " ".join(run("components", "check", "--help").output.split())
    assert all(key in documented for key in KEYS)
    good = checked(code=0)
    assert tuple(good) == KEYS
    assert good["digest"] == reference_set().digest
    assert good["findings"] == []
    assert good["folder"] == "reference"
    (copy / "books.toml").unlink()
    bad = checked(str(copy), code=1)
    assert tuple(bad) == KEYS
    assert bad["digest"] is None
    assert bad["unreadable"] == 1
    assert bad["findings"] == [
        {
            "file": "books.toml",
            "entry": "",
            "line": None,
            "problem": "is missing; every set has this file",
            "kind": "unreadable",
            "statement": None,
        }
    ]
    for statement in bad["statements"]:
        assert tuple(statement) == ("id", "says", "section", "citations", "holds")


def test_an_empty_folder_lacks_every_file(tmp_path: Path) -> None:
    result = run("components", "check", str(tmp_path))
    assert result.exit_code == 1
    assert result.output.count("is missing") == len(FILES) + 1


@pytest.mark.parametrize("name", ["nowhere", "file"])
def test_what_is_no_folder_is_a_misuse(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").touch()
    result = run("components", "check", str(tmp_path / name))
    assert result.exit_code == 2
    assert result.stdout == ""


@pytest.mark.slow
@pytest.mark.parametrize("file", [HEADER, *FILES])
@pytest.mark.parametrize(
    ("content", "option"),
    [
        (b"\xff\xfe", "--json"),
        (b"[[[", "--statements"),
        (b"", "--json"),
        (b'"\\u001b[2J" = 1', "--statements"),
    ],
)
def test_no_file_brings_about_a_fault(copy: Path, file: str, content: bytes, option: str) -> None:
    (copy / file).write_bytes(content)
    result = run("components", "check", str(copy), option)
    assert result.exit_code == 1
    assert file in result.output
    assert "\x1b" not in result.output


def test_the_tables_of_a_report_are_those_of_a_set() -> None:
    assert all({*statement.tables} <= {*TABLES} for statement in STATEMENTS)
