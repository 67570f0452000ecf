"""The table after an event: every value it touches, each under the rule that gives it."""

from collections.abc import Callable, Iterator
from typing import Generic, Literal, NamedTuple, TypeVar

from model.legality.draft import TableDraft
from model.relation import Relation
from model.solver import Values
from model.terms import Bit, Num, Truth, Whole, decided, eq, known, no, same
from referee.game.rule import Rule
from referee.game.state import State

PlaceValue = TypeVar("PlaceValue")

WriteNumber = Callable[[TableDraft, int], None]
WriteBit = Callable[[TableDraft, bool], None]


class ScoredPlace(NamedTuple):
    """A value of the table that a score looks at."""

    what: Literal["cash", "diamonds", "ink", "track", "posts", "opened", "to-hand", "discarded"]
    of: int
    """The seat or the company."""
    which: int | str = 0
    """The company, the column or the card."""


class WritesTo(Generic[PlaceValue]):
    """Writes a value at a place, and knows which place it is."""

    __slots__ = ("_write", "place")

    def __init__(self, place: ScoredPlace, write: Callable[[TableDraft, PlaceValue], None]) -> None:
        self.place = place
        self._write = write

    def __call__(self, draft: TableDraft, value: PlaceValue) -> None:
        """Write the value."""
        self._write(draft, value)


class After:
    """Collects the values after an event and reads them back from a solution."""

    def __init__(self, relation: Relation, state: State) -> None:
        self.relation = relation
        self._state = state
        self._numbers: list[tuple[Whole, WriteNumber]] = []
        self._bits: list[tuple[Truth, WriteBit]] = []
        self._names = 0

    def number(self, rule: Rule, value: Whole, write: WriteNumber) -> None:
        """State that `rule` makes a number of the table `value`."""
        self._names += 1
        self._numbers.append((self.relation.define(rule, f"after{self._names}", value), write))

    def sum(self, value: Whole, write: WriteNumber) -> None:
        """State that a number of the table adds up to `value`, whose terms have their own rules."""
        value = known(value)
        if isinstance(value, Num):
            self._names += 1
            number = self.relation.whole(f"after{self._names}")
            self.relation.shape(eq(number, value))
            value = number
        self._numbers.append((value, write))

    def bit(self, rule: Rule, value: Truth, write: WriteBit) -> None:
        """State that `rule` decides whether something of the table holds."""
        value = decided(value)
        if isinstance(value, Bit):
            self._names += 1
            bit = self.relation.bit(f"after{self._names}")
            self.relation.demand(rule, same(bit, value))
            value = bit
        self._bits.append((value, write))

    def number_at(self, place: ScoredPlace, before: int) -> Whole:
        """Return a number after the event; `before` where the event does not touch it."""
        for number, write in self._numbers:
            if isinstance(write, WritesTo) and write.place == place:
                return number
        return before

    def bit_at(self, place: ScoredPlace, before: bool) -> Truth:  # noqa: FBT001
        """Return a truth after the event; `before` where the event does not touch it."""
        for bit, write in self._bits:
            if isinstance(write, WritesTo) and write.place == place:
                return bit
        return before

    def read(self, values: Values) -> State:
        """Return the table after the event as a solution has it."""
        draft = TableDraft(self._state)
        for number, write in self._numbers:
            write(draft, number if isinstance(number, int) else values.number(number.text))
        for bit, write_bit in self._bits:
            write_bit(draft, bit if isinstance(bit, bool) else values.bit(bit.text))
        return draft.state()

    def others(self, values: Values) -> Iterator[Truth]:
        """Yield each way in which the table could differ from the one of a solution."""
        for number, _ in self._numbers:
            if isinstance(number, Num):
                yield no(eq(number, values.number(number.text)))
        for bit, _ in self._bits:
            if isinstance(bit, Bit):
                yield no(bit) if values.bit(bit.text) else bit
