"""What is open on a table that is not certain: every place with the values that it can have."""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from referee.game.state import State
from referee.gaps.shared_facts import SharedField
from referee.gaps.stand_ins import Renaming, World, kind_of, pool, renamed

PlacePath = tuple[str | int, ...]
"""Where a value stands on a table: fields, and places in rows from 0."""


class OpenTable(Struct, frozen=True):
    """A table of which some places are open."""

    tables: tuple[State, ...]
    """Tables that are possible: between them they show every value that a place can have."""
    every: bool
    """Whether these are all of them."""
    places: tuple["OpenPlace", ...]

    @property
    def table(self) -> State:
        """One of the tables; what is not open is the same on all of them."""
        return self.tables[0]

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


MOST_TABLES = 500
"""Of more tables only as many are kept as show all values."""


def open_table(worlds: Iterable[World]) -> OpenTable:
    """Return what tables share, and what is open between them; there must be at least one."""
    tables = tuple(dict.fromkeys(table for world in worlds for table in named_tables(world)))
    places = tuple(_open_places(tables, ()))
    if len(tables) <= MOST_TABLES:
        return OpenTable(tables, every=True, places=places)
    return OpenTable(tuple(_showing_all(tables, places)), every=False, places=places)


def showing_all(found: OpenTable) -> tuple[State, ...]:
    """Return as few of the tables as show between them every value that a place can have."""
    return tuple(_showing_all(found.tables, found.places)) or found.tables[:1]


def named_tables(world: World) -> Iterator[State]:
    """Yield the table with every name that a thing can have of which nobody said what it is."""
    components = world.table.setting.components
    kinds = {kind_of(name, components) or "" for name in world.stand_ins}
    pools = [pool(world, kind) for kind in sorted(kinds)]
    yield world.table
    # Names are passed on in a circle, so that each of them lies in every place once.
    for shift in range(1, max(map(len, pools), default=1)):
        names: Renaming = {
            name: each[(at + shift) % len(each)] for each in pools for at, name in enumerate(each)
        }
        yield renamed(world.table, names)


def _showing_all(tables: tuple[State, ...], places: tuple["OpenPlace", ...]) -> Iterator[State]:
    """Yield the first table, and every other with a value that none before it has."""
    seen: set[tuple[PlacePath, object]] = set()
    for table in tables:
        values = {(place.path, value_at(table, place.path)) for place in places}
        if not values <= seen:
            seen |= values
            yield table


def value_at(table: State, path: PlacePath) -> object:
    """Return what stands at a place of a table."""
    found: object = table
    for part in path:
        found = found[part] if isinstance(part, int) else getattr(found, part)  # type: ignore[index]
    return found


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
