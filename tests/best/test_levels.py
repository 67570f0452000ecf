"""Permanent bonuses used, used at the first level, or not at all, where that pays."""

from dataclasses import replace as with_parts
from random import Random

import pytest
from msgspec.structs import replace

from referee.core.canonical import CanonicalBookkeeper, CanonicalTurn
from referee.core.components import DiscountBonus, UnitBonus
from referee.core.ids import COMPANIES, Seat, TrackId
from referee.core.rulings import Rulings
from referee.core.set_reader import reference_set
from referee.core.state import State
from referee.core.turns import Action, UseGoods, UseLevel
from referee.engine.legal_turns import legal_turns
from referee_model.best.formulation import rest_of_round
from referee_model.best.limits import SolverLimits
from referee_model.best.objective import objective
from referee_model.best.rounds import RoundSearch
from referee_model.best.search import best_turn, every_turn, top
from referee_model.best.spoken_turns import said
from referee_model.best.table import MoverTable, UsedLevels, level_choices
from tests.positions import position

BLUE = Seat(0)
EMPTY_DISPLAY = {side: ["empty"] * 4 for side in ("left", "middle", "right")}
NO_BOOKS = {f"{row}{number}": "empty" for row in ("top", "low") for number in range(2, 8)}
NO_MARKERS_LEFT = dict.fromkeys(("discard", "first", "tile-clerk"), "blue")
MOST_TURNS = 5_000


def with_rulings(state: State, rulings: Rulings) -> State:
    return replace(state, setting=with_parts(state.setting, rulings=rulings))


def at_the_call(rulings: object = None, **more: object) -> State:
    """Return a table where only Cape Town's marker can move: two steps, then a call of 2."""
    seat = {
        "cash": 5,
        "tracks": {"mombasa": 18, "saint-louis": 19, "cairo": 16, "cape-town": 6},
        "slots": {"left": "cotton2", "middle": "clerk1"},
        "starting_tile": "S08",
        **more,
    }
    return position(
        tracks={"mombasa": "A2", "cape-town": "B1", "saint-louis": "C1", "cairo": "D1"},
        display=EMPTY_DISPLAY,
        books=NO_BOOKS,
        seat={0: seat},
        rulings=rulings or {},
    )


def round_value(state: State, wanted: str) -> int:
    """Return what the solver promises for the rest of the round."""
    joint = rest_of_round(MoverTable(state, BLUE), objective(wanted))
    proposal = RoundSearch(joint, SolverLimits()).propose()
    assert proposal is not None
    return proposal.value


def test_a_further_unit_is_declined_that_would_have_to_pay_a_call() -> None:
    state = at_the_call()
    answer = best_turn(state, "cash", "goods")
    turn = said(state, answer.turn)
    assert answer.value == 5
    assert isinstance(turn, UseGoods)
    assert turn.advance == ("cape-town",) * 2
    # The first bonus of the track is a discount on cards, and none is bought.
    assert turn.levels == (UseLevel("mombasa", 1),)


def test_a_bonus_that_always_counts_makes_the_marker_pay() -> None:
    state = at_the_call(rulings={"bonus-use": "always"})
    answer = best_turn(state, "cash", "goods")
    turn = said(state, answer.turn)
    assert answer.value == 5 - 2
    assert isinstance(turn, UseGoods)
    assert turn.levels == ()


def test_both_ways_of_using_the_units_are_among_the_best_few() -> None:
    ranked = top(at_the_call(), "cash", 5, "goods").turns
    assert [one.value for one in ranked] == [5, 3]


def beside_a_cheap_card(**form: object) -> State:
    """Return a table where 2 units buy a card, and one that is left would have to pay 3 pounds."""
    seat = {
        "cash": 5,
        "tracks": {"mombasa": 17, "saint-louis": 19, "cairo": 16, "cape-town": 9},
        "slots": {"left": "coffee2"},
    }
    return position(
        tracks={"mombasa": "B1", "cape-town": "A2", "saint-louis": "C1", "cairo": "D1"},
        display={**EMPTY_DISPLAY, "right": ["coffee2b", "empty", "empty", "empty"]},
        seat={0: seat},
        **form,
    )


