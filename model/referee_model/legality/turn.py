"""What every turn has: its place in the round, and the goods tile that it may place."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import ClassVar, Generic, TypeVar

from msgspec.structs import replace

from referee.core import components as printed
from referee.core.canonical import CanonicalTurn
from referee.core.events import Event
from referee.core.ids import BOOK_LETTERS, COMPANIES, CardId, Good, ItemId, Seat
from referee.core.limits import MARKERS_BY_PLAYERS
from referee.core.rule import Rule
from referee.core.state import State
from referee.core.turns import Expand, PlaceMarker, PlusOne, Turn, UseBookkeeper, UseGoods, UseLevel
from referee.rulebook import bonus as bonus_rules
from referee.rulebook import round_end as rules
from referee.rulebook import tracks as track_rules
from referee_model.legality import writes
from referee_model.legality.table import SeatView
from referee_model.legality.tracks import working_levels
from referee_model.legality.writes import After
from referee_model.relation import Relation
from referee_model.solver import Values
from referee_model.terms import (
    Bit,
    Num,
    Truth,
    Whole,
    between,
    both,
    either,
    eq,
    implies,
    no,
    same,
    some,
    table,
    times,
    total,
    when,
)

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
    def read(self, values: Values) -> E:
        """Return the event of a solution as it would be said."""

    def read_in_full(self, values: Values) -> E:
        """Return the same with everything said that could be read in several ways."""
        return self.read(values)

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


# The levels at which a player uses the permanent bonuses of tracks in one turn -------------------
Named = dict[int, int]
"""The levels that a turn names and may name, by company."""


class TurnLevels:
    """The level of every track whose bonus bears on an action; it holds for the whole turn.

    Other players' bonuses are not looked at here: they count at the highest level that works.
    """

    def __init__(
        self, relation: Relation, seen: SeatView, bearing: tuple[type[printed.TrackBonus], ...]
    ) -> None:
        self._relation = relation
        self._seen = seen
        self.wrong: Bit = relation.bit("wrong-levels")
        """A level was named that the player cannot use, or a track was named again."""
        relation.demand(track_rules.BONUS_LEVEL_WORKS, no(self.wrong))
        self.chosen: dict[int, Num] = {}
        """The levels that the player decides on, by company."""
        self._tracks: list[tuple[Whole, tuple[printed.TrackBonus, ...]]] = []
        """The levels in use, with the bonuses that work for the player."""
        for company, works in enumerate(seen.me.levels):
            bonuses = seen.bonuses(seen.tracks[company])[:works]
            if not any(isinstance(bonus, bearing) for bonus in bonuses):
                continue
            level: Whole = works
            if seen.chooses_levels:
                name = COMPANIES[company]
                chosen = self.chosen[company] = relation.amount(f"choose-level-{name}")
                relation.shape(between(0, chosen, works))
                # A conflict that rests on no level can do without this rule, and lower ones do not
                # help.
                level = relation.stated(track_rules.BONUSES_NOT_ADDED, f"level-{name}", chosen)
            self._tracks.append((level, bonuses))

    # What the bonuses in use count

    def _sum(self, worth: Callable[[printed.TrackBonus], Whole]) -> Whole:
        """Return what the bonuses in use are worth: of each track one alone."""
        return total(
            table(level, {n: worth(bonus) for n, bonus in enumerate(bonuses, 1)})
            for level, bonuses in self._tracks
        )

    def units(self, card: printed.GoodsCard) -> Whole:
        """Return the units that a goods card of this seat counts."""
        return self._seen.plain_units(self._seen.me, card) + self._more_units(card.good)

    def _more_units(self, good: Good) -> Whole:
        return self._relation.let(self._sum(lambda bonus: _more(bonus, good)))

    def good_total(self, good: Good) -> Whole:
        """Return the units of a good that lie face up before this seat."""
        cards = self._seen.goods_face_up(self._seen.me, good)
        plain = sum(self._seen.plain_units(self._seen.me, card) for card in cards)
        return plain + times(len(cards), self._more_units(good))

    def most_units(self, good: Good) -> int:
        """Return the most units of a good that can lie face up before this seat."""
        more = sum(max(_more(bonus, good) for bonus in bonuses) for _, bonuses in self._tracks)
        cards = self._seen.goods_face_up(self._seen.me, good)
        return sum(self._seen.plain_units(self._seen.me, card) + more for card in cards)

    def expansion_total(self) -> Whole:
        """Return the total expansion value face up before this seat (TRK-10)."""
        points = self._seen.expansion_items(self._seen.me).values()
        if not points:
            return 0
        return sum(points) + self._sum(
            lambda bonus: bonus.points if isinstance(bonus, printed.ExpansionBonus) else 0
        )

    def markers(self) -> Whole:
        """Return the bonus markers this seat has in all."""
        more = self._sum(
            lambda bonus: bonus.markers if isinstance(bonus, printed.MarkerBonus) else 0
        )
        return MARKERS_BY_PLAYERS[self._seen.setting.players] + more

    def discount(self, uses: Callable[[Good], Truth]) -> Whole:
        """Return what is taken off a price that is paid with the goods of which `uses` tells."""

        def less(bonus: printed.TrackBonus) -> Whole:
            if not isinstance(bonus, printed.DiscountBonus):
                return 0
            return when(True if bonus.good == "any" else uses(bonus.good), bonus.less)

        return self._sum(less)

    def mixing(self) -> Truth:
        """Say that a price may be paid with different goods."""
        used = ((level, n, b) for level, bonuses in self._tracks for n, b in enumerate(bonuses, 1))
        kind = printed.DiscountBonus
        return some(eq(level, n) for level, n, b in used if isinstance(b, kind) and b.mixed)

    # Reading

    def readings(self, said: Sequence[UseLevel]) -> Iterator[list[Truth]]:
        """Yield what was said at all levels left open, counted down, the last company's first."""
        named, wrong = self._named(said)
        works = self._seen.me.levels
        for levels in product(
            *([named[c]] if c in named else range(works[c], -1, -1) for c in self.chosen)
        ):
            yield self._statements(dict(zip(self.chosen, levels, strict=True)), wrong=wrong)

    def open_facts(self, said: Sequence[UseLevel]) -> list[Truth]:
        """Return what was said, and nothing about the levels left open."""
        named, wrong = self._named(said)
        return self._statements(named, wrong=wrong)

    def usable(self, said: Sequence[UseLevel]) -> tuple[UseLevel, ...]:
        """Return what was said without the levels that this seat cannot use."""
        named, _ = self._named(said)
        return tuple(UseLevel(COMPANIES[company], level) for company, level in named.items())

    def _statements(self, levels: Named, *, wrong: bool) -> list[Truth]:
        known = [eq(chosen, levels[c]) for c, chosen in self.chosen.items() if c in levels]
        return [same(self.wrong, wrong), *known]

    def _named(self, said: Sequence[UseLevel]) -> tuple[Named, bool]:
        """Return the levels named that can be used, and whether there are others."""
        first: Named = {}
        for use in reversed(said):
            first[COMPANIES.index(use.company)] = use.level
        named = {company: level for company, level in first.items() if self._works(company, level)}
        return named, len(named) < len(said)

    def _works(self, company: int, level: int) -> bool:
        seen = self._seen
        works = seen.me.levels[company]
        bonuses = seen.bonuses(seen.tracks[company])
        if all(isinstance(bonus, printed.SpaceBonus) for bonus in bonuses):
            return False
        return 0 <= level <= works if seen.chooses_levels else level == works

    def read(self, values: Values) -> tuple[UseLevel, ...]:
        """Return the levels of a solution that are lower than they could be."""
        works = self._seen.me.levels
        levels = {company: values.number(chosen.text) for company, chosen in self.chosen.items()}
        return tuple(UseLevel(COMPANIES[c], n) for c, n in levels.items() if n < works[c])


