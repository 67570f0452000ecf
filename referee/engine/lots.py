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
    order: list[T] = []
    bits = rng.getrandbits
    for left in range(len(pool), 0, -1):
        size = left.bit_length()
        at = bits(size)
        while at >= left:
            at = bits(size)
        order.append(pool[at])
        pool[at] = pool[left - 1]
    return order
