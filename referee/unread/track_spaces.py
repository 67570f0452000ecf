"""Bonus spaces that are on the table only if a track has them."""

from collections.abc import Callable, Mapping
from typing import Any, cast

from referee.game.components import (
    SpaceBonus,
)
from referee.game.ids import SpaceId
from referee.unread.lazy_entries import PartChoice


class SpaceIndex(dict[Any, int]):
    """The places of bonus spaces, some of which are on the table only if a track has them."""

    def __init__(
        self, places: Mapping[Any, int], asked: set[SpaceId], is_there: Callable[[Any], bool]
    ) -> None:
        super().__init__(places)
        self._asked = asked
        self._is_there = is_there

    def __contains__(self, space: object) -> bool:
        if space in self._asked:
            return self._is_there(space)
        return super().__contains__(space)

    def get(self, space: object, default: Any = None) -> Any:  # noqa: ANN401
        """Return the place of a space that is on the table."""
        # Whether the space is there has to be asked, which the lookup itself does not.
        return super().__getitem__(space) if space in self else default


def has_space(pair: Any, space: SpaceId) -> bool:  # noqa: ANN401
    """Return whether a pair of bonuses has a bonus space."""
    return any(isinstance(bonus, SpaceBonus) and bonus.space == space for bonus in pair)


def spaces_in(choice: PartChoice) -> set[SpaceId]:
    """Return the bonus spaces that one of the pairs to choose from has."""
    return {
        bonus.space
        for pair in cast("Any", choice.parts)
        for bonus in pair
        if isinstance(bonus, SpaceBonus)
    }
