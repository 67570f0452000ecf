"""Permanent bonuses, used at either level or not at all."""

from itertools import product

import pytest
from msgspec.structs import replace

from referee.core.canonical import CanonicalBookkeeper, CanonicalGoods
from referee.core.ids import CardId, Company, RegionId, Seat, SpaceId
from referee.core.rulings import Rulings
from referee.core.state import Player, State
from referee.core.turns import (
    Advance,
    CollectRegion,
    Entering,
    Expand,
    PlaceMarker,
    RewardPart,
    TakePounds,
    UseBookkeeper,
    UseGoods,
    UseLevel,
)
from referee_model import effect, find, legal, solutions
from referee_model.legality.goods import GoodsRelation
from referee_model.terms import Equation
from tests.model.tables import all_broken, books, player, table

ME = Seat(0)
MOVED: Company = "saint-louis"
ALWAYS = Rulings(bonus_use="always")
COTTON = ("A2", "B1", "C1", "D1")
"""Mombasa: first 1 off for cotton, then 1 unit more for each cotton card."""
MARKERS = ("A1", "B2", "C1", "D1")
"""Mombasa: 1 and 2 expansion points more; Cape Town: 1 and 2 markers more."""


def levels(**named: int) -> tuple[UseLevel, ...]:
    names: dict[str, Company] = {"mombasa": "mombasa", "cape_town": "cape-town", "cairo": "cairo"}
    return tuple(UseLevel(names[name], level) for name, level in named.items())


def goods(*cards: str, steps: int = 0, buy: str | None = None, **named: int) -> UseGoods:
    return UseGoods(
        seat=ME,
        cards=tuple(CardId(card) for card in cards),
        buy=None if buy is None else CardId(buy),
        advance=(MOVED,) * steps,
        levels=levels(**named),
    )


def trader(*area: str, works: tuple[int, int] = (2, 0), rulings: Rulings | None = None) -> State:
    me = player(area, levels=(*works, 0, 0), tracks=(12, 11, 0, 0))
    return table(me, tracks=COTTON, rulings=rulings or Rulings())


# cotton2 counts 3 units at level 2, 2 below; the bonus of the first level bears on prices alone.
@pytest.mark.parametrize(
    ("steps", "named", "rules"),
    [
        (3, {}, set()),
        (2, {}, set()),
        (1, {}, {"GDS-07"}),
        (4, {}, {"GDS-08"}),
        (2, {"mombasa": 0}, set()),
        (2, {"mombasa": 1}, set()),
        (2, {"mombasa": 2}, {"GDS-07"}),
        (3, {"mombasa": 0}, {"GDS-08"}),
        (3, {"mombasa": 2}, set()),
    ],
)
def test_units_count_with_the_bonus_or_without(
    steps: int, named: dict[str, int], rules: set[str]
) -> None:
    turn = replace(goods("cotton2", steps=steps), levels=levels(**named))
    assert all_broken(trader("cotton2"), turn) == rules


def test_the_effect_is_that_of_the_turn_as_it_was_said() -> None:
    for steps in (2, 3):
        after = effect(trader("cotton2"), goods("cotton2", steps=steps))
        assert after.players[0].tracks == (12, 11, steps, 0)


# banana2b costs 2: 3 units and no discount, 2 units and 1 off, or 2 units.
@pytest.mark.parametrize(
    ("steps", "named", "rules"),
    [
        (1, {}, set()),
        (0, {}, set()),
        (2, {}, {"GDS-08"}),
        (1, {"mombasa": 1}, set()),
        (0, {"mombasa": 1}, {"GDS-07"}),
        (1, {"mombasa": 0}, {"GDS-08"}),
        (0, {"mombasa": 0}, set()),
    ],
)
def test_a_discount_may_be_done_without(steps: int, named: dict[str, int], rules: set[str]) -> None:
    turn = replace(goods("cotton2", steps=steps, buy="banana2b"), levels=levels(**named))
    assert all_broken(trader("cotton2"), turn) == rules


def test_levels_of_two_tracks_are_chosen_each_by_itself() -> None:
    state = trader("cotton2", "coffee1", works=(2, 2))
    # Mixed goods need the second level of Cape Town, whatever Mombasa's is: 3 or 4 units, 1 off.
    left = {0: 2, 1: 3, 2: 3}
    for mombasa, steps in left.items():
        turn = goods("cotton2", "coffee1", steps=steps, buy="banana2b", mombasa=mombasa)
        assert all_broken(state, turn) == set()
        assert all_broken(state, replace(turn, levels=())) == set()
        without = (*turn.levels, UseLevel("cape-town", 1))
        assert "GDS-04" in all_broken(state, replace(turn, levels=without))


