"""Illegal turns: turns of seeded games with a part or two changed by lot."""

from collections.abc import Iterator
from random import Random

from referee.engine.mutants import mutated
from referee.engine.referee import check
from referee.game.state import State
from referee.game.turns import Turn
from scripts.tools.campaign.seeded_games import game


def illegal_turns(seed: int) -> Iterator[tuple[State, Turn]]:
    """Yield an illegal change of about every second turn of a seeded game."""
    rng = Random(seed)
    for before, event, _ in game(seed):
        if not isinstance(event, Turn) or rng.random() < 1 / 2:
            continue
        turn = mutated(event, before.setting, rng, parts=rng.choice((1, 1, 2)))
        seats = len(before.players)
        if isinstance(turn, Turn) and 0 <= turn.seat < seats and check(before, turn):
            yield before, turn
