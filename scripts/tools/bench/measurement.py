"""What groups of figures share: seeded games, the time of the processor, and shares."""

import time
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from random import Random

from referee.core.events import Event
from referee.core.limits import PLAYER_COUNTS
from referee.core.set_reader import reference_set
from referee.core.state import Setting, State
from referee.engine.dealer import draw_setting
from referee.engine.play import POLICIES, play
from referee.engine.setup import initial

GAMES = 24


def random_game(
    seed: int, *, first_game: bool = False
) -> tuple[Setting, Iterator[tuple[Event, State]]]:
    """Return a game of players by lot, at all player counts in turn, as it is played."""
    rng = Random(seed)
    players = PLAYER_COUNTS[seed % len(PLAYER_COUNTS)]
    setting = draw_setting(reference_set(), players, rng, first_game=first_game)
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


Figures = dict[str, object]
"""What was measured, by name: a number, or numbers by name."""


def cpu_seconds(work: Callable[[], object]) -> float:
    """Return the time of the processor that a work takes, however busy the machine is."""
    start = time.process_time()
    work()
    return time.process_time() - start


def percent(found: Sequence[bool]) -> float:
    """Return the share of what holds."""
    return round(100 * sum(found) / len(found), 1) if found else 0.0
