"""A bar for work that tells by itself how far it has come, if standard error is a terminal."""

import sys
from collections.abc import Iterable, Iterator
from typing import Self, TypeVar

from rich.console import Console

from referee.cli.output import printable
from referee.i18n.speech import say


class Bar:
    """A bar on standard error that leaves no trace; what is done is one of `commands.progress`."""

    def __init__(self, what: str) -> None:
        # It brings tables and spinners, which a short command does without.
        from rich.progress import Progress  # noqa: PLC0415

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


# How far a long command has come: a bar on standard error, if that is a terminal ------------------
Element = TypeVar("Element")


def progress(items: Iterable[Element], total: int | None, what: str) -> Iterator[Element]:
    """Yield the items behind a bar that tells how many of all are done, and leaves no trace.

    Where nobody knows how many there are, it tells how many are done and how long that took.
    """
    if (total is not None and total <= 1) or not sys.stderr.isatty():
        yield from items
        return
    from rich.console import Console  # noqa: PLC0415 - only a terminal has a bar
    from rich.progress import MofNCompleteColumn, Progress, TimeElapsedColumn  # noqa: PLC0415

    columns = (*Progress.get_default_columns()[:3], MofNCompleteColumn(), TimeElapsedColumn())
    shown = Progress.get_default_columns() if total is not None else columns
    with Progress(*shown, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(say(f"commands.progress.{what}"), total=total)
        for item in items:
            yield item
            bar.advance(task)
