"""Every kind of gap, taken out of seeded games whose true events are known."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice, pairwise, permutations

import pytest
from msgspec.structs import replace

from referee.compare.seeded import game
from referee.engine import check, step
from referee.engine.actions import TURNS, refill_due
from referee.engine.canonical import canonical
from referee.engine.planning import available_slots
from referee.engine.turn_counts import count_turns
from referee.game.events import (
    DealBooks,
    DealCards,
    Event,
    Plan,
    PrepareRound,
    RefillBooks,
    RestStartingCards,
    TakeStartingBonus,
    TakeStartingTile,
)
from referee.game.ids import SLOTS, CardId, Seat, StartTileId
from referee.game.rulings import Rulings
from referee.game.state import State
from referee.game.turns import BLANK, EndPhase, Turn, UseGoods
from referee.gaps import (
    Adjust,
    AsItLies,
    BlankRefill,
    BlankTurn,
    BlankTurns,
    Completions,
    CorrectedValue,
    Corrections,
    GapLine,
    RulingFromHere,
    Unordered,
    WorkBudget,
    complete_record,
    several_turns,
)
from referee.gaps.foresight import Foresight
from referee.gaps.search import MOST_NODES, How, explore
from referee.gaps.stand_ins import World
from referee.gaps.turns import foreseen_of
from referee.notation.record import Quantity, Remark, SaidClaim
from referee.transcript.quantities import NOT_THERE, TurnEnd, actual
from scripts.tools.oracle.gap_cases import Played

SEEDS = range(40)
FEW_TURNS = 60


@cache
def played(seed: int) -> Played:
    return tuple(game(seed))


def lines_of(events: Sequence[Event]) -> tuple[GapLine, ...]:
    return tuple(GapLine(event) for event in events)  # type: ignore[arg-type]


def events_from(seed: int, first: int, behind: int) -> list[Event]:
    return [event for _, event, _ in played(seed)[first:behind]]


def claims_after(table: State) -> tuple[SaidClaim, ...]:
    """Return the cash and the tracks of all players as they are on a table."""
    whats: tuple[Quantity, ...] = ("cash", "diamonds", "ink", "hand")
    moment = TurnEnd(table, table)
    claims = [
        SaidClaim(what=what, value=0, seat=Seat(seat))
        for seat in range(len(table.players))
        for what in whats
    ]
    return tuple(replace(claim, value=actual(moment, claim)) for claim in claims)


@cache
def places_with_few_turns(turns: int) -> tuple[tuple[int, int], ...]:
    """Return seeds and places of so many turns in a row, each with few alternatives."""
    return tuple(islice(_places_with_few_turns(turns), 15))


def _places_with_few_turns(turns: int) -> Iterator[tuple[int, int]]:
    for seed in SEEDS:
        steps = played(seed)
        for place in range(len(steps)):
            rows = steps[place : place + turns]
            if len(rows) == turns and all(
                isinstance(event, TURNS) and sum(count_turns(before).values()) <= FEW_TURNS
                for before, event, _ in rows
            ):
                yield seed, place


def replayed(start: State, found: Completions) -> State:
    table = start
    for event in found.example or ():
        table = step(table, event)
    return table


# Turns. -----------------------------------------------------------------------------------------


def test_an_unknown_seat_is_that_of_the_player_to_move() -> None:
    seed, place = places_with_few_turns(1)[0]
    start, turn, _ = played(seed)[place]
    assert isinstance(turn, TURNS)
    unknown = complete_record(start, (GapLine(BlankTurn()),))
    known = complete_record(start, (GapLine(BlankTurn(turn.seat)),))
    assert unknown.number == known.number == sum(count_turns(start).values())
    assert canonical(start, turn) in unknown.choices[0]


def test_several_turns_are_as_many_blank_turns() -> None:
    seed, place = places_with_few_turns(2)[0]
    start, _, after = played(seed)[place][0], None, played(seed)[place + 1][2]
    claimed = GapLine(Remark(), claims_after(after))
    several = complete_record(start, (*several_turns(2), claimed), refills_written=True)
    one_by_one = complete_record(start, (GapLine(BlankTurn()), GapLine(BlankTurn()), claimed))
    assert several.exists == one_by_one.exists == "yes"
    assert several.number == one_by_one.number


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


def _taking_a_book() -> tuple[State, Turn, RefillBooks]:
    for seed in SEEDS:
        for place, (before, event, after) in enumerate(played(seed)[:-1]):
            if isinstance(event, TURNS) and refill_due(after):
                refill = played(seed)[place + 1][1]
                turns = sum(count_turns(before).values())
                if isinstance(refill, RefillBooks) and turns < 20 * FEW_TURNS:
                    return before, event, refill
    raise AssertionError


def test_refills_of_several_turns_need_not_be_written() -> None:
    start, turn, refill = _taking_a_book()
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
    start, turn, refill = _taking_a_book()
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


def _setup(seed: int) -> tuple[State, list[Event]]:
    steps = played(seed)
    behind = next(at for at, (before, _, _) in enumerate(steps) if before.phase == "actions")
    return steps[0][0], [event for _, event, _ in steps[:behind]]


SMALL = next(seed for seed in SEEDS if len(played(seed)[0][0].players) == 2)


@pytest.mark.parametrize(
    "kind", [TakeStartingTile, RestStartingCards, TakeStartingBonus, DealCards, DealBooks]
)
def test_a_step_of_the_setup_need_not_be_written(kind: type[Event]) -> None:
    start, events = _setup(SMALL)
    lines = lines_of([event for event in events if not isinstance(event, kind)])
    found = complete_record(start, lines, WorkBudget(10**6, 120.0))
    assert found.exists == "yes"
    true = step_all(start, events)
    assert replayed(start, found).phase == true.phase
    if kind in {RestStartingCards, TakeStartingBonus}:
        assert true in {world.table for world in found.worlds(len(lines))}


def step_all(table: State, events: Sequence[Event]) -> State:
    for event in events:
        table = step(table, event)
    return table


def test_a_starting_tile_that_is_not_known_is_any_that_fits() -> None:
    start, events = _setup(SMALL)
    place, tile = next((at, e) for at, e in enumerate(events) if isinstance(e, TakeStartingTile))
    blank = replace(tile, tile=StartTileId(BLANK), rejected=None)
    lines = lines_of([*events[:place], blank, *events[place + 1 :]])
    found = complete_record(start, lines)
    assert found.exact
    tiles = {choice.tile for choice in found.choices[place] if isinstance(choice, TakeStartingTile)}
    assert tile.tile in tiles


def test_a_plan_slot_that_is_not_known_may_be_empty() -> None:
    start, events = _setup(SMALL)
    place, plan = next((at, e) for at, e in enumerate(events) if isinstance(e, Plan))
    before = step_all(start, events[:place])
    for unknown in range(len(SLOTS)):
        slots = tuple(CardId(BLANK) if at == unknown else c for at, c in enumerate(plan.slots))
        found = complete_record(before, (GapLine(replace(plan, slots=slots)),))
        hand = [None, *before.players[plan.seat].hand]
        legal = {
            candidate
            for card in hand
            if not check(
                before,
                candidate := replace(plan, slots=(*slots[:unknown], card, *slots[unknown + 1 :])),
            )
        }
        assert {*found.choices[0]} == legal
        assert SLOTS[unknown] in available_slots(before, plan.seat) or len(legal) == 1


def _bought_after_preparation() -> tuple[State, list[Event], CardId]:
    """Return the table before a preparation, and events up to the purchase of a card it drew."""
    for seed in SEEDS:
        steps = played(seed)
        for place, (before, event, _) in enumerate(steps):
            if not isinstance(event, PrepareRound):
                continue
            for further in range(place + 1, min(place + 30, len(steps))):
                later = steps[further][1]
                if isinstance(later, PrepareRound):
                    break
                bought = later.buy if isinstance(later, UseGoods) else None
                if bought in event.cards and bought is not None:
                    return before, events_from(seed, place, further + 1), bought
    raise AssertionError


def test_a_preparation_that_is_not_known_drew_the_cards_bought_later() -> None:
    start, events, bought = _bought_after_preparation()
    prepare = events[0]
    assert isinstance(prepare, PrepareRound)
    blank = replace(prepare, cards=(CardId(BLANK),) * len(prepare.cards))
    for lines in (lines_of(events[1:]), lines_of([blank, *events[1:]])):
        found = complete_record(start, lines, refills_written=True)
        assert found.exists == "yes"
        drawn = next(event for event in found.example or () if isinstance(event, PrepareRound))
        assert bought in drawn.cards
        assert replayed(start, found) == found.table


def test_a_card_that_nobody_drew_is_not_bought() -> None:
    start, events, bought = _bought_after_preparation()
    prepare = events[0]
    assert isinstance(prepare, PrepareRound)
    others = [card for card in prepare.cards if card != bought]
    cards = tuple(CardId(BLANK) if card == bought else card for card in prepare.cards)
    known = complete_record(
        start, lines_of([replace(prepare, cards=cards), *events[1:]]), refills_written=True
    )
    assert known.exists == "yes"
    assert len(others) == len(prepare.cards) - 1
    unseen = sorted(start.unseen_cards[0] | start.unseen_cards[1] - {*prepare.cards})
    instead = [card for card in unseen if not check(start, _with(prepare, bought, card))]
    for card in instead[:1]:
        lines = lines_of([_with(prepare, bought, card), *events[1:]])
        assert complete_record(start, lines, refills_written=True).exists == "no"


def _with(prepare: PrepareRound, old: CardId, new: CardId) -> PrepareRound:
    return replace(prepare, cards=tuple(new if card == old else card for card in prepare.cards))


def _rounds() -> Iterator[tuple[State, list[Event]]]:
    """Yield the table before each preparation, and the events till after the next one."""
    for seed in SEEDS:
        steps = played(seed)
        rounds = [at for at, (_, event, _) in enumerate(steps) if isinstance(event, PrepareRound)]
        for first, second in pairwise(rounds):
            yield steps[first][0], events_from(seed, first, second + 1)


def test_cards_that_nobody_named_do_not_count_as_bought() -> None:
    tried = 0
    for start, events in _rounds():
        last = len(events) - 2
        before = step_all(start, events[:last])
        turn = events[last]
        if not isinstance(turn, TURNS) or sum(count_turns(before).values()) > FEW_TURNS:
            continue
        lines = [*lines_of(events[1:])]
        lines[last - 1] = GapLine(BlankTurn(turn.seat))
        found = complete_record(start, lines, refills_written=True)
        assert canonical(before, turn) in found.choices[last - 1]
        tried += 1
        if tried == 3:
            return
    raise AssertionError


def test_a_next_turn_is_not_foreseen_of_books_that_nobody_named() -> None:
    start, turn, _ = _one_turn()
    foresight = Foresight(next_turns={turn.seat: turn})
    named = World(start)
    unnamed = World(start, frozenset(filter(None, start.book_display[:1])))
    assert foreseen_of(named, foresight).next_turns
    assert not foreseen_of(unnamed, foresight).next_turns


# What people agree on. --------------------------------------------------------------------------


def _one_turn() -> tuple[State, Turn, State]:
    seed, place = places_with_few_turns(1)[0]
    start, turn, after = played(seed)[place]
    assert isinstance(turn, TURNS)
    return start, turn, after


def test_an_adjustment_changes_the_table_and_nothing_else() -> None:
    start, turn, _ = _one_turn()
    lines = (GapLine(Adjust(turn.seat, 2)), GapLine(turn))
    found = complete_record(start, lines)
    me = start.players[turn.seat]
    richer = start.with_player(turn.seat, replace(me, cash=me.cash + 2))
    assert found.table == step(richer, turn)
    assert complete_record(start, (GapLine(Adjust(turn.seat, -1_000)),)).exists == "no"


def test_the_record_goes_on_from_the_table_as_it_lies() -> None:
    start, turn, _ = _one_turn()
    cash = SaidClaim(what="cash", value=start.players[turn.seat].cash + 3, seat=turn.seat)
    ink = SaidClaim(what="ink", value=start.players[turn.seat].ink, seat=turn.seat)
    found = complete_record(start, (GapLine(AsItLies(), (cash, ink)), GapLine(turn)))
    assert found.exists == "yes"
    assert found.choices[0] == (Corrections((CorrectedValue(cash, cash.value - 3),)),)
    assert found.table is not None
    plain = step(start, turn)
    assert found.table.players[turn.seat].cash == plain.players[turn.seat].cash + 3


@pytest.mark.parametrize("what", ["cash", "track", "diamonds", "ink", "first", "coins"])
@pytest.mark.parametrize("value", [-5, 10_000])
def test_what_cannot_lie_on_a_table_is_refused(what: Quantity, value: int) -> None:
    start, turn, _ = _one_turn()
    space = start.setting.components.book_spaces[0].id
    claim = SaidClaim(what=what, value=value, seat=turn.seat, company="cairo", item=space)
    found = complete_record(start, (GapLine(AsItLies(), (claim,)),))
    is_amount = what in {"cash", "coins"} and value > 0
    assert found.exists == ("yes" if is_amount else "no")


def test_claims_behind_a_correction_do_not_bear_on_gaps_before_it() -> None:
    start, turn, _ = _one_turn()
    wrong = SaidClaim(what="cash", value=777, seat=turn.seat)
    lines = (
        GapLine(BlankTurn(turn.seat)),
        GapLine(AsItLies(), (wrong,)),
        GapLine(Remark(), (wrong,)),
    )
    found = complete_record(start, lines)
    assert found.exists == "yes"
    assert found.number == complete_record(start, lines[:1]).number


def test_a_ruling_holds_from_where_it_was_decided() -> None:
    start, turn, _ = _one_turn()
    rulings = Rulings(diamond_overflow="forfeit-overflow")
    found = complete_record(start, (GapLine(turn), GapLine(RulingFromHere(rulings))))
    assert found.table is not None
    assert found.table.setting.rulings == rulings
    assert replace(found.table, setting=start.setting) == step(start, turn)


# What is told of the completions. ---------------------------------------------------------------


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
    tables = [world.table for world in found.worlds(1)]
    cash = {table.players[seat].cash for table in tables}
    assert shown.is_open("players", seat, "cash") == (len(cash) > 1)
    for place in shown.places:
        assert len(place.values) > 1
    certain = found.table_before(0)
    assert certain.is_certain
    assert certain.table == start


def test_a_book_that_nobody_named_is_open() -> None:
    start, turn, _ = _taking_a_book()
    found = complete_record(start, (GapLine(turn), GapLine(BlankRefill())))
    shown = found.table_before(2)
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
    assert scores.winner_is_certain == (len(scores.winners) == 1)


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


def test_a_conflict_tells_the_rule_that_a_statement_breaks() -> None:
    for seed, place in places_with_few_turns(2):
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


@pytest.mark.parametrize("turns", [10, 30])
def test_many_blank_turns_end_within_the_work_that_is_allowed(turns: int) -> None:
    start = played(SMALL)[
        next(at for at, s in enumerate(played(SMALL)) if s[0].phase == "actions")
    ][0]
    claims = tuple(
        SaidClaim(what="cash", value=value, seat=Seat(seat)) for seat in (0, 1) for value in (3, 3)
    )
    lines = tuple(GapLine(BlankTurn(), claims if at % 3 == 2 else ()) for at in range(turns))
    budget = WorkBudget(20_000, 60.0)
    found = complete_record(start, lines, budget)
    assert found.exists in {"yes", "unknown", "no"}
    assert found.exact or found.exists != "no"
    assert budget.done <= 20_000 + 100


def test_a_record_of_nothing_but_blanks_ends_within_the_work_that_is_allowed() -> None:
    start = played(SMALL)[0][0]
    found = complete_record(
        start, (GapLine(BlankTurns()), GapLine(BlankTurns("round"))), WorkBudget(20_000)
    )
    assert found.exists == "yes"
    assert not found.exact


def test_worlds_are_kept_only_up_to_a_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.gaps.search.MOST_NODES", 50)
    start, lines, _ = _several_completions()
    graph = explore(World(start), (*lines, *several_turns(3)), WorkBudget(), How())
    assert not graph.exhausted
    assert len(graph.nodes) <= 51 < MOST_NODES
