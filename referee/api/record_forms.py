"""Records put into canonical form, into another form, and into files."""

from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Final, Literal, get_args

from msgspec import Struct
from msgspec.structs import replace

from referee.api.errors import UsageError, WriteError
from referee.api.games import game_in
from referee.api.sources import STDIN, found_path, given, sets_beside, sets_of
from referee.batch.streams import (
    PLAIN,
    CorpusError,
    files_at,
    is_address,
    is_compressed,
    plain_suffix,
)
from referee.core.component_set import ComponentSet
from referee.durable import replace_file
from referee.i18n.speech import say
from referee.records.headers import FindSet
from referee.records.keywords import NotationLanguage
from referee.records.loader import FORMS, Form, UnsayableError, form_of, written
from referee.records.record import FORMAT, Record, listed

__all__ = ["FORMS", "Form"]

FORM_OF: Final[dict[str, Form]] = {".mgn": "text", ".json": "json", ".jsonl": "jsonl"}
"""By the ending of a file."""


TextLanguage = Literal["en"] | NotationLanguage

TEXT_LANGUAGES: Final[tuple[TextLanguage, ...]] = ("en", *get_args(NotationLanguage))
"""The languages in which the text of a record can be written."""


class Formatted(Struct, frozen=True):
    """A record as it was written, and in the canonical form of its notation."""

    file: str
    before: bytes
    after: bytes

    @property
    def is_canonical(self) -> bool:
        """Whether it was in canonical form already."""
        return self.before == self.after


def formatted(
    source: Path | str | bytes,
    *,
    components: ComponentSet | Path | str | None = None,
    lang: TextLanguage | None = None,
    form: Form | None = None,
    strict: bool = False,
) -> Formatted:
    """Return a record in the canonical form of its notation; what it leaves unsaid stays unsaid.

    Its words are in the language of its header or in `lang`, its form is `form` if one is given. If
    `strict` a line in people's own words is refused.

    >>> from referee.api.record_forms import formatted
    >>> formatted("games/two-players.mgn").is_canonical
    True
    """
    read = given(source)
    record = game_in(read, components=components, strict=strict).record
    if lang is not None:
        if lang not in TEXT_LANGUAGES:
            expected = ", ".join(TEXT_LANGUAGES)
            raise UsageError.of(
                "answers.record_forms.no-language", lang=f"{lang!r:.40}", expected=expected
            )
        header = replace(record.header, lang=None if lang == "en" else lang)
        record = replace(record, header=header)
    sets = sets_beside(read.path, sets_of(components))
    form = form or form_of(read.data)
    return Formatted(read.name, read.data, in_form(record, form, sets, read.name))


def in_form(record: Record, form: Form, sets: FindSet, file: str | None = None) -> bytes:
    """Return a record in a form from which the same is read; a `UsageError` if it has none."""
    if form not in FORMS:
        raise UsageError.of(
            "answers.record_forms.no-form", form=f"{form!r:.40}", known=listed(FORMS)
        )
    try:
        return written(record, form, sets)
    except UnsayableError as error:
        raise UsageError(str(error), file=file) from error


def form_named_by(path: Path | str) -> Form:
    """Return the form of a record that the ending of a file names; a `UsageError` if none does."""
    ending = Path(path).suffix
    if ending not in FORM_OF:
        raise UsageError.of(
            "answers.record_forms.no-ending", ending=f"{ending!r:.40}", known=listed([*FORM_OF])
        )
    return FORM_OF[ending]


def write_file(file: Path | str, data: bytes) -> None:
    """Replace a file by one that holds `data`, all of it or none; a `WriteError` if not."""
    try:
        replace_file(Path(file), data)
    except OSError as error:
        message = say("answers.record_forms.cannot-write", file=file, reason=error.strerror)
        raise WriteError(message, file=str(file)) from error


# Files and folders that somebody names, as the list of all files that are meant -------------------
RECORDS: Final = frozenset({".mgn", ".json", ".jsonl"})
"""The files of a folder that are taken for recorded games."""

JSON: Final = frozenset({".json", ".jsonl"})
"""Files that may hold anything else as well: people who keep games keep other data beside them."""

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


def list_files(paths: Iterable[Path | str], suffixes: Collection[str] = RECORDS) -> Listing:
    """Return the files that paths name, those of folders by their names.

    Of a folder's JSON files only those are taken that say they are recorded games. A file that is
    named itself is always taken. A `UsageError` says that there is nothing to look at.
    """
    found: list[Path] = []
    left_out: list[LeftOut] = []
    addresses: list[str] = []
    for name in paths:
        if isinstance(name, str) and is_address(name):
            addresses += _files_at(name, suffixes)
            continue
        path = Path(name)
        folder = path if str(path) == STDIN else found_path(path)[0]
        if not folder.is_dir():
            found.append(path)
            continue
        files = sorted(file for file in folder.rglob("*") if _is_wanted(file, suffixes))
        files = [file for file in files if not file.is_dir()]
        ordinary = [file for file in files if file.is_file() or not file.exists()]
        taken = [file for file in ordinary if _may_be_a_record(file)]
        found += taken
        special, others = len(files) - len(ordinary), len(ordinary) - len(taken)
        if special or others:
            left_out.append(LeftOut(folder, others, special))
    if not found and not addresses:
        raise UsageError.of("answers.listings.no-files", suffixes=", ".join(sorted(suffixes)))
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
        raise UsageError(str(error), file=address) from error


def _may_be_a_record(file: Path) -> bool:
    """Return whether the beginning of a JSON file has the mark of a record, or cannot be read."""
    if file.suffix not in JSON:
        return True
    try:
        with file.open("rb") as stream:
            return FORMAT.encode() in stream.read(BEGINNING)
    except OSError:
        return True
