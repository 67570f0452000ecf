"""How speed is measured: neighbours in turn, medians of several rounds.

Machines are noisy, so what counts are the ratios: works that are compared are measured one after
the other in every round, in time of the processor, and a ratio is the median over the rounds.
"""

import gc
import time
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from random import Random
from statistics import median

from referee.core.events import Event
from referee.core.limits import PLAYER_COUNTS
from referee.core.set_reader import reference_set
from referee.core.state import Setting, State
from referee.core.turns import Turn
from referee.engine.actions import TURNS
from referee.engine.dealer import draw_setting
from referee.engine.play import POLICIES, play
from referee.engine.setup import initial

GAMES = 24

Recorded = list[tuple[State, Turn]]


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


@cache
def recorded_turns() -> Recorded:
    """Return the turns of seeded games, with the table before each."""
    return [(before, event) for before, event in recorded_events() if isinstance(event, TURNS)]


Measured = Callable[[], int]
"""Does some work and returns how many units it did."""

Figures = dict[str, object]
"""What was measured, by name: a number, or numbers by name."""

Rates = Sequence[float]
"""Units per second of one work, round by round."""


def rates(rounds: int, *works: Measured) -> list[Rates]:
    """Return the units per second of each work in each round, the works measured in turn."""
    gc.collect()
    # What the works read was there before, and is not theirs to be looked through.
    gc.freeze()
    found: list[list[float]] = [[] for _ in works]
    for _ in range(rounds):
        for work, of_work in zip(works, found, strict=True):
            # What one work leaves behind is not for the next to clear up.
            gc.collect()
            start = time.process_time()
            units = work()
            of_work.append(units / (time.process_time() - start))
    gc.unfreeze()
    return list(found)


def cpu_seconds(work: Callable[[], object]) -> float:
    """Return the time of the processor that a work takes, however busy the machine is."""
    start = time.process_time()
    work()
    return time.process_time() - start


def percent(found: Sequence[bool]) -> float:
    """Return the share of what holds."""
    return round(100 * sum(found) / len(found), 1) if found else 0.0


def middle(found: Rates) -> int:
    """Return the median rate."""
    return round(median(found))


def ratio(ours: Rates, theirs: Rates) -> float:
    """Return the median of the ratios of neighbours."""
    return round(median(our / their for our, their in zip(ours, theirs, strict=True)), 2)
