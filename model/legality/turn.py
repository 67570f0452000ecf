"""What every turn has: its place in the round, and the goods tile that it may place."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import ClassVar, TypeVar

from msgspec.structs import replace

from model.legality import writes
from model.legality.after import After
from model.legality.event import EventRelation
from model.legality.goods_tile import GoodsTile
from model.legality.levels import TurnLevels
from model.legality.round_end import demand_turn_order, next_turn
from model.legality.table import SeatView
from model.relation import Relation
from model.solver import Values
from model.terms import Bit, Num, Truth, Whole, eq, no
from referee.game.canonical import CanonicalTurn
from referee.game.components import TrackBonus
from referee.game.ids import ItemId, Seat
from referee.game.rule import Rule
from referee.game.state import State
from referee.game.turns import Expand, PlaceMarker, Turn, UseBookkeeper, UseGoods, UseLevel

T = TypeVar("T", bound=Turn)
B = TypeVar("B", bound=UseGoods | Expand | UseBookkeeper | PlaceMarker)

LEVELS = "levels"
"""The field of a turn that names the levels of bonuses."""


class TurnRelation(EventRelation[T], ABC):
    """The relation of one action, which knows canonical turns besides."""

    def __init__(self, state: State, seat: Seat, relation: Relation | None = None) -> None:
        self.table = SeatView(state, seat)
        super().__init__(state, relation)

    def begin(self) -> None:
        """Declare what every turn has."""
        self.tile = GoodsTile(self.relation, self.table)
        demand_turn_order(self.relation, self.table)

    @abstractmethod
    def canonical(self, values: Values) -> CanonicalTurn:
        """Return the turn of a solution with all orders erased."""

    @abstractmethod
    def choices(self) -> Iterable[Whole | Truth]:
        """Return the variables that tell one canonical turn from another."""

    def unsaid_levels(self) -> Iterable[Truth]:
        """Return what holds of the levels of bonuses where a turn names none."""
        return ()

    def end_turn(self, after: After, spaces: Sequence[Whole] | None = None) -> None:
        """State who is due next, with this seat's markers on `spaces`."""
        self.tile.after(after)
        next_turn(after, self.table, self.table.me.tracks if spaces is None else spaces)

    def turn_down(self, after: After, rule: Rule, items: Mapping[ItemId, Truth]) -> None:
        """State which cards and tiles the turn turns face down."""
        for item, flips in items.items():
            after.bit(rule, flips, writes.used(self.table.seat, item))


class BonusTurnRelation(TurnRelation[B], ABC):
    """The relation of an action on which permanent bonuses can bear."""

    bearing: ClassVar[tuple[type[TrackBonus], ...]]
    """The kinds of bonuses that bear on it."""
    lower_levels_help: ClassVar[bool] = False
    """Whether a lower level can make a turn legal that is not at a higher one."""

    def begin(self) -> None:
        """Declare what every such turn has."""
        super().begin()
        self.levels = TurnLevels(self.relation, self.table, self.bearing)

    @abstractmethod
    def other_facts(self, turn: B) -> Mapping[str, Iterable[Truth]]:
        """Return what each field of a said turn says about the variables, but for the levels."""

    def facts(self, turn: B) -> Mapping[str, Iterable[Truth]]:
        """Return what each field of a said turn says, at the highest levels where it says none."""
        return next(self.readings(turn))

    def readings(self, turn: B) -> Iterator[Mapping[str, Iterable[Truth]]]:
        """Yield what a said turn says at each choice of the levels that it leaves open."""
        for levels in self.levels.readings(turn.levels):
            yield {**self.other_facts(turn), LEVELS: levels}
            if not self.lower_levels_help:
                return

    def open_facts(self, turn: B) -> Mapping[str, Iterable[Truth]]:
        """Return what a said turn says, and nothing about levels that it leaves open."""
        return {**self.other_facts(turn), LEVELS: self._open_levels(turn.levels)}

    def unsaid_levels(self) -> Iterable[Truth]:
        """Return what holds of the levels of a turn that names none."""
        return self._open_levels(())

    def _open_levels(self, said: Sequence[UseLevel]) -> Iterable[Truth]:
        if self.lower_levels_help:
            return self.levels.open_facts(said)
        return next(self.levels.readings(said))

    def usable(self, turn: B) -> B:
        """Return a turn without the levels that its player cannot use."""
        return replace(turn, levels=self.levels.usable(turn.levels))

    def said_in_full(self, values: Values) -> B:
        """Return the turn of a solution with the levels that are lower than they could be."""
        return replace(self.said(values), levels=self.levels.said(values))


def different(choices: Iterable[Whole | Truth], values: Values) -> Iterator[Truth]:
    """Yield each way in which another solution could differ in its choices."""
    for choice in choices:
        match choice:
            case Num(text=text):
                yield no(eq(choice, values.number(text)))
            case Bit(text=text):
                yield no(choice) if values.bit(text) else choice
            case _:
                pass
