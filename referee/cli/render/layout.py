"""Headings, paragraphs and tables that look alike in all commands."""

from collections.abc import Iterable
from typing import Final

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

UNPRINTABLE: Final = "\N{REPLACEMENT CHARACTER}"

Cell = str | int | Text | None
"""What may stand in a table; nothing is drawn for None."""


def said(words: str, style: str = "") -> Text:
    """Return `words` as text in which nothing can steer a terminal."""
    return Text(printable(words), style)


def printable(words: str) -> str:
    """Return `words` with a mark in place of every character that a terminal might obey.

    Ends of lines and hard spaces stay.
    """
    if words.isprintable():
        return words
    return "".join(c if c.isprintable() or c in "\n\xa0" else UNPRINTABLE for c in words)


def heading(words: str) -> Text:
    """Return the heading of a part."""
    return said(words, "bold")


def part(title: str, *content: RenderableType) -> RenderableType:
    """Return `content` under a heading, with room below it."""
    return Group(heading(title), *(Padding(item, (0, 0, 0, 2)) for item in content), "")


def columns(*names: str, wrapped: Iterable[str] = (), right: Iterable[str] = ()) -> Table:
    """Return a table without lines in which only the columns `wrapped` break their words."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for name in names:
        table.add_column(
            name,
            no_wrap=name not in {*wrapped},
            overflow="fold",
            justify="right" if name in {*right} else "left",
        )
    return table


def row(table: Table, *cells: Cell, style: str = "") -> None:
    """Add a row to `table`."""
    table.add_row(*map(_cell, cells), style=style)


def facts(*pairs: tuple[str, RenderableType]) -> Table:
    """Return names on the left and what is said about them on the right."""
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(style="dim", no_wrap=True)
    table.add_column()
    for name, value in pairs:
        table.add_row(said(name), said(value) if isinstance(value, str) else value)
        table.add_row()
    return table


def pairs(rows: Iterable[tuple[str, str]]) -> Table:
    """Return names in bold, each beside its words."""
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(style="bold", no_wrap=True)
    table.add_column()
    for name, words in rows:
        table.add_row(said(name), said(words))
    return table


def number_of(count: int, one: str, many: str = "") -> str:
    """Return a count with its noun, such as `1 step` or `2 steps`."""
    return f"{count} {one}" if count == 1 else f"{count} {many or one + 's'}"


def _cell(value: Cell) -> Text:
    return value if isinstance(value, Text) else said("" if value is None else str(value))
