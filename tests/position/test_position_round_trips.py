"""The written form of a table is read as the same table."""

from itertools import islice
from random import Random

import pytest
from hypothesis import given, settings

from referee.conformance.games import component_set
from referee.core.component_set import ComponentSet
from referee.core.public import digest
from referee.positions.audit import audit
from referee.positions.loader import load_position
from referee.positions.writer import position_text
from referee.records.writer import COLOURS
from tests.engine.games import game, seeds
from tests.positions import position
from tests.transcript.games import played

pytestmark = pytest.mark.slow

PLAYERS = ("dark-red", "ann's", "grün", "4x")


def only(components: ComponentSet, name: str) -> ComponentSet | None:
    return components if name == components.name else None


@settings(max_examples=4, deadline=None)
@given(seeds)
def test_every_table_of_a_game_is_read_back_as_it_was_written(seed: int) -> None:
    for _, _, state in game(seed):
        components = state.setting.components
        text = position_text(state)
        again = load_position(text, "table.toml", lambda name, c=components: only(c, name)).state  # type: ignore[misc]
        assert digest(again) == digest(state)
        assert again == state
        assert position_text(again) == text


@settings(max_examples=6, deadline=None)
@given(seeds)
def test_no_table_of_a_game_is_called_impossible(seed: int) -> None:
    for _, event, state in game(seed):
        assert audit(state, COLOURS[: len(state.players)]) == [], event


@pytest.mark.parametrize("players", [2, 3, 4])
def test_players_keep_their_colours_and_the_table_its_title(players: int) -> None:
    _, happened = played(3, players)
    state = Random(players).choice([state for _, state in happened])
    text = position_text(state, PLAYERS[:players], 'said "so"\nyesterday')
    again = load_position(text, "table.toml")
    assert again.colours == PLAYERS[:players]
    assert again.title == 'said "so"\nyesterday'
    assert again.state == state


def test_lines_are_not_longer_than_a_screen_is_wide_but_for_tables() -> None:
    *_, (_, _, state) = islice(game(1), 80)
    long = [line for line in position_text(state).splitlines() if len(line) > 100]
    assert all(" = {" in line for line in long)


def test_a_set_of_another_name_is_asked_for() -> None:
    components = component_set(1)
    asked: list[str] = []

    def find(name: str) -> ComponentSet:
        asked.append(name)
        return components

    load_position(f'set = "{components.name}"', "table.toml", find)
    assert asked == [components.name]


def test_a_position_without_a_word_is_a_fresh_game() -> None:
    assert load_position("", "empty.toml").state == position()
    assert audit(position(), COLOURS[:2]) == []
