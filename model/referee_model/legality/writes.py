"""How each value of the table is written into a draft."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain
from types import SimpleNamespace
from typing import Any

from referee.core.ids import COMPANIES, BookId, CardId, Seat
from referee.core.rule import Rule
from referee.core.state import BaseColumn, Player, State
from referee_model.relation import Relation
from referee_model.solver import Values
from referee_model.terms import Bit, Num, Truth, Whole, decided, eq, known, same


# A state that can be written to, for reading a solution back into a table -------------------------
class TableDraft(SimpleNamespace):
    """A state, player or column that can be written to, with lists for tuples and sets as such."""

    def __init__(self, value: State | Player | BaseColumn) -> None:
        fields = {name: _as_draft(getattr(value, name)) for name in value.__struct_fields__}
        super().__init__(draft_of=type(value), **fields)


def _as_draft(value: object) -> Any:  # noqa: ANN401
    match value:
        case State() | Player() | BaseColumn():
            return TableDraft(value)
        case tuple():
            return [*map(_as_draft, value)]
        case frozenset():
            return set(value)
        case _:
            return value


def _as_value(of_draft: object) -> Any:  # noqa: ANN401
    match of_draft:
        case TableDraft(draft_of=kind):
            fields = kind.__struct_fields__
            return kind(**{name: _as_value(getattr(of_draft, name)) for name in fields})
        case list():
            return tuple(map(_as_value, of_draft))
        case set():
            return frozenset(of_draft)
        case _:
            return of_draft


# The table after an event: every value it touches, each under the rule that gives it --------------
WriteNumber = Callable[[TableDraft, int], None]
WriteBit = Callable[[TableDraft, bool], None]

Place = tuple[str | int, ...]
"""Where a value stands: a field of the state, then fields and indices within it."""


@dataclass(frozen=True, slots=True)
class WritesTo:
    """Writes a value at a place, and knows which place it is."""

    place: Place
    write: WriteNumber

    def __call__(self, draft: TableDraft, value: int) -> None:
        """Write the value."""
        self.write(draft, value)


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

    def number_at(self, place: Place, before: int) -> Whole:
        """Return a number after the event; `before` where the event does not touch it."""
        written = (n for n, w in self._numbers if isinstance(w, WritesTo) and w.place == place)
        return next(written, before)

    def bit_at(self, place: Place, before: bool) -> Truth:  # noqa: FBT001
        """Return a truth after the event; `before` where the event does not touch it."""
        written = (b for b, w in self._bits if isinstance(w, WritesTo) and w.place == place)
        return next(written, before)

    def read(self, values: Values) -> State:
        """Return the table after the event as a solution has it."""
        draft = TableDraft(self._state)
        for number, write in self._numbers:
            write(draft, number if isinstance(number, int) else values.number(number.text))
        for bit, write_bit in self._bits:
            write_bit(draft, bit if isinstance(bit, bool) else values.bit(bit.text))
        draft.discards.sort()
        found: State = _as_value(draft)
        return found

    def others(self, values: Values) -> Iterator[Truth]:
        """Yield each way in which the table could differ from the one of a solution."""
        return values.others(value for value, _ in chain(self._numbers, self._bits))


def at(*place: str | int) -> WritesTo:
    """Write a value where it stands; a set gets what is named last if the value says so."""
    *way, last = place

    def write(draft: TableDraft, value: int) -> None:
        found: Any = draft
        for step in way:
            found = found[step] if isinstance(step, int) else getattr(found, step)
        if isinstance(found, set):
            found.update([last] if value else [])
        elif isinstance(last, int):
            found[last] = value
        else:
            setattr(found, last, value)

    return WritesTo(place, write)


def discarded(seat: Seat, card: CardId) -> WritesTo:
    """Write whether a card goes from a player's hand to the discard pile."""

    def write(draft: TableDraft, value: int) -> None:
        if value:
            draft.players[seat].hand.discard(card)
            draft.discards.append(card)

    return WritesTo(("discards", seat, card), write)


def off_display(space: int) -> WriteBit:
    """Write whether a card leaves its space of the display."""

    def write(draft: TableDraft, value: bool) -> None:  # noqa: FBT001
        if value:
            draft.display[space] = None

    return write


def plus_one(seat: Seat, cards: tuple[CardId, ...]) -> WriteNumber:
    """Write the card on which the goods tile lies, by its number among `cards`, or 0."""

    def write(draft: TableDraft, value: int) -> None:
        if value:
            draft.players[seat].plus_one = cards[value - 1]

    return write


def region(index: int) -> WriteNumber:
    """Write whose post stands in a region: 1 and up for the companies, 0 for nobody's."""

    def write(draft: TableDraft, value: int) -> None:
        draft.regions[index] = COMPANIES[value - 1] if value else None

    return write


def book(seat: Seat, space: int, name: BookId, first_step: int) -> WriteNumber:
    """Write the step on which a book of the display came to lie; below 0 it stays."""

    def write(draft: TableDraft, value: int) -> None:
        if value >= 0:
            draft.book_display[space] = None
            draft.players[seat].books[value - first_step].append(name)

    return write


def flipped(seat: Seat, step: int) -> WriteBit:
    """Write whether the visible book of a step lies face down."""

    def write(draft: TableDraft, value: bool) -> None:  # noqa: FBT001
        if value:
            draft.players[seat].flipped.add(step)
        else:
            draft.players[seat].flipped.discard(step)

    return write


def marker(space: int, seat: Seat) -> WriteBit:
    """Write whether a player's marker stands on a bonus space."""

    def write(draft: TableDraft, value: bool) -> None:  # noqa: FBT001
        if value:
            draft.markers[space] = seat

    return write


def to_move(draft: TableDraft, value: int) -> None:
    """Write who is due; below 0 nobody is."""
    draft.to_move = Seat(value) if value >= 0 else None
