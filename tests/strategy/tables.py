"""Tables of seeded games, on the reference set and on a random one."""

from random import Random

from referee.components.generate import random_set
from referee.core.set_reader import reference_set
from referee.core.state import Setting, State
from referee.engine.actions import refill_due
from referee.engine.dealer import draw_setting
from referee.engine.play import POLICIES, play


def setting(seed: int, players: int = 3) -> Setting:
    rng = Random(seed)
    return draw_setting(reference_set() if seed % 2 else random_set(rng), players, rng)


def tables(seed: int, players: int = 3) -> list[State]:
    """Return the tables of a game by random players from the first plans on."""
    game = play(setting(seed, players), Random(seed), (POLICIES["random"],) * players)
    asked = {"planning", "actions", "over"}
    return [after for _, after in game if after.phase in asked and not refill_due(after)]
