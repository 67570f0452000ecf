"""Where output goes: coloured on a terminal, plain and of one width everywhere else."""

import errno
from collections.abc import Iterator
from typing import Final

import click
from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.segment import Segment

from referee.api.errors import UnwritableError
from referee.cli.output import forget_output, printable, remark, show_json, writing
from referee.i18n.speech import say

__all__ = [
    "Output",
    "UnwritableError",
    "forget_output",
    "remark",
    "show",
    "show_json",
    "writing",
]

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
        raise BrokenPipeError(errno.EPIPE, say("commands.console.the-reader-of-the-output"))


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
