"""Gaps of turns: one, several, the rest of a round, refills, turns in any order."""

from collections import Counter
from collections.abc import Iterator
from itertools import permutations

import pytest
from msgspec.structs import replace

from referee.core.events import (
    Event,
    Plan,
    PrepareRound,
    RefillBooks,
)
from referee.core.state import State
from referee.core.turns import BLANK, Turn, UseGoods, UseLevel, UsesBonuses
from referee.engine import check, step
from referee.engine.actions import TURNS
from referee.engine.legal_turns import canonical
from referee.engine.turn_counts import count_turns
from referee.gaps.completions import complete_record
from referee.gaps.lines import GapLine, Unordered, several_turns
from referee.records.completed_turn import Missing
from referee.records.completion import complete
from referee.records.quantities import NOT_THERE
from referee.records.record import BlankTurn, BlankTurns, Remark, SaidClaim
from referee.records.writer import said_of
from tests.gaps.played_gaps import (
    claims_after,
    events_from,
    lines_of,
    places_with_few_turns,
    played,
    replayed,
    taking_a_book,
)


@pytest.mark.slow
def test_an_unknown_seat_is_that_of_the_player_to_move() -> None:
    seed, place = places_with_few_turns(1)[0]
    start, turn, _ = played(seed)[place]
    assert isinstance(turn, TURNS)
    unknown = complete_record(start, (GapLine(BlankTurn()),))
    known = complete_record(start, (GapLine(BlankTurn(turn.seat)),))
    assert unknown.number == known.number == sum(count_turns(start).values())
    assert canonical(start, turn) in unknown.choices[0]


@pytest.mark.slow
def test_several_turns_are_as_many_blank_turns() -> None:
    seed, place = places_with_few_turns(2)[0]
    start, _, after = played(seed)[place][0], None, played(seed)[place + 1][2]
    claimed = GapLine(Remark(), claims_after(after))
    several = complete_record(start, (*several_turns(2), claimed), refills_written=True)
    one_by_one = complete_record(start, (GapLine(BlankTurn()), GapLine(BlankTurn()), claimed))
    assert several.exists == one_by_one.exists == "yes"
    assert several.number == one_by_one.number


@pytest.mark.slow
def test_an_unknown_number_of_turns_is_any_number_of_them() -> None:
    seed, place = places_with_few_turns(2)[0]
    start, after = played(seed)[place][0], played(seed)[place + 1][2]
    following = NOT_THERE if after.to_move is None else after.to_move
    claims = (*claims_after(after), SaidClaim(what="next", value=following))
    claimed = GapLine(Remark(), claims)
    any_number = complete_record(start, (GapLine(BlankTurns()), claimed))
    by_number = [complete_record(start, (*several_turns(n), claimed)) for n in range(6)]
    assert any_number.exact
    assert any_number.number == sum(found.number for found in by_number)
    assert by_number[-1].number == 0
    assert by_number[2].number > 0


def _last_turns_of_a_round() -> tuple[State, list[Event]]:
    """Return the table before the last turns of a round, and all that follows till a plan."""
    for seed, place in places_with_few_turns(2):
        events = events_from(seed, place, place + 4)
        if isinstance(events[2], PrepareRound) and isinstance(events[3], Plan):
            return played(seed)[place][0], events
    raise AssertionError


def test_the_rest_of_a_round_ends_with_it() -> None:
    start, events = _last_turns_of_a_round()
    lines = (GapLine(BlankTurns("round")), *lines_of(events[2:]))
    found = complete_record(start, lines)
    assert found.exact
    true = [canonical(start, events[0])]  # type: ignore[arg-type]
    true.append(canonical(step(start, events[0]), events[1]))  # type: ignore[arg-type]
    assert {*true} <= {*found.choices[0]}
    number = sum(
        complete_record(start, (*several_turns(n), *lines_of(events[2:]))).number for n in range(8)
    )
    assert found.number == number


