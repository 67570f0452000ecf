"""Games to measure with, drawn from seeds."""

from collections.abc import Iterator
from functools import cache
from random import Random

from referee.engine.actions import TURNS
from referee.engine.dealer import draw_setting
from referee.engine.play import play
from referee.engine.policies import POLICIES
from referee.engine.setup import initial
from referee.game.events import Event
from referee.game.limits import PLAYER_COUNTS
from referee.game.set_reader import reference_set
from referee.game.setting import Setting
from referee.game.state import State
from referee.game.turns import Turn

GAMES = 24

Recorded = list[tuple[State, Turn]]


def random_game(seed: int) -> tuple[Setting, Iterator[tuple[Event, State]]]:
    """Return a game of players by lot, at all player counts in turn, as it is played."""
    rng = Random(seed)
    players = PLAYER_COUNTS[seed % len(PLAYER_COUNTS)]
    setting = draw_setting(reference_set(), players, rng)
    return setting, play(setting, rng, (POLICIES["random"],) * players)


@cache
def recorded_events() -> list[tuple[State, Event]]:
    """Return the events of seeded games, with the table before each."""
    recorded: list[tuple[State, Event]] = []
    for seed in range(GAMES):
        setting, game = random_game(seed)
        before = initial(setting)
        for event, after in game:
            recorded.append((before, event))
            before = after
    return recorded


@cache
def recorded_turns() -> Recorded:
    """Return the turns of seeded games, with the table before each."""
    return [(before, event) for before, event in recorded_events() if isinstance(event, TURNS)]
