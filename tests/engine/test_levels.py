"""Permanent bonuses used at a lower level, or not at all."""

import dataclasses
from collections.abc import Iterator
from itertools import product

import pytest
from hypothesis import HealthCheck, event, given, settings
from msgspec.structs import replace

from referee.core.canonical import CanonicalTurn
from referee.core.components import NeedsColleague, NeedsExpansion, SpaceBonus
from referee.core.ids import CardId, Seat, TrackId
from referee.core.rule import Rule
from referee.core.rulings import Rulings
from referee.core.state import Player, State
from referee.core.turns import Action, UseBookkeeper, UseGoods, UseLevel, UsesBonuses
from referee.engine import check, step
from referee.engine.area import Area, meets
from referee.engine.facts import facts_of
from referee.engine.legal_turns import canonical, legal_turns
from referee.engine.turn_counts import count_action, count_by_first_choice
from tests.engine.games import position as drawn_position
from tests.engine.games import seeds
from tests.positions import position

several = settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))

BLUE = Seat(0)
BEARING: tuple[Action, ...] = ("goods", "expand", "bookkeeper", "marker")

MOST = 3000
"""So many turns are listed; with more, an action is left out of a comparison."""


def mover(state: State) -> Player:
    return state.players[state.to_move or Seat(0)]


def with_levels(state: State, levels: tuple[int, ...], rulings: Rulings) -> State:
    """Return the table with other levels at work for the player to move, under other rulings."""
    seat = state.to_move or Seat(0)
    player = replace(state.players[seat], levels=levels)
    players = (*state.players[:seat], player, *state.players[seat + 1 :])
    setting = dataclasses.replace(state.setting, rulings=rulings)
    return replace(state, players=players, setting=setting)


def permanent(state: State) -> list[bool]:
    bonuses = facts_of(state.setting).bonuses
    return [not any(isinstance(bonus, SpaceBonus) for bonus in pair) for pair in bonuses]


def with_all_bonuses(state: State) -> State:
    """Return the table with every permanent bonus at work for the player to move."""
    highest = tuple(
        2 if lasting else level
        for lasting, level in zip(permanent(state), mover(state).levels, strict=True)
    )
    return with_levels(state, highest, replace(state.setting.rulings, bonus_use="may-use"))


def lowered(state: State) -> Iterator[tuple[int, ...]]:
    """Yield all levels at which the player to move may use the permanent bonuses that work."""
    works = zip(mover(state).levels, permanent(state), strict=True)
    return product(*(range(level + 1) if lasting else (level,) for level, lasting in works))


def listed(state: State, action: Action) -> set[CanonicalTurn] | None:
    found: set[CanonicalTurn] = set()
    for said_as, _ in legal_turns(state, (action,)):
        assert said_as not in found
        found.add(said_as)
        if len(found) > MOST:
            return None
    return found


@pytest.mark.slow
@several
@given(seeds)
def test_what_may_be_done_is_what_each_lower_level_alone_would_allow(seed: int) -> None:
    free = with_all_bonuses(drawn_position(seed))
    for action in BEARING:
        if not levels_add_up(free, action):
            event("too many to list")


def test_a_reward_that_counts_cotton_is_what_each_lower_level_alone_would_allow() -> None:
    assert levels_add_up(cotton_book(), "bookkeeper")


def levels_add_up(free: State, action: Action) -> bool:
    """Hold what a table allows against tables on which lower levels alone work, if it is little."""
    turns = listed(free, action)
    if turns is None:
        return False
    alone: set[CanonicalTurn] = set()
    for levels in lowered(free):
        bound = with_levels(free, levels, replace(free.setting.rulings, bonus_use="always"))
        alone |= listed(bound, action) or set()
    assert turns == alone
    assert count_action(free, action) == len(turns)
    assert sum(count_by_first_choice(free, action).values()) == len(turns)
    return True


@pytest.mark.slow
@several
@given(seeds)
def test_a_lower_level_need_not_be_said(seed: int) -> None:
    state = with_all_bonuses(drawn_position(seed))
    for action in ("goods", "bookkeeper"):
        for number, (said_as, turn) in enumerate(legal_turns(state, (action,))):
            if number > 300:
                break
            assert isinstance(turn, UsesBonuses)
            if turn.levels:
                unsaid = replace(turn, levels=())
                event(action)
                assert check(state, unsaid) == ()
                # Pounds that nobody counted are those at the highest level that works.
                if isinstance(turn, UseGoods):
                    assert canonical(state, unsaid) == said_as
                    assert step(state, unsaid) == step(state, turn)


