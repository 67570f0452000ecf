"""Turns that are counted without being listed: exactly, and in little work however many."""

from dataclasses import replace as with_parts
from typing import get_args

import pytest
from msgspec.structs import replace

from referee.core.components import ExpansionCard
from referee.core.ids import Seat
from referee.core.rulings import Rulings
from referee.core.state import State
from referee.core.turns import Action
from referee.engine.legal_turns import legal_turns
from referee.engine.turn_counts import count_action, count_by_first_choice, count_turns
from scripts.tools.bench.solvers import half_full

MOST_WORK = 100_000
"""Steps of the search; listing would take more than all computers have made."""


def expanding(state: State, points: int) -> State:
    """Return a table whose mover has expansion cards of so many points, and no books to take."""
    seat = state.to_move or Seat(0)
    cards = [c for c in state.setting.components.cards if isinstance(c, ExpansionCard)]
    card = next(card for card in cards if card.points == points)
    player = replace(state.players[seat], slots=(card.id,))
    empty = tuple(None for _ in state.book_display)
    return replace(state, book_display=empty).with_player(seat, player)


@pytest.mark.parametrize("rulings", [Rulings(), Rulings(diamond_overflow="forfeit-overflow")])
def test_diamonds_that_come_to_the_end_of_their_track_count_in_every_order(
    rulings: Rulings,
) -> None:
    [(state, _)] = half_full(1)
    state = expanding(state, 3)
    state = replace(state, setting=with_parts(state.setting, rulings=rulings))
    seat = state.to_move or Seat(0)
    last = state.setting.components.diamond_track.last
    state = state.with_player(seat, replace(state.players[seat], diamonds=last - 1))
    listed = {turn for turn, _ in legal_turns(state, ("expand",))}
    assert count_action(state, "expand") == len(listed)
    assert sum(count_by_first_choice(state, "expand").values()) == len(listed)


def test_the_order_of_diamonds_matters_only_where_the_rest_of_a_move_is_lost() -> None:
    [(state, _)] = half_full(1)
    state = expanding(state, 3)
    seat = state.to_move or Seat(0)
    last = state.setting.components.diamond_track.last
    state = state.with_player(seat, replace(state.players[seat], diamonds=last - 1))
    losing = with_parts(state.setting, rulings=Rulings(diamond_overflow="forfeit-overflow"))
    assert count_action(replace(state, setting=losing), "expand") > count_action(state, "expand")


def test_turns_are_counted_by_action_where_somebody_is_to_move() -> None:
    [(state, _)] = half_full(1)
    state = expanding(state, 1)
    counted = count_turns(state)
    assert counted == {action: count_action(state, action) for action in get_args(Action)}
    assert sum(counted.values()) == len({turn for turn, _ in legal_turns(state)})
    assert count_turns(replace(state, to_move=None)) == {}


def test_ten_points_on_a_half_full_table_are_counted_in_little_work() -> None:
    work = 0

    def tick() -> None:
        nonlocal work
        work += 1
        assert work < MOST_WORK

    [(state, _)] = half_full(1)
    assert count_action(state, "expand", tick) > 100_000_000_000
