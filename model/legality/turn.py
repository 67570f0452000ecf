"""What every turn has: its place in the round, and the goods tile that it may place."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from model.legality import writes
from model.legality.after import After
from model.legality.event import EventRelation
from model.legality.goods_tile import GoodsTile
from model.legality.round_end import demand_turn_order, next_turn
from model.legality.table import Table
from model.relation import Relation
from model.solver import Values
from model.terms import Bit, Holds, Num, Whole, eq, no
from referee.game.canonical import CanonicalTurn
from referee.game.ids import ItemId, Seat
from referee.game.rule import Rule
from referee.game.state import State
from referee.game.turns import Turn

T = TypeVar("T", bound=Turn)


class TurnRelation(EventRelation[T], ABC):
    """The relation of one action, which knows canonical turns besides."""

    def __init__(self, state: State, seat: Seat, relation: Relation | None = None) -> None:
        self.table = Table(state, seat)
        super().__init__(state, relation)

    def begin(self) -> None:
        """Declare what every turn has."""
        self.tile = GoodsTile(self.relation, self.table)
        demand_turn_order(self.relation, self.table)

    @abstractmethod
    def canonical(self, values: Values) -> CanonicalTurn:
        """Return the turn of a solution with all orders erased."""

    @abstractmethod
    def choices(self) -> Iterable[Whole | Holds]:
        """Return the variables that tell one canonical turn from another."""

    def end_turn(self, after: After, spaces: Sequence[Whole] | None = None) -> None:
        """State who is due next, with this seat's markers on `spaces`."""
        self.tile.after(after)
        next_turn(after, self.table, self.table.me.tracks if spaces is None else spaces)

    def turn_down(self, after: After, rule: Rule, items: Mapping[ItemId, Holds]) -> None:
        """State which cards and tiles the turn turns face down."""
        for item, flips in items.items():
            after.bit(rule, flips, writes.used(self.table.seat, item))


def different(choices: Iterable[Whole | Holds], values: Values) -> Iterator[Holds]:
    """Yield each way in which another solution could differ in its choices."""
    for choice in choices:
        match choice:
            case Num(text=text):
                yield no(eq(choice, values.number(text)))
            case Bit(text=text):
                yield no(choice) if values.bit(text) else choice
            case _:
                pass
