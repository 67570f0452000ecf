"""What drawing, listing and filling blanks rely on when they look less closely."""

from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st

from referee.engine.actions import ROWS
from referee.engine.bonus import ChooseSpace
from referee.engine.dealer import draw_setting
from referee.engine.facts import KEPT, MOST_SETTINGS, facts_of
from referee.engine.lots import shuffled
from referee.engine.sampling import ACTIONS
from referee.engine.stage import LEGAL, MORE, Stage
from referee.engine.work import Work
from referee.game.components import MarkerBonus, UnitBonus
from referee.game.ids import Seat
from referee.game.reading import reference_set
from referee.game.rulebook import bonus as rules
from tests.engine.games import position, seeds

several = settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))


def stages_on_the_way(work: Work, row: tuple[Stage[Any], ...], rng: Random) -> list[Stage[Any]]:
    """Walk a turn by lot and check each stage where it is due; return those that were."""
    seen: list[Stage[Any]] = []
    for stage in row:
        while True:
            seen.append(stage)
            check_certain(stage, work)
            check_shut(stage, work)
            answer = stage.draw(work, rng)
            if answer is LEGAL:
                return seen
            if answer is MORE:
                break
            assert not stage.judge(work, answer)
            stage.take(work, answer)
            if not stage.repeated:
                break
    return seen


def check_certain(stage: Stage[Any], work: Work) -> None:
    if stage.certain:
        assert not [answer for answer in stage.candidates(work) if stage.judge(work, answer)]


def check_shut(stage: Stage[Any], work: Work) -> None:
    shut = stage.shut(work)
    for answer in stage.candidates(work):
        assert [broken for broken in shut if broken not in stage.judge(work, answer)] == []


@several
@given(seeds)
def test_a_certain_candidate_breaks_no_rule_and_a_shut_stage_refuses_all(seed: int) -> None:
    rng = Random(seed)
    state = position(seed)
    for action in ACTIONS:
        seen = stages_on_the_way(Work(state, state.to_move or Seat(0)), ROWS[action], rng)
        event(f"{action}: {len(seen)} stages")


def test_without_a_marker_left_the_choice_of_a_space_is_shut() -> None:
    works = (Work(state, state.to_move or Seat(0)) for state in map(position, range(200)))
    work = next(work for work in works if ChooseSpace().shut(work))
    (broken,) = ChooseSpace().shut(work)
    assert broken.rule == rules.HAS_MARKER
    assert ChooseSpace().legal(work) == []
    assert ChooseSpace().draw(work, Random(1)) is LEGAL


@given(st.lists(st.integers(), max_size=60), seeds)
def test_a_shuffle_is_what_the_library_draws(items: list[int], seed: int) -> None:
    ours, theirs = Random(seed), Random(seed)
    assert shuffled(items, ours) == theirs.sample(items, len(items))
    assert ours.random() == theirs.random()


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
    work = Work(state, Seat(seat))
    other = work.copy()
    other.pay(3)
    other.entered = (*other.entered, "somewhere")  # type: ignore[arg-type]
    assert (work.my_cash, work.entered) == (state.players[seat].cash, ())
    assert (other.my_cash, other.cash[seat]) == (work.my_cash - 3, work.my_cash - 3)
