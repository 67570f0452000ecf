import json
import shlex
from typing import Any

import pytest

from referee.engine.random_turns import ACTIONS
from referee.engine.turn_counts import count_action, count_by_first_choice
from tests.cli.running import run
from tests.conformance.commands import ENGINE, PATIENTLY, fake, faulty
from tests.engine.games import position

pytestmark = pytest.mark.slow

GAME = "games/two-players.mgn"


def counted(*arguments: str) -> dict[str, object]:
    result = run("legal", GAME, "--json", *arguments)
    assert result.exit_code == 0, result.output
    data = json.loads(result.stdout)
    assert isinstance(data, dict)
    return data


@pytest.mark.parametrize("seed", range(8))
def test_first_choices_add_up_to_all_turns_of_an_action(seed: int) -> None:
    state = position(seed)
    for action in ACTIONS:
        if action != "expand":
            by_choice = count_by_first_choice(state, action)
            assert sum(by_choice.values()) == count_action(state, action)


def test_expansions_add_up_by_company() -> None:
    state = position(3)
    by_company = count_by_first_choice(state, "expand")
    assert sum(by_company.values()) == count_action(state, "expand")


def test_depth_one_counts_what_legal_counts() -> None:
    legal = json.loads(run("legal", GAME, "--at", "7.7", "--json").stdout)
    counts: Any = counted("--at", "7.7", "--depth", "1")["counts"]
    rows = {each["action"]: each["rows"] for each in counts}
    assert rows == legal["counts"]


def test_dividing_changes_no_sum() -> None:
    for depth in ("1", "2"):
        whole = counted("--at", "7.7", "--depth", depth)
        divided = counted("--at", "7.7", "--depth", depth, "--divide")
        assert whole["rows"] == divided["rows"]
        assert whole["ended"] == divided["ended"]
        assert len(divided["counts"]) > len(whole["counts"]) - 4  # type: ignore[arg-type]


def test_too_little_time_is_told_and_no_answer() -> None:
    result = run("legal", GAME, "--at", "1.1", "--depth", "3", "--timeout", "0.2")
    assert result.exit_code == 3
    assert "at least" in result.output
    assert "could not be counted in time" in result.output


def test_the_engine_counts_like_itself() -> None:
    command = shlex.join(ENGINE)
    result = run("legal", GAME, "--at", "7.7", "--depth", "2", *PATIENTLY, "--against", command)
    assert result.exit_code == 0, result.output
    assert "no difference" in result.output
    whole = [counted("--at", "7.7", "--depth", depth)["rows"] for depth in ("1", "2")]
    agreed = [line.split()[-1] for line in result.output.splitlines() if line[:1].isdecimal()][:2]
    assert agreed == [str(rows) for rows in whole]


@pytest.mark.parametrize("without", ["count", "legal"])
def test_counts_that_agree_are_told_by_depth(without: str) -> None:
    command = shlex.join(faulty("none", without))
    result = run(
        "legal", GAME, "--at", "7.7", "--depth", "2", *PATIENTLY, "--against", command, "--json"
    )
    told = json.loads(result.stdout)["agreed"]
    assert [each["depth"] for each in told] == [1, 2]
    assert told[0]["tables"] == 1
    for each in told:
        rows = counted("--at", "7.7", "--depth", str(each["depth"]))["rows"]
        assert sum(each["counts"].values()) == rows


@pytest.mark.parametrize("without", ["count", "legal"])
def test_actions_on_which_both_agree_are_told_beside_the_others(without: str) -> None:
    command = shlex.join(faulty("forgets the end", without))
    result = run("legal", GAME, "--at", "7.7", *PATIENTLY, "--against", command)
    assert result.exit_code == 1
    rows = [line.split() for line in result.output.splitlines()]
    assert ["marker", "16", "16"] in rows
    assert ["end", "1", "0"] in rows


def test_another_count_below_a_table_is_found_with_the_turn_that_leads_there() -> None:
    command = shlex.join(faulty("late count", "legal"))
    arguments = ("--at", "7.7", *PATIENTLY, "--against", command, "--json")
    assert run("legal", GAME, *arguments).exit_code == 0
    below = run("legal", GAME, *arguments, "--depth", "2")
    assert below.exit_code == 1
    found = json.loads(below.stdout)["difference"]
    assert len(found["turns"]) == 1
    assert found["program"] == {"end": 99}


def test_another_count_at_a_table_is_found_there() -> None:
    command = shlex.join(faulty("count", "legal"))
    here = run("legal", GAME, "--at", "7.7", *PATIENTLY, "--against", command, "--json")
    assert here.exit_code == 1
    found = json.loads(here.stdout)["difference"]
    assert found["turns"] == []
    assert found["program"]["marker"] == found["referee"]["marker"] - 1


def test_a_program_that_cannot_count_leaves_it_undecided() -> None:
    result = run("legal", GAME, "--at", "7.7", *PATIENTLY, "--against", shlex.join(fake("fine")))
    assert result.exit_code == 3
    assert "neither counts nor lists" in result.output


@pytest.mark.parametrize(
    ("command", "code"), [("/nowhere", 2), ("'", 2), ("", 2), (shlex.join(fake("junk")), 1)]
)
def test_a_program_that_fails_is_told(command: str, code: int) -> None:
    assert run("legal", GAME, "--at", "7.7", *PATIENTLY, "--against", command).exit_code == code


def test_a_moment_without_a_turn_is_a_misuse() -> None:
    assert run("legal", GAME, "--divide").exit_code == 2
    assert run("legal", GAME, "--at", "2", "--divide").exit_code == 2


@pytest.mark.parametrize("option", [("--action", "goods"), ("--max", "3")])
def test_what_is_for_a_list_is_refused_where_rows_are_counted(option: tuple[str, str]) -> None:
    result = run("legal", GAME, "--at", "7.7", "--depth", "1", *option)
    assert (result.exit_code, result.stdout) == (2, "")
    assert f"{option[0]} cannot be used with --depth" in result.stderr
