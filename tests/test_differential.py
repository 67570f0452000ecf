"""Engine and model over seeded games, at the size of every test run."""

from pathlib import Path

import pytest

import referee
from referee.conformance.difference import NO_GAME, Difference
from referee.conformance.readings import compare
from referee.conformance.report import Played
from referee.conformance.survey import (
    FEW,
    MANY,
    GameComparison,
    compare_position,
    compare_slips,
    faults,
)
from referee.core.events import Event
from referee.core.ids import CardId, Seat
from referee.core.set_reader import reference_set
from referee.core.state import State
from referee.core.turns import EndPhase
from referee.engine import diamonds
from referee.engine.mutants import pools_near
from referee.engine.random_turns import ACTIONS
from referee.records.completed_turn import Missing
from referee.records.judge import setting_of, walk
from referee.records.judgement import Step
from referee.records.loader import load
from referee.rulebook import RULES
from scripts.tools import differential
from scripts.tools.differential import command, compared, report
from scripts.tools.runs import Run
from tests.engine.cases import cases
from tests.programs import exit_code

pytestmark = pytest.mark.slow

SEEDS = range(1000, 1008)


@pytest.fixture(scope="module")
def games() -> list[Played]:
    return [GameComparison(seed).run() for seed in SEEDS]


@pytest.fixture(scope="module")
def slips() -> list[Played]:
    return [compare_slips(number, wanted=2) for number in range(len(faults()))]


@pytest.fixture(scope="module")
def positions() -> list[Played]:
    return [compare_position(action, 1) for action in ACTIONS]


def _told(results: list[Played]) -> list[str]:
    return [f"{each.id}: {each.sides}" for result in results for each in result.differences]


def test_they_agree_on_legal_and_changed_events_of_games(games: list[Played]) -> None:
    assert _told(games) == []
    assert sum(result.asked["turns"] for result in games) >= 200
    assert sum(result.asked["mutations"] for result in games) >= 600


def test_they_agree_on_faults_like_those_of_the_illegal_games(slips: list[Played]) -> None:
    assert _told(slips) == []
    assert all(sum(result.asked.values()) for result in slips)


def test_they_have_the_same_turns_for_every_action(positions: list[Played]) -> None:
    assert _told(positions) == []
    assert all(result.asked["positions"] for result in positions)
    for action, result in zip(ACTIONS, positions, strict=True):
        assert result.asked["legal turns"] >= FEW.get(action, MANY)
    assert any(result.asked["with books"] for result in positions)


def _asked_of_cases() -> list[tuple[str, State, Event]]:
    found = []
    for name, case in cases().items():
        if case.event is not None:
            found.append((name, case.table(), case.said()))
            if case.otherwise is not None:
                found.append((f"{name} otherwise", case.table(case.otherwise.rulings), case.said()))
    return found


def test_they_agree_on_every_case() -> None:
    asked = _asked_of_cases()
    differences = {name: compare(table, event).difference for name, table, event in asked}
    assert {name: found for name, found in differences.items() if found is not None} == {}


def test_nearly_every_rule_is_compared(games: list[Played], slips: list[Played]) -> None:
    compared = {rule for result in [*games, *slips] for rule in result.agree}
    assert len(compared) > len(RULES) * 9 / 10


def test_the_same_seed_compares_the_same() -> None:
    assert GameComparison(SEEDS[0]).run() == GameComparison(SEEDS[0]).run()


def test_a_merchant_and_the_end_of_a_phase_never_allow_twenty_turns(
    positions: list[Played],
) -> None:
    few = [result for action, result in zip(ACTIONS, positions, strict=True) if action in FEW]
    assert all(result.asked["legal turns"] < MANY for result in few)


# A fault that is put in on purpose ---------------------------------------------------------------

FAULTY = 2010
"""A game with the shipped set in which a merchant is used."""


