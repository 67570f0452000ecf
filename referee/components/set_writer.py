"""Writes a component set as files that the reader of sets reads back, or one to be filled in."""

from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import msgspec
import tomli_w

from referee.core.component_set import SINGLE_TABLES, ComponentSet
from referee.core.components import Entry
from referee.core.set_reader import CELLS, FILES, HEADER, SetDraft, read_draft
from referee.durable import replace_file
from referee.i18n.speech import say


class FolderError(Exception):
    """A folder into which no component set can be written, with the reason."""


class UnwritableFolderError(FolderError):
    """A folder that is none, or that the system does not let us write into."""


def write_set(components: ComponentSet, folder: Path) -> Path:
    """Write `components` into `folder`, which is new or empty, and return the folder."""
    header = {"name": components.name, "title": components.title, "about": components.about}
    files = {HEADER: tomli_w.dumps(header)}
    for file, keys in FILES.items():
        content = {key: _rows(components, table) for key, (table, _) in keys.items()}
        files[file] = tomli_w.dumps(content)
    if components.cells is not None:
        files[CELLS] = tomli_w.dumps(msgspec.to_builtins(components.cells))
    return write_files(files, folder)


def write_files(files: dict[str, str], folder: Path) -> Path:
    """Write texts by file name into `folder`; raise `FolderError` unless it is new or empty."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise FolderError(say("components.set_writer.not-empty", folder=folder))
        for file, text in files.items():
            replace_file(folder / file, text.encode())
    except (FileExistsError, NotADirectoryError):
        message = say("components.set_writer.not-a-folder", folder=folder)
        raise UnwritableFolderError(message) from None
    except OSError as error:
        raise UnwritableFolderError(
            say("components.set_writer.cannot-write", folder=folder, reason=error.strerror)
        ) from error
    return folder


def _rows(components: ComponentSet, table: str) -> object:
    rows = [_row(entry) for entry in getattr(components, table)]
    return rows[0] if table in SINGLE_TABLES else rows


def _row(entry: Entry) -> dict[str, Any]:
    row: dict[str, Any] = _without_none(msgspec.to_builtins(entry))
    del row["sources"]
    return row | {"sources": dict(entry.sources)} if entry.sources else row


def _without_none(value: Any) -> Any:  # noqa: ANN401 - TOML has no null, at any depth
    match value:
        case dict():
            return {key: _without_none(v) for key, v in value.items() if v is not None}
        case list() | tuple():
            return [_without_none(inner) for inner in value]
        case _:
            return value


def scaffold(folder: Path) -> Path:
    """Write a set to be filled in from a copy into `folder`, new or empty, and return it."""
    template = resources.files("referee.components") / "template"
    files = (HEADER, *FILES)
    return write_files(
        {file: (template / file).read_text(encoding="utf-8") for file in files}, folder
    )


@cache
def template_draft() -> SetDraft:
    """Return a set of which nothing has been read yet."""
    return read_draft(resources.files("referee.components") / "template")
