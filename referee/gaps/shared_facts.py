"""What all choices of a line share: the fields of canonical turns side by side."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from referee.game.canonical import Gains
from referee.game.ids import COMPANIES
from referee.gaps.moves import CountedChoice


class SharedField(Struct, frozen=True):
    """A field of what happened in a line, and all values that it has in some completion."""

    field: str
    values: frozenset[object]

    @property
    def certain(self) -> bool:
        """Whether the field has the same value in every completion."""
        return len(self.values) == 1

    @property
    def value(self) -> object:
        """The value of a field that is certain."""
        (only,) = self.values
        return only

    @property
    def range(self) -> tuple[int, int] | None:
        """The least and the greatest value of a number."""
        numbers = [value for value in self.values if isinstance(value, int)]
        return (min(numbers), max(numbers)) if len(numbers) == len(self.values) else None

    @property
    def always(self) -> frozenset[object]:
        """What a set holds in every completion."""
        sets = [value for value in self.values if isinstance(value, frozenset)]
        if not sets or len(sets) < len(self.values):
            return frozenset()
        return frozenset.intersection(*sets)


def shared(choices: Sequence[CountedChoice]) -> tuple[SharedField, ...]:
    """Return the fields that all choices have, each with the values that it can have."""
    rows = [dict(_fields(choice)) for choice in choices]
    if not rows:
        return ()
    common = [field for field in rows[0] if all(field in row for row in rows)]
    return tuple(SharedField(field, frozenset(row[field] for row in rows)) for field in common)


def _fields(choice: CountedChoice) -> Iterator[tuple[str, object]]:
    """Yield the fields of a choice, those of its gains and by company among them."""
    if choice is None:
        return
    yield "do", choice.__struct_config__.tag
    yield from _parts(choice)


def _parts(value: Struct) -> Iterator[tuple[str, object]]:
    for field in value.__struct_fields__:
        part = getattr(value, field)
        if isinstance(part, Gains):
            yield from _parts(part)
        elif field in BY_COMPANY:
            yield from ((f"{field} {c}", each) for c, each in zip(COMPANIES, part, strict=True))
        else:
            yield field, part


BY_COMPANY = frozenset({"steps", "returned", "removed"})
"""Fields that hold a value for each company."""
