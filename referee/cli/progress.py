"""How far a long command has come: a bar on standard error, if that is a terminal."""

from collections.abc import Iterable, Iterator
from typing import TypeVar

from rich.console import Console
from rich.progress import Progress

Item = TypeVar("Item")


def progress(items: Iterable[Item], total: int, what: str) -> Iterator[Item]:
    """Yield the items behind a bar that tells how many of all there are, and leaves no trace."""
    console = Console(stderr=True)
    quiet = not console.is_terminal or total <= 1
    with Progress(console=console, transient=True, disable=quiet) as bar:
        task = bar.add_task(what, total=total)
        for item in items:
            yield item
            bar.advance(task)
