"""Well-typed events of every kind, sensible or not, about one table."""

from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

import msgspec
from hypothesis import strategies as st
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
from referee.core.state import State
from referee.core.turns import Turn

ODD_IDS = ("", "unknown", "cairo", "R01", "coffee1", "a01")
"""Ids of nothing, or of another kind of thing."""

NUMBERS = st.integers(-2, 17) | st.sampled_from((-(10**12), -1, 0, 4, 16, 10**12))


def events(state: State) -> st.SearchStrategy[Event]:
    """Return events whose ids are mostly those that lie on this table."""
    return _values(Event, _ids(state))


def turns(state: State) -> st.SearchStrategy[Turn]:
    """Return turns of the player to move."""
    return _values(Turn, _ids(state) | {Seat: st.just(state.to_move)})


def _ids(state: State) -> dict[Any, st.SearchStrategy[Any]]:
    """Return for each kind of id those within reach, any others, and odd ones."""
    components = state.setting.components
    mine = state.players[state.to_move or 0]
    near: dict[Any, tuple[list[Any], list[Any]]] = {
        CardId: (
            [card for card in (*mine.slots, *state.display) if card] + sorted(mine.hand),
            list(components.card),
        ),
        TileId: (sorted(mine.tiles), list(components.tile)),
        RegionId: ([], list(components.region)),
        BookId: ([book for book in state.book_display if book], list(components.book)),
        BookSpaceId: ([], [space.id for space in components.book_spaces]),
        SpaceId: ([space.id for space in state.setting.spaces], list(components.space)),
        StartTileId: ([], list(components.starting_tile)),
        Seat: ([state.to_move or 0] * 3, list(range(len(state.players)))),
    }
    odd = {kind: [-1, 4, 99] if kind is Seat else list(ODD_IDS) for kind in near}
    return {
        kind: st.one_of(
            *(st.sampled_from(pool) for pool in (*pools, odd[kind]) if pool),
        )
        for kind, pools in near.items()
    }


def _values(kind: Any, ids: dict[Any, st.SearchStrategy[Any]]) -> st.SearchStrategy[Any]:  # noqa: ANN401
    plain = {**ids, int: NUMBERS, type(None): st.none()}
    if kind in plain:
        return plain[kind]
    inner_kinds, origin = get_args(kind), get_origin(kind)
    if origin in {Union, UnionType}:
        return st.one_of([_values(inner, ids) for inner in inner_kinds])
    if origin is Literal:
        return st.sampled_from(inner_kinds)
    if origin is tuple:
        return st.lists(_values(inner_kinds[0], ids), max_size=5).map(tuple)
    assert issubclass(kind, Struct)
    fields = {field.name: field.type for field in msgspec.structs.fields(kind)}
    return st.builds(kind, **{name: _values(inner, ids) for name, inner in fields.items()})
