"""Where recorded games come from: files, folders, standard input, and the sets they name."""

import errno
import re
import sys
from collections.abc import Callable, Collection, Iterable
from functools import cache
from pathlib import Path
from typing import Any, BinaryIO, TextIO, TypeVar

import click

from referee.cli.console import remark
from referee.cli.render.layout import number_of
from referee.components.playable import open_set
from referee.game.component_set import ComponentSet
from referee.game.input_limits import BYTES_OF_A_MAPPING, BYTES_OF_A_RECORD
from referee.game.reading import HEADER, ComponentSetError, reference_set
from referee.transcript.foreign.form import Mapping, read_mapping
from referee.transcript.headers import Sets
from referee.transcript.loading import load
from referee.transcript.problems import Problem, UnreadableError
from referee.transcript.reading import Read
from referee.transcript.record import FORMAT, NOWHERE

STDIN = "-"
FEW = 5
"""So many findings are enough to tell that a set cannot be used."""
POSITION = ".toml"
"""The ending by which a position is told from a recorded game."""

SUFFIXES = frozenset({".mgn", ".json", ".jsonl"})
"""The files of a folder that are taken for recorded games."""

JSON = frozenset({".json", ".jsonl"})
"""Files that may hold anything else as well: whoever keeps games keeps other data beside them."""

LOGS = JSON | {".ndjson"}
"""The files of a folder that are taken for logs of another program, where a mapping is given."""

BEGINNING = 4096
"""Bytes in which a record in JSON says that it is one."""

SET_NAME = re.compile(r"\w[\w-]{0,99}")
"""Names of sets that can be names of folders, and lead nowhere else."""

F = TypeVar("F", bound=Callable[..., Any])

FILE = click.Path(exists=True, dir_okay=False, allow_dash=True, path_type=Path)
FILES = click.Path(exists=True, allow_dash=True, path_type=Path)


def components_option(command: F) -> F:
    """Add the option that names the folder of a component set."""
    return click.option(
        "--components",
        "folder",
        type=click.Path(exists=True, file_okay=False, path_type=Path),
        help="The folder of the component set that is named, if it is neither `reference` nor a "
        "folder of that name beside the file.",
    )(command)


def mapping_option(command: F) -> F:
    """Add the option that names the mapping by which the log of another program is read."""
    return click.option(
        "--mapping",
        type=click.Path(exists=True, dir_okay=False, path_type=Path),
        callback=_mapping,
        help="Read the log of another program as this mapping file says (docs/mapping.md).",
    )(command)


def _mapping(_: click.Context, __: click.Parameter, path: Path | None) -> Mapping | None:
    if path is None:
        return None
    try:
        return read_mapping(read_bytes(path, BYTES_OF_A_MAPPING))
    except UnreadableError as error:
        raise click.UsageError(f"{path}: {error}"[:2000]) from error


