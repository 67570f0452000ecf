"""Where output goes: coloured on a terminal, plain and of one width everywhere else."""

import errno
import sys
from collections.abc import Iterable, Iterator
from typing import Final, Self, TypeVar

import click
from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.segment import Segment

from referee.cli.output import printable, writing
from referee.i18n.speech import say

Element = TypeVar("Element")

WIDEST: Final = 100
"""Columns; longer lines are hard to read, and what is no terminal gets exactly these."""


class Output(Console):
    """Standard output; a terminal with `NO_COLOR` in its environment gets no colours."""

    def __init__(self) -> None:
        super().__init__(markup=False, emoji=False, highlight=False)
        self.width = min(self.width, WIDEST) if self.is_terminal else WIDEST

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterator[Segment]:
        """Yield what is printed, with nothing in it that a terminal would obey but our colours."""
        for segment in super().render(renderable, options):
            if segment.control:
                yield segment
            else:
                yield Segment(printable(segment.text), segment.style)

    def on_broken_pipe(self) -> None:
        """Tell the caller that nobody reads any more, in place of exiting."""
        raise BrokenPipeError(errno.EPIPE, say("commands.console.reader-gone"))


def show(*renderables: RenderableType) -> None:
    """Print `renderables`, one below the other."""
    output = Output()
    with writing():
        with output.capture() as captured:
            for renderable in renderables:
                # A text that is printed by itself would be joined to others, and lose its habits.
                output.print(Group(renderable), crop=False)
        shown = captured.get()
        if not output.is_terminal:
            # Tables are padded to their width, which a file or a program has no use for.
            shown = "".join(f"{line.rstrip()}\n" for line in shown.splitlines())
        click.echo(shown, nl=False, color=output.is_terminal)


# How far a long command has come: a bar on standard error, if that is a terminal ------------------
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


def progress(items: Iterable[Element], total: int | None, what: str) -> Iterator[Element]:
    """Yield the items behind a bar that tells how many of all are done, and leaves no trace.

    Where nobody knows how many there are, it tells how many are done and how long that took.
    """
    if (total is not None and total <= 1) or not sys.stderr.isatty():
        yield from items
        return
    from rich.progress import MofNCompleteColumn, Progress, TimeElapsedColumn  # noqa: PLC0415

    columns = (*Progress.get_default_columns()[:3], MofNCompleteColumn(), TimeElapsedColumn())
    shown = Progress.get_default_columns() if total is not None else columns
    with Progress(*shown, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(say(f"commands.progress.{what}"), total=total)
        for item in items:
            yield item
            bar.advance(task)
