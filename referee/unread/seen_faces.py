"""What a face says of an entry that was not read: conditions on its values, and who looks alike."""

from collections.abc import Hashable, Iterable, Mapping
from typing import Any

from msgspec import Struct

from referee.game.faces import SeenFace
from referee.unread.bound_values import bind, variables_of_entry
from referee.unread.conditions import Among, Condition
from referee.unread.guards import Guard
from referee.unread.lazy_entries import Kinds, LazyEntry, NotFollowed, PartChoice, kind_of, part_of
from referee.unread.numbers import UnreadNumber
from referee.unread.variables import Variable, mask_of, values_of


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
