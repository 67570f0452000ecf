"""Turns that differ only in the places of their books, beside the same turns walked one by one."""

from collections.abc import Iterator
from dataclasses import replace as with_parts
from itertools import islice

import pytest
from msgspec.structs import replace

from referee.core.canonical import CanonicalTurn
from referee.core.state import State
from referee.core.turns import Action, Turn, UseBookkeeper
from referee.engine.legal_turns import canonical_of, finished_turns, legal_turns
from scripts.tools.bench.solvers import half_full
from tests.engine.games import position
from tests.positions import position as written_position

LISTED = 150
SEEDS = range(10)
PLACING: tuple[Action, ...] = ("expand", "bookkeeper", "marker")


def walked_turns(state: State, action: Action) -> Iterator[tuple[CanonicalTurn, Turn]]:
    for finished in finished_turns(state, (action,)):
        turn = finished.turn()
        yield canonical_of(finished.work, action, turn), turn


@pytest.mark.parametrize("cover", ["free", "if-necessary"])
def test_listed_turns_are_those_that_are_walked_to_their_end_in_the_same_order(cover: str) -> None:
    places = 0
    for seed in SEEDS:
        state = position(seed)
        rulings = replace(state.setting.rulings, cover=cover)
        state = replace(state, setting=with_parts(state.setting, rulings=rulings))
        for action in PLACING:
            listed = [*islice(legal_turns(state, (action,)), LISTED)]
            assert listed == [*islice(walked_turns(state, action), LISTED)]
            places = max([places, *(len(getattr(turn, "place", ())) for _, turn in listed)])
    assert places > 1


def test_a_tile_that_is_laid_late_is_listed_beside_every_placing() -> None:
    blue = {
        "slots": {"left": "clerk1", "middle": "cotton2"},
        "ink": 1,
        "books": {2: "a01"},
        "tiles": ["goods-tile"],
    }
    state = written_position(seat={0: blue})
    listed = [*legal_turns(state, ("bookkeeper",))]
    assert listed == [*walked_turns(state, "bookkeeper")]
    turns = [turn for _, turn in listed if isinstance(turn, UseBookkeeper)]
    late = [turn for turn in turns if turn.plus_one and turn.plus_one.when == "after"]
    assert {len(turn.place) for turn in late} == {len(turn.place) for turn in turns}


def test_placing_books_asks_whether_to_go_on() -> None:
    asked = 0

    def tick() -> None:
        nonlocal asked
        asked += 1

    [(state, _)] = half_full(1)
    turns = legal_turns(state, ("expand",), tick)
    before = next(turns)[1]
    for _, turn in islice(turns, 2000):
        if replace(turn, place=()) != replace(before, place=()):
            asked, before = 0, turn
    # The last turns differ in the places of their books alone.
    assert asked > 1
