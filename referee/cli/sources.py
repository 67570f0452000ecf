"""Where recorded games come from: files, folders, standard input, and the sets they name."""

import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import click

from referee.game.component_set import ComponentSet
from referee.game.reading import ComponentSetError, read_set, reference_set
from referee.transcript.foreign.form import Mapping, read_mapping
from referee.transcript.headers import Sets
from referee.transcript.loading import MOST_BYTES, load
from referee.transcript.problems import Problem, UnreadableError
from referee.transcript.reading import Read
from referee.transcript.record import NOWHERE

STDIN = "-"
SUFFIXES = frozenset({".mgn", ".json", ".jsonl"})
"""The files of a folder that are taken for recorded games."""

F = TypeVar("F", bound=Callable[..., Any])

FILE = click.Path(exists=True, dir_okay=False, allow_dash=True, path_type=Path)
FILES = click.Path(exists=True, allow_dash=True, path_type=Path)


def components_option(command: F) -> F:
    """Add the option that names the folder of a component set."""
    return click.option(
        "--components",
        "folder",
        type=click.Path(exists=True, file_okay=False, path_type=Path),
        help="The folder of the component set that the games name, if it is not `reference`.",
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
        return read_mapping(read_bytes(path))
    except UnreadableError as error:
        raise click.UsageError(f"{path}: {error}"[:2000]) from error


def json_option(command: F) -> F:
    """Add the option that prints JSON."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON.")(command)


def sets_of(folder: Path | None) -> Sets:
    """Return what finds a component set by name: the shipped one, and the one in `folder`."""
    known: dict[str, ComponentSet] = {}
    if folder is not None:
        try:
            found = read_set(folder)
        except ComponentSetError as error:
            raise click.UsageError(
                f"the set in {folder} cannot be used; `referee components check {folder}` says why"
            ) from error
        known[found.name] = found

    def find(name: str) -> ComponentSet | None:
        if name not in known and name == "reference":
            known[name] = reference_set()
        return known.get(name)

    return find


def listed_files(paths: Iterable[Path]) -> list[Path]:
    """Return the files that the arguments name, those of folders in the order of their names."""
    found: list[Path] = []
    for path in paths:
        found.extend(_in_folder(path) if path.is_dir() else [path])
    if not found:
        raise click.UsageError(f"there is no file with {', '.join(sorted(SUFFIXES))} to look at")
    return found


def _in_folder(folder: Path) -> Iterator[Path]:
    yield from sorted(path for path in folder.rglob("*") if path.suffix in SUFFIXES)


def read_bytes(path: Path) -> bytes:
    """Return what a file or standard input holds, up to more than any game has."""
    try:
        if str(path) == STDIN:
            return sys.stdin.buffer.read(MOST_BYTES + 1)
        with path.open("rb") as file:
            return file.read(MOST_BYTES + 1)
    except OSError as error:
        raise UnreadableError(
            [Problem(NOWHERE, f"it cannot be opened: {error.strerror}")]
        ) from error


def read_game(path: Path, sets: Sets) -> Read:
    """Return the record in a file; an `UnreadableError` if there is none."""
    return load(read_bytes(path), sets)
