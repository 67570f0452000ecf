"""Some illegal turns of every action, drawn once for all tests."""

from functools import cache

from referee.conformance.games import illegal_turns
from referee.core.state import State
from referee.core.turns import Turn
from referee.engine.actions import TURNS

SEEDS = range(2017, 2024)
OF_EACH_ACTION = 12


@cache
def some_illegal_turns() -> tuple[tuple[State, Turn], ...]:
    """Return illegal turns of all actions, from games of all sizes under all rulings."""
    found: dict[type, list[tuple[State, Turn]]] = {action: [] for action in TURNS}
    for seed in SEEDS:
        for before, turn in illegal_turns(seed):
            found[type(turn)].append((before, turn))
    return tuple(case for cases in found.values() for case in cases[:OF_EACH_ACTION])
