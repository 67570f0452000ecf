"""Files and folders that somebody names, as the list of all files that are meant."""

from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Final

from msgspec import Struct

from referee.api.errors import MisuseError
from referee.api.sources import STDIN, found_path
from referee.corpora.errors import CorpusError
from referee.corpora.gathered import PLAIN
from referee.corpora.streams import files_at, is_address, is_compressed, plain_suffix
from referee.game.messages.speech import say
from referee.notation.record import FORMAT

RECORDS: Final = frozenset({".mgn", ".json", ".jsonl"})
"""The files of a folder that are taken for recorded games."""

JSON: Final = frozenset({".json", ".jsonl"})
"""Files that may hold anything else as well: people who keep games keep other data beside them."""

LOGS: Final = JSON | {".ndjson"}
"""The files of a folder that are taken for logs of another program, where a mapping is given."""

BEGINNING: Final = 4096
"""Bytes in which a record in JSON says that it is one."""


class LeftOut(Struct, frozen=True):
    """The files of a folder that were not taken, counted."""

    folder: Path
    other_json: int = 0
    """JSON files without recorded games."""
    special: int = 0
    """Pipes, devices and the like, which might never end."""


class Listing(Struct, frozen=True):
    """The files to look at, each once, and what was left out of folders."""

    files: tuple[Path, ...]
    left_out: tuple[LeftOut, ...] = ()
    addresses: tuple[str, ...] = ()
    """Files that lie in object stores."""

    @property
    def everything(self) -> tuple[Path | str, ...]:
        """The files here, then those elsewhere."""
        return (*self.files, *self.addresses)


def list_files(
    paths: Iterable[Path | str],
    suffixes: Collection[str] = RECORDS,
    *,
    only_records: bool = True,
) -> Listing:
    """Return the files that paths name, those of folders by their names.

    Of a folder's JSON files only those are taken that say they are recorded games. A file that is
    named itself is always taken, and so is every file where not `only_records` are wanted, because
    a mapping says what else may be a game. A `MisuseError` says that there is nothing to look at.
    """
    found: list[Path] = []
    left_out: list[LeftOut] = []
    addresses: list[str] = []
    for given in paths:
        if isinstance(given, str) and is_address(given):
            addresses += _files_at(given, suffixes)
            continue
        path = Path(given)
        folder = path if str(path) == STDIN else found_path(path)[0]
        if not folder.is_dir():
            found.append(path)
            continue
        files = sorted(file for file in folder.rglob("*") if _is_wanted(file, suffixes))
        files = [file for file in files if not file.is_dir()]
        ordinary = [file for file in files if file.is_file() or not file.exists()]
        taken = [file for file in ordinary if not only_records or _may_be_a_record(file)]
        found += taken
        special, others = len(files) - len(ordinary), len(ordinary) - len(taken)
        if special or others:
            left_out.append(LeftOut(folder, others, special))
    if not found and not addresses:
        raise MisuseError(
            say("answers.listings.there-is-no-file-with", suffixes=", ".join(sorted(suffixes)))
        )
    return Listing(tuple(dict.fromkeys(found)), tuple(left_out), tuple(dict.fromkeys(addresses)))


def _is_wanted(file: Path, suffixes: Collection[str]) -> bool:
    """Return whether a file is of a kind that is looked for, or holds many games compressed."""
    if file.suffix in suffixes:
        return True
    return PLAIN in suffixes and is_compressed(file.name) and plain_suffix(file.name) == PLAIN


def _files_at(address: str, suffixes: Collection[str]) -> list[str]:
    try:
        return files_at(address, suffixes)
    except CorpusError as error:
        raise MisuseError(str(error), file=address) from error


def _may_be_a_record(file: Path) -> bool:
    """Return whether the beginning of a JSON file has the mark of a record, or cannot be read."""
    if file.suffix not in JSON:
        return True
    try:
        with file.open("rb") as stream:
            return FORMAT.encode() in stream.read(BEGINNING)
    except OSError:
        return True
