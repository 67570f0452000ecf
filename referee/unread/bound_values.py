"""The values for which what was not read is something plain."""

from collections.abc import Iterable
from itertools import permutations
from typing import Any

import msgspec

from referee.game.component_set import TABLES, ComponentSet
from referee.game.components import (
    BonusSteps,
    BookTrack,
    Call,
    NeedsColleague,
    NeedsExpansion,
    NeedsGood,
    NeedsOneGood,
)
from referee.unread.blank_places import NO_BORDER
from referee.unread.lazy_entries import Kinds, LazyEntry, NotFollowed, PartChoice
from referee.unread.numbers import UnreadNumber
from referee.unread.partly_read_set import PartlyReadSet
from referee.unread.variables import Variable, least_of


def values_in(partly: PartlyReadSet, plain: ComponentSet) -> dict[Variable, int]:
    """Return what a plain set, of which the other is a blanked form, has for everything unread."""
    values: dict[Variable, int] = {}
    pairs: Iterable[tuple[Any, Any]]
    for table in TABLES:
        pairs = zip(getattr(partly, table), getattr(plain, table), strict=False)
        if table == "borders":
            # Those whose existence is unread are no entries.
            printed = {border.between: border for border in plain.borders}
            pairs = ((border, printed[border.between]) for border in partly.borders)
        for one, other in pairs:
            if not bind(one, other, values):
                raise ValueError(f"{table}: {other!r} is not what was blanked")
    lines = {frozenset(border.between): border.lines for border in plain.borders}
    for pair, variable in partly.unread_borders.items():
        values[variable] = lines.get(frozenset(pair), NO_BORDER)
    for step, variable in (partly.crossed_out or {}).items():
        values[variable] = int(step in plain.book_track.crossed_out)
    bind(partly.last_book_step, plain.book_track.last, values)
    for variable in partly.variables.values():
        # What only another kind would have can be anything.
        values.setdefault(variable, least_of(variable.domain))
    return values


def variables_of_entry(value: object) -> tuple[Variable, ...]:
    """Return everything unread in an entry or a part of one, in the order of its fields."""
    if type(value) is LazyEntry:
        kind = object.__getattribute__(value, "_kind")
        own: tuple[object, ...] = ()
        if isinstance(kind, Kinds):
            own = tuple(part for _, fields in kind.parts for part in fields.values())
        fields = object.__getattribute__(value, "_fields")
        first = (kind.variable,) if isinstance(kind, Kinds) else ()
        return tuple(dict.fromkeys((*first, *variables_of_entry((*own, *fields.values())))))
    if isinstance(value, UnreadNumber):
        return tuple(variable for variable, _ in value.terms)
    if isinstance(value, PartChoice):
        inner = variables_of_entry(tuple(value.parts))
        return tuple(dict.fromkeys((value.variable, *inner)))
    if isinstance(value, tuple) and not isinstance(value, NotFollowed):
        return tuple(dict.fromkeys(v for each in value for v in variables_of_entry(each)))
    if isinstance(value, msgspec.Struct):
        return variables_of_entry(tuple(getattr(value, f) for f in value.__struct_fields__))
    return ()


def bind(  # noqa: PLR0911
    pattern: object, plain: object, values: dict[Variable, int]
) -> bool:
    """Fill in the values for which a pattern is something plain; return whether there are any."""
    if type(pattern) is LazyEntry:
        return _bind_entry(pattern, plain, values)
    if isinstance(pattern, UnreadNumber):
        [(variable, _)] = pattern.terms
        return isinstance(plain, int) and values.setdefault(variable, plain) == plain
    if isinstance(pattern, PartChoice):
        return any(
            _bind_all([(part, order)], values, pattern.variable, value)
            for order in _orders(plain)
            for value, part in enumerate(pattern.parts)
        )
    if isinstance(pattern, NotFollowed):
        return True
    if isinstance(pattern, tuple) and isinstance(plain, tuple):
        if pattern and isinstance(pattern[0], Call) and len(plain) < len(pattern):
            plain = (*plain, Call(before=NO_BORDER, pounds=1))
        return len(pattern) == len(plain) and all(
            bind(one, other, values) for one, other in zip(pattern, plain, strict=True)
        )
    if isinstance(pattern, msgspec.Struct):
        return type(pattern) is type(plain) and all(
            (name in {"sources", "source", "last"} and isinstance(pattern, BookTrack))
            or name in {"sources", "source"}
            or bind(getattr(pattern, name), getattr(plain, name), values)
            for name in pattern.__struct_fields__
        )
    return pattern == plain


def _orders(plain: object) -> Iterable[object]:
    """Return a list of requirements, cards or steps in every order, anything else as it is."""
    if isinstance(plain, tuple) and plain and isinstance(plain[0], UNORDERED):
        return permutations(plain)
    return (plain,)


UNORDERED = (NeedsGood, NeedsOneGood, NeedsExpansion, NeedsColleague, BonusSteps, str)


def _bind_all(
    pairs: list[tuple[object, object]], values: dict[Variable, int], variable: Variable, value: int
) -> bool:
    """Bind pairs under one value of a variable, and nothing at all if that does not go."""
    tried = {**values, variable: value}
    if values.get(variable, value) != value:
        return False
    if not all(bind(one, other, tried) for one, other in pairs):
        return False
    values |= tried
    return True


def _bind_entry(pattern: LazyEntry, plain: object, values: dict[Variable, int]) -> bool:
    kind = object.__getattribute__(pattern, "_kind")
    fields = object.__getattribute__(pattern, "_fields")
    pairs = [
        (each, getattr(plain, name, None))
        for name, each in fields.items()
        if name not in {"source", "sources"}
    ]
    if not isinstance(kind, Kinds):
        return kind is type(plain) and all(bind(one, other, values) for one, other in pairs)
    for value, (chosen, more) in enumerate(kind.parts):
        if chosen is type(plain):
            own = [(each, getattr(plain, name)) for name, each in more.items()]
            if _bind_all([*pairs, *own], values, kind.variable, value):
                return True
    return False
