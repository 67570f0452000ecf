"""Seeded games over the shipped set and random ones, at all player counts, under any rulings."""

from collections.abc import Iterable, Iterator
from functools import cache
from random import Random
from typing import get_args, get_type_hints

from referee.components.generate import random_set
from referee.components.generate.small import small
from referee.engine.actions import refill_due
from referee.engine.dealer import draw_setting
from referee.engine.play import play
from referee.engine.policies import POLICIES
from referee.engine.setup import initial
from referee.game.component_set import ComponentSet
from referee.game.events import Event
from referee.game.limits import PLAYER_COUNTS
from referee.game.reading import reference_set
from referee.game.rulings import Rulings
from referee.game.setting import Setting
from referee.game.state import State

SETS = (0, 0, 0, 1, 2, 3, -1)
"""Which set a game is played with: 0 is the shipped one, a negative number a small one."""


@cache
def component_set(number: int) -> ComponentSet:
    """Return the shipped set for 0, a random one, or for a negative number a small one."""
    if number == 0:
        return reference_set()
    components = random_set(Random(abs(number)))
    return components if number > 0 else small(components)


def drawn_rulings(rng: Random) -> Rulings:
    """Return the defaults half of the time, else each answer by lot."""
    if rng.random() < 1 / 2:
        return Rulings()
    hints = get_type_hints(Rulings)
    names = Rulings.__struct_fields__
    return Rulings(**{name: rng.choice(get_args(hints[name])) for name in names})


def game(seed: int) -> Iterator[tuple[State, Event, State]]:
    """Yield every event of a seeded game with the table before and after it."""
    rng = Random(seed)
    components = component_set(rng.choice(SETS))
    setting = draw_setting(
        components,
        rng.choice(PLAYER_COUNTS),
        rng,
        first_game=rng.random() < 1 / 4,
        rulings=drawn_rulings(rng),
    )
    yield from steps(setting, rng)


def steps(setting: Setting, rng: Random) -> Iterator[tuple[State, Event, State]]:
    """Yield a game by players who draw lots."""
    before = initial(setting)
    policies = (POLICIES["random"],) * setting.players
    for event, after in play(setting, rng, policies):
        yield before, event, after
        before = after


def positions(seed: int) -> list[State]:
    """Return the tables of a seeded game at which somebody is to move."""
    return tables(game(seed))


def tables(played: Iterable[tuple[State, Event, State]]) -> list[State]:
    """Return the tables of a game at which somebody is to move."""
    return [after for _, _, after in played if after.phase == "actions" and not refill_due(after)]


def position(seed: int) -> State:
    """Return one table of a seeded game at which somebody is to move."""
    return Random(seed).choice(positions(seed))
