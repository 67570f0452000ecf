"""Engine and model over seeded games, at the size of every test run."""

import pytest

from referee.agreement.comparing import compare
from referee.engine import diamonds
from referee.engine.sampling import ACTIONS
from referee.game.events import Event
from referee.game.reading import reference_set
from referee.game.rulebook import RULES
from referee.transcript.judge import Step, setting_of, walk
from referee.transcript.loading import load
from scripts.differential_games import GameComparison
from scripts.differential_result import Result
from scripts.differential_sets import FEW, MANY, compare_position
from scripts.differential_slips import compare_slips, faults

SEEDS = range(1000, 1008)


@pytest.fixture(scope="module")
def games() -> list[Result]:
    return [GameComparison(seed).run() for seed in SEEDS]


@pytest.fixture(scope="module")
def slips() -> list[Result]:
    return [compare_slips(number, wanted=2) for number in range(len(faults()))]


@pytest.fixture(scope="module")
def positions() -> list[Result]:
    return [compare_position(action, 1) for action in ACTIONS]


def _told(results: list[Result]) -> list[str]:
    return [f"{d.about}: {d.difference}" for result in results for d in result.disagreements]


def test_they_agree_on_legal_and_changed_events_of_games(games: list[Result]) -> None:
    assert _told(games) == []
    assert sum(result.turns for result in games) >= 200
    assert sum(result.mutations for result in games) >= 600


def test_they_agree_on_faults_like_those_of_the_illegal_games(slips: list[Result]) -> None:
    assert _told(slips) == []
    assert all(result.mutations for result in slips)


def test_they_have_the_same_turns_for_every_action(positions: list[Result]) -> None:
    assert _told(positions) == []
    assert [result.work for result in positions if result.positions] == list(ACTIONS)
    for result in positions:
        assert result.legal_turns >= (FEW.get(result.work) or MANY)  # type: ignore[call-overload]
    assert any(result.with_books for result in positions)


def test_nearly_every_rule_is_compared(games: list[Result], slips: list[Result]) -> None:
    compared = {rule for result in [*games, *slips] for rule in result.rules}
    assert len(compared) > len(RULES) * 9 / 10


def test_the_same_seed_compares_the_same() -> None:
    assert GameComparison(SEEDS[0]).run() == GameComparison(SEEDS[0]).run()


def test_a_merchant_and_the_end_of_a_phase_never_allow_twenty_turns(
    positions: list[Result],
) -> None:
    few = [result for result in positions if result.work in FEW]
    assert all(result.legal_turns < MANY for result in few)


# A fault that is put in on purpose ---------------------------------------------------------------


@pytest.fixture
def wrong_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the engine forget to count the steps that mines give."""
    monkeypatch.setattr(diamonds.ChooseMerchant, "_steps_for_mines", staticmethod(lambda *_: 1))


def _faulty(number: int) -> Result:
    return GameComparison(number).run()


@pytest.mark.usefixtures("wrong_engine")
def test_a_wrong_engine_is_found_and_told_by_a_short_game() -> None:
    found = next(r for seed in range(2000, 2020) if (r := _faulty(seed)).disagreements)
    disagreement = found.disagreements[0]
    assert disagreement.about == "merchant"
    assert disagreement.difference.engine.startswith("table ")
    last = _last_step(disagreement.game)
    assert compare(last.before, _event(last)).difference is not None
    assert len(disagreement.game.splitlines()) < 40


def _last_step(game: str) -> Step:
    record = load(game.encode(), lambda _: reference_set()).record
    setting = setting_of(record.header, reference_set())
    return list(walk(record, setting))[-1]  # type: ignore[arg-type]


def _event(step: Step) -> Event:
    assert step.event is not None
    return step.event
