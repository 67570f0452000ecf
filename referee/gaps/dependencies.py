"""What a line of a record can look at on a table, or change there.

A *spot* is a part of a table that is told apart from the others: a field of the table, a field of
a player, a column of a company base. Whatever a line changes it counts as looking at, but for
cash, which is changed by an amount.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from operator import attrgetter
from typing import Any

from msgspec.structs import replace

from referee.core import turns
from referee.core.components import BuySpace, DiscardSpace, MajoritySpace, MerchantCard, rewards_of
from referee.core.events import Plan, PrepareRound, RefillBooks
from referee.core.ids import COMPANIES, SLOTS, Seat
from referee.core.state import Player, Setting, State
from referee.engine.facts import Facts, facts_of
from referee.gaps.lines import ONE_TURN, Content, GapLine, is_gap
from referee.records.record import BlankTurn

OfPlayer = tuple[int, str]
"""A seat, and a field of its player, or `REACHED`."""

OfBase = tuple[int, int]
"""A column of a base: the number of its company, and its own, both from 0."""

Spot = str | OfPlayer | OfBase

SpotsOfLine = Callable[[Any, Facts, range], Iterator[Spot]]

REACHED = "reached"
"""What a player's markers on the tracks have reached, where they stand exactly being no matter."""

EVERYTHING: frozenset[Spot] = frozenset({"everything"})
"""The spots of a line of which nothing better is known."""


def spots_of(line: GapLine, table: State) -> frozenset[Spot]:
    """Return the spots that a line can look at or change."""
    content = line.content
    claimed = [(claim.seat, OF_CLAIMS.get(claim.what)) for claim in line.claims]
    seats, facts = range(len(table.players)), facts_of(table.setting)
    known = all(seat in seats and field for seat, field in claimed)
    of_line: SpotsOfLine | None = OF_LINES.get(type(content))
    if is_gap(content):
        of_line = _of_any_turn
    several = is_gap(content) and not isinstance(content, ONE_TURN)
    if of_line is None or not known or several or getattr(content, "seat", 0) not in seats:
        return EVERYTHING
    spots = of_line(content, facts, seats)
    return frozenset([*DUE, *spots, *claimed])  # type: ignore[list-item]


OF_CLAIMS = {"cash": "cash", "track": "tracks", "diamonds": "diamonds", "ink": "ink"}
"""The fields of a player that claims are about; other claims look at more."""

DUE = ("phase", "round", "turn", "to_move", "book_display", "unseen_books")
"""What decides whether a line is due, or a refill before it."""

AREA = ("slots", "used", "tiles", "plus_one")
"""What lies in front of a player."""

BOOKS = ("books", "flipped", "ink")
"""What books are placed by, besides the coins that come with them."""


def _all(seats: range, *fields: str) -> Iterator[Spot]:
    return ((seat, field) for seat in seats for field in fields)


def _own(seat: int, *fields: str) -> Iterator[Spot]:
    return ((seat, field) for field in fields)


def _bases(facts: Facts) -> Iterator[Spot]:
    yield "lost_posts"
    for company, columns in enumerate(facts.base_coins):
        yield from ((company, column) for column in range(len(columns)))


def _placing(seat: int) -> Iterator[Spot]:
    yield "book_coins"
    yield from _own(seat, *BOOKS)


# Plans, draws. -----------------------------------------------------------------------------------
def _of_plan(plan: Plan, _: Facts, seats: range) -> Iterator[Spot]:
    yield from ("plans", "first_player")
    # With the last plan all are turned up.
    yield from _all(seats, "hand", "slots", "levels", REACHED)
    for slot, card in zip(SLOTS, plan.slots, strict=False):
        if card is not None and slot in UNLOCKED_BY:
            yield plan.seat, UNLOCKED_BY[slot]


UNLOCKED_BY: Mapping[str, str] = {"diamond": "diamonds", "ink": "ink"}


def _of_preparation(_: PrepareRound, __: Facts, seats: range) -> Iterator[Spot]:
    yield from ("display", "unseen_cards", "book_coins", "markers", "discards")
    yield from _all(seats, "done", "tiles")


# Turns. ------------------------------------------------------------------------------------------
def _of_any_turn(turn: BlankTurn | turns.Turn, facts: Facts, seats: range) -> Iterator[Spot]:
    yield from ("regions", "display", "unseen_cards", "book_coins", "markers")
    yield from ("discards", "first_player")
    yield from _bases(facts)
    yield from _all(seats, *AREA, "done", "levels", REACHED)
    yield from _own(turn.seat or 0, *Player.__struct_fields__)


