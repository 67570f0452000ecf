"""Begins the component set of a physical copy: what the rulebooks state, and blanks."""

from functools import cache
from importlib import resources
from pathlib import Path

from referee.components.set_writer import write_files
from referee.game.set_drafts import SetDraft
from referee.game.set_reader import read_draft
from referee.game.set_tables import FILES, HEADER


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
