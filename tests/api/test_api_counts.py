import json
import pickle
import shlex
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path

import pytest

import referee
from referee.api.turn_lists import CountComparison
from referee.engine.legal_turns import legal_turns
from referee.engine.turn_counts import count_action
from tests.cli.running import run
from tests.conformance.commands import ENGINE, PATIENT, PATIENTLY, fake, faulty
from tests.engine.games import position

GAME = "games/two-players.mgn"


@pytest.mark.parametrize(
    "options", [("--depth", "1"), ("--depth", "2", "--divide")], ids=["plain", "divided"]
)
def test_counts_are_what_the_command_prints(options: tuple[str, ...]) -> None:
    printed = run("legal", GAME, "--at", "7.7", "--json", *options)
    depth, divide = (2, True) if "--divide" in options else (1, False)
    found = referee.load(GAME).table("7.7").count(depth=depth, divide=divide)
    assert json.loads(found.to_json()) == json.loads(printed.stdout)
    assert pickle.loads(pickle.dumps(found)) == found  # noqa: S301


def test_a_game_and_a_table_can_be_counted_from() -> None:
    game = referee.load(GAME)
    whole = referee.load(GAME).table("7.7").count()
    assert game.table("7.7").count() == whole
    assert game.table("7.7").count() == whole


def test_steps_end_a_count_at_the_same_place_every_time() -> None:
    found = [
        referee.load(GAME).table("1.1").count(depth=2, budget=referee.Budget(work=400))
        for _ in range(2)
    ]
    assert found[0] == found[1]
    assert not found[0].finished
    assert referee.load(GAME).table("7.7").count(budget=referee.Budget(work=100_000)).finished


def test_a_count_can_be_stopped_and_followed() -> None:
    asked = count()
    stopped = (
        referee.load(GAME)
        .table("1.1")
        .count(depth=3, budget=referee.Budget(stop=lambda: next(asked) > 50))
    )
    assert not stopped.finished
    assert next(asked) == 52
    told: list[tuple[int, int]] = []
    referee.load(GAME).table("7.7").count(
        budget=referee.Budget(progress=lambda done, total: told.append((done, total)))
    )
    assert told == [(done, 6) for done in range(1, 7)]


def test_seconds_end_a_count_in_any_thread() -> None:
    with ThreadPoolExecutor(2) as threads:
        game = referee.load(GAME)
        short = threads.submit(game.table("1.1").count, 3, budget=referee.Budget(seconds=0.2))
        whole = threads.submit(game.table("7.7").count, budget=referee.Budget(seconds=600))
    assert not short.result().finished
    assert whole.result() == referee.load(GAME).table("7.7").count()


def test_a_search_for_turns_ends_where_its_tick_says() -> None:
    class EnoughError(Exception):
        pass

    def enough() -> None:
        raise EnoughError

    with pytest.raises(EnoughError):
        count_action(position(3), "expand", enough)
    with pytest.raises(EnoughError):
        next(legal_turns(position(3), ("expand",), enough))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "tables"), [(faulty("count", "legal"), 1), (fake("junk"), 0)], ids=["count", "junk"]
)
def test_a_comparison_is_what_the_command_prints(command: tuple[str, ...], tables: int) -> None:
    options = ("--at", "7.7", "--json", *PATIENTLY, "--against", shlex.join(command))
    found = referee.load(GAME).table("7.7").count_against(command, answer_timeout=PATIENT)
    assert json.loads(found.to_json()) == json.loads(run("legal", GAME, *options).stdout)
    assert found.tables == tables
    assert found.difference is not None
    assert pickle.loads(pickle.dumps(found)) == found  # noqa: S301


def test_a_program_that_fails_on_the_way_is_a_finding_at_a_table() -> None:
    found = referee.load(GAME).table("7.7").count_against(faulty("crash"), answer_timeout=PATIENT)
    assert found.difference is not None
    assert found.difference.is_failure
    assert found.difference.kind == "crash"
    assert found.difference.counts.referee == {}


def test_a_program_that_takes_all_the_time_has_not_failed() -> None:
    found = (
        referee.load(GAME)
        .table("7.7")
        .count_against(fake("silent"), budget=referee.Budget(seconds=0.3))
    )
    assert isinstance(found, CountComparison)
    assert (found.finished, found.difference) == (False, None)
    late = (
        referee.load(GAME)
        .table("7.7")
        .count_against(fake("silent"), answer_timeout=0.3, budget=referee.Budget(seconds=60))
    )
    assert late.difference is not None
    assert late.difference.kind == "hang"


def test_what_makes_no_sense_is_a_misuse(tmp_path: Path) -> None:
    with pytest.raises(referee.UsageError, match="no player is to move"):
        referee.load(GAME).table().count()
    with pytest.raises(referee.UsageError, match="at least 1, not 0"):
        referee.load(GAME).table("7.7").count(depth=0)
    with pytest.raises(referee.UsageError, match="no command"):
        referee.load(GAME).table("7.7").count_against(" ")
    table = tmp_path / "table.toml"
    run("position", "from", GAME, "--at", "7.7", "-o", str(table))
    with pytest.raises(referee.UsageError, match="name a recorded game"):
        referee.Table.load(table).count_against(ENGINE)


def test_programs_that_cannot_be_compared_are_told_apart() -> None:
    with pytest.raises(referee.ProgramError, match="cannot be run"):
        referee.load(GAME).table("7.7").count_against("/nowhere/at/all")
    with pytest.raises(referee.NoAnswerError, match="neither counts nor lists"):
        referee.load(GAME).table("7.7").count_against(fake("fine"))
