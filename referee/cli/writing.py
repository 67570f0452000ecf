"""Writes a record into a file, or to standard output as it is."""

import sys
from pathlib import Path

import click

from referee.cli.console import UnwritableError


def put(file: Path | None, data: bytes) -> None:
    """Write `data` to a file, or print it if there is none or it is `-`."""
    if file is None or str(file) == "-":
        sys.stdout.flush()
        click.echo(data, nl=False)
        return
    try:
        file.write_bytes(data)
    except OSError as error:
        raise UnwritableError(f"{file} cannot be written: {error.strerror}") from error