@pytest.fixture
def wrong_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the engine give every merchant a step for mines."""
    monkeypatch.setattr(diamonds.ChooseMerchant, "_steps_for_mines", staticmethod(lambda *_: 1))


@pytest.fixture
def games_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a run consist of games, so that it is short."""
    monkeypatch.setattr(differential, "beside_games", lambda _: [])


@pytest.mark.usefixtures("wrong_engine")
def test_a_wrong_engine_is_told_by_a_short_game_that_shows_it() -> None:
    difference = GameComparison(FAULTY).run().differences[0]
    assert difference.id == "digest merchant"
    assert difference.sides[0].startswith("table ")
    last = _last_step(difference.record)
    assert last.event is not None
    assert compare(last.before, last.event).difference is not None
    assert len(difference.record.splitlines()) < 30


def _last_step(game: str) -> Step:
    record = load(game.encode(), lambda _: reference_set()).record
    setting = setting_of(record.header, reference_set())
    assert not isinstance(setting, Missing)
    return list(walk(record, setting))[-1]


@pytest.mark.usefixtures("wrong_engine", "games_alone")
def test_a_run_with_a_disagreement_prints_the_game_and_exits_1(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert exit_code(command, "--turns", "1", "--seed", str(FAULTY)) == 1
    *lines, summary = capsys.readouterr().out.splitlines()
    assert any(line.startswith("    players ") for line in lines)
    assert summary.endswith("disagreements")
    assert not summary.endswith(" 0 disagreements")


@pytest.mark.usefixtures("games_alone")
def test_a_run_goes_on_from_what_was_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "kept.jsonl"
    asked = ("--turns", "60", "--seed", "1000", "--results", str(file))
    assert exit_code(command, *asked, "--jobs", "2") == 0
    whole = file.read_bytes()
    first, *_ = whole.splitlines(keepends=True)
    file.write_bytes(first + b'["game 10')
    assert exit_code(command, *asked) == 0
    once, again = (out for out in capsys.readouterr().out.splitlines() if out.endswith("nts"))
    assert once == again
    assert sorted(file.read_bytes().splitlines()) == sorted(whole.splitlines())


@pytest.mark.usefixtures("games_alone")
def test_what_disagreed_is_compared_again(tmp_path: Path) -> None:
    run = Run(2, seed=1, file=tmp_path / "kept.jsonl")
    run.keep("game 1", Played(game="game 1", asked={"turns": 1}))
    differs = Difference(
        kind="digest", about=("plan",), rules=(), game=NO_GAME, asked=None, expected="", given=""
    )
    run.keep("game 2", Played(game="game 2", differences=(differs,)))
    first, second = compared(run)
    assert first.asked == {"turns": 1}
    assert second.differences == ()


def test_rules_that_were_seldom_compared_are_told() -> None:
    lines = list(
        report([Played(game="game 1", asked={"turns": 3}, agree={"SET-01": 60, "SET-02": 3})])
    )
    seldom = next(line for line in lines if line.startswith("rules compared fewer than 50 times"))
    assert "SET-02 (3)" in seldom
    assert "SET-01" not in seldom
    assert lines[-1].startswith(
        f"3 turns, 0 mutations, 0 positions, 2 of {len(RULES)} rules compared, 1 of"
    )


def test_a_file_of_other_lines_is_refused_with_its_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "kept"
    file.write_text('{"seed": 1}\n')
    assert exit_code(command, "--results", str(file)) == 1
    assert "kept:1: this is no result: " in capsys.readouterr().err


def test_the_cards_of_a_hand_are_drawn_from_in_one_order() -> None:
    table = referee.load("games/two-players.mgn").table("2.1").state
    known = pools_near(table, EndPhase(seat=Seat(0)))[CardId]
    hand = sorted(table.players[0].hand)
    at = max(place for place, card in enumerate(known) if card == hand[0])
    assert len(hand) > 1
    assert known[at : at + len(hand)] == hand
