"""Every legal turn, written down as it is listed and read again, is that turn."""

from itertools import islice
from random import Random

import pytest

from referee.core.canonical import CanonicalTurn
from referee.core.state import State
from referee.core.turns import PlaceMarker, Turn
from referee.engine import step
from referee.engine.legal_turns import canonical, legal_turns
from referee.engine.random_turns import ACTIONS
from referee.records.tokens import TOKEN
from referee.records.writer import COLOURS
from referee.solve.horizons import attempt, turn_text
from tests.engine.unusual_tables import unusual_table
from tests.positions import position

SEEDS = 6
LISTED = 400
TYPED = 40


def assert_typed_back(state: State, turn: CanonicalTurn, said: Turn) -> None:
    line = turn_text(said, state.setting, COLOURS)
    typed = attempt(line, state, COLOURS)
    assert typed.turn is not None, (line, typed.missing)
    assert not typed.violations, line
    assert canonical(state, typed.turn) == turn, line
    assert typed.after == step(state, said), line


@pytest.mark.parametrize("first", range(0, 360, SEEDS))
def test_every_listed_turn_typed_back_is_that_turn(first: int) -> None:
    typed = 0
    for seed in range(first, first + SEEDS):
        state, rng = unusual_table(seed), Random(seed)
        for action in ACTIONS:
            listed = [*islice(legal_turns(state, (action,)), LISTED)]
            for turn, said in rng.sample(listed, min(TYPED, len(listed))):
                assert_typed_back(state, turn, said)
                typed += 1
    assert typed


def two_blocked_markers(**more: object) -> State:
    """Return a table where two tracks cannot be stepped on for want of pounds, and one can."""
    tracks = {"cairo": 7, "mombasa": 16, "cape-town": 17}
    return position(tracks={"cairo": "D2"}, seat={0: {"tracks": tracks, "cash": 1}}, **more)


def test_choosing_two_blocked_tracks_is_said() -> None:
    state = two_blocked_markers()
    listed = [
        (turn, said)
        for turn, said in legal_turns(state, ("marker",))
        if isinstance(said, PlaceMarker) and said.space == "D2-1"
    ]
    for turn, said in listed:
        assert_typed_back(state, turn, said)
    lines = {turn_text(said, state.setting, COLOURS) for _, said in listed}
    assert "blue marker D2-1 take -" in lines


def test_a_dot_within_a_word_belongs_to_it_and_one_at_its_end_does_not() -> None:
    assert TOKEN.findall("goods c.03 buy c.57 cairo.") == [
        "goods",
        "c.03",
        "buy",
        "c.57",
        "cairo",
        ".",
    ]
