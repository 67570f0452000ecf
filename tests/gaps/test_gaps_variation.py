"""One completion of a long gap, found by changing a way through it."""

from functools import cache

import pytest

from referee.core.budget import Budget
from referee.core.events import PrepareRound, RefillBooks
from referee.core.ids import Seat
from referee.core.state import State
from referee.engine import step
from referee.engine.actions import TURNS
from referee.gaps.completions import complete_record
from referee.gaps.graph import some_completion
from referee.gaps.lines import GapLine
from referee.gaps.stand_ins import World
from referee.gaps.variation import Variation
from referee.records.record import BlankTurn, BlankTurns
from tests.gaps.played_gaps import claims_after, lines_of, played

WORK = 20_000
LOST_TURNS = 7
SEEDS = (1, 3, 7, 8)


@cache
def lost_turns(seed: int) -> tuple[int, int]:
    """Return where the last turns of the first round that has so many begin and end."""
    game = played(seed)
    for end, (_, event, _) in enumerate(game):
        if not isinstance(event, PrepareRound):
            continue
        first = end
        turns = 0
        while turns < LOST_TURNS and isinstance(game[first - 1][1], (*TURNS, RefillBooks)):
            first -= 1
            turns += isinstance(game[first][1], TURNS)
        if turns == LOST_TURNS:
            return first, end
    raise AssertionError


def cash_after(table: State) -> GapLine:
    """Return the rest of a round, and what everybody counted behind it."""
    claims = tuple(claim for claim in claims_after(table) if claim.what == "cash")
    return GapLine(BlankTurns(until="round"), claims)


def lines_with_a_lost_round(seed: int) -> tuple[State, tuple[GapLine, ...]]:
    first, end = lost_turns(seed)
    game = played(seed)
    behind = lines_of([event for _, event, _ in game[end:]])
    return game[first][0], (cash_after(game[end][0]), *behind)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_rest_of_a_round_of_seven_turns_is_found(seed: int) -> None:
    start, lines = lines_with_a_lost_round(seed)
    found = Variation(World(start), lines, refills_written=False).run(Budget(WORK, 60.0))
    assert found is not None
    events, end = some_completion(found)
    table = start
    counted = {claim.seat: claim.value for claim in lines[0].claims}
    for place, event in events:
        if place == 1:
            assert counted == {seat: p.cash for seat, p in enumerate(table.players)}
        table = step(table, event)
    assert table == end


def test_a_way_is_gone_on_with_after_its_work_is_done() -> None:
    start, lines = lines_with_a_lost_round(SEEDS[0])
    variation = Variation(World(start), lines, refills_written=False)
    assert variation.run(Budget(10, 60.0)) is None
    assert any(variation.run(Budget(5_000, 60.0)) is not None for _ in range(12))


def test_what_cannot_be_is_not_found() -> None:
    start, lines = lines_with_a_lost_round(SEEDS[0])
    impossible = GapLine(BlankTurn(Seat(99)))
    variation = Variation(World(start), (impossible, *lines), refills_written=False)
    assert variation.run(Budget(1_000, 60.0)) is None


@pytest.mark.slow
def test_a_record_that_lost_a_round_is_legal() -> None:
    start, lines = lines_with_a_lost_round(SEEDS[3])
    assert complete_record(start, lines, Budget(60_000, 60.0), explain=False).exists == "yes"
