"""Saying an event in the words of another: what that one left unsaid need not be said."""

from typing import Any

from msgspec import Struct
from msgspec.structs import asdict, replace

from model.kinds import JudgedEvent
from referee.game.turns import Entering, UseLevel


def in_words_of(said: JudgedEvent, event: JudgedEvent) -> JudgedEvent:
    """Return an event with nothing said that `said` leaves unsaid about the same thing."""
    shorter: dict[str, Any] = {}
    for field, value in asdict(event).items():
        old = getattr(said, field)
        if isinstance(value, tuple) and isinstance(old, tuple):
            kept = (item for item in value if not _is_unnamed(item, old))
            shorter[field] = tuple(_shortened(item, old) for item in kept)
        elif isinstance(value, Struct) and isinstance(old, Struct):
            shorter[field] = _shortened(value, (old,))
    return replace(event, **shorter)


def _is_unnamed(item: object, said: tuple[object, ...]) -> bool:
    """Return whether an item is the level of a track about which nothing was said."""
    named = {old.company for old in said if isinstance(old, UseLevel)}
    return isinstance(item, UseLevel) and item.company not in named


def _shortened(item: Any, said: tuple[Any, ...]) -> Any:  # noqa: ANN401
    """Return an item without what is unsaid in one of the same sort that says its first field."""
    if not isinstance(item, Struct) or item in said:
        return item
    for old in said:
        if type(old) is type(item) and _first(old) == _first(item):
            return replace(item, **{name: None for name, v in asdict(old).items() if v is None})
    if isinstance(item, Entering):
        return replace(item, source=None)
    return item


def _first(item: Struct) -> object:
    """Return what an item is about; points are about nothing but themselves."""
    first = getattr(item, item.__struct_fields__[0])
    return None if isinstance(first, tuple | int) else first
