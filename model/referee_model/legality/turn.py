"""What every turn has: its place in the round, and the goods tile that it may place."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import ClassVar, Generic, TypeVar

from msgspec.structs import replace

from referee.core.canonical import CanonicalTurn
from referee.core.components import TrackBonus
from referee.core.events import Event
from referee.core.ids import BOOK_LETTERS, ItemId, Seat
from referee.core.rule import Rule
from referee.core.state import State
from referee.core.turns import Expand, PlaceMarker, Turn, UseBookkeeper, UseGoods, UseLevel
from referee.rulebook import round_end as rules
from referee_model.legality import writes
from referee_model.legality.goods_tile import GoodsTile
from referee_model.legality.levels import TurnLevels
from referee_model.legality.table import SeatView
from referee_model.legality.tracks import working_levels
from referee_model.legality.writes import After
from referee_model.relation import Relation
from referee_model.solver import Values
from referee_model.terms import Truth, Whole

# What the relation of any event offers ------------------------------------------------------------
E = TypeVar("E", bound=Event)


class EventRelation(ABC, Generic[E]):
    """A relation over the free variables of one kind of event in a known state."""

    def __init__(self, state: State, seat: Seat, relation: Relation | None = None) -> None:
        self.state = state
        self.table = SeatView(state, seat)
        """What the player sees; chance draws at the first seat."""
        self.relation = relation or Relation()
        self._after: After | None = None
        self.begin()
        self.state_rules()

    def begin(self) -> None:
        """Declare what all events of a kind have in common."""

    @abstractmethod
    def state_rules(self) -> None:
        """Declare the variables of the event and state what the rules demand of them."""

    @abstractmethod
    def facts(self, event: E) -> Mapping[str, Iterable[Truth]]:
        """Return what each field of a said event says about the variables."""

    def wishes(self, event: E) -> Mapping[str, Truth]:  # noqa: ARG002 - most events have none
        """Return what an event is evidently after, however else it would have to be said."""
        return {}

    def readings(self, event: E) -> Iterator[Mapping[str, Iterable[Truth]]]:
        """Yield the ways to read what an event leaves open: the first that is legal counts."""
        yield self.facts(event)

    def open_facts(self, event: E) -> Mapping[str, Iterable[Truth]]:
        """Return what an event says, and nothing about what can be read in several ways."""
        return self.facts(event)

    def usable(self, event: E) -> E:
        """Return an event without what counts as unsaid for all rules but one."""
        return event

    @abstractmethod
    def said(self, values: Values) -> E:
        """Return the event of a solution as it would be said."""

    def said_in_full(self, values: Values) -> E:
        """Return the same with everything said that could be read in several ways."""
        return self.said(values)

    @abstractmethod
    def state_effects(self, after: After) -> None:
        """State what the table is after the event."""

    def after(self) -> After:
        """Return the values after the event, which are stated when they are first asked for."""
        if self._after is None:
            self._after = After(self.relation, self.state)
            self.state_effects(self._after)
        return self._after


# Whether a refill of the book display is due ------------------------------------------------------
def refill_is_due(state: State) -> bool:
    """Return whether an empty space of the book display could be filled."""
    if state.phase != "actions":
        return False
    spaces = state.setting.components.book_spaces
    return any(
        book is None and state.unseen_books[BOOK_LETTERS.index(space.letter)]
        for space, book in zip(spaces, state.book_display, strict=True)
    )


# Turn order, and ending one's action phase --------------------------------------------------------
def demand_turn_order(relation: Relation, table: SeatView) -> None:
    """State that a turn is due, and that it is this seat's."""
    state = table.state
    relation.demand(rules.TURN_WHEN_DUE, state.phase == "actions" and not refill_is_due(state))
    relation.demand(rules.TURN_ORDER, state.phase != "actions" or state.to_move == table.seat)


def next_mover(state: State, seat: Seat, *, drops_out: bool = False) -> Seat | None:
    """Return who is due after a turn of `seat`, if anybody is."""
    players = len(state.players)
    clockwise = [Seat((seat + k) % players) for k in range(1, players)]
    left = [other for other in clockwise if not state.players[other].done]
    if left:
        return left[0]
    return None if drops_out else seat


def next_turn(
    after: After, table: SeatView, spaces: Sequence[Whole], *, drops_out: bool = False
) -> None:
    """State whose turn comes next, and which bonuses work from then on."""
    state = table.state
    after.number(rules.TURN_ORDER, state.turn + 1, writes.at("turn"))
    following = next_mover(state, table.seat, drops_out=drops_out)
    after.number(rules.TURN_ORDER, -1 if following is None else following, writes.to_move)
    if following is not None:
        own = following == table.seat
        working_levels(after, table, following, spaces if own else state.players[following].tracks)


T = TypeVar("T", bound=Turn)
B = TypeVar("B", bound=UseGoods | Expand | UseBookkeeper | PlaceMarker)

LEVELS = "levels"
"""The field of a turn that names the levels of bonuses."""


class TurnRelation(EventRelation[T], ABC):
    """The relation of one action, which knows canonical turns besides."""

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
            after.bit(rule, flips, writes.at("players", self.table.seat, "used", item))


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
