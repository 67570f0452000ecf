"""Lookups of the engine that are answered when somebody asks."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any


class LazyMapping(Mapping[Any, Any]):
    """A mapping whose keys are candidates; whether one belongs is asked when it matters."""

    def __init__(
        self,
        keys: Mapping[Any, Any],
        belongs: Callable[[Any], bool],
        value: Callable[[Any], Any],
    ) -> None:
        self._keys = keys
        self._belongs = belongs
        self._value = value

    def __getitem__(self, key: object) -> Any:  # noqa: ANN401
        if key not in self:
            raise KeyError(key)
        return self._value(key)

    def __contains__(self, key: object) -> bool:
        return key in self._keys and self._belongs(key)

    def __iter__(self) -> Iterator[Any]:
        return (key for key in self._keys if self._belongs(key))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def get(self, key: object, default: Any = None) -> Any:  # noqa: ANN401
        """Return the value of a key, or another one if it does not belong."""
        return self._value(key) if key in self else default

    def without(self, keys: set[str]) -> "LazyMapping":
        """Return the mapping without some of its keys."""
        left = {key: value for key, value in self._keys.items() if key not in keys}
        return LazyMapping(left, self._belongs, self._value)


class Fixed:
    """A sequence whose items are made when they are asked for."""

    def __init__(self, item: Callable[[int], Any]) -> None:
        self._item = item

    def __getitem__(self, at: int) -> Any:  # noqa: ANN401
        return self._item(at)
