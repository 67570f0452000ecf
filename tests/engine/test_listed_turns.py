"""Listed turns: each canonical turn once, and as many as are counted."""

from itertools import islice

import pytest
from msgspec.structs import replace

from referee.core.canonical import CanonicalTurn
from referee.core.ids import CardId, Seat
from referee.core.state import State
from referee.core.turns import Action, PlusOne, TakePounds, UseBookkeeper
from referee.engine.legal_turns import canonical, legal_turns
from referee.engine.random_turns import ACTIONS
from referee.engine.turn_counts import count_action, count_by_first_choice
from tests.engine.unusual_tables import unusual_table
from tests.positions import position

SEEDS = 6
MOST = 800
"""So many turns are listed; with more, an action is left out."""


def whenever_placed(turn: CanonicalTurn) -> CanonicalTurn:
    """Return a turn without when the goods tile was placed, which keeps no two turns apart."""
    tile = turn.plus_one
    return replace(turn, plus_one=tile and PlusOne(tile.card))


def assert_each_is_listed_once(state: State, action: Action) -> int:
    """Hold the list of an action against its count, and return how many turns there are."""
    turns = [*islice(legal_turns(state, (action,)), MOST + 1)]
    if len(turns) > MOST:
        return 0
    assert len({whenever_placed(turn) for turn, _ in turns}) == len(turns)
    assert all(canonical(state, said) == turn for turn, said in turns)
    assert count_action(state, action) == len(turns)
    assert sum(count_by_first_choice(state, action).values()) == len(turns)
    return len(turns)


@pytest.mark.parametrize("first", range(0, 240, SEEDS))
def test_each_turn_is_listed_once_and_counted_once(first: int) -> None:
    tables = [unusual_table(seed) for seed in range(first, first + SEEDS)]
    assert sum(assert_each_is_listed_once(t, action) for t in tables for action in ACTIONS)


def cotton_and_tile(**more: object) -> State:
    """Return a table where a book counts cotton: 1 unit, 2 with a bonus or with the goods tile."""
    blue = {
        "slots": {"left": "clerk1", "middle": "cotton1"},
        "ink": 1,
        "books": {2: "a01"},
        "tracks": {"mombasa": 12},
        "tiles": ["goods-tile"],
    }
    return position(tracks={"mombasa": "A2"}, seat={0: blue}, **more)


def test_a_late_tile_is_an_early_one_where_a_lower_level_gives_as_much() -> None:
    state = cotton_and_tile()
    late = UseBookkeeper(
        seat=Seat(0),
        card=CardId("clerk1"),
        to=2,
        reward=(TakePounds(),),
        plus_one=PlusOne(CardId("cotton1"), "after"),
    )
    assert canonical(state, late).plus_one == PlusOne(CardId("cotton1"), "before")
    assert assert_each_is_listed_once(state, "bookkeeper") == 651


def test_a_late_tile_stays_late_where_nothing_gives_as_little() -> None:
    turns = [turn for turn, _ in legal_turns(cotton_and_tile(), ("bookkeeper",))]
    late = [turn for turn in turns if turn.plus_one == PlusOne(CardId("cotton1"), "after")]
    assert late
    assert {turn.gains.pounds for turn in late} == {0}  # type: ignore[union-attr]


@pytest.mark.parametrize("partly", ["rewards", "yes"])
def test_pounds_that_may_be_left_are_not_counted_at_lower_levels_too(partly: str) -> None:
    state = cotton_and_tile(rulings={"partial-use": partly})
    assert assert_each_is_listed_once(state, "bookkeeper")
