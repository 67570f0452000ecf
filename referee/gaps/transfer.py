"""What lines do on one table, carried over to tables that differ where they do not look.

After a gap there are many tables that differ in what some player has, or in where posts stand.
Lines that follow come to the same on most of them, so they are gone through once for all tables
that are alike in everything that they can look at.
"""

from collections.abc import Callable, Hashable, Iterable
from functools import lru_cache
from operator import attrgetter
from typing import Any

from msgspec.structs import replace

from referee.engine.facts import facts_of
from referee.game.ids import Seat
from referee.game.setting import Setting
from referee.game.state import Player, State
from referee.gaps.dependencies import AREA, EVERYTHING, REACHED, Spot

Getter = Callable[[Any], Hashable]

MAY_CHANGE = (
    "regions",
    "bases",
    "lost_posts",
    "display",
    "book_display",
    "book_coins",
    "markers",
    "discards",
    "first_player",
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

_of_any_turn = attrgetter(*FRAME, *MAY_CHANGE)
_of_others = attrgetter(*AREA, "levels", "done")


def alike_to_any_turn(table: State, seat: Seat) -> Hashable:
    """Return everything on a table that can bear on any turn of a player; no refill is due."""
    me = table.players[seat] if 0 <= seat < len(table.players) else None
    others = tuple([(*_of_others(p), reached(p.tracks, table.setting)) for p in table.players])
    return id(table.setting), _of_any_turn(table), me, others


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
        self._columns = sorted(
            (spot[0], spot[1])
            for spot in spots
            if isinstance(spot, tuple) and isinstance(spot[1], int)
        )

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
            if player is was:
                players[seat] = now
            elif changed:
                cash = player.cash + now.cash - was.cash
                players[seat] = replace(player, cash=cash, **changed)
            else:
                players[seat] = replace(player, cash=player.cash + now.cash - was.cash)
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
