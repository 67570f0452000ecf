"""Standard output without anything drawn: JSON, remarks, and what happens if nobody can read it."""

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Final

import click

from referee.api.errors import UnwritableError
from referee.cli.interrupts import answering
from referee.i18n.speech import say

UNPRINTABLE: Final = "\N{REPLACEMENT CHARACTER}"


def printable(words: str) -> str:
    """Return `words` with a mark in place of every character that a terminal might obey.

    Ends of lines and hard spaces stay.
    """
    if words.isprintable():
        return words
    return "".join(c if c.isprintable() or c in "\n\xa0" else UNPRINTABLE for c in words)


def show_json(data: object) -> None:
    """Print `data` as indented JSON that the encoding of the output can carry."""
    import json  # noqa: PLC0415 - for people none is printed

    ascii_only = not (sys.stdout.encoding or "").lower().startswith("utf")
    text = json.dumps(data, indent=2, ensure_ascii=ascii_only)
    with writing():
        click.echo("\n".join(map(_escaped, text.split("\n"))))


def _escaped(line: str) -> str:
    """Return a line of JSON that says the same without a character that a terminal might obey."""
    if line.isprintable():
        return line
    import json  # noqa: PLC0415

    return "".join(char if char.isprintable() else json.dumps(char)[1:-1] for char in line)


def remark(words: str) -> None:
    """Print a remark beside the answer, on standard error."""
    click.echo(fitted(printable(words)), err=True)


def fitted(words: str) -> str:
    """Return words in lines that fit into the terminal of standard error, if it is one."""
    if not sys.stderr.isatty():
        return words
    # Nobody else waits for it.
    from referee.cli.click_words import broken  # noqa: PLC0415

    return broken(words, shutil.get_terminal_size().columns)


def forget_output() -> None:
    """Drop what is still to be written, which would fail again when the process ends."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@contextmanager
def writing() -> Iterator[None]:
    """Let a failure to print be told as one, and not again when the process ends."""
    try:
        with answering():
            yield
    except BrokenPipeError:
        raise
    except OSError as error:
        forget_output()
        raise UnwritableError(
            say("commands.output.the-output-cannot-be-written", strerror=error.strerror)
        ) from error


# The version of the referee that is installed, and whether its modules are compiled ---------------
PACKAGE = "mombasa-referee"


def version_words() -> str:
    """Return the version, or that there is none to name."""
    # It takes long to import, and few ask for the version.
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415

    try:
        return version(PACKAGE)
    except PackageNotFoundError:
        return say("commands.version.of-a-source-tree-that")


def kind_of_modules() -> str:
    """Return whether an install has compiled modules."""
    engine = Path(__file__).parents[1] / "engine"
    compiled = any(file.name.endswith(tuple(EXTENSION_SUFFIXES)) for file in engine.iterdir())
    return say("commands.version.compiled" if compiled else "commands.version.plain")
