from itertools import islice
from random import Random

import pytest

import referee
from referee.core.shipped_files import shipped
from referee.engine.legal_turns import legal_turns
from referee.engine.referee import check, step
from referee.strategy.course import Comparison, TakenTurn, interval
from referee.strategy.players import Strong
from referee.strategy.value import value
from tests.strategy.tables import tables


def test_an_interval_is_around_the_average() -> None:
    found = interval([1.0, 2.0, 3.0])
    assert found.mean == 2
    assert found.low == pytest.approx(2 - 1.96 / 3**0.5)
    assert found.high - found.mean == pytest.approx(found.mean - found.low)


def test_standings_are_told_for_every_round_and_the_end() -> None:
    game = referee.load(shipped("games") / "two-players.mgn")
    found = game.course(max_items=0)
    assert [each.moment for each in found.standings] == [
        *(f"round {number}" for number in range(1, 8)),
        "end",
    ]
    over = found.standings[-1]
    assert not over.margin
    totals = {each.player: each.net_worth for each in over.players}
    assert totals == {colour: game.table().total(colour) for colour in game.colours}
    assert [each.chance.low == each.chance.high for each in over.players] == [True, True]
    first = found.standings[0]
    assert first.margin > 0
    assert all(each.chance.low < each.chance.chance for each in first.players)
    assert not found.turning_points


def last_tables() -> list[TakenTurn]:
    """Return the worst turn and the best one at tables of a last round, by the value."""
    strong = Strong(value())
    late = [table for table in tables(1, 2) if table.phase == "actions" and table.round == 7]
    ranked = strong.ranked(late[0], Random(0))
    return [TakenTurn(late[0], one.turn, one.after) for one in (ranked[-1], ranked[0])]


def test_a_blunder_is_a_turning_point_and_the_best_turn_is_none() -> None:
    worst, best = last_tables()
    point, *_ = found = Comparison(value()).turning_points([worst, best])
    assert point.taken == 0
    assert point.verdict == "loss"
    assert point.pounds.low > 0
    assert not check(worst.before, point.better)
    assert not any(other.verdict == "loss" for other in found[1:])
    assert Comparison(value()).turning_points([worst, best]) == found


def test_only_turns_with_a_choice_are_compared() -> None:
    forced = next(
        table
        for table in tables(3)
        if table.phase == "actions" and len([*islice(legal_turns(table), 2)]) == 1
    )
    ((_, turn),) = legal_turns(forced)
    assert not Comparison(value()).turning_points([TakenTurn(forced, turn, step(forced, turn))])
