"""What nobody has read: a finite variable with the values that could be printed."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Protocol

from referee.game.messages.copies import copy_words

Mask = int
"""A set of values that are not negative, one bit each."""


class HasVariables(Protocol):
    """A set with its variables by key."""

    @property
    def variables(self) -> "Mapping[str, Variable]":
        """Everything unread, by its place."""


def _variable_of(home: HasVariables, key: str) -> "Variable":
    return home.variables[key]


class Variable:
    """One printed value that nobody has read; two are equal only if they are the same object."""

    __slots__ = ("domain", "home", "key", "labels", "order", "subject")

    def __init__(
        self, key: str, subject: str, domain: Mask, labels: Sequence[str] = (), order: int = 0
    ) -> None:
        self.key = key
        """Where the value stands in its set, such as `cards.coffee3.crate`."""
        self.subject = subject
        """What the value is, in words: the crate value of coffee3."""
        self.domain = domain
        """The values that could be printed; the numbers of the labels if there are any."""
        self.labels = tuple(labels)
        """What the values are called, where they are kinds and no numbers."""
        self.order = order
        self.home: HasVariables | None = None
        """The set that it belongs to."""

    def __repr__(self) -> str:
        return f"Variable({self.key!r})"

    def __reduce__(self) -> tuple[object, ...]:
        if self.home is None:
            raise TypeError("an unread value belongs to its set and cannot be copied without it")
        return _variable_of, (self.home, self.key)

    def derive(self, values: "Valuation") -> int:
        """Return its value where others decide it; a `KeyError` where it is printed itself."""
        del values
        raise KeyError(self.key)

    def said(self, value: int) -> str:
        """Return what one of its values is called."""
        if not self.labels:
            return str(value)
        words = copy_words()
        return " + ".join(map(words.label, self.labels[value].split(" + ")))


class Valuation(dict[Variable, int]):
    """Values of everything printed, and of what is derived from them when somebody asks."""

    def __init__(self, values: Mapping[Variable, int]) -> None:
        super().__init__(values)
        self.held: dict[object, bool] = {}
        """Which guards were found to hold for them, since many share their parts."""

    def __missing__(self, variable: Variable) -> int:
        self[variable] = found = variable.derive(self)
        return found


def valuation(values: Mapping[Variable, int]) -> Valuation:
    """Return values with all that is derived from them."""
    return values if isinstance(values, Valuation) else Valuation(values)


def mask_of(values: Iterable[int]) -> Mask:
    """Return the set of these values."""
    mask = 0
    for value in values:
        mask |= 1 << value
    return mask


def between(least: int, most: int) -> Mask:
    """Return the set of all values from `least` to `most`."""
    return (1 << (most + 1)) - (1 << least) if most >= least else 0


def values_of(mask: Mask) -> Iterator[int]:
    """Yield the values of a set, the least first."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def least_of(mask: Mask) -> int:
    """Return the least value of a set that is not empty."""
    return (mask & -mask).bit_length() - 1


def most_of(mask: Mask) -> int:
    """Return the greatest value of a set that is not empty."""
    return mask.bit_length() - 1
