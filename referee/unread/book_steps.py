"""The steps of the bookkeeping track and the spaces of the book display, partly read."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, cast

from referee.game.ids import BOOK_LETTERS
from referee.unread.lazy_entries import is_among
from referee.unread.runs import current
from referee.unread.variables import Variable


class CrossedOut:
    """The steps with a crossed-out A, of which some were not read."""

    def __init__(self, read: frozenset[int], asked: Mapping[int, Variable]) -> None:
        self._read = read
        self._asked = asked

    def __contains__(self, step: object) -> bool:
        if step in self._asked:
            return is_among(self._asked[cast("int", step)], 1 << 1)
        return step in self._read

    def __len__(self) -> int:
        """Return the fewest that there can be, for a first look at whether books find a space.

        Where each of them may lie is asked about the step that it is put on.
        """
        guard = current().guard
        return len(self._read) + sum(guard.mask(v) == 1 << 1 for v in self._asked.values())


class FreeForA:
    """The steps of the bookkeeping track on which an A-book may lie first."""

    def __init__(self, crossed_out: CrossedOut, last: Callable[[], int]) -> None:
        self._crossed_out = crossed_out
        self._last = last

    def __contains__(self, step: object) -> bool:
        return self._last() >= cast("int", step) and step not in self._crossed_out


class WaitingSpaces:
    """By space of the book display the part of the supply that fills it."""

    def __init__(self, spaces: list[Any]) -> None:
        self._spaces = spaces

    def __iter__(self) -> Iterator[int]:
        for space in self._spaces:
            yield BOOK_LETTERS.index(space.letter)

    def __len__(self) -> int:
        return len(self._spaces)

    def __getitem__(self, at: int) -> int:
        return BOOK_LETTERS.index(self._spaces[at].letter)
