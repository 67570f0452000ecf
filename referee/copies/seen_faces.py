"""What a face says of an entry that was not read: conditions on its values, and who looks alike."""

from collections.abc import Hashable, Iterable, Mapping
from itertools import permutations
from typing import Any

import msgspec
from msgspec import Struct

from referee.copies.blank_places import NO_BORDER
from referee.copies.guards import Guard
from referee.copies.lazy_entries import Kinds, LazyEntry, NotFollowed, PartChoice, kind_of, part_of
from referee.copies.numbers import UnreadNumber
from referee.copies.partly_read_set import PartlyReadSet
from referee.copies.propagation import Among, Condition, Variable, least_of, mask_of, values_of
from referee.core.component_set import TABLES, ComponentSet
from referee.core.components import (
    BonusSteps,
    BookTrack,
    Call,
    NeedsColleague,
    NeedsExpansion,
    NeedsGood,
    NeedsOneGood,
)
from referee.core.faces import SeenFace


# The values for which what was not read is something plain ----------------------------------------
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


def conditions_to_show(entry: Any, face: SeenFace) -> tuple[Condition, ...] | None:  # noqa: ANN401
    """Return what must be printed for an entry to have a face; None if it cannot have it."""
    if face.letter is not None and getattr(entry, "letter", None) != face.letter:
        return None
    conditions: list[Condition] = []
    of_kind: list[tuple[str, Any]] = []
    kind = kind_of(entry)
    for name, value in face.seen:
        if isinstance(kind, Kinds) and part_of(entry, name) is None and name != "share":
            of_kind.append((name, value))
        elif name == "kind":
            if _tag(kind) != value:
                return None
        else:
            found = _conditions(_field(entry, name), value)
            if found is None:
                return None
            conditions += found
    if isinstance(kind, Kinds) and of_kind:
        found = _conditions_of_kind(kind, of_kind)
        if found is None:
            return None
        conditions += found
    return tuple(conditions)


def _tag(kind: object) -> object:
    config = getattr(kind, "__struct_config__", None)
    return getattr(config, "tag", None)


def _field(entry: Any, name: str) -> object:  # noqa: ANN401
    return part_of(entry, name) if type(entry) is LazyEntry else getattr(entry, name, None)


def _conditions(part: object, value: object) -> list[Condition] | None:
    """Return what makes a part of an entry equal to something seen."""
    values: dict[Variable, int] = {}
    if not bind(part, value, values):
        return None
    if any(not variable.domain >> number & 1 for variable, number in values.items()):
        return None
    return [Among(variable, 1 << number) for variable, number in values.items()]


def _conditions_of_kind(kind: Kinds, seen: Iterable[tuple[str, Any]]) -> list[Condition] | None:
    """Return which kinds have what was seen, and what their own fields must be."""
    fitting: dict[int, dict[Variable, int]] = {}
    for value in values_of(kind.variable.domain):
        chosen, fields = kind.parts[value]
        values: dict[Variable, int] = {}
        if all(
            _tag(chosen) == wanted if name == "kind" else bind(fields.get(name), wanted, values)
            for name, wanted in seen
        ):
            fitting[value] = values
    if not fitting:
        return None
    conditions: list[Condition] = [Among(kind.variable, mask_of(fitting))]
    shared = [*fitting.values()]
    for variable, number in shared[0].items():
        if not variable.domain >> number & 1:
            return None
        if all(values.get(variable) == number for values in shared):
            conditions.append(Among(variable, 1 << number))
    return conditions


DESCRIBING = frozenset({"id", "name", "drawn", "source", "sources", "first_game_seat"})


def class_of(entry: Any, guard: Guard) -> Hashable:  # noqa: ANN401
    """Return what tells an entry from others: what was read, and what is known of the rest.

    An entry whose unread values are bound up with others stands for itself alone.
    """
    variables = variables_of_entry(entry)
    if guard.around(variables):
        return str(entry.id)
    masks = tuple(guard.mask(variable) for variable in variables)
    places = tuple(variable.key.split(".", 2)[2] for variable in variables)
    return read_of(entry), places, masks


def read_of(value: object) -> Hashable:
    """Return what was read of an entry or a part of it, with the same for all that was not."""
    if type(value) is LazyEntry:
        kind = kind_of(value)
        fields: Mapping[str, object] = object.__getattribute__(value, "_fields")
        return (None if isinstance(kind, Kinds) else kind, _read_fields(fields))
    if isinstance(value, UnreadNumber | PartChoice | NotFollowed):
        return None
    if isinstance(value, tuple):
        return tuple(map(read_of, value))
    if isinstance(value, Struct):
        named = {name: getattr(value, name) for name in value.__struct_fields__}
        return (type(value), _read_fields(named))
    return value


def _read_fields(fields: Mapping[str, object]) -> Hashable:
    return tuple((name, read_of(each)) for name, each in fields.items() if name not in DESCRIBING)
