"""What the model takes: judging a turn in a new and in a known state, and proving its effect."""

from collections.abc import Callable
from functools import partial
from itertools import islice
from random import Random
from statistics import median, quantiles
from time import process_time

import model
from model.kinds import KINDS
from referee.compare.proof import proven
from referee.engine.actions import action_of
from referee.engine.mutants import mutated
from referee.game.set_reader import reference_set
from referee.game.state import State
from referee.game.turns import Action, Turn
from referee.transcript.loader import load
from scripts.tools.bench.measurement import Figures
from scripts.tools.bench.recorded import recorded_turns
from scripts.tools.project import ROOT

TURNS = 40
"""Of every action."""

GAME = ROOT / "games" / "four-players.mgn"


def figures(rounds: int) -> Figures:
    """Return medians and 95th percentiles in milliseconds by action, and a whole game proven."""
    found: Figures = {}
    for action, asked in _by_action().items():
        found |= _of_action(action, asked)
    components = reference_set()
    record = load(GAME.read_bytes(), lambda _: components).record
    seconds = [_cost(partial(proven, record, components)) / 1000 for _ in range(min(rounds, 3))]
    return {**found, "a 4-player game proven, s": round(median(seconds), 1)}


def _by_action() -> dict[Action, list[tuple[State, Turn]]]:
    turns = recorded_turns()
    Random(0).shuffle(turns)
    return {
        action: list(islice((turn for turn in turns if action_of(turn[1]) == action), TURNS))
        for action in sorted({action_of(turn) for _, turn in turns})
    }


def _of_action(action: Action, asked: list[tuple[State, Turn]]) -> Figures:
    rng = Random(0)
    costs: dict[str, list[float]] = {"new state": [], "same state": [], "effect": []}
    for state, turn in asked:
        other = mutated(turn, state.setting, rng)
        for kind in KINDS.values():
            kind.forget()
        asks: dict[str, Callable[[], object]] = {
            "new state": partial(model.legal, state, turn),
            "same state": partial(model.legal, state, other),  # type: ignore[arg-type]
            "effect": partial(model.effect, state, turn),
        }
        for name, ask in asks.items():
            costs[name].append(_cost(ask))
    return {f"model, {action}, {name}, ms": _summed(taken) for name, taken in costs.items()}


def _summed(taken: list[float]) -> dict[str, float]:
    return {"median": round(median(taken), 1), "p95": round(quantiles(taken, n=20)[-1], 1)}


def _cost(ask: Callable[[], object]) -> float:
    start = process_time()
    ask()
    return (process_time() - start) * 1000