def _of_goods(turn: turns.UseGoods, _: Facts, seats: range) -> Iterator[Spot]:
    yield from _of_turn(turn.seat, seats)
    yield from _own(turn.seat, "cash", "tracks")
    if turn.buy is not None:
        yield "display"
        yield turn.seat, "hand"


def _of_turn(seat: int, seats: range) -> Iterator[Spot]:
    yield from _all(seats, "done", "levels", REACHED)
    yield from _own(seat, *AREA)


def _of_end(turn: turns.EndPhase, _: Facts, seats: range) -> Iterator[Spot]:
    yield from _of_turn(turn.seat, seats)
    yield from _own(turn.seat, "hand", "resting")


def _of_merchant(turn: turns.UseMerchant, facts: Facts, seats: range) -> Iterator[Spot]:
    yield from _of_turn(turn.seat, seats)
    yield turn.seat, "diamonds"
    merchant = facts.items.get(turn.card)
    if isinstance(merchant, MerchantCard) and merchant.company is not None:
        yield "regions"


def _of_expansion(turn: turns.Expand, facts: Facts, seats: range) -> Iterator[Spot]:
    yield from _of_turn(turn.seat, seats)
    yield from _own(turn.seat, "cash", "tracks")
    yield "regions"
    if turn.oust or not turn.enter or turn.company not in COMPANIES:
        yield from _bases(facts)
    else:
        company = COMPANIES.index(turn.company)
        # Where a column has no post it may not be named, whatever the others have.
        yield from ((company, entering.column - 1) for entering in turn.enter)
    regions = facts.components.region
    entered = [regions[each.region] for each in turn.enter if each.region in regions]
    rewards = {region.reward for region in entered}
    if "diamonds" in rewards:
        yield turn.seat, "diamonds"
    spends = any(isinstance(part, turns.SpendPoints) for part in turn.rewards)
    if spends or turn.place or "points" in rewards:
        yield from _placing(turn.seat)


def _of_bookkeeper(turn: turns.UseBookkeeper, facts: Facts, seats: range) -> Iterator[Spot]:
    yield from _of_turn(turn.seat, seats)
    yield from _placing(turn.seat)
    if turn.flip is not None:
        yield turn.seat, "cash"
    if turn.to is not None or turn.reward:
        # Which reward it is the books tell.
        yield from _own(turn.seat, "cash", "tracks", "diamonds")
        yield from _bases(facts)


def _of_marker(turn: turns.PlaceMarker, facts: Facts, seats: range) -> Iterator[Spot]:
    yield from _of_turn(turn.seat, seats)
    yield from ("markers", "first_player")
    yield from _own(turn.seat, "cash", "tracks")
    place = facts.space_index.get(turn.space)
    space = None if place is None else facts.spaces[place]
    said = {type(part) for part in turn.reward}
    gives = () if space is None else rewards_of(space)
    if isinstance(space, MajoritySpace):
        yield from _all(seats, *AREA)
    if isinstance(space, DiscardSpace) or turn.discard is not None:
        yield from ("discards", (turn.seat, "hand"))
    if isinstance(space, BuySpace) or turns.BuyCard in said:
        yield from ("display", (turn.seat, "hand"), (turn.seat, "diamonds"))
    if turns.MoveDiamond in said or any(reward.diamonds for reward in gives):
        yield turn.seat, "diamonds"
    if turns.SpendPoints in said or turn.place or any(reward.points for reward in gives):
        yield from _placing(turn.seat)
    if turns.RemovePost in said or any(reward.posts for reward in gives):
        yield from _bases(facts)


OF_LINES: dict[type[Content], SpotsOfLine] = {
    Plan: _of_plan,
    PrepareRound: _of_preparation,
    RefillBooks: lambda *_: iter(()),
    turns.UseGoods: _of_goods,
    turns.EndPhase: _of_end,
    turns.UseMerchant: _of_merchant,
    turns.Expand: _of_expansion,
    turns.UseBookkeeper: _of_bookkeeper,
    turns.PlaceMarker: _of_marker,
}


# What lines do on one table, carried over to tables that differ where they do not look ------------
#
# After a gap there are many tables that differ in what some player has, or in where posts stand.
# Lines that follow come to the same on most of them, so they are gone through once for all tables
# that are alike in everything that they can look at.
Getter = Callable[[Any], Hashable]

MAY_CHANGE = (
    *("regions", "bases", "lost_posts", "display", "book_display", "book_coins"),
    *("markers", "discards", "first_player"),
)
"""The fields of a table that a turn can change, besides the players and whose turn is next."""

FRAME = ("phase", "round", "turn", "to_move")


