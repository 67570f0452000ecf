"""Where the files that come with the referee lie: its data, games and puzzles."""

from pathlib import Path
from typing import Literal

_PACKAGE = Path(__file__).resolve().parent.parent


def packaged(*parts: str) -> Path:
    """Return the path of a file in the package `referee`.

    The package is always a folder; `importlib.resources` would only take time to find that out.
    """
    return _PACKAGE.joinpath(*parts)


def shipped(what: Literal["games", "puzzles"]) -> Path:
    """Return the folder of shipped games or puzzles, installed or in a checkout."""
    installed = _PACKAGE / "shipped" / what
    return installed if installed.is_dir() else _PACKAGE.parent / what


def shipped_path(path: Path) -> Path | None:
    """Return the shipped file that README examples mean by a path; None if something is there."""
    folder = path.parts[0] if path.parts else ""
    if path.is_absolute() or folder not in ("games", "puzzles"):
        return None
    root = shipped("games" if folder == "games" else "puzzles")
    inside = root.joinpath(*path.parts[1:])
    try:
        if path.exists() or not inside.resolve().is_relative_to(root.resolve()):
            return None
        return inside if inside.exists() else None
    except (OSError, ValueError, RuntimeError):
        return None
