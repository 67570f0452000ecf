"""An input that stands at a limit, and the command that reads it."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from referee.game.shipped_files import shipped

Plain = dict[str, Any]

CHECK: Final = ("check", "--keep-going", "--json")
TYPED: Final = "typed"
"""The file with what a command gets on its standard input."""
GAMES: Final = shipped("games")


class LimitCase(Struct, frozen=True):
    """An input at a limit: writes its files into a folder and returns the command's arguments."""

    limits: tuple[str, ...]
    """The constants that it stands at."""
    write: Callable[[Path], tuple[str, ...]]
    seconds: float = 2
    """Of CPU that the command may take beyond its start."""


def written(folder: Path, name: str, data: bytes | str) -> str:
    """Write a file into a folder and return its path as an argument."""
    path = folder / name
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return str(path)
