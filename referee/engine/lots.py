"""Drawing lots, quickly and always in the same way for the same seed."""

from collections.abc import Iterable
from random import Random
from typing import TypeVar

T = TypeVar("T")


def shuffled(items: Iterable[T], rng: Random) -> list[T]:
    """Return all items in an order drawn by lot: what `rng.sample` gives for as many as there are.

    Small lists are shuffled all the time, and the general function spends most of its time on
    finding out what it was asked.
    """
    pool = list(items)
    bits = rng.getrandbits
    for last in range(len(pool) - 1, -1, -1):
        size = (last + 1).bit_length()
        at = bits(size)
        while at > last:
            at = bits(size)
        pool[at], pool[last] = pool[last], pool[at]
    pool.reverse()
    return pool
