"""Where the games and puzzles that come with the referee lie."""

from pathlib import Path
from typing import Literal

_PACKAGE = Path(__file__).resolve().parent.parent


def shipped(what: Literal["games", "puzzles"]) -> Path:
    """Return the folder of shipped games or puzzles, installed or in a checkout."""
    installed = _PACKAGE / "shipped" / what
    return installed if installed.is_dir() else _PACKAGE.parent / what
