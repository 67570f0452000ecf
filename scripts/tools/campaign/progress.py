"""A long run tells how far it has come, on standard error."""

import sys
import time
from collections.abc import Iterable, Iterator
from typing import TypeVar

Item = TypeVar("Item")
EVERY = 30.0
"""Seconds between two lines."""


def counted(items: Iterable[Item], whole: int, what: str) -> Iterator[Item]:
    """Yield the items, and say now and then how many of the whole are done."""
    started = told = time.monotonic()
    for number, item in enumerate(items, 1):
        yield item
        now = time.monotonic()
        if now - told >= EVERY:
            told = now
            left = (now - started) / number * (whole - number)
            print(f"{number} of {whole} {what}, about {left:.0f} s left", file=sys.stderr)
