"""Ids on the table to which a reader is pointed."""

from collections.abc import Collection

from rich.text import Text

from referee.cli.render.layout import typed

MARKED = "bold red"

PointedIds = Collection[str]
"""The ids on the table to which a reader is pointed."""


def marked(words: str, is_marked: bool) -> str:  # noqa: FBT001
    """Return words with a mark around them that needs no colour."""
    return f">{words}<" if is_marked else words


def marked_id(item: str, marks: PointedIds) -> Text:
    """Return an id, which is the same in every language."""
    return typed(marked(item, item in marks), MARKED if item in marks else "")
