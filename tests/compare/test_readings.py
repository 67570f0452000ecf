"""What is told when engine and model part."""

import msgspec
import pytest

import referee_model
from referee.conformance import partner, shrink
from referee.conformance.games import few_turns, game, position
from referee.conformance.readings import (
    compare,
    compare_opening,
    compare_scoring,
    compare_setting,
    compare_turns,
    shortest_example,
)
from referee.core.events import Claim
from referee.core.ids import CardId, Seat
from referee.core.state import State
from referee.core.turns import Action, Turn, UseGoods, UseMerchant
from referee.engine.legal_turns import canonical
from referee_model import ModelVerdict
from referee_model.kinds import JudgedEvent
from referee_model.solver import UndecidedError
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
    monkeypatch.setattr(
        referee_model, "legal", lambda *_: ModelVerdict("no", frozenset({"GDS-01"}))
    )
    longer = UseGoods(seat=turn.seat, cards=turn.cards, advance=("cairo", "cairo"))
    difference = compare(table, longer).difference
    assert difference is not None
    assert difference.sides == ("illegal by GDS-08", "illegal by GDS-01")


def test_a_model_that_is_undecided_or_fails_is_a_difference(
    table: State, turn: UseGoods, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gives_up(*_: object) -> State:
        raise UndecidedError("timeout")

    monkeypatch.setattr(referee_model, "effect", gives_up)
    difference = compare(table, turn).difference
    assert difference is not None
    assert difference.sides[1] == "fails: UndecidedError timeout"


def test_nobody_rules_on_a_claim(table: State) -> None:
    assert compare(table, Claim(what="round", value=9)).difference is None


def test_setting_opening_and_scoring_are_compared(table: State) -> None:
    assert compare_setting(table.setting).difference is None
    opening = compare_opening(table.setting)
    assert opening.difference is None
    assert {"SET-16", "SET-17", "SET-18", "SET-21", "SET-22"} == opening.rules
    assert compare_scoring(table).difference is None


def _table_with_few(action: Action) -> State:
    return next(
        table for table in map(position, range(50)) if few_turns(table, [action]).get(action)
    )


@pytest.mark.slow
def test_a_turn_that_only_the_engine_has_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    table = _table_with_few(GOODS)
    assert compare_turns(table, GOODS).difference is None
    every = list(referee_model.all_turns(table, GOODS))
    monkeypatch.setattr(referee_model, "all_turns", lambda *_: iter(every[1:]))
    difference = compare_turns(table, GOODS).difference
    assert difference is not None
    assert difference.id == "turns legal goods missing"
    (missing,) = difference.expected["missing"]
    assert canonical(table, msgspec.convert(missing, Turn)) == every[0][0]


def test_a_turn_that_the_model_takes_for_two_shows_in_the_number(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = _table_with_few(GOODS)
    every = list(referee_model.all_turns(table, GOODS))
    monkeypatch.setattr(referee_model, "all_turns", lambda *_: iter([*every, every[0]]))
    difference = compare_turns(table, GOODS).difference
    assert difference is not None
    assert difference.expected == {"goods": len(every)}
    assert difference.given == {"goods": len(every) + 1}


def test_an_engine_that_fails_is_a_difference(
    table: State, turn: UseGoods, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> State:
        raise KeyError("coffee1")

    monkeypatch.setattr(partner, "step", fails)
    difference = compare(table, turn).difference
    assert difference is not None
    assert difference.sides == ("fails: KeyError 'coffee1'", "any answer")


@pytest.mark.slow
def test_a_late_difference_is_found_in_a_short_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where shrinking leaves many rounds, games that are short from the start are searched."""
    right = referee_model.effect

    def without_merchants(table: State, event: JudgedEvent) -> State:
        return table if isinstance(event, UseMerchant) else right(table, event)

    monkeypatch.setattr(referee_model, "effect", without_merchants)
    monkeypatch.setattr(shrink, "CUTS", ())
    happened = list(game(1))
    place = max(n for n, (_, event, _) in enumerate(happened) if isinstance(event, UseMerchant))
    table, merchant, _ = happened[place]
    assert table.round > shrink.SHORT
    late = compare(table, merchant, [event for _, event, _ in happened[:place]]).difference
    assert late is not None
    found = shortest_example(late, table.setting)
    assert found.id == late.id == "digest merchant"
    assert found.round <= shrink.SHORT
