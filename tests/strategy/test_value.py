from itertools import pairwise

import pytest
from msgspec.structs import replace

from referee.core.limits import ROUNDS
from referee.engine.scoring import pads, winners
from referee.strategy.features import NAMES
from referee.strategy.value import POUND, Calibration, value
from tests.strategy.tables import tables


def test_the_weights_name_every_feature_and_no_other() -> None:
    assert tuple(value().weights.features) == NAMES


@pytest.mark.parametrize("kind", ["known", "unknown"])
def test_there_is_a_calibration_for_every_round(kind: str) -> None:
    calibration: Calibration = getattr(value().weights, kind)
    for numbers in (calibration.scale, calibration.error, calibration.margin):
        assert len(numbers) == ROUNDS + 1
        assert all(number > 0 for number in numbers)
    # The further the end, the less is known.
    assert all(less <= more for less, more in pairwise(calibration.margin))


def test_nothing_narrower_is_claimed_for_sets_never_seen() -> None:
    weights = value().weights
    for kind in ("error", "margin"):
        known, unknown = getattr(weights.known, kind), getattr(weights.unknown, kind)
        assert all(less <= more for less, more in zip(known, unknown, strict=True))
    assert weights.known.margin[-1] < weights.unknown.margin[-1]
    table = next(table for table in tables(1) if table.phase == "actions")
    components = table.setting.components
    by = value()
    assert by.calibration(components) is weights.known
    assert by.calibration(tables(2)[0].setting.components) is weights.unknown


@pytest.mark.parametrize("players", [2, 3, 4])
def test_chances_of_all_players_add_up_to_one(players: int) -> None:
    for table in tables(1, players):
        chances = value().chances(table)
        assert sum(each.chance for each in chances) == pytest.approx(1)
        assert all(0 <= each.low <= each.chance <= each.high <= 1 for each in chances)


def test_at_the_end_nothing_is_an_opinion() -> None:
    over = tables(1)[-1]
    assert over.phase == "over"
    by = value()
    assert [by.worth(over, seat) for seat in range(3)] == [POUND * p.total for p in pads(over)]
    won = [seat for seat, chance in enumerate(by.chances(over)) if chance.low == chance.high > 0]
    assert won == [*winners(over)]


def test_a_pound_more_is_worth_something() -> None:
    by = value()
    for table in tables(3):
        richer = replace(table.players[0], cash=table.players[0].cash + 1)
        more = replace(table, players=(richer, *table.players[1:]))
        assert by.worth(more, 0) > by.worth(table, 0)
