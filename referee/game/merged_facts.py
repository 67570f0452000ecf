"""Plain data of several tables laid on top of each other: `?` where they differ."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct

OPEN: Final = "?"
"""What stands where the tables differ."""

IN_ORDER: Final = frozenset({"display", "bases", "planned"})
"""Lists in which every place means something; of others only counts what is in them."""

KeyPath = tuple[str, ...]


class OpenValue(Struct, frozen=True):
    """A place at which tables differ, and every value that it has on one of them."""

    path: KeyPath
    values: tuple[Any, ...]


def merged(every: Sequence[Mapping[str, Any]]) -> tuple[dict[str, Any], tuple[OpenValue, ...]]:
    """Return what plain tables share, and where they differ; there must be at least one."""
    opened: list[OpenValue] = []
    return _entries(every, (), opened), tuple(opened)


def _entries(
    every: Sequence[Mapping[str, Any]], path: KeyPath, opened: list[OpenValue]
) -> dict[str, Any]:
    keys = dict.fromkeys(key for each in every for key in each)
    return {key: _value([each.get(key) for each in every], (*path, key), opened) for key in keys}


def _value(values: Sequence[Any], path: KeyPath, opened: list[OpenValue]) -> Any:  # noqa: ANN401
    first = values[0]
    if all(value == first for value in values):
        return first
    if all(isinstance(value, dict) for value in values):
        return _entries(values, path, opened)
    if _are_rows(values, path):
        columns = enumerate(zip(*values, strict=True))
        return [_value(column, (*path, str(at)), opened) for at, column in columns]
    opened.append(OpenValue(path, tuple(_distinct(values))))
    if all(isinstance(value, list) or value is None for value in values):
        return shared_members([value or [] for value in values])
    return OPEN


def _are_rows(values: Sequence[Any], path: KeyPath) -> bool:
    """Return whether lists are compared place by place."""
    in_order = path[0] in IN_ORDER or path == ("players",)
    lists = all(isinstance(value, list) for value in values)
    return in_order and lists and len({len(value) for value in values}) == 1


def shared_members(lists: Sequence[list[Any]]) -> list[Any]:
    """Return what all lists hold, and a `?` for each thing that is not known, or for several."""
    common = Counter(lists[0])
    for each in lists[1:]:
        common &= Counter(each)
    shared = [*common.elements()]
    lengths = {len(each) for each in lists}
    unknown = lengths.pop() - len(shared) if len(lengths) == 1 else 1
    return [*shared, *[OPEN] * unknown]


def _distinct(values: Iterable[Any]) -> list[Any]:
    found: list[Any] = []
    for value in values:
        if value not in found:
            found.append(value)
    return sorted(found, key=lambda value: (value is not None, str(type(value)), value))
