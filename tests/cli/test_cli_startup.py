"""What a command imports: nobody waits for a solver that is not asked anything."""

import json
from collections.abc import Mapping

import pytest

from referee.cli.main import COMMANDS, main
from scripts.tools.bench.processes import COMPLETING, TARGETS, startup
from tests.cli.processes import STARTED, ran

pytestmark = pytest.mark.slow

GAME = "games/four-players.mgn"
HEAVY = ("z3", "ortools", "numpy", "pandas", "jinja2")

LIGHT = [
    "--help",
    "--version",
    f"check {GAME}",
    f"check {GAME} --json",
    "check games/illegal/exp-06-points-suffice.mgn",
    f"fmt {GAME}",
    f"fmt {GAME} --to json",
    f"show {GAME} --at 3.2",
    f"score {GAME}",
    f"legal {GAME} --at 1.1",
    "rules",
    "rules GDS-04",
    "rulings",
    "components show",
    "components check",
    "puzzle list",
    "examples list",
]

COMPLETED = {
    "a command": "referee ch",
    "a rule": "referee rules gds-0",
    "a ruling": "referee rulings cap",
    "a puzzle": "referee puzzle show ba",
    "an objective": "referee best games/four-players.mgn --objective net",
    "a moment": "referee show games/four-players.mgn --at 3",
    "a component set": "referee components show games/own-copy/",
}

ASKED = """
import atexit, json, os, sys
def tell():
    loaded = sorted(name for name in sys.modules if name.count(".") < 2)
    os.write(2, ("\\n" + json.dumps(loaded)).encode())
atexit.register(tell)
"""


def loaded(*arguments: str, env: Mapping[str, str] | None = None) -> set[str]:
    ended = ran(*arguments, code=ASKED + STARTED, env=env)
    assert ended.returncode in (0, 1), ended.stderr
    return set(json.loads(ended.stderr.rpartition("\n")[2]))


@pytest.mark.parametrize("command", LIGHT)
def test_a_command_that_solves_nothing_imports_no_solver(command: str) -> None:
    found = loaded(*command.split()) & {*HEAVY}
    assert not found


def test_a_legal_game_is_judged_without_the_audit_of_positions_and_component_sets() -> None:
    assert not loaded("check", GAME) & {"referee.positions", "referee.components"}


def test_a_legal_game_is_judged_without_what_only_faults_files_and_json_need() -> None:
    needless = {"tomllib", "hashlib", "difflib", "subprocess", "tempfile", "rich.table"}
    needless |= {"referee.records.codec", "referee.records.spellings"}
    ended = ran("check", GAME, code=f"{ASKED.replace('< 2', '< 3')}{STARTED}")
    assert not needless & {*json.loads(ended.stderr.rpartition("\n")[2])}


@pytest.mark.parametrize("words", COMPLETED.values(), ids=COMPLETED)
def test_completion_imports_no_solver(words: str) -> None:
    cword = str(words.count(" "))
    asked = {"_REFEREE_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": cword}
    found = loaded(env=asked) & {*HEAVY}
    assert not found


def test_a_rule_is_completed_without_tables_and_component_sets() -> None:
    words = COMPLETED["a rule"]
    asked = {"_REFEREE_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": "2"}
    ended = ran(code=f"{ASKED.replace('< 2', '< 3')}{STARTED}", env=asked)
    assert "GDS-04" in ended.stdout
    needless = {"referee.core.state", "referee.core.component_set", "referee.core.public"}
    assert not needless & {*json.loads(ended.stderr.rpartition("\n")[2])}


def test_help_and_completion_of_commands_import_no_command() -> None:
    modules = {home.partition(":")[0] for home in COMMANDS.values()}
    listing = {"_REFEREE_COMPLETE": "zsh_complete", "COMP_WORDS": "referee c", "COMP_CWORD": "1"}
    for found in (loaded("--help"), loaded(env=listing)):
        # Two parts of a module's name are told, and a command is the third.
        assert not found & {"rich.console", "referee.engine", "referee.records"}
    ended = ran("--help", code=f"{ASKED.replace('< 2', '< 3')}{STARTED}")
    assert not modules & {*json.loads(ended.stderr.rpartition("\n")[2])}


@pytest.mark.parametrize("name", COMMANDS)
def test_the_table_of_commands_calls_the_commands_by_their_names(name: str) -> None:
    assert main.loaded(name).name == name


def test_the_benchmark_tells_ratios_and_targets() -> None:
    found = startup(1)
    assert COMPLETING["_REFEREE_COMPLETE"] == "bash_complete"
    for name, most in TARGETS.items():
        told = found[f"startup: {name}"]
        assert isinstance(told, dict)
        assert told["at most"] == most
        assert told["of the imports"] > 0
