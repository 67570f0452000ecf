"""Tables with unread numbers on them: told apart, settled, and without their numbers."""

from collections.abc import Hashable, Iterable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from referee.game.ids import COMPANIES
from referee.game.state import State
from referee.unread.conditions import (
    LinearCondition,
    Terms,
    bounds,
)
from referee.unread.guards import Guard
from referee.unread.numbers import UnreadNumber
from referee.unread.variables import Variable

NUMBERS = ("cash", "diamonds")


NUMBERS_BY_COMPANY = ("tracks", "levels")


def skeleton_of(table: State | None) -> tuple[Hashable, list[Any]]:
    """Return a table without the numbers of its players that can be forms, and those numbers."""
    if table is None:
        return None, []
    numbers: list[Any] = []
    for player in table.players:
        numbers += [getattr(player, name) for name in NUMBERS]
        for name in NUMBERS_BY_COMPANY:
            numbers += getattr(player, name)
    empty = (0,) * len(COMPANIES)
    players = tuple(
        [replace(p, cash=0, diamonds=0, tracks=empty, levels=empty) for p in table.players]
    )
    return structure(replace(table, players=players)), numbers


def with_numbers(table: State, numbers: list[Any]) -> State:
    """Return a table with other numbers of its players, in the order of `skeleton_of`."""
    left = iter(numbers)
    players = []
    for player in table.players:
        changed: dict[str, Any] = {name: next(left) for name in NUMBERS}
        for name in NUMBERS_BY_COMPANY:
            changed[name] = tuple([next(left) for _ in COMPANIES])
        players.append(replace(player, **changed))
    return replace(table, players=tuple(players))


class Known:
    """The numbers that a guard settles, by domains alone or by an equation."""

    def __init__(self, guard: Guard) -> None:
        self._guard = guard
        self._equations: dict[Terms, int] = {}
        for each in guard.constraints:
            if isinstance(each, LinearCondition) and each.relation == "==":
                self._equations[each.terms] = -each.constant
                negated = tuple([(variable, -factor) for variable, factor in each.terms])
                self._equations[negated] = each.constant

    def number(self, value: UnreadNumber) -> int | None:
        """Return what a number comes to, if that is settled."""
        low, high = bounds(value.terms, value.constant, self._guard.domains)
        if low == high:
            return low
        open_terms: list[tuple[Variable, int]] = []
        constant = value.constant
        for variable, factor in value.terms:
            mask = self._guard.mask(variable)
            if mask & (mask - 1):
                open_terms.append((variable, factor))
            else:
                constant += factor * (mask.bit_length() - 1)
        for terms, rest in ((tuple(open_terms), constant), (value.terms, value.constant)):
            if terms in self._equations:
                return self._equations[terms] + rest
        return None


MOST_REMEMBERED = 50_000
"""Of so many parts of tables it is remembered whether they are plain; then it is forgotten."""

_SEEN: dict[int, tuple[object, bool]] = {}
"""Parts of tables, by identity, and whether they are plain; most of a table stays as it is."""

_ATOMS = frozenset({int, str, bool, type(None), frozenset})
"""What has no parts in which an unread number could be."""


def is_plain(value: object) -> bool:
    """Return whether there is no unread number in a part of a table."""
    kind = type(value)
    if kind in _ATOMS:
        return True
    if kind is not tuple and not isinstance(value, Struct):
        return not isinstance(value, UnreadNumber)
    seen = _SEEN.get(id(value))
    if seen is not None and seen[0] is value:
        return seen[1]
    parts: Iterable[object]
    if isinstance(value, Struct):
        parts = [getattr(value, name) for name in value.__struct_fields__]
    else:
        parts = value  # type: ignore[assignment]
    plain = True
    for each in parts:
        if type(each) not in _ATOMS and not is_plain(each):
            plain = False
            break
    if len(_SEEN) >= MOST_REMEMBERED:
        _SEEN.clear()
    _SEEN[id(value)] = value, plain
    return plain


def settled(value: Any, known: Known) -> Any:  # noqa: ANN401
    """Return a value in which every number that is settled is a plain one."""
    if is_plain(value):
        return value
    if isinstance(value, UnreadNumber):
        found = known.number(value)
        return value if found is None else found
    if type(value) is tuple:
        inner = [settled(each, known) for each in value]
        return value if all(map(_is, inner, value)) else tuple(inner)
    if isinstance(value, Struct):
        changed = {}
        for name in value.__struct_fields__:
            before = getattr(value, name)
            if isinstance(before, UnreadNumber | tuple | Struct):
                after = settled(before, known)
                if after is not before:
                    changed[name] = after
        return replace(value, **changed) if changed else value
    return value


def _is(one: object, other: object) -> bool:
    return one is other


def structure(value: Any) -> Hashable:  # noqa: ANN401
    """Return what tells a value from others, unread numbers by their forms."""
    if is_plain(value):
        return value  # type: ignore[no-any-return]
    if isinstance(value, UnreadNumber):
        return ("unread", value.terms, value.constant)
    if type(value) is tuple:
        return tuple([structure(each) for each in value])
    if isinstance(value, Struct):
        fields = value.__struct_fields__
        return type(value), tuple([structure(getattr(value, name)) for name in fields])
    return value  # type: ignore[no-any-return]
