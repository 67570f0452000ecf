"""How far a long command has come: a bar on standard error, if that is a terminal."""

from collections.abc import Iterable, Sequence
from typing import TypeVar

from rich.console import Console
from rich.progress import track

Item = TypeVar("Item")


def progress(items: Sequence[Item], what: str) -> Iterable[Item]:
    """Return the items for a loop that shows how many are done, and leaves nothing behind."""
    console = Console(stderr=True)
    return track(items, what, console=console, transient=True, disable=not console.is_terminal)
