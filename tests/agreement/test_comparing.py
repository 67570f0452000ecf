"""What is told when engine and model part."""

import pytest

import model
from model import UndecidedError, Verdict
from model.kinds import Ruled
from referee.agreement.comparing import compare, compare_opening, compare_scoring, compare_setting
from referee.agreement.searching import found_elsewhere
from referee.agreement.sets import compare_sets, listed
from referee.game.events import Claim, DealCards
from referee.game.ids import CardId, Seat
from referee.game.state import State
from referee.game.turns import Action, UseGoods
from scripts.tools.campaign.seeded_games import game, position
from tests.positions import position as plain_position

GOODS: Action = "goods"


@pytest.fixture
def table() -> State:
    return plain_position(seat={0: {"slots": {"left": "coffee1"}}})


@pytest.fixture
def turn(table: State) -> UseGoods:
    return UseGoods(seat=table.to_move or Seat(0), cards=(CardId("coffee1"),), advance=("cairo",))


def test_a_legal_turn_is_compared_on_the_rules_at_work(table: State, turn: UseGoods) -> None:
    comparison = compare(table, turn)
    assert comparison.difference is None
    assert "GDS-13" in comparison.rules


def test_a_turn_with_one_fault_is_compared_on_the_rule_it_breaks(
    table: State, turn: UseGoods
) -> None:
    longer = UseGoods(seat=turn.seat, cards=turn.cards, advance=("cairo", "cairo"))
    assert compare(table, longer).rules == {"GDS-08"}


def test_another_rule_in_the_models_conflict_is_a_difference(
    table: State, turn: UseGoods, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(model, "legal", lambda *_: Verdict("no", frozenset({"GDS-01"})))
    longer = UseGoods(seat=turn.seat, cards=turn.cards, advance=("cairo", "cairo"))
    difference = compare(table, longer).difference
    assert difference is not None
    assert str(difference) == "engine: illegal by GDS-08; model: illegal by GDS-01"


def test_a_model_that_is_undecided_or_fails_is_a_difference(
    table: State, turn: UseGoods, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gives_up(*_: object) -> State:
        raise UndecidedError("timeout")

    monkeypatch.setattr(model, "effect", gives_up)
    difference = compare(table, turn).difference
    assert difference is not None
    assert difference.model == "fails: UndecidedError timeout"


def test_nobody_rules_on_a_claim(table: State) -> None:
    assert compare(table, Claim(what="round", value=9)).difference is None


def test_setting_opening_and_scoring_are_compared(table: State) -> None:
    assert compare_setting(table.setting).difference is None
    opening = compare_opening(table.setting)
    assert opening.difference is None
    assert {"SET-16", "SET-17", "SET-18", "SET-21", "SET-22"} == opening.rules
    assert compare_scoring(table).difference is None


def test_a_turn_that_only_one_of_them_has_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    table = next(t for seed in range(50) if listed(t := position(seed), GOODS, 200))
    turns = listed(table, GOODS, 200) or frozenset()
    assert compare_sets(table, GOODS, turns).difference is None
    fewer = frozenset(list(turns)[1:])
    monkeypatch.setattr(model, "solutions", lambda *_: fewer)
    found = compare_sets(table, GOODS, turns)
    assert found.difference is not None
    assert found.difference.engine == "1 more turns"
    assert isinstance(found.only, UseGoods)


def test_the_same_difference_is_found_in_a_short_game(monkeypatch: pytest.MonkeyPatch) -> None:
    right = model.effect

    def without_deals(table: State, event: Ruled) -> State:
        return table if isinstance(event, DealCards) else right(table, event)

    monkeypatch.setattr(model, "effect", without_deals)
    before, deal, _ = next(iter(game(1)))
    difference = compare(before, deal).difference
    assert difference is not None
    found = found_elsewhere(before.setting, deal, difference)
    assert found is not None
    assert found.events == ()
    assert isinstance(found.asked, DealCards)
