"""Tables that look alike in all commands, without lines."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from rich.cells import cell_len
from rich.columns import Columns
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.padding import Padding
from rich.style import StyleType
from rich.table import Column, Table
from rich.text import Text

from referee.cli.render.layout import text
from referee.i18n.speech import named, say, say_or

#
# Apart from other layout, since many answers have none, and what draws them takes long to import.
BETWEEN_COLUMNS: Final = 2

LEAST_TO_WRAP: Final = 12
"""Columns of a terminal that words need to be broken in a way that can still be read."""

TableCell = str | int | Text | None
"""What may stand in a table; nothing is drawn for None."""


class FittingTable(Table):
    """A table whose rows are told one below the other where its columns do not fit."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        room = options.max_width - BETWEEN_COLUMNS * (len(self.columns) - 1)
        if sum(map(_least_width, self.columns)) <= room:
            # The widest are made narrower first.
            widths = [*map(_widest_line, self.columns)]
            least = [*map(_least_width, self.columns)]
            while sum(widths) > room:
                wide = [number for number, width in enumerate(widths) if width > least[number]]
                widths[max(wide, key=widths.__getitem__)] -= 1
            for column, width in zip(self.columns, widths, strict=True):
                column.width = width
            yield from super().__rich_console__(console, options)
            return
        for number, line in enumerate(self.rows):
            cells = [[*column.cells][number] for column in self.columns]
            yield from _stacked([*zip(self.columns, cells, strict=True)], line.style or "")


def _least_width(column: Column) -> int:
    """Return how narrow a column may become: where words are broken, none is cut in two."""
    widest = _widest_line(column)
    if column.no_wrap:
        return widest
    longest = max(cell_len(word) for words in _words(column) for word in words.split() or [""])
    return max(longest, min(widest, LEAST_TO_WRAP))


def _widest_line(column: Column) -> int:
    return max(cell_len(line) for words in _words(column) for line in words.split("\n"))


def _words(column: Column) -> Iterator[str]:
    return (each.plain for each in (column.header, *column.cells) if isinstance(each, Text))


def _stacked(cells: list[tuple[Column, RenderableType]], style: StyleType) -> Iterator[Padding]:
    """Yield the first cell as a heading and the others below it, each behind its column's name."""
    named = [(column, text) for column, text in cells if isinstance(text, Text) and text.plain]
    if named and named[0][0] is cells[0][0]:
        yield Padding(_heading(*named.pop(0)), 0, style=style)
    short = [_behind_name(*pair) for pair in named if pair[0].no_wrap]
    long = [_behind_name(*pair) for pair in named if not pair[0].no_wrap]
    # Side by side as far as there is room, so that a name stays with what it names.
    for words in ([Columns(short, padding=(0, 2))] if short else []) + long:
        yield Padding(words, (0, 0, 0, 2), style=style)


def _heading(column: Column, words: Text) -> Text:
    """Return the first cell of a row; a number alone would not tell what it is."""
    name = f"{column.header} " if words.plain.isdigit() and str(column.header) else ""
    return Text(name, "bold").append_text(words)


def _behind_name(column: Column, words: Text) -> Text:
    return Text(named(str(column.header), "") if str(column.header) else "").append_text(words)


def columns(*names: str, wrapped: Iterable[str] = (), right: Iterable[str] = ()) -> Table:
    """Return a table without lines in which only the columns `wrapped` break their words."""
    padding = (0, BETWEEN_COLUMNS, 0, 0)
    table = FittingTable(box=None, pad_edge=False, padding=padding, header_style="dim")
    for name in names:
        table.add_column(
            text(name),
            no_wrap=name not in {*wrapped},
            overflow="fold",
            justify="right" if name in {*right} else "left",
        )
    return table


def headed(*heads: str, wrapped: Iterable[str] = (), right: Iterable[str] = ()) -> Table:
    """Return such a table whose columns have names of the area `pages.heads`, or their own."""
    names = {head: say_or(head, f"pages.heads.{head}") for head in heads}
    return columns(
        *(names[head] for head in heads),
        wrapped=[names[head] for head in wrapped],
        right=[names[head] for head in right],
    )


def row(table: Table, *cells: TableCell, style: str = "") -> None:
    """Add a row to `table`."""
    shown = (c if isinstance(c, Text) else text("" if c is None else str(c)) for c in cells)
    table.add_row(*shown, style=style)


def by_place(head: str, cells: Mapping[tuple[int, int], TableCell]) -> Table:
    """Return a display: what lies at each row and number, which `head` says in a sentence."""
    numbers = sorted({number for _, number in cells})
    table = columns(say("pages.heads.row"), *(say(head, number=number) for number in numbers))
    for line in sorted({line for line, _ in cells}):
        row(table, line, *(cells.get((line, number)) for number in numbers))
    return table


def facts(*pairs: tuple[str, RenderableType]) -> Table:
    """Return names on the left and what is said about them on the right."""
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(style="dim", no_wrap=True)
    table.add_column(overflow="fold")
    for name, value in pairs:
        table.add_row(text(name), text(value) if isinstance(value, str) else value)
        table.add_row()
    return table


def pairs(rows: Iterable[tuple[str, str]]) -> Table:
    """Return names in bold, each beside its words."""
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(style="bold", no_wrap=True)
    table.add_column()
    for name, words in rows:
        table.add_row(text(name), text(words))
    return table
