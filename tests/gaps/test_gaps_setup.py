"""Gaps of setup, plans and preparation."""

from collections.abc import Iterator
from itertools import pairwise

import pytest
from msgspec.structs import replace

from referee.core.budget import Budget
from referee.core.events import (
    DealBooks,
    DealCards,
    Event,
    Plan,
    PrepareRound,
    RestStartingCards,
    TakeStartingBonus,
    TakeStartingTile,
)
from referee.core.ids import SLOTS, CardId, StartTileId
from referee.core.state import State
from referee.core.turns import BLANK, UseGoods
from referee.engine import check
from referee.engine.actions import TURNS
from referee.engine.legal_turns import canonical
from referee.engine.planning import available_slots
from referee.engine.turn_counts import count_turns
from referee.gaps.completions import complete_record
from referee.gaps.foresight import Foresight
from referee.gaps.lines import GapLine
from referee.gaps.stand_ins import World
from referee.gaps.turns import foreseen_of
from referee.records.record import BlankTurn
from tests.gaps.played_gaps import (
    FEW_TURNS,
    SEEDS,
    SMALL,
    events_from,
    lines_of,
    one_turn,
    played,
    replayed,
    step_all,
)


def _setup(seed: int) -> tuple[State, list[Event]]:
    steps = played(seed)
    behind = next(at for at, (before, _, _) in enumerate(steps) if before.phase == "actions")
    return steps[0][0], [event for _, event, _ in steps[:behind]]


@pytest.mark.parametrize(
    "kind", [TakeStartingTile, RestStartingCards, TakeStartingBonus, DealCards, DealBooks]
)
def test_a_step_of_the_setup_need_not_be_written(kind: type[Event]) -> None:
    start, events = _setup(SMALL)
    lines = lines_of([event for event in events if not isinstance(event, kind)])
    found = complete_record(start, lines, Budget(10**6, 120.0))
    assert found.exists == "yes"
    true = step_all(start, events)
    assert replayed(start, found).phase == true.phase
    if kind in {RestStartingCards, TakeStartingBonus}:
        assert true in {world.table for world in found.worlds(len(lines))}


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
    start, turn, _ = one_turn()
    foresight = Foresight(next_turns={turn.seat: turn})
    named = World(start)
    unnamed = World(start, frozenset(filter(None, start.book_display[:1])))
    assert foreseen_of(named, foresight).next_turns
    assert not foreseen_of(unnamed, foresight).next_turns


# What people agree on. --------------------------------------------------------------------------
