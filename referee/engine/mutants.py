"""Events with one or several parts changed: what a slip of the pen makes of a legal event."""

from functools import cache
from random import Random
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

import msgspec
from msgspec import Struct

from referee.core.events import Event
from referee.core.ids import (
    BookId,
    BookSpaceId,
    CardId,
    RegionId,
    Seat,
    SpaceId,
    StartTileId,
    TileId,
)
from referee.core.state import Setting, State
from referee.core.turns import UseLevel
from referee.engine.facts import facts_of

NOBODY_KNOWS = "unknown"
"""An id that no component has."""


def pools(setting: Setting) -> dict[Any, list[Any]]:
    """Return the ids of each kind that an event of this setting might name."""
    components = setting.components
    facts = facts_of(setting)
    return {
        CardId: [*facts.cards, NOBODY_KNOWS],
        TileId: [tile.id for tile in components.tiles],
        RegionId: [*facts.region_index, NOBODY_KNOWS],
        BookId: [*components.book, NOBODY_KNOWS],
        BookSpaceId: [space.id for space in components.book_spaces],
        SpaceId: [space.id for space in components.spaces],
        StartTileId: [*components.starting_tile, NOBODY_KNOWS],
        Seat: list(range(setting.players)),
    }


def pools_at(state: State, seat: Seat) -> dict[Any, list[Any]]:
    """Return the ids that a player might name by a slip at this table: his own and the displays."""
    player = state.players[seat]
    cards = {card for card in (*player.slots, *state.display) if card is not None}
    if state.phase != "actions":
        cards |= player.hand
    books = {*state.book_display, *(book for pile in player.books for book in pile)}
    return pools(state.setting) | {
        CardId: [*sorted(cards), NOBODY_KNOWS],
        BookId: [*sorted(book for book in books if book is not None), NOBODY_KNOWS],
    }


def pools_near(table: State, event: Event) -> dict[Any, list[Any]]:
    """Return all ids; about half of the time one that lies open on a table or in the hand."""
    seat = getattr(event, "seat", 0)
    me = table.players[seat if 0 <= seat < table.setting.players else 0]
    cards = (*me.slots, *sorted(me.hand), *table.display)
    lying_open: dict[Any, list[Any]] = {
        CardId: [card for card in cards if card is not None],
        TileId: sorted(me.tiles),
        BookId: [book for book in table.book_display if book is not None],
        SpaceId: [space.id for space in table.setting.spaces],
    }
    known = pools(table.setting)
    for kind, ids in lying_open.items():
        known[kind] += ids * (len(known[kind]) // max(len(ids), 1))
    return known


def mutated(
    event: Event,
    setting: Setting,
    rng: Random,
    parts: int = 1,
    known: dict[Any, list[Any]] | None = None,
) -> Event:
    """Return `event` with so many parts changed by lot; it may still be legal, or the same.

    Ids are drawn from `known`, by default from all that the setting has.
    """
    known = pools(setting) if known is None else known
    for _ in range(parts):
        event = _change_struct(event, known, rng)
    return event


@cache
def _fields(kind: Any) -> tuple[msgspec.structs.FieldInfo, ...]:  # noqa: ANN401
    return msgspec.structs.fields(kind)


def _change_struct(value: Any, known: dict[Any, list[Any]], rng: Random) -> Any:  # noqa: ANN401
    fields = _fields(value.__class__)
    if not fields:
        return value
    field = rng.choice(fields)
    changed = _change(getattr(value, field.name), field.type, known, rng)
    return msgspec.structs.replace(value, **{field.name: changed})


def _change(value: Any, kind: Any, known: dict[Any, list[Any]], rng: Random) -> Any:  # noqa: ANN401
    """Return another value of the type `kind`, near to `value` where that means something."""
    kinds = _alternatives(kind)
    if value is not None and type(None) in kinds and rng.random() < 1 / 4:
        return None
    if isinstance(value, tuple):
        return _change_tuple(value, kinds, known, rng)
    if isinstance(value, Struct) and rng.random() < 3 / 4:
        return _change_struct(value, known, rng)
    if type(value) is int and rng.random() < 3 / 4:
        return value + rng.choice((-1, 1, 1, 2))
    return _make(rng.choice([k for k in kinds if k is not type(None)]), known, rng)


def _change_tuple(
    value: tuple[Any, ...], kinds: list[Any], known: dict[Any, list[Any]], rng: Random
) -> tuple[Any, ...]:
    inner = next(get_args(kind)[0] for kind in kinds if get_origin(kind) is tuple)
    items = list(value)
    if not items:
        return (_make(rng.choice(_alternatives(inner)), known, rng),)
    at = rng.randrange(len(items))
    match rng.choice(("drop", "double", "swap", "add", "change", "change")):
        case "drop":
            del items[at]
        case "double":
            items.insert(at, items[at])
        case "swap":
            other = rng.randrange(len(items))
            items[at], items[other] = items[other], items[at]
        case "add":
            items.insert(at, _make(rng.choice(_alternatives(inner)), known, rng))
        case _:
            items[at] = _change(items[at], inner, known, rng)
    return tuple(items)


def _make(kind: Any, known: dict[Any, list[Any]], rng: Random) -> Any:  # noqa: ANN401
    """Return some value of the type `kind`."""
    if kind in known:
        return rng.choice(known[kind])
    if get_origin(kind) is Literal:
        return rng.choice(get_args(kind))
    if get_origin(kind) is tuple:
        inner = _alternatives(get_args(kind)[0])
        return tuple(_make(rng.choice(inner), known, rng) for _ in range(rng.randrange(3)))
    if kind is int:
        return rng.randrange(-1, 16)
    if kind is type(None):
        return None
    values = {
        field.name: _make(rng.choice(_alternatives(field.type)), known, rng)
        for field in _fields(kind)
    }
    if kind is UseLevel:
        # Levels are few; drawn like other numbers, hardly any would work.
        values["level"] = rng.randrange(-1, 4)
    return kind(**values)


def _alternatives(kind: Any) -> list[Any]:  # noqa: ANN401
    if get_origin(kind) in {Union, UnionType}:
        return [inner for part in get_args(kind) for inner in _alternatives(part)]
    return [kind]