@pytest.mark.parametrize(
    "named",
    [
        levels(mombasa=3),
        levels(mombasa=-1),
        levels(cape_town=1),
        levels(cairo=0),
        (*levels(mombasa=2), *levels(mombasa=2)),
        (*levels(mombasa=3), *levels(mombasa=2)),
    ],
)
def test_a_level_that_cannot_be_used_is_a_fault_of_its_own(named: tuple[UseLevel, ...]) -> None:
    state = trader("cotton2")
    assert all_broken(state, replace(goods("cotton2", steps=3), levels=named)) == {"TRK-13"}
    # It counts as unsaid for all other rules, unless the first word about the track was sound.
    fewer = replace(goods("cotton2", steps=2), levels=named)
    sound = named[0] == UseLevel("mombasa", 2)
    assert all_broken(state, fewer) == ({"TRK-13", "GDS-07"} if sound else {"TRK-13"})
    assert legal(state, fewer).outcome == "no"
    one = replace(goods("cotton2", steps=1), levels=named)
    assert all_broken(state, one) == {"TRK-13", "GDS-07"}


def test_a_bonus_that_does_not_bear_on_the_action_may_be_named() -> None:
    state = trader("cotton2", works=(2, 1))
    assert all_broken(state, goods("cotton2", steps=2, mombasa=0, cape_town=0)) == set()
    tiles = table(player(["exp2"], levels=(1, 0, 0, 0), tracks=(4, 0, 0, 0)), tracks=MARKERS)
    assert all_broken(tiles, Expand(seat=ME, company="cairo", levels=levels(cape_town=0))) == set()


def test_under_the_other_ruling_the_highest_level_always_counts() -> None:
    state = trader("cotton2", rulings=ALWAYS)
    assert all_broken(state, goods("cotton2", steps=3)) == set()
    assert all_broken(state, goods("cotton2", steps=2)) == {"GDS-07"}
    assert all_broken(state, goods("cotton2", steps=3, mombasa=2)) == set()
    assert all_broken(state, goods("cotton2", steps=3, mombasa=1)) == {"TRK-13"}
    assert all_broken(state, goods("cotton2", steps=3, cape_town=0)) == set()


def steps_of(state: State, **given: object) -> set[int]:
    fixed = {"cards": (CardId("cotton2"),), "buy": None, **given}
    turns = solutions(state, "goods", fixed)
    assert all(isinstance(turn, CanonicalGoods) for turn in turns)
    return {sum(turn.steps) for turn in turns if isinstance(turn, CanonicalGoods)}


@pytest.mark.slow
def test_the_turns_of_all_levels_are_found_each_once() -> None:
    state = trader("cotton2", "banana1", works=(2, 2))
    assert steps_of(state) == {2, 3}
    assert steps_of(state, levels=levels(mombasa=2)) == {3}
    assert steps_of(trader("cotton2", rulings=ALWAYS)) == {3}
    at_levels = [
        solutions(state, "goods", {"levels": levels(mombasa=one, cape_town=other)})
        for one, other in product(range(3), repeat=2)
    ]
    assert solutions(state, "goods") == frozenset().union(*at_levels)


def test_a_turn_is_found_at_the_levels_given_and_says_them() -> None:
    state = trader("cotton2")
    turn = find(state, "goods", {"buy": None, "levels": levels(mombasa=0)})
    assert isinstance(turn, UseGoods)
    assert (len(turn.advance), turn.levels) == (2, levels(mombasa=0))
    assert find(state, "goods", {"levels": levels(mombasa=3)}) is None


# A book that pays the cotton total less one: 3 or 2 units.
CLERK = player(
    ["clerk2", "cotton2"], levels=(2, 0, 0, 0), tracks=(12, 0, 0, 0), books=books(s2="a01"), ink=1
)


def clerk(*reward: RewardPart, **named: int) -> UseBookkeeper:
    return UseBookkeeper(
        seat=ME, card=CardId("clerk2"), to=2, reward=reward, levels=levels(**named)
    )


@pytest.mark.parametrize(
    ("turn", "pounds"),
    [
        (clerk(TakePounds()), 2),
        (clerk(TakePounds(2)), 2),
        (clerk(TakePounds(1)), 1),
        (clerk(TakePounds(), mombasa=0), 1),
        (clerk(TakePounds(), mombasa=1), 1),
    ],
)
def test_a_reward_counts_cotton_with_the_bonus_or_without(turn: UseBookkeeper, pounds: int) -> None:
    after = effect(table(CLERK, tracks=COTTON), turn)
    assert after.players[0].cash == 5 + pounds + 2


