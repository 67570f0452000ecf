"""Answers that say two things, of which a draw by lot asks for one only."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar, overload

A = TypeVar("A")


class Pairs(Sequence[A]):
    """Every answer with one of the firsts and one of the seconds, each made when asked for."""

    __slots__ = ("firsts", "make", "seconds")

    def __init__(
        self, make: Callable[[Any, Any], A], firsts: list[Any], seconds: list[Any]
    ) -> None:
        self.make = make
        self.firsts = firsts
        self.seconds = seconds

    def __len__(self) -> int:
        """Return how many answers there are."""
        return len(self.firsts) * len(self.seconds)

    def __iter__(self) -> Iterator[A]:
        """Return all answers, one after the other."""
        make, seconds = self.make, self.seconds
        return iter([make(first, second) for first in self.firsts for second in seconds])

    @overload
    def __getitem__(self, at: int) -> A: ...
    @overload
    def __getitem__(self, at: slice) -> list[A]: ...
    def __getitem__(self, at: int | slice) -> A | list[A]:
        """Return an answer, or some of them."""
        if isinstance(at, slice):
            return list(self)[at]
        seconds = self.seconds
        return self.make(self.firsts[at // len(seconds)], seconds[at % len(seconds)])
