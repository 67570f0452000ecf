"""How far the people of a folder have come with their puzzles, in a file beside the games."""

from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from referee.durable import replace_file

FILE: Final = ".puzzles.json"
ASIDE: Final = ".puzzles-unreadable.json"
MOST_BYTES: Final = 1024 * 1024


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
        self._path = folder / FILE
        self._known = self._read()

    def of(self, puzzle: str) -> Progress:
        """Return how far a puzzle has come."""
        return self._known.get(puzzle, NOTHING)

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
        if progress != self.of(puzzle):
            known = {**self._known, puzzle: progress}
            replace_file(self._path, msgspec.json.format(msgspec.json.encode(known)))
            self._known = known
        return progress

    def _read(self) -> dict[str, Progress]:
        """Return what stands in the file; one that makes no sense is put aside and not lost."""
        try:
            with self._path.open("rb") as stream:
                data = stream.read(MOST_BYTES + 1)
        except OSError:
            return {}
        try:
            if len(data) > MOST_BYTES:
                raise msgspec.ValidationError("too large")
            return msgspec.json.decode(data, type=dict[str, Progress])
        except (msgspec.DecodeError, UnicodeDecodeError):
            with suppress(OSError):
                self._path.replace(self._path.with_name(ASIDE))
            return {}
