"""Drawing lots, quickly and always in the same way for the same seed."""

from collections.abc import Iterable
from random import Random
from typing import TypeVar

T = TypeVar("T")


def drawn(items: Iterable[T], number: int, rng: Random) -> list[T]:
    """Return so many of the items in the order drawn, or all of them if there are fewer."""
    pool = list(items)
    random = rng.random
    found = []
    for left in range(len(pool), max(0, len(pool) - number), -1):
        at = int(random() * left)
        found.append(pool[at])
        pool[at] = pool[left - 1]
    return found


def shuffled(items: Iterable[T], rng: Random) -> list[T]:
    """Return all items in an order drawn by lot."""
    pool = list(items)
    return drawn(pool, len(pool), rng)
