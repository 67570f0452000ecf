"""A track as a line of spaces, with what stands at each of them in rows below."""

from collections.abc import Mapping
from typing import Final

from rich.console import RenderableType
from rich.table import Table

from referee.cli.render.layout import said

WIDTH: Final = 76
"""Columns; a longer track goes on below."""


def strip(title: str, last: int, marked: Mapping[str, Mapping[int, str]]) -> list[RenderableType]:
    """Return the spaces 0 to `last`, and for each name the words at their spaces."""
    shown = [word for row in marked.values() for word in row.values()]
    wide = max(map(len, (str(last), *shown))) + 1
    margin = max(map(len, (title, *marked))) + 1
    most = max((WIDTH - margin) // wide, 1)
    starts = range(0, last + 1, most)
    lines: list[RenderableType] = []
    for start in starts:
        spaces = range(start, min(start + most, last + 1))
        lines += [_spaces(title, spaces, marked, wide), ""]
    return lines[:-1]


def _spaces(
    title: str, spaces: range, marked: Mapping[str, Mapping[int, str]], wide: int
) -> RenderableType:
    table = Table.grid()
    table.add_column(no_wrap=True, min_width=max(map(len, (title, *marked))) + 1)
    for _ in spaces:
        table.add_column(no_wrap=True, justify="right", min_width=wide)
    table.add_row(said(title, "dim"), *(said(str(space), "dim") for space in spaces))
    for name, row in marked.items():
        table.add_row(said(name), *(said(row.get(space, "")) for space in spaces))
    return table
