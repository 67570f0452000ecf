"""What drawing, listing and filling blanks rely on when they look less closely."""

import ast
from collections import Counter
from math import factorial
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st

from referee.core.components import MarkerBonus, UnitBonus
from referee.core.ids import Seat
from referee.core.set_reader import reference_set
from referee.core.state import State
from referee.core.turns import PlaceMarker
from referee.engine.actions import ROWS
from referee.engine.bonus import ChooseSpace
from referee.engine.dealer import draw_setting
from referee.engine.facts import KEPT, MOST_SETTINGS, facts_of
from referee.engine.planning import available_slots
from referee.engine.random_turns import (
    ACTIONS,
    drawn,
    finish,
    sample_fuller_plan,
    sample_turn,
    shuffled,
)
from referee.engine.stage import LEGAL, MORE, Stage
from referee.engine.unfinished import Unfinished
from referee.engine.work import Work
from referee.rulebook import bonus as rules
from scripts.tools.project import ROOT
from tests.engine.games import position, seeds

# Compiled, a work is no struct, and nothing but its source tells the names.
_WORK = ast.parse((ROOT / "referee" / "engine" / "work.py").read_text("utf-8"))
FIELDS = [
    node.target.id
    for node in ast.walk(_WORK)
    if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
    if hasattr(Work, node.target.id)
]

several = settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))


def stages_on_the_way(work: Work, row: tuple[Stage[Any], ...], rng: Random) -> list[Stage[Any]]:
    """Walk a turn by lot and check each stage where it is due; return those that were."""
    seen: list[Stage[Any]] = []
    for stage in row:
        while True:
            seen.append(stage)
            check_known(stage, work)
            check_shut(stage, work)
            check_stop(stage, work)
            check_idle(stage, work)
            answer = stage.draw(work, rng)
            if answer is LEGAL:
                assert not (stage.repeated and stage.may_stop(work))
                return seen
            if answer is MORE:
                break
            assert not stage.judge(work, answer)
            stage.take(work, answer)
            if not stage.repeated:
                break
    return seen


def check_known(stage: Stage[Any], work: Work) -> None:
    known = stage.known_legal(work)
    if known is not None:
        legal = [answer for answer in stage.candidates(work) if not stage.judge(work, answer)]
        assert list(known) == legal


def check_shut(stage: Stage[Any], work: Work) -> None:
    shut = stage.shut(work)
    for answer in stage.candidates(work):
        assert [broken for broken in shut if broken not in stage.judge(work, answer)] == []


def check_stop(stage: Stage[Any], work: Work) -> None:
    assert stage.may_stop(work) == (not stage.close(work))


def check_idle(stage: Stage[Any], work: Work) -> None:
    if not stage.idle(work):
        return
    assert tuple(stage.legal(work)) == stage.nothing()
    if stage.repeated:
        assert stage.may_stop(work)
        return
    other = work.copy()
    stage.take(other, None)
    assert [getattr(other, name) for name in FIELDS] == [getattr(work, name) for name in FIELDS]


@pytest.mark.slow
@several
@given(seeds)
def test_what_a_stage_knows_at_once_is_what_judging_finds_out(seed: int) -> None:
    rng = Random(seed)
    state = position(seed)
    for action in ACTIONS:
        seen = stages_on_the_way(Work.on(state, state.to_move or Seat(0)), ROWS[action], rng)
        event(f"{action}: {len(seen)} stages")


def test_without_a_marker_left_the_choice_of_a_space_is_shut() -> None:
    works = (Work.on(state, state.to_move or Seat(0)) for state in map(position, range(200)))
    work = next(work for work in works if ChooseSpace().shut(work))
    (broken,) = ChooseSpace().shut(work)
    assert broken.rule == rules.HAS_MARKER
    assert ChooseSpace().legal(work) == []
    assert ChooseSpace().draw(work, Random(1)) is LEGAL


def marker_begun(state: State) -> Unfinished:
    """Return a marker's turn at the choice of its space: no goods tile, no levels said."""
    begun = Unfinished("marker", Work.on(state, state.to_move or Seat(0)))
    return begun.saying(None).saying(None)


