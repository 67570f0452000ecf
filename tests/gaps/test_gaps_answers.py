"""What is told of completions: doubts, open tables, scores, questions, conflicts."""

import pytest
from msgspec.structs import replace

from referee.core.budget import Budget
from referee.core.ids import Seat
from referee.core.state import State
from referee.core.turns import EndPhase, UseGoods
from referee.engine import step
from referee.engine.actions import TURNS
from referee.gaps.completions import DEFAULT_WORK, Completions, complete_record
from referee.gaps.lines import BlankRefill, GapLine, several_turns
from referee.gaps.search import MOST_NODES, How, explore
from referee.gaps.stand_ins import World
from referee.records.record import BlankTurn, BlankTurns, SaidClaim
from tests.gaps.played_gaps import (
    SMALL,
    every_place_with_few_turns,
    places_with_few_turns,
    played,
    taking_a_book,
)


def _several_completions() -> tuple[State, tuple[GapLine, ...], Completions]:
    for seed, place in places_with_few_turns(1):
        start, turn, _ = played(seed)[place]
        assert isinstance(turn, TURNS)
        found = complete_record(start, (GapLine(BlankTurn(turn.seat)),))
        if len(found.choices[0]) > 3 and not isinstance(turn, EndPhase):
            return start, (GapLine(BlankTurn(turn.seat)),), found
    raise AssertionError


def test_a_doubtful_claim_is_reported_and_refutes_nothing() -> None:
    start, (line,), plain = _several_completions()
    seat = start.to_move
    doubtful = SaidClaim(what="cash", value=999, seat=seat)
    found = complete_record(start, (replace(line, doubtful=(doubtful,)),))
    assert found.number == plain.number
    (doubt,) = found.doubts()
    assert not doubt.possible
    assert doubt.values == plain.values(0, doubtful)
    assert found.ways_left(0) == len(plain.choices[0])


def test_an_open_table_tells_every_place_that_is_not_certain() -> None:
    start, _, found = _several_completions()
    seat = start.to_move
    assert seat is not None
    shown = found.table_before(1)
    assert shown is not None
    tables = [world.table for world in found.worlds(1)]
    cash = {table.players[seat].cash for table in tables}
    assert shown.is_open("players", seat, "cash") == (len(cash) > 1)
    for place in shown.places:
        assert len(place.values) > 1
    certain = found.table_before(0)
    assert certain is not None
    assert certain.is_certain
    assert certain.table == start


def test_a_book_that_nobody_named_is_open() -> None:
    start, turn, _ = taking_a_book()
    found = complete_record(start, (GapLine(turn), GapLine(BlankRefill())))
    shown = found.table_before(2)
    assert shown is not None
    after = step(start, turn)
    empty = [at for at, book in enumerate(after.book_display) if book is None]
    assert any(shown.is_open("book_display", at) for at in empty)
    assert not any(shown.is_open("players", seat) for seat in range(len(start.players)))


def test_scores_are_ranges_over_all_completions() -> None:
    _, _, found = _several_completions()
    scores = found.scores()
    for seat, pad in enumerate(scores.pads):
        claim = SaidClaim(what="total", value=0, seat=Seat(seat))
        totals = found.values(0, claim)
        assert pad.total == (min(totals), max(totals))
    assert scores.winner_is_certain == (scores.finished and len(scores.winners) == 1)


def test_the_question_asked_leaves_the_fewest_completions() -> None:
    start, lines, found = _several_completions()
    best = found.ask()
    assert best is not None
    assert sum(best.answers.values()) == found.number
    seat = start.to_move
    claim = SaidClaim(what="cash", value=0, seat=seat)
    numbers = [
        complete_record(start, (replace(lines[0], claims=(replace(claim, value=value),)),)).number
        for value in found.values(0, claim)
    ]
    assert best.left <= sum(number * number for number in numbers) / found.number


@pytest.mark.slow
def test_a_conflict_tells_the_rule_that_a_statement_breaks() -> None:
    for seed, place in every_place_with_few_turns(2):
        start, first, _ = played(seed)[place]
        second = played(seed)[place + 1][1]
        assert isinstance(first, TURNS)
        if not isinstance(second, UseGoods) or second.seat == first.seat:
            continue
        wrong = replace(second, cards=(*second.cards, *second.cards))
        lines = (GapLine(BlankTurn(first.seat)), GapLine(wrong))
        found = complete_record(start, lines, refills_written=True)
        assert found.exists == "no"
        assert found.conflict is not None
        (reason,) = found.conflict.reasons
        assert reason.blamed.place == 1
        assert "GDS-01" in reason.rules or any(rule.startswith("GDS") for rule in reason.rules)
        return
    raise AssertionError


def test_a_conflict_tells_what_a_claim_would_have_to_be() -> None:
    start, (line,), plain = _several_completions()
    wrong = SaidClaim(what="cash", value=999, seat=start.to_move)
    found = complete_record(start, (replace(line, claims=(wrong,)),))
    assert found.conflict is not None
    (reason,) = found.conflict.reasons
    assert reason.values == plain.values(0, wrong)


# Hostile records. -------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("turns", [10, 30])
def test_many_blank_turns_end_within_the_work_that_is_allowed(turns: int) -> None:
    start = played(SMALL)[
        next(at for at, s in enumerate(played(SMALL)) if s[0].phase == "actions")
    ][0]
    claims = tuple(
        SaidClaim(what="cash", value=value, seat=Seat(seat)) for seat in (0, 1) for value in (3, 3)
    )
    lines = tuple(GapLine(BlankTurn(), claims if at % 3 == 2 else ()) for at in range(turns))
    budget = Budget(20_000, 60.0)
    found = complete_record(start, lines, budget)
    assert found.exists in {"yes", "unknown", "no"}
    assert found.exact or found.exists != "no"
    assert budget.done <= 20_000 + 100


def test_a_record_of_nothing_but_blanks_ends_within_the_work_that_is_allowed() -> None:
    start = played(SMALL)[0][0]
    found = complete_record(
        start, (GapLine(BlankTurns()), GapLine(BlankTurns("round"))), Budget(20_000)
    )
    assert found.exists == "yes"
    assert not found.exact


def test_worlds_are_kept_only_up_to_a_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.gaps.search.MOST_NODES", 50)
    start, lines, _ = _several_completions()
    graph = explore(World(start), (*lines, *several_turns(3)), Budget(DEFAULT_WORK), How())
    assert not graph.exhausted
    assert len(graph.nodes) <= 51 < MOST_NODES
