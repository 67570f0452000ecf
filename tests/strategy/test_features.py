import pytest
from msgspec.structs import astuple, replace

from referee.core.ids import Seat
from referee.core.state import State
from referee.engine.scoring import pad
from referee.strategy.features import NAMES, Features, Yardstick, between, features, net_worth
from tests.strategy.tables import tables


@pytest.mark.parametrize("seed", range(6))
def test_net_worth_is_what_the_scoring_pad_adds_up(seed: int) -> None:
    for table in tables(seed):
        yardstick = Yardstick(table.setting)
        for seat in range(3):
            assert net_worth(table, seat, yardstick) == pad(table, Seat(seat)).total


@pytest.mark.parametrize("seed", range(4))
def test_features_are_whole_numbers_of_what_everybody_sees(seed: int) -> None:
    for table in tables(seed):
        yardstick = Yardstick(table.setting)
        seen = features(table, 0, yardstick)
        assert all(isinstance(value, int) for value in astuple(seen))
        secret = replace(table, rejected_tiles=frozenset(), plans=(None,) * 3)
        emptied = replace(secret, unseen_cards=(frozenset(),) * 5)
        assert features(emptied, 0, yardstick) == seen


def test_nothing_is_open_before_a_player_who_has_dropped_out() -> None:
    done = [table for table in tables(1) if table.players[2].done]
    assert done
    opened = NAMES.index("open_units")
    for table in done:
        assert not any(astuple(features(table, 2, Yardstick(table.setting)))[opened:])


def test_values_between_printed_ones_lie_on_a_line() -> None:
    assert between([0, 0, 0, 10, 10, 15]) == [0, 33, 66, 100, 125, 150]


def changed(table: State, **fields: object) -> Features:
    players = (replace(table.players[0], **fields), *table.players[1:])
    return features(replace(table, players=players), 0, Yardstick(table.setting))


def test_what_is_printed_decides() -> None:
    table = next(table for table in tables(1) if table.phase == "planning")
    slot_at = table.setting.components.diamond_track.slot_at
    assert not changed(table, diamonds=slot_at - 1).diamond_slot
    assert changed(table, diamonds=slot_at).diamond_slot
    hand = table.players[0].hand
    units = {c.id: c.units for c in table.setting.components.cards if hasattr(c, "units")}
    lost = max(hand, key=lambda card: (units.get(card, 0), card))
    fewer = changed(table, hand=hand - {lost}).units
    assert fewer == changed(table, hand=hand).units - units[lost]
