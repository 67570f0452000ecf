"""How speed is measured: neighbours in turn, medians of several rounds.

Machines are noisy, so what counts are the ratios: works that are compared are measured one after
the other in every round, in time of the processor, and a ratio is the median over the rounds.
"""

import gc
import time
from collections.abc import Callable, Sequence
from statistics import median

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


def middle(found: Rates) -> int:
    """Return the median rate."""
    return round(median(found))


def ratio(ours: Rates, theirs: Rates) -> float:
    """Return the median of the ratios of neighbours."""
    return round(median(our / their for our, their in zip(ours, theirs, strict=True)), 2)
