"""How far a long command has come: a bar on standard error, if that is a terminal."""

from collections.abc import Iterable, Iterator
from typing import Self, TypeVar

from rich.console import Console
from rich.progress import Progress

from referee.cli.render.layout import printable

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


class Bar:
    """A bar for work that tells by itself how far it has come; it leaves no trace."""

    def __init__(self, what: str) -> None:
        console = Console(stderr=True)
        self._bar = Progress(console=console, transient=True, disable=not console.is_terminal)
        self._task = self._bar.add_task(what, visible=False)

    def __enter__(self) -> Self:
        self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.stop()

    def advance(self, done: int, total: int) -> None:
        """Show how much of all is done; a single thing needs no bar."""
        self._bar.update(self._task, completed=done, total=total, visible=total > 1)

    def say(self, words: str) -> None:
        """Show what is being done, of which nobody knows how long it takes."""
        self._bar.update(self._task, description=printable(words), total=None, visible=True)
