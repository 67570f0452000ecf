"""What the differential found: numbers that add up, and disagreements with games to replay."""

from typing import TypeVar

from msgspec import Struct

from referee.compare.readings import Comparison, Difference
from referee.compare.scene import Scene, scene
from referee.compare.scene_text import told
from referee.compare.shortest import shortest
from referee.compare.shrink import Holds, shrunk
from referee.game.events import Event
from referee.game.setting import Setting

Asked = TypeVar("Asked")

SHRUNK = 2
"""So many disagreements of one piece of work are shrunk; the others are of the same kind mostly."""


class Disagreement(Struct, frozen=True):
    """Where engine and model part, and a game that shows it."""

    about: str
    difference: Difference
    game: str

    @property
    def kind(self) -> tuple[str, ...]:
        """What disagreements with the same cause have in common."""
        return self.about, *self.difference.shape


class Result(Struct):
    """What one piece of work compared and found."""

    work: str
    number: int
    turns: int = 0
    mutations: int = 0
    positions: int = 0
    with_books: int = 0
    legal_turns: int = 0
    rules: dict[str, int] = {}
    disagreements: list[Disagreement] = []

    def add(self, comparison: Comparison) -> bool:
        """Count a comparison, and return whether the two agreed."""
        for rule in comparison.rules:
            self.rules[rule] = self.rules.get(rule, 0) + 1
        return comparison.difference is None

    def disagree(
        self,
        about: str,
        comparison: Comparison,
        setting: Setting,
        events: list[Event],
        asked: Event,
    ) -> None:
        """Add a disagreement about an event, with the shortest game that shows it."""
        at = scene(setting, events, asked)
        if comparison.difference is not None and len(self.disagreements) < SHRUNK:
            at = shortest(setting, events, asked, comparison.difference) or at
        self.note(about, comparison, told(at))

    def disagree_at(
        self, about: str, comparison: Comparison, at: Scene[Asked], holds: Holds[Asked]
    ) -> None:
        """Add a disagreement about something else at a table."""
        if len(self.disagreements) < SHRUNK:
            at = shrunk(at, holds) or at
        self.note(about, comparison, told(at))

    def note(self, about: str, comparison: Comparison, game: str) -> None:
        """Add a disagreement that a game shows."""
        if comparison.difference is not None:
            self.disagreements.append(Disagreement(about, comparison.difference, game))
