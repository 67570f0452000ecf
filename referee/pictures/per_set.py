"""What is worked out once for a component set and kept.

Sets are equal if they decide the same; two equal ones may still be drawn differently. So what is
kept for a drawing goes by the very object.
"""

from collections.abc import Callable, Hashable
from typing import Concatenate, Final, ParamSpec, TypeVar

from referee.game.component_set import ComponentSet

MOST: Final = 1024
"""So many answers are kept."""

P = ParamSpec("P")
T = TypeVar("T")


def per_set(
    ask: Callable[Concatenate[ComponentSet, P], T],
) -> Callable[Concatenate[ComponentSet, P], T]:
    """Return a function that remembers what it answered about a set."""
    kept: dict[Hashable, tuple[ComponentSet, T]] = {}

    def asked(components: ComponentSet, /, *args: P.args, **kwargs: P.kwargs) -> T:
        key = (id(components), args, *kwargs.items())
        if key not in kept:
            if len(kept) >= MOST:
                kept.clear()
            # The set is kept, too: its place in memory must not go to another.
            kept[key] = components, ask(components, *args, **kwargs)
        return kept[key][1]

    return asked
