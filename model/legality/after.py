"""The table after an event: every value it touches, each under the rule that gives it."""

from collections.abc import Callable, Iterator

from model.legality.draft import Draft
from model.relation import Relation
from model.solver import Values
from model.terms import Bit, Holds, Num, Whole, eq, no, same
from referee.game.rule import Rule
from referee.game.state import State

WriteNumber = Callable[[Draft, int], None]
WriteBit = Callable[[Draft, bool], None]


class After:
    """Collects the values after an event and reads them back from a solution."""

    def __init__(self, relation: Relation, state: State) -> None:
        self.relation = relation
        self._state = state
        self._numbers: list[tuple[Whole, WriteNumber]] = []
        self._bits: list[tuple[Holds, WriteBit]] = []
        self._names = 0

    def number(self, rule: Rule, value: Whole, write: WriteNumber) -> None:
        """State that `rule` makes a number of the table `value`."""
        self._names += 1
        self._numbers.append((self.relation.define(rule, f"after{self._names}", value), write))

    def sum(self, value: Whole, write: WriteNumber) -> None:
        """State that a number of the table adds up to `value`, whose terms have their own rules."""
        if isinstance(value, Num):
            self._names += 1
            number = self.relation.whole(f"after{self._names}")
            self.relation.shape(eq(number, value))
            value = number
        self._numbers.append((value, write))

    def bit(self, rule: Rule, value: Holds, write: WriteBit) -> None:
        """State that `rule` decides whether something of the table holds."""
        if isinstance(value, Bit):
            self._names += 1
            bit = self.relation.bit(f"after{self._names}")
            self.relation.demand(rule, same(bit, value))
            value = bit
        self._bits.append((value, write))

    def read(self, values: Values) -> State:
        """Return the table after the event as a solution has it."""
        draft = Draft(self._state)
        for number, write in self._numbers:
            write(draft, number if isinstance(number, int) else values.number(number.text))
        for bit, write_bit in self._bits:
            write_bit(draft, bit if isinstance(bit, bool) else values.bit(bit.text))
        return draft.state()

    def others(self, values: Values) -> Iterator[Holds]:
        """Yield each way in which the table could differ from the one of a solution."""
        for number, _ in self._numbers:
            if isinstance(number, Num):
                yield no(eq(number, values.number(number.text)))
        for bit, _ in self._bits:
            if isinstance(bit, Bit):
                yield no(bit) if values.bit(bit.text) else bit
