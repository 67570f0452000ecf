"""What is drawn where nobody knows what stands there: question marks in place of numbers and kinds.

A set of which only a part was read is drawn as a plain one with these in the places of what is
missing. They never equal anything that is known, so that nothing is drawn as if it were.
"""

from typing import Any, Final

from msgspec import Struct

from referee.game.components import (
    BookTrack,
    Call,
    DiamondTrack,
    PrintedCard,
    Reward,
    ShareIcon,
    Special,
    Track,
)


class OpenNumber(int):
    """A number that is not known: whatever is reckoned with it is not known either."""

    def __eq__(self, other: object) -> bool:
        return self is other

    def __ne__(self, other: object) -> bool:
        return self is not other

    def __hash__(self) -> int:
        return id(self)

    def __bool__(self) -> bool:
        # What is printed may be nothing; that there is something to read is shown.
        return True

    def __str__(self) -> str:
        return QUESTION

    __repr__ = __str__

    def __format__(self, form: str) -> str:
        return QUESTION

    def _open(self, _other: object = None) -> Any:  # noqa: ANN401
        return self

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __neg__ = _open


QUESTION: Final = "?"
OPEN: Final = OpenNumber(0)
"""The one number that is not known; where things are counted one by one it counts as none."""

OPEN_KIND: Final = "open"
"""Stands for a good, a reward or a company that is not known, and names their icon."""


def is_open(value: object) -> bool:
    """Return whether a number is not known."""
    return value is OPEN


def is_open_kind(name: str) -> bool:
    """Return whether a kind, a good or a company is not known."""
    return name == OPEN_KIND


def agreed(values: tuple[int, ...]) -> int:
    """Return the number that all of them are, or the open one."""
    first = values[0]
    return first if all(value == first for value in values) else OPEN


class UnreadCard(PrintedCard, frozen=True, kw_only=True):
    """A card of which nobody knows what kind it is."""


class UnreadPart(Struct, frozen=True):
    """A requirement, or a bonus of a track, of which nothing is known."""


class UnreadReward(Reward, frozen=True, kw_only=True):
    """A reward of which nothing is known."""


class UnreadTrack(Track, frozen=True, kw_only=True):
    """A company track of which something has no place: it is drawn behind the last space."""

    unplaced: tuple[ShareIcon | Call | Special, ...] = ()
    certain: int
    """The last space that is there in any case."""


class UnreadDiamondTrack(DiamondTrack, frozen=True, kw_only=True):
    """A diamond track whose values or whose end were not all read."""


class UnreadBookTrack(BookTrack, frozen=True, kw_only=True):
    """A bookkeeping track of which something was not read."""

    certain: int
    """The last step that is there in any case."""
    crossed_out_open: bool = False
    values_open: bool = False
