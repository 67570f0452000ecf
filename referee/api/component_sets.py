"""Component sets: all that is printed on a copy of the game, shown and started."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import tomli_w

from referee.api.answer import Answer
from referee.api.errors import MisuseError, NoAnswerError, NotFoundError, UnwritableError
from referee.api.long_work import Stop
from referee.api.record_forms import write_file
from referee.api.sources import unusable_set
from referee.api.unread_values import unread_values
from referee.components import graph
from referee.components.scaffold import scaffold
from referee.components.set_writer import FolderError, UnwritableFolderError
from referee.game.component_set import TABLES, ComponentSet
from referee.game.components import Entry
from referee.game.messages.copies import copy_words
from referee.game.messages.speech import say
from referee.game.origins import count
from referee.game.provenance import KINDS
from referee.game.set_drafts import ComponentSetError
from referee.game.set_reader import read_draft, reference_set
from referee.game.set_tables import CELLS
from referee.unread.blank_places import has_blank


class ComponentSetFacts(Answer, frozen=True, kw_only=True):
    """Everything that a component set says."""

    name: str
    title: str
    about: str
    digest: str
    """What tells this set from every other that could decide a game otherwise."""
    provenance: Mapping[str, Mapping[str, int]]
    """How many values of each table come from which kind of source."""
    tables: Mapping[str, tuple[Mapping[str, Any], ...]]
    """The entries of each table as in the files, each with source and sources.

    Of a set with blanks the entries as they stand, `?` where nothing was read.
    """
    unread: int = 0
    """How many values have not been read."""


ANSWERS: tuple[type[Answer], ...] = (ComponentSetFacts,)


def load_components(folder: Path | str | None = None) -> ComponentSet:
    """Return the component set in a folder, or the one that ships with the referee.

    A set with blanks is returned, too: games are judged with it whatever is printed there.

    >>> import referee
    >>> referee.load_components().name
    'reference'
    """
    if folder is None:
        return reference_set()
    return set_as_read(Path(folder))


def set_as_read(folder: Path) -> ComponentSet:
    """Return the set in a folder without an audit; a `MisuseError` if it cannot be read."""
    from referee.unread.copy_reader import set_of_draft  # noqa: PLC0415 - few sets have blanks

    draft = read_draft(folder)
    try:
        if not draft.findings:
            return draft.as_set()
        return set_of_draft(draft, folder.name)
    except ComponentSetError as error:
        raise MisuseError(unusable_set(folder, error), file=str(folder)) from error


def finished_entries(components: ComponentSet) -> ComponentSet:
    """Return a set with those entries only that are wholly read: all of them, if nothing is blank.

    >>> import referee
    >>> referee.api.component_sets.finished_entries(referee.load_components()).name
    'reference'
    """
    if type(components) is ComponentSet:
        return components
    from referee.unread.copy_reader import wholly_read  # noqa: PLC0415 - few sets have blanks

    return wholly_read(components)


def unfinished_entries(components: ComponentSet) -> Mapping[str, tuple[str, ...]]:
    """Return by table the entries of a set of which something has not been read.

    >>> import referee
    >>> referee.api.component_sets.unfinished_entries(referee.load_components())
    {}
    """
    from referee.unread.blank_rows import entry_name  # noqa: PLC0415 - few sets have blanks

    rows: Mapping[str, Any] = getattr(components, "rows", {})
    words = copy_words()
    found: dict[str, tuple[str, ...]] = {}
    for table, entries in rows.items():
        names = [
            entry_name(table, row).split("~") for row in lasting_rows(entries) if has_blank(row)
        ]
        if names:
            found[table] = tuple("-".join(map(words.label, name)) for name in names)
    return found


def component_facts(source: ComponentSet | Path | str | None = None) -> ComponentSetFacts:
    """Return what a component set says, table by table, and where its values come from.

    >>> import referee
    >>> len(referee.component_facts().tables["bases"])
    4
    """
    components = source if isinstance(source, ComponentSet) else load_components(source)
    read = finished_entries(components)
    rows: Mapping[str, Any] | None = getattr(components, "rows", None)
    return ComponentSetFacts(
        name=components.name,
        title=components.title,
        about=components.about,
        digest=components.digest,
        provenance={
            table: {kind: by_kind[kind] for kind in KINDS} for table, by_kind in count(read).items()
        },
        tables={
            table: tuple(map(_plain, getattr(read, table))) if rows is None else tuple(rows[table])
            for table in TABLES
        },
        unread=unread_values(components),
    )


def _plain(entry: Entry) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(entry)
    return plain | {"sources": dict(entry.sources)}


def lasting_rows(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the rows of a table without the borders of which an end is still to be read."""
    return [row for row in rows if "?" not in row.get("between", ())]


def new_components(folder: Path | str) -> tuple[Path, ...]:
    """Start the set of a copy in a new or empty folder, and return the files to be filled in.

    >>> import referee, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     files = referee.new_components(folder)
    >>> "map.toml" in {file.name for file in files}
    True
    """
    try:
        started = scaffold(Path(folder))
    except UnwritableFolderError as error:
        raise UnwritableError(str(error), file=str(folder)) from error
    except FolderError as error:
        raise MisuseError(str(error), file=str(folder)) from error
    return tuple(sorted(started.iterdir()))


def make_cells(folder: Path | str, *, seed: int = 0, stop: Stop | None = None) -> Path:
    """Find areas for the map of the set in a folder, keep them there, and return their file.

    A `NotFoundError` if none were found, as where borders have to cross, or until `stop` said that
    it is enough.

    >>> import referee, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     try:
    ...         referee.make_cells(folder)
    ...     except referee.RefereeError:
    ...         print("there is no set")
    there is no set
    """
    from referee.pictures.cell_search import cells_for  # noqa: PLC0415 - few draw maps

    found = cells_for(_map_of(load_components(folder)), seed, stop=stop)
    if found is None:
        raise NotFoundError(say("answers.component_sets.no-areas-were-found-for", folder=folder))
    file = Path(folder) / CELLS
    write_file(file, tomli_w.dumps(msgspec.to_builtins(found)).encode())
    return file


def _map_of(components: ComponentSet) -> ComponentSet:
    """Return a set whose map is read; a `NoAnswerError` if some of it is not."""
    rows: Mapping[str, Any] = getattr(components, "rows", {})
    if any("?" in row["between"] for row in rows.get("borders", ())):
        raise NoAnswerError(copy_words().verdicts["unread-map"])
    return components


def neighbours(components: ComponentSet) -> Mapping[str, Mapping[str, int]]:
    """Return what each region or base borders on, and with how many lines."""
    return graph.neighbours(components.borders)
