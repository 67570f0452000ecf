"""What a check of a position looks at, and what it says."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from referee.engine.facts import Facts, facts_of
from referee.game.component_set import ComponentSet
from referee.game.messages.speech import say
from referee.game.state import Player, State
from referee.positions.faults import KeyPath


class PositionFinding(NamedTuple):
    """Something that cannot be: the key of a position under which it is said, and why."""

    path: KeyPath
    message: str


class AuditedTable:
    """A table that is being looked at, with the words for its players."""

    def __init__(self, state: State, colours: tuple[str, ...]) -> None:
        self.state = state
        self.colours = colours

    @property
    def components(self) -> ComponentSet:
        """The component set of the table."""
        return self.state.setting.components

    @property
    def facts(self) -> Facts:
        """What follows from the setting."""
        return facts_of(self.state.setting)

    def seats(self) -> Iterator[tuple[int, str, Player]]:
        """Yield every player with his seat and colour."""
        for seat, (colour, player) in enumerate(zip(self.colours, self.state.players, strict=True)):
            yield seat, colour, player


def listed(words: Iterable[object], most: int = 6) -> str:
    """Return all words, or the first of them and how many more there are."""
    said = [str(word) for word in words]
    rest = say("positions.finding.and-more", said=len(said) - most) if len(said) > most else ""
    return f"{', '.join(said[:most])}{rest}"
