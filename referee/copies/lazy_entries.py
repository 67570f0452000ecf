"""Entries of a set with unread kinds: what they are is asked when, and only if, it matters."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NoReturn

from referee.copies.propagation import Among, Mask, Variable, mask_of, values_of
from referee.copies.runs import current
from referee.core.component_set import UnreadValueError


class NotReadError(UnreadValueError):
    """Something was asked for that is not followed while it is unread, such as a list of values."""

    def __init__(self, subject: str) -> None:
        super().__init__(f"{subject} have not been read")
        self.subject = subject


class PartChoice:
    """A variable whose values stand for whole parts of an entry."""

    __slots__ = ("groups", "parts", "variable")

    def __init__(self, variable: Variable, parts: Sequence[object]) -> None:
        self.variable = variable
        self.parts = tuple(parts)
        """By value of the variable what is printed then."""
        self.groups = grouped(variable.domain, self.parts)

    def resolve(self) -> Any:  # noqa: ANN401
        """Return what is printed on the path that is being explored."""
        masks = [mask for mask, _ in self.groups]
        return self.groups[current().group(self.variable, masks)][1]


def grouped(domain: Mask, parts: Sequence[object]) -> list[tuple[Mask, object]]:
    """Return the values that stand for the same part, and that part."""
    found: dict[object, tuple[Mask, object]] = {}
    for value in values_of(domain):
        part = parts[value]
        # Parts with unread numbers cannot be hashed without asking for them.
        name = part if isinstance(part, str | int | type | None) else id(part)
        mask, _ = found.get(name, (0, part))
        found[name] = mask | 1 << value, part
    return [*found.values()]


class Kinds(PartChoice):
    """A variable whose values are the kinds that an entry can be of, each with its own fields."""

    __slots__ = ("_by_class", "_by_field")

    parts: tuple[tuple[type, Mapping[str, object]], ...]

    def __init__(
        self, variable: Variable, parts: Sequence[tuple[type, Mapping[str, object]]]
    ) -> None:
        super().__init__(variable, parts)
        self._by_class = grouped(variable.domain, [kind for kind, _ in parts])
        self._by_field: dict[str, list[tuple[Mask, object]]] = {}

    def kind(self) -> type:
        """Return of which class the entry is."""
        masks = [mask for mask, _ in self._by_class]
        found = self._by_class[current().group(self.variable, masks)][1]
        assert isinstance(found, type)  # noqa: S101
        return found

    def field(self, name: str) -> object:
        """Return the value of a field that only some kinds have."""
        if name not in self._by_field:
            values = [fields.get(name, _NONE) for _, fields in self.parts]
            self._by_field[name] = grouped(self.variable.domain, values)
        groups = self._by_field[name]
        found = groups[current().group(self.variable, [mask for mask, _ in groups])][1]
        if found is _NONE:
            raise AttributeError(name)
        return found

    def is_one(self, wanted: Callable[[type, Mapping[str, object]], bool]) -> bool:
        """Return whether the entry is of a wanted kind, and decide no more than that."""
        mask = mask_of(
            value for value in values_of(self.variable.domain) if wanted(*self.parts[value])
        )
        return is_among(self.variable, mask)


_NONE = object()


def is_among(variable: Variable, mask: Mask) -> bool:
    """Return whether a variable has one of these values on the path that is being explored."""
    if mask & variable.domain in {0, variable.domain}:
        return bool(mask & variable.domain)
    return current().decide(Among(variable, mask & variable.domain))


class LazyEntry:
    """An entry with parts that are choices; to the engine it looks like the entry itself."""

    __slots__ = ("_fields", "_kind")

    def __init__(self, kind: "type | Kinds", fields: Mapping[str, object]) -> None:
        object.__setattr__(self, "_kind", kind)
        object.__setattr__(self, "_fields", fields)

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401
        fields: Mapping[str, object] = object.__getattribute__(self, "_fields")
        if name in fields:
            value = fields[name]
        else:
            kind = object.__getattribute__(self, "_kind")
            if not isinstance(kind, Kinds):
                raise AttributeError(name)
            value = kind.field(name)
        return value.resolve() if isinstance(value, PartChoice) else value

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{name} of an entry cannot be set")

    @property  # type: ignore[misc]
    def __class__(self) -> Any:  # noqa: ANN401
        kind = object.__getattribute__(self, "_kind")
        return kind.kind() if isinstance(kind, Kinds) else kind


def kind_of(entry: object) -> "type | Kinds":
    """Return the class of an entry, or the choice of classes without asking for it."""
    if type(entry) is LazyEntry:
        kind = object.__getattribute__(entry, "_kind")
        assert isinstance(kind, type | Kinds)  # noqa: S101
        return kind
    return type(entry)


def part_of(entry: object, name: str) -> object:
    """Return a field of an entry as it stands, a choice without asking for it."""
    if type(entry) is LazyEntry:
        fields: Mapping[str, object] = object.__getattribute__(entry, "_fields")
        return fields.get(name)
    return getattr(entry, name)


class NotFollowed(tuple[Any, ...]):
    """Stands where a list is unread that is not followed; looking into it raises an error."""

    subject: str
    """What the list is, in words."""

    def __new__(cls, subject: str) -> "NotFollowed":
        """Return what stands for a list."""
        found = super().__new__(cls)
        found.subject = subject
        return found

    def __iter__(self) -> Iterator[Any]:
        raise NotReadError(self.subject)

    def __len__(self) -> int:
        raise NotReadError(self.subject)

    def __getitem__(self, at: object) -> NoReturn:
        raise NotReadError(self.subject)
