"""Scores, turn lists, component sets, rules, rulings and positions from Python."""

import json
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

import referee
from referee.api.positions import audited_position, table_at
from referee.core.answer import Answer
from referee.types import PossibleTables
from scripts.tools.docs import answer_types
from tests.cli.running import run

GAME = "games/four-players.mgn"
STOPPED = "games/illegal/gds-07-all-units-used.mgn"
TEMPLATE = "referee/components/template"

ASKED: dict[str, tuple[Callable[[], Answer], list[str]]] = {
    "score": (lambda: referee.load(GAME).score(), ["score", GAME]),
    "score at a moment": (lambda: referee.load(GAME).score("4"), ["score", GAME, "--at", "4"]),
    "score where it stops": (lambda: referee.load(STOPPED).score(), ["score", STOPPED]),
    "legal": (lambda: referee.load(GAME).table("3.2").legal(), ["legal", GAME, "--at", "3.2"]),
    "legal of an action": (
        lambda: referee.load(GAME).table("3.2").legal(action="goods", max_items=2),
        ["legal", GAME, "--at", "3.2", "--action", "goods", "--max", "2"],
    ),
    "show": (lambda: referee.load(GAME).tables("3.2").facts, ["show", GAME, "--at", "3.2"]),
    "show where it stops": (lambda: referee.load(STOPPED).tables().facts, ["show", STOPPED]),
    "rule": (lambda: referee.rule("GDS-04"), ["rules", "GDS-04"]),
    "ruling": (lambda: referee.ruling("cover"), ["rulings", "cover"]),
    "components": (lambda: referee.Copy().facts(), ["components", "show"]),
    "components check": (lambda: referee.Copy().check(), ["components", "check"]),
    "blank components": (
        lambda: referee.Copy(TEMPLATE).check(),
        ["components", "check", TEMPLATE],
    ),
}


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """A position that was written from a game."""
    file = tmp_path / "table.toml"
    file.write_text(referee.load(GAME).table("3.2").to_toml(), "utf-8")
    return file


def printed(*arguments: str) -> Any:  # noqa: ANN401 - JSON
    return json.loads(run(*arguments, "--json").stdout)


def as_json(answer: Answer) -> Any:  # noqa: ANN401 - JSON
    return json.loads(answer.to_json())


@pytest.mark.parametrize("name", ASKED)
def test_the_command_prints_the_encoding_of_the_answer(name: str) -> None:
    ask, command = ASKED[name]
    assert as_json(ask()) == printed(*command)


@pytest.mark.parametrize("name", ASKED)
def test_an_answer_can_be_pickled(name: str) -> None:
    answer = ASKED[name][0]()
    assert pickle.loads(pickle.dumps(answer)) == answer  # noqa: S301 - our own bytes


def test_lists_of_answers_are_printed_as_lists() -> None:
    assert [as_json(rule) for rule in referee.rules()] == printed("rules")
    assert [as_json(ruling) for ruling in referee.rulings()] == printed("rulings")


def test_positions_are_told_as_the_command_tells_them(table: Path) -> None:
    assert as_json(referee.Table.load(table).facts) == printed("position", "show", str(table))
    assert as_json(PossibleTables(referee.Table.load(table)).facts) == printed("show", str(table))
    assert [as_json(referee.Table.audit(table))] == printed("position", "check", str(table))
    assert run("position", "from", str(table)).output == table.read_text("utf-8")
    assert run("position", "new").output == referee.Table.template()


def test_an_impossible_position_is_told_with_its_places(tmp_path: Path) -> None:
    odd = tmp_path / "odd.toml"
    odd.write_text("round = 9\nphaze = 1\n", "utf-8")
    audit = referee.Table.audit(odd)
    assert [as_json(audit)] == printed("position", "check", str(odd))
    assert audit.verdict == "unreadable"
    assert audit.digest is audit.moment is None
    assert audit.faults[-1].guess == ("phase",)
    assert [problem.excerpt for problem in audited_position(odd).problems][-1] == "phaze = 1"


def test_a_position_that_cannot_be_opened_is_unreadable(tmp_path: Path) -> None:
    audit = referee.Table.audit(tmp_path / "none.toml")
    assert audit.verdict == "unreadable"
    assert audit.file == str(tmp_path / "none.toml")
    assert "cannot be opened" in audit.faults[0].message


@pytest.mark.parametrize("kind", answer_types(), ids=lambda kind: kind.__name__)
def test_every_answer_has_a_schema_with_its_fields(kind: type[Answer]) -> None:
    schema = msgspec.json.schema(kind)["$defs"][kind.__name__]
    assert [*schema["properties"]] == [*kind.__struct_encode_fields__]


