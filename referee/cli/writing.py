"""Writes a record into a file, or to standard output as it is."""

import sys
from pathlib import Path

import click

from referee.cli.console import UnwritableError, writing
from referee.durable import replace_file


def put(file: Path | None, data: bytes) -> None:
    """Write `data` to a file, or print it if there is none or it is `-`."""
    if file is None or str(file) == "-":
        with writing():
            sys.stdout.flush()
            click.echo(data, nl=False)
        return
    put_file(file, data)


def put_file(file: Path, data: bytes) -> None:
    """Replace a file by one that holds `data`."""
    try:
        replace_file(file, data)
    except OSError as error:
        raise UnwritableError(f"{file} cannot be written: {error.strerror}") from error
