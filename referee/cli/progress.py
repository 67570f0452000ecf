"""How far a long command has come: a bar on standard error, if that is a terminal."""

import sys
from collections.abc import Iterable, Iterator
from typing import TypeVar

from referee.game.messages.speech import say

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