def json_option(command: F) -> F:
    """Add the option that prints JSON."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON.")(command)


def sets_of(folder: Path | None) -> Sets:
    """Return what finds a component set by name: the shipped one, and the one in `folder`."""
    known: dict[str, ComponentSet] = {}
    if folder is not None:
        found = set_in(folder)
        known[found.name] = found

    def find(name: str) -> ComponentSet | None:
        if name not in known and name == "reference":
            known[name] = reference_set()
        return known.get(name)

    return find


def set_in(folder: Path) -> ComponentSet:
    """Return the component set in a folder that was named, with which a game can be played."""
    try:
        return open_set(folder)
    except ComponentSetError as error:
        raise click.UsageError(unusable_set(folder, error)) from error


def sets_beside(file: Path, sets: Sets) -> Sets:
    """Return what finds a set as `sets` does, or else in a folder of its name beside a file."""

    def find(name: str) -> ComponentSet | None:
        found = sets(name)
        if found is not None or str(file) == STDIN or not SET_NAME.fullmatch(name):
            return found
        folder = file.parent / name
        try:
            is_set = (folder / HEADER).is_file()
        except OSError:
            return None
        beside = _set_in(folder) if is_set else None
        return beside if beside is not None and beside.name == name else None

    return find


@cache
def _set_in(folder: Path) -> ComponentSet:
    try:
        return open_set(folder)
    except ComponentSetError as error:
        raise UnreadableError([Problem(NOWHERE, unusable_set(folder, error))]) from error


def unusable_set(folder: Path, error: ComponentSetError) -> str:
    """Return why the set in a folder cannot be used, in the words of the audit."""
    lines = [f"the set in {folder} cannot be used:"]
    lines += [f"  {finding}" for finding in error.findings[:FEW]]
    if (more := len(error.findings) - FEW) > 0:
        lines.append(f"  and {more} more")
    lines.append(f"`referee components check {folder}` says everything.")
    return "\n".join(lines)


def listed_files(
    paths: Iterable[Path], suffixes: Collection[str] = SUFFIXES, *, only_records: bool = True
) -> list[Path]:
    """Return the files that the arguments name, each once, those of folders by their names.

    Of a folder's JSON files only those are taken that say they are recorded games; how many others
    were left out is told. A file that is named itself is always taken, and so is every file where
    not `only_records` are wanted, because a mapping says what else may be a game.
    """
    found: list[Path] = []
    for path in paths:
        if not path.is_dir():
            found.append(path)
            continue
        files = _ordinary(path, [file for file in path.rglob("*") if file.suffix in suffixes])
        found.extend(_records(path, files) if only_records else files)
    found = [*dict.fromkeys(found)]
    if not found:
        raise click.UsageError(f"there is no file with {', '.join(sorted(suffixes))} to look at")
    return found


def _ordinary(folder: Path, found: list[Path]) -> list[Path]:
    """Return the files by their names, without pipes and devices, which might never end."""
    files = sorted(file for file in found if not file.is_dir())
    ordinary = [file for file in files if file.is_file() or not file.exists()]
    if len(ordinary) < len(files):
        left_out = number_of(len(files) - len(ordinary), "special file")
        remark(f"{folder}: left out {left_out} (a pipe, a device or the like)")
    return ordinary


def _records(folder: Path, files: list[Path]) -> list[Path]:
    """Return the files that may be records, and tell how many others the folder has."""
    taken = [file for file in files if file.suffix not in JSON or _says_it_is_a_record(file)]
    if len(taken) < len(files):
        left_out = number_of(len(files) - len(taken), "JSON file")
        remark(f"{folder}: left out {left_out} without recorded games")
    return taken


def _says_it_is_a_record(file: Path) -> bool:
    """Return whether the beginning of a JSON file has the mark of a record, or cannot be read."""
    try:
        with file.open("rb") as stream:
            return FORMAT.encode() in stream.read(BEGINNING)
    except OSError:
        return True


def name_of(path: Path) -> str:
    """Return how people are told of a file."""
    return "standard input" if str(path) == STDIN else str(path)


def read_bytes(path: Path, most: int = BYTES_OF_A_RECORD) -> bytes:
    """Return what a file or standard input holds; one byte more than `most` if it has more."""
    try:
        if str(path) == STDIN:
            return standard_input().read(most + 1)
        with path.open("rb") as file:
            return file.read(most + 1)
    except OSError as error:
        message = f"it cannot be opened: {error.strerror or error}"
        raise UnreadableError([Problem(NOWHERE, message)]) from error


def standard_input() -> BinaryIO:
    """Return the bytes of standard input; an `OSError` if whoever started us has closed it."""
    # The types promise a stream, but a shell can start a program without one: `<&-`.
    stream: TextIO | None = sys.stdin
    if stream is None:
        raise OSError(errno.EBADF, "it is closed")
    return stream.buffer


def read_game(path: Path, sets: Sets) -> Read:
    """Return the record in a file; an `UnreadableError` if there is none."""
    return load(record_bytes(path), sets_beside(path, sets))


def record_bytes(path: Path) -> bytes:
    """Return what a file holds that is to be a record; an `UnreadableError` if it is none."""
    if path.suffix == POSITION:
        message = f"this is a position, no recorded game; try `referee position check {path}`"
        raise UnreadableError([Problem(NOWHERE, message)])
    return read_bytes(path)
