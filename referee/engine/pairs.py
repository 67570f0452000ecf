"""Answers that say two things, of which a draw by lot asks for one only."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Generic, TypeVar, cast

A = TypeVar("A")


class _Pairs(Generic[A]):
    """Every answer with one of the firsts and one of the seconds, each made when asked for."""

    __slots__ = ("firsts", "make", "seconds")

    def __init__(
        self, make: Callable[[Any, Any], A], firsts: list[Any], seconds: list[Any]
    ) -> None:
        self.make = make
        self.firsts = firsts
        self.seconds = seconds

    def __len__(self) -> int:
        return len(self.firsts) * len(self.seconds)

    def __iter__(self) -> Iterator[A]:
        make, seconds = self.make, self.seconds
        return iter([make(first, second) for first in self.firsts for second in seconds])

    def __getitem__(self, at: int) -> A:
        seconds = self.seconds
        return self.make(self.firsts[at // len(seconds)], seconds[at % len(seconds)])


def pairs(make: Callable[[Any, Any], A], firsts: list[Any], seconds: list[Any]) -> Sequence[A]:
    """Return all that can be made of one of the firsts and one of the seconds."""
    # No subclass of `Sequence`: compiled, it would share the answers of `isinstance` with it.
    return cast("Sequence[A]", _Pairs(make, firsts, seconds))
