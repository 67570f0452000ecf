"""Turns and events as JSON: one codec from the types, and nothing unknown gets in."""

import msgspec
import pytest

from referee.core.events import Event, Plan, TakeBack
from referee.core.ids import BookId, CardId, RegionId, Seat
from referee.core.turns import (
    CollectRegion,
    Entering,
    Expand,
    Placing,
    PlusOne,
    SpendPoints,
    UseGoods,
)
from tests.engine.games import game


def test_every_event_of_a_game_survives_json() -> None:
    for _, event, _ in game(7):
        data = msgspec.json.encode(event)
        assert msgspec.json.decode(data, type=Event) == event


def test_a_turn_reads_like_what_was_said() -> None:
    turn = Expand(
        seat=Seat(1),
        company="cairo",
        enter=(Entering(RegionId("R07"), 2, "cairo"),),
        rewards=(CollectRegion(RegionId("R07")), SpendPoints((BookId("a03"),))),
        place=(Placing(BookId("a03"), 4),),
        plus_one=PlusOne(CardId("coffee1"), "after"),
    )
    plain = msgspec.to_builtins(turn)
    assert plain["do"] == "expand"
    assert plain["plus-one"] == {"card": "coffee1", "when": "after"}
    assert plain["rewards"][0]["part"] == "region"
    assert msgspec.convert(plain, Event) == turn


def test_a_take_back_holds_the_turn_that_was_taken_back() -> None:
    turn = UseGoods(seat=Seat(0), cards=(CardId("coffee1"),), advance=("cairo",))
    event = TakeBack(turn=turn)
    assert msgspec.convert(msgspec.to_builtins(event), Event) == event


def test_what_is_unknown_is_refused() -> None:
    with pytest.raises(msgspec.ValidationError, match="unknown field `card`"):
        msgspec.convert({"do": "end", "seat": 0, "card": "x"}, Event)
    with pytest.raises(msgspec.ValidationError, match="Invalid value 'jump'"):
        msgspec.convert({"do": "jump", "seat": 0}, Event)
    with pytest.raises(msgspec.ValidationError, match="Invalid enum value 'berlin'"):
        msgspec.convert({"do": "expand", "seat": 0, "company": "berlin"}, Event)


def test_a_plan_names_its_slots_in_order() -> None:
    plan = msgspec.convert(
        {"do": "plan", "seat": 2, "slots": ["exp2", None, "clerk2", None, None]}, Event
    )
    assert isinstance(plan, Plan)
    assert plan.slots[0] == "exp2"