def cotton_book(**more: object) -> State:
    """Return a table where a book counts cotton: 6 units, 8 with the bonus."""
    blue = {
        "slots": {"left": "clerk1", "middle": "cotton2", "right": "cotton4"},
        "ink": 1,
        "books": {2: "a01"},
        "tracks": {"mombasa": 12},
    }
    return position(tracks={"mombasa": "A2"}, seat={0: blue}, **more)


def test_a_book_that_counts_cotton_is_listed_once_for_each_count() -> None:
    turns = [turn for _, turn in legal_turns(cotton_book(), ("bookkeeper",))]
    to_book = [turn for turn in turns if isinstance(turn, UseBookkeeper) and turn.to == 2]
    assert {turn.levels for turn in to_book} == {(), (UseLevel("mombasa", 1),)}
    staying = [turn for turn in turns if isinstance(turn, UseBookkeeper) and turn.to is None]
    assert {turn.levels for turn in staying} == {()}


def test_a_track_without_a_level_takes_nothing_from_another_that_counts_cotton() -> None:
    state = cotton_book()
    components = state.setting.components
    bonuses = components.track[TrackId("A2")].bonuses
    other = state.setting.tracks[1]
    tracks = tuple(
        replace(track, bonuses=bonuses) if track.id == other else track
        for track in components.tracks
    )
    changed = dataclasses.replace(components, tracks=tracks)
    setting = dataclasses.replace(state.setting, components=changed)
    twice = replace(state, setting=setting)
    assert mover(twice).levels[:2] == (2, 0)
    turns = [turn for _, turn in legal_turns(twice, ("bookkeeper",))]
    assert turns == [turn for _, turn in legal_turns(state, ("bookkeeper",))]


def test_under_the_other_ruling_nothing_is_declined() -> None:
    state = cotton_book(rulings={"bonus-use": "always"})
    for action in BEARING:
        turns = [turn for _, turn in legal_turns(state, (action,))]
        assert not any(turn.levels for turn in turns if isinstance(turn, UsesBonuses))


def test_notes_are_those_of_the_levels_that_count() -> None:
    state = position(seat={0: {"slots": {"left": "banana2"}, "tracks": {"cape-town": 5}}})
    declined = UseGoods(seat=BLUE, cards=(CardId("banana2"),), buy=CardId("merchant"))
    notes: list[Rule] = []
    step(state, declined, notes)
    assert "GDS-09" in {rule.id for rule in notes}
    assert "GDS-10" not in {rule.id for rule in notes}
    assert len([rule for rule in notes if rule.id == "GDS-12"]) == 1
    used: list[Rule] = []
    step(state, replace(declined, advance=("cairo",)), used)
    assert "GDS-10" in {rule.id for rule in used}


def test_others_count_at_their_highest_level() -> None:
    state = position(seat={0: {"slots": {"left": "exp2"}, "tracks": {"mombasa": 4}}})
    player = state.players[BLUE]
    facts = facts_of(state.setting)
    assert Area(facts, player, player.used, player.plus_one).expansion() == 3
    assert Area(facts, player, player.used, player.plus_one, (0, 0, 0, 0)).expansion() == 2


@pytest.mark.parametrize(
    ("requires", "met"),
    [
        ((NeedsExpansion(2), NeedsExpansion(2)), False),
        ((NeedsExpansion(2), NeedsExpansion(1)), True),
        ((NeedsColleague(1), NeedsColleague(1)), False),
        ((NeedsColleague(1),), True),
        ((NeedsExpansion(3), NeedsColleague(1)), True),
    ],
)
def test_requirements_of_expansion_points_and_of_colleagues_add_up(
    requires: tuple[NeedsExpansion | NeedsColleague, ...],
    met: bool,  # noqa: FBT001
) -> None:
    slots = {"left": "clerk1", "middle": "exp2", "right": "exp1-1"}
    state = position(seat={0: {"slots": slots}})
    player = state.players[BLUE]
    area = Area(facts_of(state.setting), player, player.used, player.plus_one)
    assert meets(area, requires) is met