def test_a_discount_is_declined_where_the_unit_saved_would_have_to_pay_a_call() -> None:
    state = beside_a_cheap_card()
    answer = best_turn(state, "cash", "goods")
    turn = said(state, answer.turn)
    assert answer.value == 5
    assert isinstance(turn, UseGoods)
    assert (turn.buy, turn.advance) == ("coffee2b", ())
    # The first bonus of the track is a discount for bananas.
    assert turn.levels == (UseLevel("mombasa", 1),)


def test_a_discount_that_always_counts_leaves_a_unit_that_pays_the_call() -> None:
    state = beside_a_cheap_card(rulings={"bonus-use": "always"})
    assert best_turn(state, "cash", "goods").value == 5 - 3


@pytest.mark.parametrize(("bonus_use", "cash"), [("may-use", 5), ("always", 2)])
def test_a_round_declines_a_discount_like_a_single_turn(bonus_use: str, cash: int) -> None:
    state = beside_a_cheap_card(rulings={"bonus-use": bonus_use}, markers=NO_MARKERS_LEFT)
    # The card has a share; 6 were reached on the track.
    assert round_value(state, "cash+10*shares:cairo") == cash + 10 * 7


def test_a_reward_for_cotton_pays_as_the_level_has_it() -> None:
    state = at_the_call()
    turns = {
        turn.gains.pounds: turn
        for turn in every_turn(state, "bookkeeper", MOST_TURNS)
        if isinstance(turn, CanonicalBookkeeper) and turn.to == 1 and turn.flip is None
    }
    # 2 units and 1 of the second bonus, less 1; the first bonus adds none.
    assert sorted(turns) == [1, 2]
    levels = {pounds: said(state, turn).levels for pounds, turn in turns.items()}  # type: ignore[union-attr]
    assert levels == {1: (UseLevel("mombasa", 1),), 2: ()}


def at_levels(state: State, levels: UsedLevels) -> State:
    """Return a table where the mover has only bonuses up to some levels, and always uses them."""
    assert state.to_move is not None
    player = replace(state.players[state.to_move], levels=levels)
    always = replace(state.setting.rulings, bonus_use="always")
    return with_rulings(state.with_player(state.to_move, player), always)


def listed_at_all_levels(state: State, action: Action) -> set[CanonicalTurn]:
    """Return the turns that the engine lists for players who lack what the mover may decline."""
    assert state.to_move is not None
    kinds = (UnitBonus, DiscountBonus) if action == "goods" else (UnitBonus,)
    choices = level_choices(MoverTable(state, state.to_move), *kinds)
    return {
        turn for levels in choices for turn, _ in legal_turns(at_levels(state, levels), (action,))
    }


def drawn(seed: int) -> State:
    """Return a table with bonuses at work and few steps before every marker."""
    rng = Random(seed)
    sides = [side + rng.choice("12") for side in "ABCD"]
    rng.shuffle(sides)
    track = reference_set().track
    cards = rng.sample(["coffee1", "coffee2", "banana1", "banana2", "cotton1", "cotton2"], 3)
    seat = {
        "cash": rng.randint(0, 6),
        "tracks": {
            company: rng.randint(track[TrackId(side)].last - 6, track[TrackId(side)].last)
            for company, side in zip(COMPANIES, sides, strict=True)
        },
        "slots": dict(zip(("left", "middle", "right"), cards, strict=True)),
    }
    return position(
        tracks=dict(zip(COMPANIES, sides, strict=True)),
        display={**EMPTY_DISPLAY, "right": ["coffee2b", "cotton3", "empty", "empty"]},
        seat={0: seat},
    )


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_declining_a_bonus_in_a_goods_turn_is_like_not_having_it(seed: int) -> None:
    state = drawn(seed)
    assert set(every_turn(state, "goods", MOST_TURNS)) == listed_at_all_levels(state, "goods")


@pytest.mark.parametrize("tiles", [[], ["goods-tile"]])
@pytest.mark.parametrize("books", [{}, {2: "a02"}, {2: "b03", 3: "a02"}])
def test_declining_a_bonus_as_a_bookkeeper_is_like_not_having_it(
    tiles: list[str], books: dict[int, str]
) -> None:
    state = at_the_call(tiles=tiles, books=books)
    found = set(every_turn(state, "bookkeeper", MOST_TURNS))
    assert found == listed_at_all_levels(state, "bookkeeper")
    assert len({turn.gains.pounds for turn in found if isinstance(turn, CanonicalBookkeeper)}) > 1
