"""How each value of the table is written into a draft."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Literal, NamedTuple, TypeVar

from msgspec.structs import asdict, replace

from referee.core.events import Plan
from referee.core.ids import COMPANIES, BookId, CardId, Company, ItemId, Seat, StartTileId, TileId
from referee.core.rule import Rule
from referee.core.state import BaseColumn, Phase, Player, State
from referee_model.relation import Relation
from referee_model.solver import Values
from referee_model.terms import Bit, Num, Truth, Whole, decided, eq, known, no, same


# A state that can be written to, for reading a solution back into a table -------------------------
@dataclass
class PlayerDraft:
    """A player that can be written to."""

    cash: int
    hand: set[CardId]
    slots: list[CardId | None]
    used: set[ItemId]
    resting: list[frozenset[CardId]]
    tracks: list[int]
    levels: list[int]
    diamonds: int
    ink: int
    books: list[tuple[BookId, ...]]
    flipped: set[int]
    starting_tile: StartTileId | None
    tiles: set[TileId]
    plus_one: CardId | None
    done: bool

    def player(self) -> Player:
        """Return the player as it is now."""
        return Player(**_frozen(vars(self)))


def _frozen(draft: Mapping[str, object]) -> dict[str, Any]:
    """Return the fields of a draft as those of what it is a draft of."""
    return {name: _as_value(of_draft) for name, of_draft in draft.items()}


def _as_value(of_draft: object) -> object:
    match of_draft:
        case PlayerDraft():
            return of_draft.player()
        case list():
            return tuple(map(_as_value, of_draft))
        case set():
            return frozenset(of_draft)
        case _:
            return of_draft


def _player_draft(player: Player) -> PlayerDraft:
    lists = ("slots", "resting", "tracks", "levels", "books")
    sets = ("hand", "used", "flipped", "tiles")
    values = asdict(player)
    values |= {name: list(values[name]) for name in lists}
    values |= {name: set(values[name]) for name in sets}
    return PlayerDraft(**values)


class TableDraft:
    """A table that can be written to; what nobody writes to stays as it was."""

    def __init__(self, state: State) -> None:
        self.setting = state.setting
        self.phase: Phase = state.phase
        self.round = state.round
        self.turn = state.turn
        self.to_move: Seat | None = state.to_move
        self.first_player = state.first_player
        self.regions: list[Company | None] = list(state.regions)
        self.bases: list[list[BaseColumn]] = [list(columns) for columns in state.bases]
        self.lost_posts = list(state.lost_posts)
        self.display: list[CardId | None] = list(state.display)
        self.book_display: list[BookId | None] = list(state.book_display)
        self.book_coins = list(state.book_coins)
        self.markers: list[Seat | None] = list(state.markers)
        self.unseen_cards = [set(cards) for cards in state.unseen_cards]
        self.unseen_books = [set(books) for books in state.unseen_books]
        self.discards: list[CardId] = list(state.discards)
        self.players = [_player_draft(player) for player in state.players]
        self.plans: list[Plan | None] = list(state.plans)
        self.rejected_tiles = set(state.rejected_tiles)

    def state(self) -> State:
        """Return the table as it is now."""
        self.discards.sort()
        return State(**_frozen(vars(self)))


# The table after an event: every value it touches, each under the rule that gives it --------------
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


def amount(what: Literal["cash", "diamonds", "ink"], seat: Seat) -> WriteNumber:
    """Write a player's pounds, or the step of the diamond marker or the ink jar."""

    def write(draft: TableDraft, value: int) -> None:
        setattr(draft.players[seat], what, value)

    return WritesTo(ScoredPlace(what, seat), write)


def track(seat: Seat, company: int) -> WriteNumber:
    """Write the space of a player's track marker."""

    def write(draft: TableDraft, value: int) -> None:
        draft.players[seat].tracks[company] = value

    return WritesTo(ScoredPlace("track", seat, company), write)


def level(seat: Seat, company: int) -> WriteNumber:
    """Write how many of a track's bonuses work for a player."""

    def write(draft: TableDraft, value: int) -> None:
        draft.players[seat].levels[company] = value

    return write


def used(seat: Seat, item: ItemId) -> WriteBit:
    """Write whether a card or tile lies face down."""

    def write(draft: TableDraft, value: bool) -> None:  # noqa: FBT001
        if value:
            draft.players[seat].used.add(item)

    return write


def to_hand(seat: Seat, card: CardId) -> WriteBit:
    """Write whether a card comes into a player's hand."""

    def write(draft: TableDraft, value: bool) -> None:  # noqa: FBT001
        if value:
            draft.players[seat].hand.add(card)

    return WritesTo(ScoredPlace("to-hand", seat, card), write)


def discarded(seat: Seat, card: CardId) -> WriteBit:
    """Write whether a card goes from a player's hand to the discard pile."""

    def write(draft: TableDraft, value: bool) -> None:  # noqa: FBT001
        if value:
            draft.players[seat].hand.discard(card)
            draft.discards.append(card)

    return WritesTo(ScoredPlace("discarded", seat, card), write)


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


def posts(company: int, column: int) -> WriteNumber:
    """Write how many posts a column has; an emptied one counts as opened from then on."""

    def write(draft: TableDraft, value: int) -> None:
        draft.bases[company][column] = replace(draft.bases[company][column], posts=value)

    return WritesTo(ScoredPlace("posts", company, column), write)


def opened(company: int, column: int) -> WriteBit:
    """Write whether the final space of a column was ever empty."""

    def write(draft: TableDraft, value: bool) -> None:  # noqa: FBT001
        draft.bases[company][column] = replace(draft.bases[company][column], opened=value)

    return WritesTo(ScoredPlace("opened", company, column), write)


def lost(company: int) -> WriteNumber:
    """Write how many posts of a company are out of the game."""

    def write(draft: TableDraft, value: int) -> None:
        draft.lost_posts[company] = value

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
            player = draft.players[seat]
            draft.book_display[space] = None
            player.books[value - first_step] = (*player.books[value - first_step], name)

    return write


def book_coins(space: int) -> WriteNumber:
    """Write the coins on a space of the book display."""

    def write(draft: TableDraft, value: int) -> None:
        draft.book_coins[space] = value

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


def first_player(draft: TableDraft, value: int) -> None:
    """Write who holds the first player marker."""
    draft.first_player = Seat(value)


def to_move(draft: TableDraft, value: int) -> None:
    """Write who is due; below 0 nobody is."""
    draft.to_move = Seat(value) if value >= 0 else None


def turn(draft: TableDraft, value: int) -> None:
    """Write the number of the turn that is due."""
    draft.turn = value


def round_number(draft: TableDraft, value: int) -> None:
    """Write the number of the round."""
    draft.round = value


def tile(seat: Seat, name: TileId) -> WriteBit:
    """Write whether a player gets a bonus tile."""

    def write(draft: TableDraft, value: bool) -> None:  # noqa: FBT001
        if value:
            draft.players[seat].tiles.add(name)

    return write