@pytest.mark.slow
@settings(several, max_examples=300)
@given(seeds)
def test_no_turn_goes_on_from_what_leads_nowhere(seed: int) -> None:
    state = position(seed)
    begun = marker_begun(state)
    stage = ChooseSpace()
    hopeless = [space for space in begun.options() if stage.leads_nowhere(begun.work, space)]
    for space in hopeless:
        assert finish(begun.saying(space), Random(seed)) is None
    event(f"{len(hopeless)} spaces lead nowhere")


@pytest.mark.slow
@several
@given(seeds)
def test_an_action_is_drawn_exactly_where_it_allows_a_turn(seed: int) -> None:
    state = position(seed)
    seat = state.to_move or Seat(0)
    for action in ACTIONS:
        allowed = finish(Unfinished(action, Work.on(state, seat)), Random(seed))
        assert (sample_turn(state, Random(seed), (action,)) is None) == (allowed is None)


def test_each_space_for_a_marker_that_leads_on_is_drawn_as_often() -> None:
    states = (position(seed) for seed in range(200))
    for state in states:
        begun = marker_begun(state)
        open_to = {s for s in begun.options() if finish(begun.saying(s), Random(1))}
        if len(open_to) > 3 and len(open_to) < len(begun.options()):
            break
    rng = Random(5)
    turns = [sample_turn(state, rng, ("marker",)) for _ in range(400 * len(open_to))]
    drawn_spaces = Counter(turn.space for turn in turns if isinstance(turn, PlaceMarker))
    assert drawn_spaces.keys() == open_to
    # Five standard deviations of a count around 400.
    assert all(300 < times < 500 for times in drawn_spaces.values())


@given(st.lists(st.integers(), max_size=60), st.integers(0, 70), seeds)
def test_what_is_drawn_are_so_many_of_the_items(items: list[int], number: int, seed: int) -> None:
    found = drawn(items, number, Random(seed))
    assert len(found) == min(number, len(items))
    assert Counter(found) <= Counter(items)
    assert found == drawn(items, number, Random(seed))


def test_every_order_is_drawn_as_often() -> None:
    rng = Random(3)
    orders = Counter(tuple(shuffled("abc", rng)) for _ in range(6000))
    assert len(orders) == factorial(3)
    assert all(850 < times < 1150 for times in orders.values())


def test_of_many_plans_the_fullest_is_taken() -> None:
    state, seat = position(1), Seat(0)
    slots = len(available_slots(state, seat))
    hand = state.players[seat].hand - facts_of(state.setting).share_cards
    fullest = min(slots, len(hand))
    assert fullest > 1
    for seed in range(20):
        plan = sample_fuller_plan(state, seat, Random(seed), 200)
        assert len([card for card in plan.slots if card is not None]) == fullest


def test_working_bonuses_are_those_of_the_levels() -> None:
    facts = facts_of(draw_setting(reference_set(), 3, Random(5)))
    assert facts.working[(0, 0, 0, 0)].bonuses == ()
    best = facts.working[(2, 2, 2, 2)]
    assert best.bonuses == tuple(bonuses[1] for bonuses in facts.bonuses)
    assert best.markers == sum(b.markers for b in best.bonuses if isinstance(b, MarkerBonus))
    units = [bonus for bonus in best.bonuses if isinstance(bonus, UnitBonus)]
    assert sum(best.units.values()) == sum(bonus.more for bonus in units)


def test_equal_settings_share_their_lookups_and_no_more_than_some_are_kept() -> None:
    one, other = (draw_setting(reference_set(), 2, Random(3)) for _ in range(2))
    assert one is not other
    assert facts_of(one) is facts_of(other)
    for seed in range(3 * MOST_SETTINGS):
        setting = draw_setting(reference_set(), 2 + seed % 3, Random(seed))
        assert facts_of(setting).markers == {2: 3, 3: 2, 4: 2}[setting.players]
    assert len(KEPT) <= MOST_SETTINGS


@pytest.mark.parametrize("seat", [0, 1])
def test_a_copy_of_a_work_is_changed_alone(seat: int) -> None:
    state = position(1)
    work = Work.on(state, Seat(seat))
    other = work.copy()
    other.pay(3)
    other.entered = (*other.entered, "somewhere")  # type: ignore[arg-type]
    assert (work.my_cash, work.entered) == (state.players[seat].cash, ())
    assert (other.my_cash, other.cash[seat]) == (work.my_cash - 3, work.my_cash - 3)
