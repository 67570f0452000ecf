"""How long the model takes: `python -m tests.model.measure [seed]` plays a 4-player game and tells.

Times are processor time, each kind of turn with the median over the game: the first question in a
state (relation built and loaded), a further one in the same state, and the proof of the effect.
"""

import sys
from collections import defaultdict
from itertools import pairwise
from random import Random
from statistics import median
from time import process_time

from referee.core.rulings import DEFAULT_RULINGS
from referee.core.set_reader import reference_set
from referee_model import effect, legal, score
from referee_model.kinds import KINDS
from tests.model.test_whole_games import before_setup, due


def measure(seed: int) -> None:
    rng = Random(seed)
    state = before_setup(reference_set(), 4, DEFAULT_RULINGS, rng)
    times: dict[str, list[tuple[float, float, float]]] = defaultdict(list)
    events = 0
    while state.phase != "over":
        event = due(state, rng)
        for kind in KINDS.values():
            kind.forget()
        moments = [process_time()]
        for ask in (legal, legal, effect):
            ask(state, event)
            moments.append(process_time())
        first, again, proof = (b - a for a, b in pairwise(moments))
        times[type(event).__name__].append((first, again, proof))
        state = effect(state, event)
        events += 1
    proven = sum(first + proof for entries in times.values() for first, _, proof in entries)
    print(f"{events} events proven in {proven:.1f} s; totals {score(state).totals}")  # noqa: T201
    for name, entries in sorted(times.items()):
        medians = [1000 * median(column) for column in zip(*entries, strict=True)]
        shown = "  ".join(f"{value:6.1f}" for value in medians)
        print(f"{name:20} {len(entries):3}  first, further, effect: {shown} ms")  # noqa: T201


if __name__ == "__main__":
    measure(int(sys.argv[1]) if len(sys.argv) > 1 else 1)