@lru_cache(maxsize=4096)
def reached(tracks: tuple[int, ...], setting: Setting) -> Hashable:
    """Return how many special spaces of each track a marker has reached.

    They decide which bonuses work for a player, and what others' markers bring him.
    """
    levels = facts_of(setting).levels
    return tuple([of_track[at] for at, of_track in zip(tracks, levels, strict=True)])


# Which tables are alike. -------------------------------------------------------------------------
_carried_by_any_turn = attrgetter(*FRAME, *MAY_CHANGE)
_of_others = attrgetter(*AREA, "levels", "done")


def alike_to_any_turn(table: State, seat: Seat) -> Hashable:
    """Return everything on a table that can bear on any turn of a player; no refill is due."""
    me = table.players[seat] if 0 <= seat < len(table.players) else None
    others = tuple([(*_of_others(p), reached(p.tracks, table.setting)) for p in table.players])
    return id(table.setting), _carried_by_any_turn(table), me, others


class SpotsOfRows:
    """What rows of lines look at, found line by line when it is needed."""

    def __init__(self, lines: Sequence[GapLine]) -> None:
        self._lines = lines
        self._spots: dict[int, frozenset[Spot]] = {}

    def alike(self, row: range, table: State) -> "Alike":
        """Return what tells which tables are alike to the lines of a row."""
        spots: set[Spot] = set()
        for place in row:
            if place not in self._spots:
                self._spots[place] = spots_of(self._lines[place], table)
            spots |= self._spots[place]
        return Alike(spots, len(table.players))


class Alike:
    """Tells which tables are alike in some spots: those of which it returns the same."""

    def __init__(self, spots: Iterable[Spot], players: int) -> None:
        spots = frozenset(spots)
        fields = sorted(spot for spot in spots if isinstance(spot, str))
        self._everything = spots >= EVERYTHING
        self._table: Getter | None = None if self._everything else attrgetter("phase", *fields)
        self._players: list[tuple[int, Getter]] = []
        self._reached: list[int] = []
        for seat in range(players):
            own = {spot[1] for spot in spots if isinstance(spot, tuple) and spot[0] == seat}
            names = sorted(name for name in own if isinstance(name, str) and name != REACHED)
            if names:
                self._players.append((seat, attrgetter(*names)))
            if REACHED in own and "tracks" not in own:
                self._reached.append(seat)
        pairs = [spot for spot in spots if isinstance(spot, tuple)]
        self._columns = sorted((company, at) for company, at in pairs if isinstance(at, int))

    def __call__(self, table: State) -> Hashable:
        """Return all that lies in the spots."""
        if self._table is None:
            return table
        players, bases, setting = table.players, table.bases, table.setting
        return (
            id(setting),
            self._table(table),
            tuple([of_player(players[seat]) for seat, of_player in self._players]),
            tuple([reached(players[seat].tracks, setting) for seat in self._reached]),
            # A record may name a column that no base has.
            tuple([bases[company][column : column + 1] for company, column in self._columns]),
        )


# What is carried over. ---------------------------------------------------------------------------
class Effect:
    """What lines did on a table: only what they changed, and cash as an amount."""

    __slots__ = ("bases", "fields", "players")

    def __init__(self, before: State, after: State) -> None:
        self.fields: dict[str, Any] = {
            field: value
            for field in State.__struct_fields__
            if field not in {"players", "bases"}
            and (value := getattr(after, field)) is not getattr(before, field)
        }
        self.bases = [
            (company, column, now)
            for company, columns in enumerate(after.bases)
            for column, now in enumerate(columns)
            if now != before.bases[company][column]
        ]
        self.players = [
            (seat, was, now, _changed(was, now))
            for seat, (was, now) in enumerate(zip(before.players, after.players, strict=True))
            if was is not now
        ]

    def on(self, table: State) -> State:
        """Return what the lines leave on a table that is alike where they look."""
        players = [*table.players]
        for seat, was, now, changed in self.players:
            player = players[seat]
            cash = player.cash + now.cash - was.cash
            players[seat] = now if player is was else replace(player, cash=cash, **changed)
        if not self.bases:
            return replace(table, players=tuple(players), **self.fields)
        bases = [[*columns] for columns in table.bases]
        for company, column, now_there in self.bases:
            bases[company][column] = now_there
        return replace(table, players=tuple(players), bases=tuple(map(tuple, bases)), **self.fields)


def _changed(was: Player, now: Player) -> dict[str, Any]:
    return {
        field: value
        for field in Player.__struct_fields__
        if field != "cash" and (value := getattr(now, field)) != getattr(was, field)
    }
