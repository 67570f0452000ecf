"""Things drawn from a stack or supply, numbered so that those of a letter stand together."""

from collections.abc import Mapping, Sequence
from typing import Generic, TypeVar

from model.terms import Num, Truth, between, either, some

Id = TypeVar("Id", bound=str)
Letter = TypeVar("Letter", bound=str)


class Numbering(Generic[Id, Letter]):
    """Numbers for all things with a letter; of each letter those not seen yet come first."""

    def __init__(
        self, letters: Mapping[Id, Letter], unseen: Mapping[Letter, frozenset[Id]]
    ) -> None:
        self.ids: list[Id] = []
        self._ranges: dict[Letter, tuple[int, int, int]] = {}
        for letter, hidden in unseen.items():
            first = len(self.ids) + 1
            self.ids += sorted(hidden)
            middle = len(self.ids)
            self.ids += sorted(i for i, its in letters.items() if its == letter and i not in hidden)
            self._ranges[letter] = (first, middle, len(self.ids))
        self._numbers = {name: number for number, name in enumerate(self.ids, 1)}

    def number(self, name: Id, otherwise: int) -> int:
        """Return the number of a thing, or `otherwise` for one without a letter."""
        return self._numbers.get(name, otherwise)

    def codes(self, names: Sequence[Id]) -> list[int]:
        """Return the numbers of several things; each unknown one has a number below 0."""
        return [self.number(name, -names.index(name) - 1) for name in names]

    def name(self, number: int) -> Id:
        """Return the thing with this number."""
        return self.ids[number - 1]

    def is_unseen(self, drawn: Num) -> Truth:
        """Say that what was drawn was not seen before."""
        return some(between(low, drawn, middle) for low, middle, _ in self._ranges.values())

    def has_letter(self, drawn: Num, letter: Letter) -> Truth:
        """Say that what was drawn has this letter, if it has one at all."""
        low, _, high = self._ranges[letter]
        return either(between(low, drawn, high), drawn <= 0)


def stack_letters(unseen: Mapping[Letter, frozenset[Id]], wanted: int) -> list[Letter]:
    """Return the letters of the next cards of a stack that gives out letter by letter."""
    letters = [letter for letter, hidden in unseen.items() for _ in hidden]
    return letters[:wanted]
