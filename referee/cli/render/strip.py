"""A track as a line of spaces, with what stands at each of them in rows below."""

from collections.abc import Mapping
from typing import Final

from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table

from referee.cli.render.layout import said

WIDTH: Final = 76
"""Columns; a longer track goes on below, as it does on a terminal with fewer."""


class Strip:
    """The spaces 0 to `last` of a track, and for each name the words at their spaces."""

    def __init__(self, title: str, last: int, marked: Mapping[str, Mapping[int, str]]) -> None:
        self._title = title
        self._last = last
        self._marked = marked

    def __rich_console__(self, _: Console, options: ConsoleOptions) -> RenderResult:
        shown = [word for row in self._marked.values() for word in row.values()]
        wide = max(map(len, (str(self._last), *shown))) + 1
        margin = max(map(len, (self._title, *self._marked))) + 1
        most = max((min(WIDTH, options.max_width) - margin) // wide, 1)
        for start in range(0, self._last + 1, most):
            if start:
                yield ""
            spaces = range(start, min(start + most, self._last + 1))
            yield _spaces(self._title, spaces, self._marked, wide)


def _spaces(title: str, spaces: range, marked: Mapping[str, Mapping[int, str]], wide: int) -> Table:
    table = Table.grid()
    table.add_column(no_wrap=True, min_width=max(map(len, (title, *marked))) + 1)
    for _ in spaces:
        table.add_column(no_wrap=True, justify="right", min_width=wide)
    table.add_row(said(title, "dim"), *(said(str(space), "dim") for space in spaces))
    for name, row in marked.items():
        table.add_row(said(name), *(said(row.get(space, "")) for space in spaces))
    return table
