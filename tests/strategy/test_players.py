from random import Random

import pytest
from msgspec.structs import replace

import referee
from referee.core.events import Event
from referee.core.ids import Seat
from referee.core.set_reader import reference_set
from referee.core.state import State
from referee.engine.dealer import draw_setting
from referee.engine.play import POLICIES, play
from referee.engine.referee import check
from referee.engine.scoring import pads
from referee.engine.setup import initial
from referee.strategy.players import PLAYERS_BY_NAME
from tests.strategy.tables import setting, tables

STRATEGIC = ("strong", "stronger")


def game(seed: int, names: tuple[str, ...]) -> list[tuple[Event, State]]:
    policies = tuple(PLAYERS_BY_NAME[name]() for name in names)
    return [*play(setting(seed, len(names)), Random(seed), policies)]


@pytest.mark.parametrize("seed", range(2))
def test_strong_players_obey_the_rules(seed: int) -> None:
    before = initial(setting(seed, 2))
    for event, after in game(seed, ("strong", "strong")):
        assert not check(before, event)
        before = after
    assert before.phase == "over"


@pytest.mark.parametrize("name", STRATEGIC)
def test_turns_and_plans_are_legal_and_the_same_for_the_same_seed(name: str) -> None:
    player = PLAYERS_BY_NAME[name]()
    for seed in (1, 2):
        for table in tables(seed)[3::29]:
            if table.phase == "actions":
                turn, after = player.turn(table, Random(seed))
                assert not check(table, turn)
                assert player.turn(table, Random(seed)) == (turn, after)
            elif table.phase == "planning":
                seat = Seat(next(at for at, plan in enumerate(table.plans) if plan is None))
                plan = player.plan(table, seat, Random(seed))
                assert not check(table, plan)
                assert player.plan(table, seat, Random(seed)) == plan


@pytest.mark.parametrize("name", STRATEGIC)
def test_what_is_hidden_changes_no_choice(name: str) -> None:
    player = PLAYERS_BY_NAME[name]()
    table = next(table for table in tables(1) if table.phase == "planning" and not any(table.plans))
    peeked = POLICIES["random"].plan(table, Seat(1), Random(5))
    known = replace(table, plans=(None, peeked, None))
    assert player.plan(known, Seat(0), Random(1)) == player.plan(table, Seat(0), Random(1))
    moving = next(table for table in tables(1) if table.phase == "actions")
    tiles = frozenset(tile.id for tile in moving.setting.components.starting_tiles[:2])
    told = replace(moving, rejected_tiles=tiles)
    turn, after = player.turn(told, Random(1))
    assert turn == player.turn(moving, Random(1))[0]
    assert after.rejected_tiles == tiles


def test_strong_beats_greedy() -> None:
    won = 0
    for seed in range(3):
        rng = Random(seed)
        policies = (PLAYERS_BY_NAME["strong"](), POLICIES["greedy"])
        *_, (_, over) = play(draw_setting(reference_set(), 2, rng), rng, policies)
        strong, greedy = pads(over)
        won += strong.total > greedy.total
    assert won == 3


def test_they_can_be_asked_for_by_name() -> None:
    played = referee.play({"blue": "strong", "green": "random"}, seed=1)
    assert played.table().total("blue") > played.table().total("green")