@pytest.mark.parametrize(
    "turn", [clerk(TakePounds(3)), clerk(TakePounds(0)), clerk(TakePounds(2), mombasa=1)]
)
def test_no_level_gives_more_or_less_than_the_cotton_there_is(turn: UseBookkeeper) -> None:
    assert all_broken(table(CLERK, tracks=COTTON), turn) == {"BKK-19"}


def test_rewards_of_all_levels_are_found() -> None:
    state = table(CLERK, tracks=COTTON)
    turns = solutions(state, "bookkeeper", {"to": 2, "flip": None, "place": ()})
    pounds = {turn.gains.pounds for turn in turns if isinstance(turn, CanonicalBookkeeper)}
    assert pounds == {1, 2}


# Expansion and markers: a lower level is only ever worse.
def expander(works: int) -> State:
    me = player(["exp2"], levels=(works, 0, 0, 0), tracks=(10, 0, 0, 0))
    return table(me, tracks=MARKERS)


@pytest.mark.slow
@pytest.mark.parametrize(("named", "points"), [({}, 4), ({"mombasa": 1}, 3), ({"mombasa": 0}, 2)])
def test_expansion_points_count_at_the_level_named(named: dict[str, int], points: int) -> None:
    turn = Expand(seat=ME, company="cape-town", levels=levels(**named))
    assert all_broken(expander(2), turn) == set()
    # Each of these is entered over a single border.
    regions = ("R21", "R24", "R22", "R17", "R20")
    for number in range(1, len(regions) + 1):
        entered = tuple(Entering(RegionId(region), 1) for region in regions[:number])
        broken = all_broken(expander(2), replace(turn, enter=entered))
        assert ("EXP-06" in broken) == (number > points)


def holder(placed: int, works: int) -> State:
    me = player(["coffee1"], levels=(0, works, 0, 0), tracks=(0, 13, 0, 0))
    state = table(me, tracks=MARKERS, turn=3)
    free = [number for number, space in enumerate(state.setting.spaces) if space.id != "coffee"]
    markers = tuple(
        ME if number in free[:placed] else None for number in range(len(state.setting.spaces))
    )
    return replace(state, markers=markers)


@pytest.mark.parametrize(
    ("placed", "named", "rules"),
    [
        (4, {}, set()),
        (5, {}, {"BON-01"}),
        (4, {"cape_town": 2}, set()),
        (4, {"cape_town": 1}, {"BON-01"}),
        (3, {"cape_town": 1}, set()),
        (3, {"cape_town": 0}, {"BON-01"}),
        (2, {"cape_town": 0}, set()),
    ],
)
def test_markers_count_at_the_level_named(
    placed: int, named: dict[str, int], rules: set[str]
) -> None:
    turn = PlaceMarker(
        seat=ME,
        space=SpaceId("coffee"),
        option=1,
        reward=(Advance("cairo"),),
        levels=levels(**named),
    )
    assert all_broken(holder(placed, 2), turn) == rules


def rivals(mine: int, theirs: int) -> State:
    def with_level(level: int) -> Player:
        return player(["exp2"], levels=(level, 0, 0, 0), tracks=(10, 0, 0, 0))

    return table(with_level(mine), with_level(theirs), tracks=MARKERS, turn=3)


def test_a_majority_counts_ones_own_level_and_the_highest_of_others() -> None:
    turn = PlaceMarker(seat=ME, space=SpaceId("expansion"), option=1, reward=(Advance("mombasa"),))
    assert all_broken(rivals(2, 2), turn) == set()
    for level in (0, 1):
        less = replace(turn, levels=levels(mombasa=level))
        assert "BON-08" in all_broken(rivals(2, 2), less)
        assert "BON-08" not in all_broken(rivals(2, level), less)
    assert "BON-08" in all_broken(rivals(1, 2), turn)


def test_collecting_at_a_lower_level_comes_to_the_same() -> None:
    turn = Expand(
        seat=ME,
        company="cape-town",
        enter=(Entering(RegionId("R21"), 1),),
        rewards=(CollectRegion(RegionId("R21")),),
    )
    lower = replace(turn, levels=levels(mombasa=0))
    assert effect(expander(2), turn) == effect(expander(2), lower)


def test_levels_left_open_are_counted_down_like_the_digits_of_a_number() -> None:
    assert tried() == [(1, 2), (1, 1), (1, 0), (0, 2), (0, 1), (0, 0)]
    assert tried(cape_town=1) == [(1, 1), (0, 1)]


def tried(**named: int) -> list[tuple[int, ...]]:
    """The levels of Mombasa and Cape Town at which a turn is tried."""
    relation = GoodsRelation(trader("cotton2", works=(1, 2)), ME)
    return [
        tuple(fact.constant for fact in facts if isinstance(fact, Equation))
        for facts in relation.levels.readings(levels(**named))
    ]
