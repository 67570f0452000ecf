from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from referee.conformance.campaign import Match, Thoroughness, shortest_for
from referee.conformance.difference import Difference
from referee.conformance.games import GameChoice, drawn_game
from referee.conformance.partner import (
    ABILITIES,
    EngineProgram,
    ForeignProgram,
    Pair,
    setting_of,
)
from referee.conformance.protocol import (
    DEFAULT,
    AskLegal,
    AskScore,
    Hello,
    Introduction,
    set_named,
    set_of,
)
from referee.conformance.shrink import SHORT, replayed, scene
from referee.core.events import Event
from referee.core.state import Setting, State
from referee.engine import initial, step
from referee.engine.actions import has_turn
from referee.rulebook.tracks import CALL_COSTS
from tests.conformance.commands import PATIENT, faulty
from tests.conformance.conversation import command

pytestmark = pytest.mark.slow

REFERENCE = GameChoice(sets=("reference",), rounds=5)
ANY_SET = GameChoice(sets=("reference", "random-1", "small-1"))


@cache
def a_game(seed: int) -> tuple[Setting, tuple[Event, ...]]:
    program = EngineProgram("1", set_named).answer(Hello(id=1))
    assert isinstance(program, Introduction)
    setting, events = drawn_game(seed, ANY_SET, program)
    return setting, tuple(events)


def tables(setting: Setting, events: tuple[Event, ...]) -> Iterator[tuple[int, State]]:
    state = initial(setting)
    for number, event in enumerate(events, 1):
        state = step(state, event)
        yield number, state


@pytest.mark.parametrize("seed", range(6))
def test_a_scene_with_nothing_left_out_plays_the_same_game(seed: int) -> None:
    setting, events = a_game(seed)
    every = list(tables(setting, events))
    for number, state in Random(seed).sample(every, 12):
        asked = (
            AskLegal(id=0, want="count", actions=("end",)) if has_turn(state) else AskScore(id=0)
        )
        again = replayed(scene(setting, events[:number], asked))
        assert again is not None
        assert again.table == state
        assert again.events == events[:number]


def first(
    command: tuple[str, ...], choice: GameChoice, games: int
) -> tuple[ForeignProgram, Difference]:
    partner = ForeignProgram(command, PATIENT)
    for seed in range(games):
        setting, events = drawn_game(seed, choice, partner.introduction())
        found = Match(partner, setting, str(seed), Thoroughness()).play(events)
        if found.differences:
            return partner, found.differences[0]
    raise AssertionError("the fault did not show")


FAULTS = {
    "merchant": "state merchant players.cash",
    "crash": "crash expand",
    "price": "verdict goods illegal GDS-06",
    "score": "score score diamonds",
}


@pytest.mark.parametrize(("fault", "name"), FAULTS.items())
def test_a_fault_is_shown_in_a_short_game_of_two_players(fault: str, name: str) -> None:
    partner, difference = first(faulty(fault), REFERENCE, 6)
    try:
        assert difference.id == name
        shrunk = shortest_for(partner, difference, REFERENCE)
    finally:
        partner.kill()
    assert shrunk.repeated
    assert shrunk.difference.id == name
    assert shrunk.difference.round <= SHORT
    assert shrunk.difference.game.players == 2
    assert len(shrunk.difference.game.events) <= len(difference.game.events)


def test_the_tables_of_a_short_game_agree_before_its_last_event() -> None:
    partner = ForeignProgram(command("call-unpaid"), PATIENT)
    choice = GameChoice(sets=DEFAULT)
    setting, events = drawn_game(8, choice, partner.introduction())
    # It shows late, and in short games often in other events before.
    for found in Match(partner, setting, "8", Thoroughness()).play(events).differences:
        shrunk = shortest_for(partner, found, choice).difference
        components = set_of(DEFAULT, shrunk.game.components.digest)
        pair = Pair(partner)
        pair.begin(setting_of(shrunk.game, components))
        *before, last = shrunk.game.events
        for event in before:
            assert pair.apply(event) is None
            assert pair.tables_agree()
        if found.kind == "state":
            assert pair.apply(last) is None
            assert not pair.tables_agree()
            assert CALL_COSTS.id in shrunk.rules
    partner.kill()


def test_shrinking_finds_the_same_game_every_time() -> None:
    found = []
    for _ in range(2):
        partner, difference = first(faulty("merchant"), REFERENCE, 6)
        found.append(shortest_for(partner, difference, REFERENCE).difference)
        partner.kill()
    assert found[0] == found[1]


def test_a_difference_in_counts_is_shrunk_where_turns_are_not_listed() -> None:
    partner, difference = first(faulty("count", "legal"), REFERENCE, 3)
    shrunk = shortest_for(partner, difference, REFERENCE)
    partner.kill()
    assert shrunk.difference.kind == "count"
    assert shrunk.difference.round == 1


def test_a_program_that_only_tells_digests_is_shrunk_as_well() -> None:
    others = tuple(each for each in ABILITIES if each != "digest")
    partner, difference = first(faulty("merchant", *others), REFERENCE, 6)
    shrunk = shortest_for(partner, difference, REFERENCE)
    partner.kill()
    assert shrunk.difference.id == "digest merchant"
    assert shrunk.difference.round <= SHORT


def test_what_does_not_happen_again_is_told_as_such() -> None:
    partner, difference = first(faulty("merchant"), REFERENCE, 6)
    partner.kill()
    sound = ForeignProgram(faulty("none"), PATIENT)
    shrunk = shortest_for(sound, difference, REFERENCE)
    sound.kill()
    assert not shrunk.repeated
    assert shrunk.difference == difference
