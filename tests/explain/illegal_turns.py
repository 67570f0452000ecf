"""Illegal turns of seeded games: legal ones with a part or two changed by lot."""

from collections.abc import Iterator
from functools import cache
from random import Random

from referee.engine.mutants import mutated
from referee.engine.referee import check
from referee.game.state import State
from referee.game.turns import (
    EndPhase,
    Expand,
    PlaceMarker,
    Turn,
    UseBookkeeper,
    UseGoods,
    UseMerchant,
)
from scripts.seeded_games import game

ACTIONS = (UseGoods, Expand, UseBookkeeper, UseMerchant, PlaceMarker, EndPhase)
SEEDS = range(2000, 2007)
OF_EACH_ACTION = 12


def illegal_turns(seed: int, rng: Random) -> Iterator[tuple[State, Turn]]:
    """Yield an illegal change of every second turn or so of a seeded game."""
    for before, event, _ in game(seed):
        if not isinstance(event, ACTIONS) or rng.random() < 1 / 2:
            continue
        turn = mutated(event, before.setting, rng, parts=rng.choice((1, 1, 2)))
        seats = len(before.players)
        if isinstance(turn, ACTIONS) and 0 <= turn.seat < seats and check(before, turn):
            yield before, turn


@cache
def some_illegal_turns() -> tuple[tuple[State, Turn], ...]:
    """Return illegal turns of all actions, from games of all sizes under all rulings."""
    rng = Random(6)
    found: dict[type, list[tuple[State, Turn]]] = {action: [] for action in ACTIONS}
    for seed in SEEDS:
        for before, turn in illegal_turns(seed, rng):
            found[type(turn)].append((before, turn))
    return tuple(case for cases in found.values() for case in cases[:OF_EACH_ACTION])
