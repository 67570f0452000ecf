"""The puzzles of a folder: those that are shipped, and those that lie there as files."""

from functools import cache
from pathlib import Path
from typing import Final

from referee import NotFoundError, Puzzle, RefereeError, load_puzzle, puzzles
from referee.game.messages.speech import say

OWN: Final = "own:"
"""Begins the id of a puzzle that is not shipped."""
ENDING: Final = ".toml"
MOST_OWN: Final = 500


@cache
def shipped_by_id() -> dict[str, Puzzle]:
    """Return the shipped puzzles by id, the easy ones first."""
    return {puzzle.id: puzzle for puzzle in puzzles()}


class PuzzleShelf:
    """Puzzles by id; a file is read again when it has changed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._read: dict[str, tuple[int, Puzzle | None]] = {}

    def all(self) -> dict[str, Puzzle]:
        """Return every puzzle, the group's own first."""
        own = {name: self._own(path) for name, path in self._files().items()}
        return {name: puzzle for name, puzzle in own.items() if puzzle} | shipped_by_id()

    def named(self, name: str) -> Puzzle:
        """Return a puzzle; no other name leads anywhere."""
        found = shipped_by_id().get(name)
        if found is None and (path := self._files().get(name)):
            found = self._own(path)
        if found is None:
            raise NotFoundError(say("puzzles.shelf.no-puzzle", name=f"{name!r:.60}"))
        return found

    def _files(self) -> dict[str, Path]:
        paths = sorted(self.folder.glob(f"*{ENDING}"))
        here = [path for path in paths if path.is_file() and not path.is_symlink()]
        return {f"{OWN}{path.stem}": path for path in here[:MOST_OWN]}

    def _own(self, path: Path) -> Puzzle | None:
        """Return the puzzle of a file; None for one that holds no puzzle."""
        try:
            changed = path.stat().st_mtime_ns
            known = self._read.get(path.name)
            if known is None or known[0] != changed:
                known = self._read[path.name] = (changed, _puzzle_in(path))
        except OSError:
            return None
        return known[1]


def _puzzle_in(path: Path) -> Puzzle | None:
    try:
        return load_puzzle(path)
    except RefereeError:
        return None
