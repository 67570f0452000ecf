"""A bar for work that tells by itself how far it has come, if standard error is a terminal."""

from typing import Self

from rich.console import Console
from rich.progress import Progress

from referee.cli.render.layout import printable
from referee.game.messages.speech import say


class Bar:
    """A bar on standard error that leaves no trace; what is done is one of `commands.progress`."""

    def __init__(self, what: str) -> None:
        console = Console(stderr=True)
        self._bar = Progress(console=console, transient=True, disable=not console.is_terminal)
        self._task = self._bar.add_task(say(f"commands.progress.{what}"), visible=False)

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
