"""How far the people of a folder have come with their puzzles, in a file beside the games."""

from pathlib import Path
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from referee.table.kept_json import KeptJson

FILE: Final = "puzzles"


class Progress(Struct, frozen=True, omit_defaults=True):
    """What happened with one puzzle."""

    attempts: int = 0
    reached: int | None = None
    """The most that an attempt was worth."""
    solved: bool = False
    hints: int = 0
    """How many steps of the hints were shown."""
    shown: bool = False
    """Whether somebody asked for the solution before it was found."""


NOTHING: Final = Progress()


class PuzzleProgress:
    """The progress with all puzzles of a folder."""

    def __init__(self, folder: Path) -> None:
        self._file = KeptJson(folder, FILE, dict[str, Progress], {})

    def of(self, puzzle: str) -> Progress:
        """Return how far a puzzle has come."""
        return self._file.value.get(puzzle, NOTHING)

    def tried(self, puzzle: str, value: int | None, *, solved: bool) -> Progress:
        """Remember an attempt, and what it was worth."""
        before = self.of(puzzle)
        worths = [each for each in (before.reached, value) if each is not None]
        return self._keep(
            puzzle,
            replace(
                before,
                attempts=before.attempts + 1,
                reached=max(worths) if worths else None,
                solved=before.solved or solved,
            ),
        )

    def hinted(self, puzzle: str, step: int) -> Progress:
        """Remember that a step of the hints was shown."""
        before = self.of(puzzle)
        return self._keep(puzzle, replace(before, hints=max(before.hints, step)))

    def told(self, puzzle: str) -> Progress:
        """Remember that the solution was asked for."""
        before = self.of(puzzle)
        return self._keep(puzzle, replace(before, shown=before.shown or not before.solved))

    def _keep(self, puzzle: str, progress: Progress) -> Progress:
        self._file.keep({**self._file.value, puzzle: progress})
        return progress
