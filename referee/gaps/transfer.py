"""What a turn does on one table, carried over to tables that differ where it does not look.

After a gap there are many tables that differ in what some player has, or in where posts stand. A
turn of another player comes to the same on most of them, so it is walked once for all tables
that are alike in everything it can look at.
"""

from collections.abc import Callable, Hashable, Mapping
from typing import Any

from msgspec.structs import replace

from referee.engine.facts import facts_of
from referee.engine.round_end import begin_turn
from referee.game.ids import Seat
from referee.game.setting import Setting
from referee.game.state import Player, State
from referee.game.turns import (
    EndPhase,
    Expand,
    Turn,
    UseBookkeeper,
    UseGoods,
    UseMerchant,
)

Looks = Callable[[State], Hashable]

LOOKS: Mapping[type[Turn], Looks] = {
    UseGoods: lambda table: table.display,
    EndPhase: lambda _: None,
    UseMerchant: lambda table: table.regions,
    Expand: lambda table: (
        table.regions,
        table.bases,
        table.lost_posts,
        table.book_display,
        table.book_coins,
    ),
    UseBookkeeper: lambda table: (
        table.display,
        table.bases,
        table.lost_posts,
        table.book_display,
        table.book_coins,
    ),
}
"""What a turn looks at besides the players; one that places a marker looks at everything."""

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


class Likeness:
    """Tells which tables look alike to a turn."""

    def __init__(self) -> None:
        self._reached: dict[tuple[Setting, Hashable], Hashable] = {}

    def to_turn(self, table: State, turn: Turn) -> Hashable:
        """Return everything on a table that can bear on a turn; no refill is due."""
        looks = LOOKS.get(type(turn))
        if looks is None or not 0 <= turn.seat < len(table.players):
            return self.to_any_turn(table, turn.seat)
        return _frame(table), table.players[turn.seat], self._seen(table), looks(table)

    def to_any_turn(self, table: State, seat: Seat) -> Hashable:
        """Return everything on a table that can bear on any turn of a player."""
        me = table.players[seat] if 0 <= seat < len(table.players) else None
        areas = tuple(map(area_of, table.players))
        return (
            _frame(table),
            me,
            self._seen(table),
            areas,
            tuple(map(table.__getattribute__, MAY_CHANGE)),
        )

    def _seen(self, table: State) -> Hashable:
        """Return what any turn can depend on of others: who has ended, what specials pay them."""
        setting, reached = table.setting, self._reached
        seen: list[Hashable] = []
        for player in table.players:
            known = reached.get((setting, player.tracks))
            if known is None:
                known = reached[setting, player.tracks] = specials_reached(player, setting)
            seen += (player.done, known)
        return tuple(seen)


def specials_reached(player: Player, setting: Setting) -> Hashable:
    """Return the special spaces at or beyond which a player stands."""
    specials = facts_of(setting).specials
    return tuple(
        [
            at >= space
            for at, spaces in zip(player.tracks, specials, strict=True)
            for space in spaces
        ]
    )


def _frame(table: State) -> Hashable:
    return id(table.setting), table.phase, table.round, table.turn, table.to_move


def area_of(player: Player) -> Hashable:
    """Return what others see of a player's action area, by which they compare themselves."""
    return player.slots, player.used, player.tiles, player.plus_one, player.levels


class Effect:
    """What a turn did on a table."""

    __slots__ = ("changed", "me", "next", "paid", "seat")

    def __init__(self, before: State, after: State, seat: Seat) -> None:
        self.seat = seat
        self.me = after.players[seat]
        self.next = after.to_move
        self.changed: dict[str, Any] = {
            field: value
            for field in MAY_CHANGE
            if (value := getattr(after, field)) is not getattr(before, field)
        }
        self.changed |= {"phase": after.phase, "turn": after.turn, "to_move": after.to_move}
        self.paid = [
            (other, now.cash - was.cash)
            for other, (was, now) in enumerate(zip(before.players, after.players, strict=True))
            if other != seat and now.cash != was.cash
        ]

    def on(self, table: State) -> State:
        """Return what the turn leaves on a table that looks alike to it."""
        players = [*table.players]
        players[self.seat] = self.me
        for other, pounds in self.paid:
            players[other] = replace(players[other], cash=players[other].cash + pounds)
        if self.next is not None:
            # Only now the bonuses count that the next player has unlocked on this table.
            players[self.next] = begin_turn(players[self.next], facts_of(table.setting))
        return replace(table, players=tuple(players), **self.changed)
