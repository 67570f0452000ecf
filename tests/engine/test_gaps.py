"""Things that no drawn game shows: said in one order only, taken back, or beside the point."""

from random import Random

import pytest
from msgspec.structs import replace

from referee.core.events import TakeBack
from referee.core.ids import CardId, Seat, SpaceId
from referee.core.rule import Rule
from referee.core.turns import (
    CollectRegion,
    EndPhase,
    Expand,
    PlaceMarker,
    PlusOne,
    Turn,
    UseBookkeeper,
    UseGoods,
    UseLevel,
    UseMerchant,
)
from referee.engine import check
from referee.engine.actions import action_of, answers_of, has_turn, turn_of
from referee.engine.area import Area
from referee.engine.facts import facts_of
from referee.engine.legal_turns import legal_turns
from referee.engine.random_turns import sample_turn
from referee.engine.scoring import pads
from tests.positions import position

BLUE, GREEN = Seat(0), Seat(1)
TILE_AFTER = PlusOne(CardId("coffee1"), "after")
LEVELS = (UseLevel("mombasa", 1), UseLevel("cairo", 0))


@pytest.mark.parametrize(
    "turn",
    [
        UseGoods(seat=BLUE, cards=(CardId("coffee1"),), plus_one=TILE_AFTER),
        UseMerchant(seat=BLUE, card=CardId("merchant"), plus_one=TILE_AFTER),
        EndPhase(seat=BLUE, plus_one=PlusOne(CardId("coffee1"))),
        UseGoods(seat=BLUE, cards=(CardId("coffee1"),), levels=LEVELS),
        Expand(seat=BLUE, company="cairo", levels=LEVELS),
        UseBookkeeper(seat=BLUE, card=CardId("clerk1"), levels=LEVELS),
        PlaceMarker(seat=BLUE, space=SpaceId("first"), levels=LEVELS),
    ],
)
def test_a_turn_is_what_its_answers_say(turn: Turn) -> None:
    assert turn_of(action_of(turn), turn.seat, answers_of(turn)) == turn


def test_a_turn_that_was_taken_back_is_ruled_on_as_if_it_stood() -> None:
    state = position(seat={0: {"slots": {"left": "coffee1"}}})
    wrong = UseGoods(seat=BLUE, cards=(CardId("cotton2"),), advance=("mombasa", "mombasa"))
    assert [v.rule.id for v in check(state, TakeBack(turn=wrong))] == [
        v.rule.id for v in check(state, wrong)
    ]
    assert check(state, TakeBack(turn=wrong))


def test_the_scoring_pad_notes_what_is_at_work_in_it() -> None:
    notes: list[Rule] = []
    found = pads(position(seat={0: {"cash": 7, "ink": 1}}), notes)
    assert found == pads(position(seat={0: {"cash": 7, "ink": 1}}))
    assert "SCO-01" in {rule.id for rule in notes}


def test_diamonds_alone_are_no_shares_at_work() -> None:
    notes: list[Rule] = []
    pads(position(seat={0: {"diamonds": 6}}), notes)
    assert "SCO-05" in {rule.id for rule in notes}
    assert "SCO-04" not in {rule.id for rule in notes}


def test_a_drawn_expansion_may_stop_early() -> None:
    state = position(seat={0: {"slots": {"left": "exp2", "middle": "exp3"}}})
    rng = Random(1)
    turns = [sample_turn(state, rng, ("expand",)) for _ in range(60)]
    entered = {len(turn.enter) for turn in turns if isinstance(turn, Expand)}
    assert {1, 2, 3} <= entered


def test_the_starting_tile_is_among_the_books_that_may_be_flipped() -> None:
    state = position(seat={0: {"cash": 2, "slots": {"left": "clerk1"}}})
    listed = [turn for _, turn in legal_turns(state, ("bookkeeper",))]
    assert {turn.flip for turn in listed if isinstance(turn, UseBookkeeper)} == {None, 1}


def test_nobody_has_a_turn_when_all_have_ended_the_phase() -> None:
    playing = position(seat={0: {"slots": {"left": "coffee1"}}})
    assert has_turn(playing)
    assert not has_turn(replace(playing, to_move=None))
    assert not has_turn(replace(playing, phase="planning"))


def test_the_cards_face_up_are_those_in_slots_that_were_not_used() -> None:
    state = position(seat={0: {"slots": {"left": "coffee1", "right": "exp2"}, "used": ["exp2"]}})
    player = state.players[BLUE]
    area = Area(facts_of(state.setting), player, player.used, player.plus_one)
    assert [card.id for card in area.cards()] == ["coffee1"]


@pytest.mark.slow
def test_under_partial_use_every_part_of_a_regions_pounds_is_listed() -> None:
    state = position(seat={0: {"slots": {"left": "exp2"}}}, rulings={"partial-use": "yes"})
    collected = {
        part.count
        for _, turn in legal_turns(state, ("expand",))
        if isinstance(turn, Expand)
        for part in turn.rewards
        if isinstance(part, CollectRegion) and part.region == "R15"
    }
    # Taking none of it is the same turn as leaving it out.
    assert collected == {None, 1}
