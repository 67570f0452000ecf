"""What the model takes: judging an event in a new state, its effect, a game proven, reasons why."""

from collections import defaultdict
from collections.abc import Callable
from functools import partial
from random import Random
from statistics import median, quantiles
from time import process_time

import model
from model.kinds import KINDS, EventTag, JudgedEvent, kind_of
from referee.compare.proof import proven
from referee.engine.actions import TURNS
from referee.engine.mutants import mutated
from referee.game.set_reader import reference_set
from referee.game.state import State
from referee.transcript.loader import load
from scripts.tools.bench import why
from scripts.tools.bench.measurement import Figures
from scripts.tools.bench.recorded import recorded_events
from scripts.tools.project import ROOT

EVENTS = 40
"""Of every kind."""

GAME = ROOT / "games" / "four-players.mgn"

EVENT_MS = 2.0
MOST_MS: dict[EventTag, float] = {"expand": 4.0}
"""What judging an event in a new state is to take at most, where it is not as any other."""
GAME_S = 0.4


def figures(rounds: int) -> Figures:
    """Return medians and 95th percentiles of CPU time by kind of event, and a whole game proven."""
    found: Figures = {}
    for tag, asked in _by_kind().items():
        found |= _of_kind(tag, asked)
    components = reference_set()
    record = load(GAME.read_bytes(), lambda _: components).record
    seconds = [_cost(partial(proven, record, components)) / 1000 for _ in range(max(rounds, 3))]
    found["a 4-player game proven, s"] = {"median": round(median(seconds), 2), "at most": GAME_S}
    return found | why.figures(rounds)


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
        costs["new state"].append(_in_new_state(partial(model.legal, state, event)))
        costs["effect in a new state"].append(_in_new_state(partial(model.effect, state, event)))
        if isinstance(event, TURNS):
            other = mutated(event, state.setting, rng)
            ask = partial(model.legal, state, other)  # type: ignore[arg-type]
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