def test_a_table_is_asked_like_the_file_it_came_from() -> None:
    table = referee.load(GAME).table("3.2")
    assert table.score() == referee.load(GAME).score("3.2")
    assert table.legal(max_items=1) == referee.load(GAME).table("3.2").legal(max_items=1)
    assert table.moment == "round 3, turn 2, green to move"


def test_counting_turns_can_be_stopped() -> None:
    whole = referee.load(GAME).table("3.2").legal()
    stopped = referee.load(GAME).table("3.2").legal(budget=referee.Budget(stop=lambda: True))
    assert any(whole.counts.values())
    for action, count in whole.counts.items():
        assert stopped.counts[action] == (None if count else 0)
        assert stopped.turns[action] == ()


def test_counting_turns_ends_in_time() -> None:
    whole = referee.load(GAME).table("3.2").legal()
    hurried = referee.load(GAME).table("3.2").legal(budget=referee.Budget(seconds=1e-9))
    assert hurried.counts == {each: None if n else 0 for each, n in whole.counts.items()}


def test_turns_are_counted_beyond_those_that_are_listed() -> None:
    few, all_of_them = (
        referee.load(GAME).table("3.2").legal(max_items=most) for most in (1, 10_000)
    )
    assert few.counts == all_of_them.counts == {a: len(t) for a, t in all_of_them.turns.items()}


def test_rules_are_found_by_words_family_and_kind() -> None:
    assert {rule.family for rule in referee.rules(family="gds")} == {"GDS"}
    assert {rule.kind for rule in referee.rules("capital call", kind="effect")} == {"effect"}
    assert referee.rules("zzzzzzzz") == ()


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda: referee.rule("GSD-04"), "there is no rule 'GSD-04'; did you mean `GDS-04`"),
        (lambda: referee.rules("gds"), "did you mean --family GDS?"),
        (lambda: referee.rules(family="XYZ"), "there is no family 'XYZ'"),
        (lambda: referee.rules(kind="odd"), "there is no kind 'odd'"),
        (lambda: referee.ruling("covver"), "did you mean `cover`"),
        (lambda: referee.load(GAME).table("3.2").legal(action="odd"), "there is no action 'odd'"),
        (
            lambda: referee.load(GAME).table().legal(),
            "no player is to move after round 7, the game is over",
        ),
        (lambda: referee.load(GAME).score("9.9"), "it ends after round 7, the game is over"),
        (lambda: referee.load(GAME).score("soon"), "expected a round or round.turn"),
        (lambda: referee.Copy("games").components(), "cannot be used"),
        (lambda: referee.load(GAME, components="games").score(), "cannot be used"),
        (lambda: referee.Copy.begin("games"), "games is not empty"),
    ],
)
def test_a_question_without_sense_is_a_misuse(ask: Callable[[], object], words: str) -> None:
    with pytest.raises(referee.UsageError) as raised:
        ask()
    assert words in raised.value.message


def test_a_position_has_no_other_moment(table: Path) -> None:
    with pytest.raises(referee.UsageError, match="a position has only one moment"):
        table_at(table, "3")


def test_a_set_is_started_in_a_new_folder(tmp_path: Path) -> None:
    copy = referee.Copy.begin(tmp_path / "copy")
    assert all(file.is_file() for file in copy.folder.iterdir())
    checked = copy.check()
    assert checked.blanks > 0
    assert checked.digest is None
    assert not checked.is_held_to_all_rules


def test_a_folder_that_cannot_be_made_is_unwritable() -> None:
    with pytest.raises(referee.WriteError, match="cannot be written"):
        referee.Copy.begin("/proc/no/copy")


USED_FROM_PYTHON = """
import referee
game = referee.load("games/four-players.mgn")
table = game.table("3.2")
table.score(), table.legal("goods"), game.tables("3.2").facts
referee.rules("capital call"), referee.rulings(), referee.Copy().check()
referee.Copy().facts(), referee.Table.audit(table.to_toml().encode())
"""

USED_AS_COMMANDS = """
from referee.cli.main import main
for words in (
    "show games/four-players.mgn", "score games/four-players.mgn",
    "legal games/four-players.mgn --at 3.2 --max 1", "rules GDS-04", "rules capital call --json",
    "rulings cover", "components check", "components show", "position new",
    "position from games/four-players.mgn --at 3.2", ):
    main.main(words.split(), standalone_mode=False)
"""

LOADED = """
import sys
print("loaded:", *sorted({"z3", "ortools", "numpy", "pandas"} & {*sys.modules}))
"""


@pytest.mark.slow
@pytest.mark.parametrize("program", [USED_FROM_PYTHON, USED_AS_COMMANDS], ids=["api", "commands"])
def test_looking_things_up_loads_no_solver(program: str) -> None:
    ended = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", program + LOADED], capture_output=True, text=True, check=True
    )
    assert ended.stdout.splitlines()[-1].strip() == "loaded:"