def test_refills_of_several_turns_need_not_be_written() -> None:
    start, turn, refill = taking_a_book()
    after = step(start, turn)
    claimed = GapLine(Remark(), claims_after(after))
    found = complete_record(start, (*several_turns(1), claimed), refills_written=True)
    assert canonical(start, turn) in found.choices[0]
    written = complete_record(
        start, (*several_turns(1), GapLine(refill), claimed), refills_written=True
    )
    assert canonical(start, turn) in written.choices[0]
    assert replayed(start, written).book_display == step(after, refill).book_display
    unwritten = complete_record(start, (GapLine(BlankTurn()), claimed), refills_written=True)
    assert unwritten.number <= found.number


def test_a_refill_of_which_a_part_is_known_is_one_of_that_part() -> None:
    start, turn, refill = taking_a_book()
    after = step(start, turn)
    known = refill.books[0]
    for blank in (replace(known, book=BLANK), replace(known, space=BLANK)):
        said = replace(refill, books=(blank, *refill.books[1:]))
        found = complete_record(after, (GapLine(said),))
        assert found.exists == "yes"
        (event,) = found.example or ()
        assert isinstance(event, RefillBooks)
        assert not check(after, event)
        if blank.space == BLANK:
            assert known.book in {drawn.book for drawn in event.books}
        else:
            assert known.space in {drawn.space for drawn in event.books}
    other = replace(known, book=start.setting.components.books[0].id)
    if check(after, replace(refill, books=(other, *refill.books[1:]))):
        wrong = complete_record(after, (GapLine(replace(refill, books=(other,))),))
        assert wrong.exists == "no"


def test_the_order_of_unordered_turns_is_found() -> None:
    for seed, place in places_with_few_turns(2)[:8]:
        start, first, _ = played(seed)[place]
        second, after = played(seed)[place + 1][1:]
        block = Unordered(lines_of((second, first)))
        lines = (GapLine(block), GapLine(Remark(), claims_after(after)))
        found = complete_record(start, lines, refills_written=True)
        assert found.exists == "yes"
        legal = sum(
            not check(start, one) and not check(step(start, one), other)
            for one, other in permutations((first, second))
        )
        assert found.number == legal
        assert {*(found.example or ())} == {first, second}


def test_an_unordered_line_that_is_legal_nowhere_is_refused() -> None:
    seed, place = places_with_few_turns(2)[0]
    start, first, _ = played(seed)[place]
    assert isinstance(first, TURNS)
    block = Unordered(lines_of((first, first)))
    assert complete_record(start, (GapLine(block),)).exists == "no"


# Setup, plans and preparation. ------------------------------------------------------------------


def _as_noted(table: State, turn: Turn) -> Iterator[Turn]:
    """Yield a turn as people note it, with levels of bonuses that say less than they could."""
    noted = said_of(turn, table.setting.rulings, table.setting.components)
    yield noted
    if not isinstance(noted, UsesBonuses) or not any(table.players[turn.seat].levels):
        return
    for levels in ((), (UseLevel(BLANK, 0),), (UseLevel(BLANK, 1),)):
        yield replace(noted, levels=levels)
        if isinstance(noted, UseGoods):
            yield replace(noted, levels=levels, advance=(BLANK,))


def test_a_turn_is_completed_alike_in_a_plain_record_and_behind_a_gap() -> None:
    compared: Counter[str] = Counter()
    for seed in range(12):
        for table, turn, _ in played(seed):
            for noted in _as_noted(table, turn) if isinstance(turn, TURNS) else ():
                plain = complete(table, noted)
                found = complete_record(table, (GapLine(noted),), explain=False)
                if isinstance(plain, Missing):
                    compared["open"] += 1
                    assert plain.choices in {0, found.number}
                elif check(table, plain.turn):
                    compared["illegal"] += 1
                    assert found.exists == "no"
                else:
                    compared["legal"] += 1
                    assert (found.number, found.table) == (1, step(table, plain.turn))
    assert all(compared[kind] > 20 for kind in ("legal", "illegal", "open"))
