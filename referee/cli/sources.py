"""What commands are given: files, folders, standard input, and the options that go with them."""

import sys
from collections.abc import Callable, Collection, Iterable
from pathlib import Path
from typing import Any, TypeVar

import click

from referee.api.games import POSITION
from referee.api.record_forms import RECORDS, Listing, list_files, write_file
from referee.api.sources import (
    STANDARD_INPUT,
    STDIN,
    set_in,
    sets_of,
    standard_input,
    unusable_set,
)
from referee.cli.output import printable, remark, writing
from referee.cli.parameters import FILE, FILES, SET_FOLDER
from referee.i18n.speech import say

__all__ = [
    "FILE",
    "FILES",
    "POSITION",
    "books_option",
    "components_option",
    "json_option",
    "listed_files",
    "listed_games",
    "name_of",
    "set_in",
    "sets_of",
    "standard_input",
    "unusable_set",
]

F = TypeVar("F", bound=Callable[..., Any])


def components_option(command: F) -> F:
    """Add the option that names the folder of a component set."""
    return click.option(
        "--components",
        "folder",
        type=SET_FOLDER,
    )(command)


def books_option(command: F) -> F:
    """Add the option that tells what the books on a table say."""
    return click.option("--books", "with_books", is_flag=True)(command)


def json_option(command: F) -> F:
    """Add the option that prints JSON."""
    return click.option("--json", "as_json", is_flag=True)(command)


def listed_files(paths: Iterable[Path], suffixes: Collection[str] = RECORDS) -> tuple[Path, ...]:
    """Return the files that the arguments name, and tell how many of folders were left out."""
    return _listing(paths, suffixes).files


def listed_games(paths: Iterable[Path | str]) -> tuple[Path | str, ...]:
    """Return the same, also where the files lie in object stores."""
    return _listing(paths, RECORDS).everything


def _listing(paths: Iterable[Path | str], suffixes: Collection[str]) -> Listing:
    listing = list_files(paths, suffixes)
    for left_out in listing.left_out:
        if left_out.special:
            special = say("commands.sources.special-files", n=left_out.special)
            remark(
                say("commands.sources.left-out-a-pipe-a", folder=left_out.folder, special=special)
            )
        if left_out.other_json:
            others = say("commands.sources.json-files", n=left_out.other_json)
            remark(
                say(
                    "commands.sources.left-out-without-recorded-games",
                    folder=left_out.folder,
                    others=others,
                )
            )
    return listing


def name_of(path: Path) -> str:
    """Return how people are told of a file."""
    return STANDARD_INPUT if str(path) == STDIN else str(path)


# Writes a record into a file, or to standard output as it is --------------------------------------
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
