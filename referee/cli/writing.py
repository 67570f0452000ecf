"""Writes a record into a file, or to standard output as it is."""

import sys
from pathlib import Path

import click

from referee.cli.console import UnwritableError, writing
from referee.cli.output import printable
from referee.durable import replace_file


def put(file: Path | None, data: bytes) -> None:
    """Write `data` to a file, or print it if there is none or it is `-`."""
    if file is None or str(file) == "-":
        with writing():
            sys.stdout.flush()
            if sys.stdout.isatty():
                # A file or a program gets every byte; a person gets what can be read.
                click.echo(printable(data.decode("utf-8", "replace")), nl=False)
            else:
                click.echo(data, nl=False)
        return
    put_file(file, data)


def put_file(file: Path, data: bytes) -> None:
    """Replace a file by one that holds `data`."""
    try:
        replace_file(file, data)
    except OSError as error:
        raise UnwritableError(f"{file} cannot be written: {error.strerror}") from error
