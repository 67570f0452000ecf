"""Measures explanations of illegal turns, each in a state that was not seen before."""

from collections.abc import Callable
from functools import partial
from itertools import count, islice
from statistics import median
from time import process_time

from model.explain import why, why_with_answers
from model.kinds import KINDS
from referee.compare.seeded_games import illegal_turns
from referee.engine.actions import action_of
from referee.game.state import State
from referee.game.turns import Action, Turn
from scripts.tools.bench.measurement import Figures

SEED = 3000
CASES = 120
MOST_MS = {"one core": 6.0, "all answers": 20.0}
"""What the median is to be at most."""


def figures(_rounds: int) -> Figures:
    """Return medians and worst cases in milliseconds, and the medians by action."""
    drawn = (case for seed in count(SEED) for case in illegal_turns(seed))
    chosen = [*islice(drawn, CASES)]
    actions = [action_of(turn) for _, turn in chosen]
    found: Figures = {"illegal turns explained, each in a new state": len(chosen)}
    asked: dict[str, Callable[[State, Turn], object]] = {
        "one core": partial(why, most=1),
        "all answers": why_with_answers,
    }
    for name, ask in asked.items():
        costs = [_cost(partial(ask, state, turn)) for state, turn in chosen]
        medians: dict[str, float] = {
            action: round(median(_of(action, actions, costs)), 1) for action in sorted({*actions})
        }
        in_all = {"median": round(median(costs), 1), "at most": MOST_MS[name]}
        found[f"why, {name}, ms"] = in_all | {"worst": round(max(costs), 1)} | medians
    return found


def _of(action: Action, actions: list[Action], costs: list[float]) -> list[float]:
    return [cost for cost, its in zip(costs, actions, strict=True) if its == action]


def _cost(ask: Callable[[], object]) -> float:
    for kind in KINDS.values():
        kind.forget()
    start = process_time()
    ask()
    return (process_time() - start) * 1000
