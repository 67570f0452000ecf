"""Writes a record into a file, or to standard output as it is."""

import sys
from pathlib import Path

import click

from referee.api.record_forms import write_file
from referee.cli.output import printable, writing


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
    write_file(file, data)