def _more(bonus: printed.TrackBonus, good: Good) -> int:
    return bonus.more if isinstance(bonus, printed.UnitBonus) and bonus.good == good else 0


# The goods tile: placed before or after the action of a turn, on a face-up goods card -------------
class GoodsTile:
    """The variables of the goods tile in one turn: the number of its card, and when."""

    def __init__(self, relation: Relation, table: SeatView) -> None:
        self._relation = relation
        self._table = table
        self.card: Num = relation.whole("plus-one")
        self.late: Bit = relation.bit("plus-one-late", "plus-one")
        self.kept: Truth = False
        """Placing it before the action would have changed what came of the turn."""
        relation.shape(implies(eq(self.card, 0), no(self.late)))

    def demand(self, used: Mapping[CardId, Truth], *, late_allowed: bool = True) -> None:
        """State where the tile may be placed in a turn that turns `used` face down."""
        table = self._table
        spots: list[Truth] = []
        if table.goods_tile is not None:
            for number, card in enumerate(table.cards, 1):
                if card not in table.me.used and table.goods_card(card):
                    in_time = either(no(self.late), no(used.get(card, False)))
                    spots.append(both(eq(self.card, number), in_time))
        placed = both(some(spots), late_allowed or no(self.late))
        self._relation.demand(bonus_rules.GOODS_TILE_PLACED, either(eq(self.card, 0), placed))

    def more(self, card: CardId) -> Whole:
        """Return the units that the tile adds to a card for the action of this turn."""
        table = self._table
        if table.goods_tile is None or card not in table.cards:
            return 0
        placed = both(eq(self.card, table.cards.index(card) + 1), no(self.late))
        return when(placed, table.goods_tile.units)

    def more_of(self, good: Good) -> Whole:
        """Return the units that the tile adds to a good for the action of this turn."""
        tile = self._table.goods_tile
        return when(both(self.on(good), no(self.late)), tile.units) if tile else 0

    def on(self, good: Good) -> Truth:
        """Say that the tile is placed in this turn on a face-up card of a good."""
        table = self._table
        if table.goods_tile is None:
            return False
        up = [n for n, card in enumerate(table.cards, 1) if card not in table.me.used]
        cards = {n: table.goods_card(table.cards[n - 1]) for n in up}
        numbers = (n for n, card in cards.items() if card and card.good == good)
        return some(eq(self.card, number) for number in numbers)

    def facts(self, said: PlusOne | None) -> Iterator[Truth]:
        if said is None:
            yield eq(self.card, 0)
            return
        cards = self._table.cards
        yield eq(self.card, cards.index(said.card) + 1 if said.card in cards else -1)
        yield self.late if said.when == "after" else no(self.late)

    def read(self, values: Values) -> PlusOne | None:
        return self._placed(values, late=values.bit(self.late.text))

    def canonical(self, values: Values) -> PlusOne | None:
        """Return what a solution says about the tile, as before wherever that comes to the same."""
        late = values.bit(self.kept.text) if isinstance(self.kept, Bit) else self.kept
        return self._placed(values, late=late)

    def _placed(self, values: Values, *, late: bool) -> PlusOne | None:
        number = values.number(self.card.text)
        if not number:
            return None
        return PlusOne(self._table.cards[number - 1], "after" if late else "before")

    def choices(self) -> Iterator[Whole | Truth]:
        yield self.card
        yield self.kept

    def keep_late(self, differs: Truth) -> None:
        """State when a tile placed after the action is another turn than one placed before."""
        if differs is False or self._table.goods_tile is None:
            return
        kept = self._relation.bit("plus-one-kept")
        self._relation.shape(same(kept, both(self.late, differs)))
        self.kept = kept

    def after(self, after: After) -> None:
        table = self._table
        if table.goods_tile is not None:
            write = writes.plus_one(table.seat, table.cards)
            after.number(bonus_rules.GOODS_TILE_ADDS, self.card, write)


# What any turn says and does, and those on which bonuses of tracks bear ---------------------------
T = TypeVar("T", bound=Turn)
B = TypeVar("B", bound=UseGoods | Expand | UseBookkeeper | PlaceMarker)

LEVELS = "levels"
"""The field of a turn that names the levels of bonuses."""


class TurnRelation(EventRelation[T], ABC):
    """The relation of one action, which knows canonical turns besides."""

    def begin(self) -> None:
        """Declare what every turn has, and state that it is due, and this seat's."""
        self.tile = GoodsTile(self.relation, self.table)
        acting, mine = self.state.phase == "actions", self.state.to_move == self.table.seat
        self.relation.demand(rules.TURN_WHEN_DUE, acting and not refill_is_due(self.state))
        self.relation.demand(rules.TURN_ORDER, not acting or mine)

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

    bearing: ClassVar[tuple[type[printed.TrackBonus], ...]]
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

    def read_in_full(self, values: Values) -> B:
        """Return the turn of a solution with the levels that are lower than they could be."""
        return replace(self.read(values), levels=self.levels.read(values))
