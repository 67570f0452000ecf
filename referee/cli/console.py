"""Where output goes: coloured on a terminal, plain and of one width everywhere else."""

import errno
import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final

import click
from rich.console import Console, RenderableType

from referee.cli.exits import UNDECIDED

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
    with writing():
        click.echo(json.dumps(data, indent=2, ensure_ascii=ascii_only))


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
