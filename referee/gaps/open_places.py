"""What is open on a table that is not certain: every place with the values that it can have."""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from referee.game.state import State
from referee.gaps.facts import SharedField
from referee.gaps.stand_ins import World, kind_of, pool

PlacePath = tuple[str | int, ...]
"""Where a value stands on a table: fields, and places in rows from 0."""


class OpenTable(Struct, frozen=True):
    """A table of which some places are open."""

    table: State
    """One of the tables that are possible; what is not open is the same on all of them."""
    places: tuple["OpenPlace", ...]

    @property
    def is_certain(self) -> bool:
        """Whether only one table is possible."""
        return not self.places

    def is_open(self, *path: str | int) -> bool:
        """Return whether a place, or any within it, is open."""
        return any(place.path[: len(path)] == path for place in self.places)


class OpenPlace(Struct, frozen=True):
    """A place of a table that is not the same on all tables, and the values that it can have."""

    path: PlacePath
    values: frozenset[object]

    @property
    def range(self) -> tuple[int, int] | None:
        """The least and the greatest value, if it is a number."""
        return SharedField(".".join(map(str, self.path)), self.values).range


def open_table(worlds: Iterable[World]) -> OpenTable:
    """Return what tables share, and what is open between them; there must be at least one."""
    every = tuple(dict.fromkeys(worlds))
    tables = tuple(world.table for world in every)
    places = {place.path: place for place in _open_places(tables, ())}
    for world in every:
        # Where something lies of which nobody said what it is, all tables may show the same.
        for path, name in _lying(world.table):
            if name in world.stand_ins:
                kind = kind_of(name, world.table.setting.components) or ""
                others = places[path].values if path in places else frozenset[object]()
                places[path] = OpenPlace(path, others.union(pool(world, kind)))
    return OpenTable(tables[0], tuple(places.values()))


def _lying(table: State) -> Iterator[tuple[PlacePath, str]]:
    """Yield the cards and books of the displays with their places."""
    for field in ("display", "book_display"):
        for place, name in enumerate(getattr(table, field)):
            if name is not None:
                yield (field, place), name


def _open_places(values: tuple[object, ...], path: PlacePath) -> Iterator[OpenPlace]:
    """Yield the places within values at which they differ."""
    first = values[0]
    if all(value is first or value == first for value in values):
        return
    if isinstance(first, Struct) and len({type(value) for value in values}) == 1:
        for field in first.__struct_fields__:
            yield from _open_places(tuple(getattr(v, field) for v in values), (*path, field))
    elif isinstance(first, tuple) and _as_long(values):
        rows: tuple[tuple[object, ...], ...] = values  # type: ignore[assignment]
        for place in range(len(first)):
            yield from _open_places(tuple(row[place] for row in rows), (*path, place))
    else:
        yield OpenPlace(path, frozenset(values))


def _as_long(values: tuple[object, ...]) -> bool:
    return len({len(value) if isinstance(value, tuple) else -1 for value in values}) == 1
