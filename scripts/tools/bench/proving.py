"""What the model takes: judging an event in a new state, its effect, a game proven, reasons why."""

from collections import defaultdict
from collections.abc import Callable
from functools import partial
from itertools import count, islice
from random import Random
from statistics import median, quantiles
from time import process_time

import referee_model
from referee.conformance.games import illegal_turns
from referee.conformance.readings import proven
from referee.core.set_reader import reference_set
from referee.core.state import State
from referee.core.turns import Turn
from referee.engine.actions import TURNS, action_of
from referee.engine.mutants import mutated
from referee.records.loader import load
from referee_model.explain import why, why_with_answers
from referee_model.kinds import KINDS, EventTag, JudgedEvent, kind_of
from scripts.tools.bench.measurement import Figures, recorded_events
from scripts.tools.project import ROOT

SEED = 3000
CASES = 120
WHY_MS = {"one core": 6.0, "all answers": 20.0}
"""What the median of explaining is to be at most."""
EVENTS = 40
"""Of every kind."""

GAME = ROOT / "games" / "four-players.mgn"

EVENT_MS = 2.0
MOST_MS: dict[EventTag, float] = {"expand": 4.0}
"""What judging an event in a new state is to take at most, where it is not as any other."""
GAME_S = 0.4


def explaining(_rounds: int) -> Figures:
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
        costs = [_in_new_state(partial(ask, state, turn)) for state, turn in chosen]
        medians: dict[str, float] = {
            action: round(
                median(c for c, its in zip(costs, actions, strict=True) if its == action), 1
            )
            for action in sorted({*actions})
        }
        in_all = {"median": round(median(costs), 1), "at most": WHY_MS[name]}
        found[f"why, {name}, ms"] = in_all | {"worst": round(max(costs), 1)} | medians
    return found


def figures(rounds: int) -> Figures:
    """Return medians and 95th percentiles of CPU time by kind of event, and a whole game proven."""
    found: Figures = {}
    for tag, asked in _by_kind().items():
        found |= _of_kind(tag, asked)
    components = reference_set()
    record = load(GAME.read_bytes(), lambda _: components).record
    seconds = [_cost(partial(proven, record, components)) / 1000 for _ in range(max(rounds, 3))]
    found["a 4-player game proven, s"] = {"median": round(median(seconds), 2), "at most": GAME_S}
    return found | explaining(rounds)


def _by_kind() -> dict[EventTag, list[tuple[State, JudgedEvent]]]:
    events = list(recorded_events())
    Random(0).shuffle(events)
    found: dict[EventTag, list[tuple[State, JudgedEvent]]] = defaultdict(list)
    tags = {id(kind): tag for tag, kind in KINDS.items()}
    for state, event in events:
        if isinstance(event, JudgedEvent):
            asked = found[tags[id(kind_of(event))]]
            if len(asked) < EVENTS:
                asked.append((state, event))
    return found


def _of_kind(tag: EventTag, asked: list[tuple[State, JudgedEvent]]) -> Figures:
    rng = Random(0)
    costs: dict[str, list[float]] = defaultdict(list)
    others: list[float] = []
    for state, event in asked:
        costs["new state"].append(_in_new_state(partial(referee_model.legal, state, event)))
        costs["effect in a new state"].append(
            _in_new_state(partial(referee_model.effect, state, event))
        )
        if isinstance(event, TURNS):
            other = mutated(event, state.setting, rng)
            ask = partial(referee_model.legal, state, other)  # type: ignore[arg-type]
            others.append(_cost(ask))
    most = {"at most": MOST_MS.get(tag, EVENT_MS)}
    found: Figures = {f"model, {tag}, {name}, ms": _summed(c) | most for name, c in costs.items()}
    return found | ({f"model, {tag}, another in that state, ms": _summed(others)} if others else {})


def _in_new_state(ask: Callable[[], object]) -> float:
    for kind in KINDS.values():
        kind.forget()
    return _cost(ask)


def _summed(taken: list[float]) -> dict[str, float]:
    return {"median": round(median(taken), 1), "p95": round(quantiles(taken, n=20)[-1], 1)}


def _cost(ask: Callable[[], object]) -> float:
    start = process_time()
    ask()
    return (process_time() - start) * 1000
