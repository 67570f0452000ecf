"""Where output goes: coloured on a terminal, plain and of one width everywhere else."""

import errno
import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final

import click
from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from referee.cli.exits import UNDECIDED
from referee.cli.render.layout import printable

WIDEST: Final = 100
"""Columns; longer lines are hard to read, and what is no terminal gets exactly these."""


class UnwritableError(click.ClickException):
    """The output could not be written, so nobody has seen the answer."""

    exit_code = UNDECIDED


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
        raise BrokenPipeError(errno.EPIPE, "the reader of the output went away")


def show(*renderables: RenderableType) -> None:
    """Print `renderables`, one below the other."""
    output = Output()
    with writing():
        with output.capture() as captured:
            for renderable in renderables:
                output.print(renderable, crop=False)
        shown = captured.get()
        if not output.is_terminal:
            # Tables are padded to their width, which a file or a program has no use for.
            shown = "".join(f"{line.rstrip()}\n" for line in shown.splitlines())
        click.echo(shown, nl=False, color=output.is_terminal)


def show_json(data: object) -> None:
    """Print `data` as indented JSON that the encoding of the output can carry."""
    ascii_only = not (sys.stdout.encoding or "").lower().startswith("utf")
    text = json.dumps(data, indent=2, ensure_ascii=ascii_only)
    with writing():
        click.echo("\n".join(map(_escaped, text.split("\n"))))


def _escaped(line: str) -> str:
    """Return a line of JSON that says the same without a character that a terminal might obey."""
    if line.isprintable():
        return line
    return "".join(char if char.isprintable() else json.dumps(char)[1:-1] for char in line)


def remark(words: str) -> None:
    """Print a remark beside the answer, on standard error."""
    click.echo(printable(words), err=True)


def forget_output() -> None:
    """Drop what is still to be written, which would fail again when the process ends."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@contextmanager
def writing() -> Iterator[None]:
    """Let a failure to print be told as one, and not again when the process ends."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        forget_output()
        raise UnwritableError(f"the output cannot be written: {error.strerror}") from error
