"""An event that is judged for itself gets the answer that the rules over free variables give."""

from functools import cache
from random import Random

import pytest

import referee_model
from referee.core.set_reader import reference_set
from referee.core.state import State
from referee.core.turns import Turn
from referee.engine.dealer import draw_setting
from referee.engine.mutants import mutated
from referee.engine.play import POLICIES, play
from referee.engine.setup import initial
from referee_model.judge import IllegalEffectError, Judge, KnownEvent, stated_values
from referee_model.kinds import KINDS, JudgedEvent, kind_of, seat_of
from referee_model.terms import Bit, Num, eq, no

SEEDS = (3, 8)


@cache
def events(seed: int) -> list[tuple[State, JudgedEvent]]:
    """The events of a seeded game with the table before each, and slips of its turns."""
    rng = Random(seed)
    setting = draw_setting(reference_set(), 2 + seed % 2, rng)
    state = initial(setting)
    found: list[tuple[State, JudgedEvent]] = []
    for event, after in play(setting, rng, (POLICIES["random"],) * setting.players):
        assert isinstance(event, JudgedEvent)
        found.append((state, event))
        if isinstance(event, Turn):
            slip = mutated(event, state.setting, rng)
            assert isinstance(slip, Turn)
            if slip.seat < setting.players:
                found.append((state, slip))
        state = after
    return found


def judged(state: State, event: JudgedEvent) -> tuple[bool, State | None]:
    for kind in KINDS.values():
        kind.forget()
    legal = referee_model.legal(state, event).is_legal
    for kind in KINDS.values():
        kind.forget()
    try:
        return legal, referee_model.effect(state, event)
    except IllegalEffectError:
        return legal, None


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
def test_folded_and_free_relations_agree(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    told = [(state, event, judged(state, event)) for state, event in events(seed)]
    assert {legal for _, _, (legal, _) in told} == {True, False}
    monkeypatch.setattr(Judge, "_known", lambda *_: None)
    assert [judged(state, event) for state, event, _ in told] == [ruled for *_, ruled in told]


@pytest.mark.slow
def test_most_legal_events_are_decided_without_loading_all_rules() -> None:
    asked, loaded = 0, 0
    for state, event in events(3):
        kind, seat = kind_of(event), seat_of(event)
        kind.forget()
        if kind.judge(state, seat).legal(event).is_legal:
            asked += 1
            loaded += "_prover" in vars(kind.judge(state, seat))
    assert loaded * 20 < asked


def test_facts_that_contradict_each_other_give_no_values() -> None:
    number, holds = Num("n"), Bit("b")
    assert stated_values([eq(number, 3), no(holds), True]) == {"n": 3, "b": 0}
    assert stated_values([eq(number, 3), eq(number, 4)]) is None
    assert stated_values([holds, no(holds)]) is None


def test_a_folded_event_says_nothing_where_it_is_not_legal() -> None:
    state, slip = next(
        (state, event)
        for state, event in events(3)
        if not referee_model.legal(state, event).is_legal
    )
    kind = kind_of(slip)
    relation = kind.relation(state, seat_of(slip))
    said: KnownEvent[JudgedEvent] = KnownEvent(relation, relation.facts(slip))
    assert not said.is_legal
    assert said.effect() is None
