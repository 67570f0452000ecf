"""Standard output without anything drawn: JSON, remarks, and what happens if nobody can read it."""

import os
import re
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Any, Final

import click

from referee.api.errors import NoAnswerError, WriteError
from referee.cli.interrupts import answering
from referee.i18n.catalogue import sentence
from referee.i18n.speech import say, spoken

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
    if not text.replace("\n", "").isprintable():
        # It says the same without a character that a terminal might obey.
        text = "".join(c if c.isprintable() or c == "\n" else json.dumps(c)[1:-1] for c in text)
    with writing():
        click.echo(text)


def remark(words: str) -> None:
    """Print a remark beside the answer, on standard error."""
    click.echo(fitted(printable(words)), err=True)


def fitted(words: str) -> str:
    """Return words in lines that fit into the terminal of standard error, if it is one."""
    if not sys.stderr.isatty():
        return words
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
        raise WriteError.of("commands.output.cannot-write", reason=error.strerror) from error


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
    # What is only printed needs no files.
    from referee.api.record_forms import write_file  # noqa: PLC0415

    write_file(file, data)


def draw_into(file: Path | None, drawn: Any) -> None:  # noqa: ANN401 - a table or an answer
    """Draw a table or an answer into a file, if one is named."""
    if file is None:
        return
    if (scene := drawn.scene) is None:
        raise NoAnswerError.of("answers.pictures.no-single-table", name=type(drawn).__name__)
    put(file, scene.to_file(file.suffix))
    remark(say("commands.picture.drawn", file=file))


# The version of the referee that is installed, and whether its modules are compiled ---------------
PACKAGE = "mombasa-referee"


def version_words() -> str:
    """Return the version, or that there is none to name."""
    # It takes long to import, and few ask for the version.
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415

    try:
        return version(PACKAGE)
    except PackageNotFoundError:
        return say("commands.version.source-tree")


def kind_of_modules() -> str:
    """Return whether an install has compiled modules."""
    engine = Path(__file__).parents[1] / "engine"
    compiled = any(file.name.endswith(tuple(EXTENSION_SUFFIXES)) for file in engine.iterdir())
    return say("commands.version.compiled" if compiled else "commands.version.plain")


# Where no line breaks: inside `2 pounds` and `501.7 ms`, and behind a Czech preposition -----------
HARD_SPACE: Final = "\xa0"
_HARD: Final = "\ue000"
_SOFT: Final = "\ue001"
"""Stand for spaces while lines are broken, since whoever breaks them does so at every space."""

_AMOUNT: Final = re.compile(
    r"(?:(?P<before>[^\W\d_]+) )?(?<![\w.:@-])(?P<number>[+-]?\d+(?:[.,]\d+)?)"
    r" (?=(?P<after>[^\W\d_]+))| (?=£)"
)
_LEGEND: Final = re.compile(r"(?<=  )\S (?=\w)")
"""A sign and what it means, behind others."""

_BY_LANGUAGE: Final = {"cs": re.compile(r"(?<!\w)[ksvzouaiKSVZOUAI] (?=\S)")}
"""Spaces, by language, at whose left a line must not end; in Czech behind words of one letter."""


def held(words: str, width: int) -> str:
    """Return words with signs in place of the spaces at which no line may break.

    Where what is held together is wider than a line, only hard spaces are held.
    """
    hard = words.replace(HARD_SPACE, _HARD)
    soft = _AMOUNT.sub(_together, hard)
    for pattern in filter(None, (_LEGEND, _BY_LANGUAGE.get(spoken()))):
        soft = pattern.sub(lambda found: found[0].replace(" ", _SOFT), soft)
    return soft if max(map(len, soft.split(" "))) <= width else hard


def _together(found: re.Match[str]) -> str:
    """Return a number held together with what it counts, or with what it is the number of."""
    before, number = found["before"], found["number"]
    if number is None:
        return _SOFT
    is_numbered = (before or "").lower() in _words("numbered", spoken())
    counts = not is_numbered and found["after"] not in _words("joining", spoken())
    beginning = f"{before}{_SOFT if is_numbered else ' '}" if before else ""
    return f"{beginning}{number}{_SOFT if counts else ' '}"


@cache
def _words(kind: str, code: str) -> frozenset[str]:
    """Return words of a language beside which a number does not count what follows."""
    return frozenset(sentence(code, f"language.{kind}").split())


def released(words: str) -> str:
    """Return words whose lines are broken with their spaces."""
    return words.replace(_HARD, HARD_SPACE).replace(_SOFT, " ")


def broken(words: str, width: int) -> str:
    """Return words of which no line is wider than `width`, unless a single word is."""
    lines = words.split("\n")
    if max(map(len, lines)) <= width:
        return words
    import textwrap  # noqa: PLC0415 - only what is too long needs it

    for number, line in enumerate(lines):
        if len(line) > width:
            indent = " " * (len(line) - len(line.lstrip(" ")))
            lines[number] = textwrap.fill(
                held(line, width),
                width,
                subsequent_indent=indent,
                break_long_words=False,
                break_on_hyphens=False,
            )
    return released("\n".join(lines))
