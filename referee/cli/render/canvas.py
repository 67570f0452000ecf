"""Draws places and the lines between them with characters, so that no two labels overlap."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from rich.cells import cell_len, set_cell_size
from rich.columns import Columns
from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from referee.cli.render.layout import printable
from referee.game.messages.speech import say

WIDTH: Final = 76
"""Columns of a drawing; it fits a terminal of 80."""

FEWEST_LINES: Final = 24
MOST_LINES: Final = 48
LONGEST_LABEL: Final = 16

StyledCharacter = tuple[str, str]
"""A character and its style."""


class CanvasLabel(NamedTuple):
    """A label of some lines around a column, from a line downwards."""

    lines: tuple[str, ...]
    column: int
    line: int
    style: str = ""

    @property
    def width(self) -> int:
        """The columns of the longest line and one on both sides."""
        return max(map(cell_len, self.lines)) + 2

    @property
    def left(self) -> int:
        """The first column of the label."""
        return self.column - self.width // 2

    def overlaps(self, other: "CanvasLabel") -> bool:
        """Tell whether the two labels want the same character."""
        return (
            self.left < other.left + other.width
            and other.left < self.left + self.width
            and self.line < other.line + len(other.lines)
            and other.line < self.line + len(self.lines)
        )


class Stroke(NamedTuple):
    """A line between two places, drawn with one character."""

    between: tuple[str, str]
    stroke: str
    style: str = ""


def laid_out(places: Mapping[str, CanvasLabel]) -> dict[str, CanvasLabel]:
    """Return the places scaled to the drawing and moved down until no two overlap."""
    placed: dict[str, CanvasLabel] = {}
    scaled = _scaled(places)
    for name in sorted(scaled, key=lambda name: (scaled[name].line, scaled[name].column)):
        place = scaled[name]
        while any(place.overlaps(other) for other in placed.values()):
            place = place._replace(line=place.line + 1)
        placed[name] = place
    return placed


def drawing(places: Mapping[str, CanvasLabel], lines: Iterable[Stroke]) -> Text:
    """Return the drawing; labels hide the lines that run under them."""
    placed = laid_out(places)
    height = max((place.line + len(place.lines) for place in placed.values()), default=0)
    rows = [[(" ", "")] * WIDTH for _ in range(height)]
    for line in lines:
        if all(name in placed for name in line.between):
            _stroke(rows, placed, line)
    for place in placed.values():
        for number, words in enumerate(place.lines):
            _write(rows[place.line + number], place, words)
    text = Text("\n").join(map(_inked, rows))
    text.no_wrap = True
    return text


class Drawing:
    """A drawing where there is room for it, else what its labels say."""

    def __init__(self, places: Mapping[str, CanvasLabel], lines: Iterable[Stroke]) -> None:
        self._places = places
        self._lines = tuple(lines)

    def __rich_console__(self, _: Console, options: ConsoleOptions) -> RenderResult:
        if options.max_width >= WIDTH:
            yield drawing(self._places, self._lines)
            return
        labels = [place for place in self._places.values() if len(place.lines) > 1]
        listed = [Text(" ".join(place.lines), place.style, no_wrap=True) for place in labels]
        yield Columns(listed, padding=(0, 2), equal=True)
        yield Text(say("pages.canvas.drawn-as-a-map-where", width=WIDTH), "dim")


def short(words: str) -> str:
    """Return `words` cut to a label in which every character takes room."""
    shown = "".join(char for char in printable(words) if cell_len(char))
    if cell_len(shown) <= LONGEST_LABEL:
        return shown
    return set_cell_size(shown, LONGEST_LABEL - 1) + "…"


def _scaled(places: Mapping[str, CanvasLabel]) -> dict[str, CanvasLabel]:
    if not places:
        return {}
    widest = max(place.width for place in places.values())
    room = WIDTH - widest
    columns = _scale([place.column for place in places.values()], room, room)
    lines = _scale([place.line for place in places.values()], FEWEST_LINES, MOST_LINES)
    half = widest // 2
    return {
        name: place._replace(column=column + half, line=line)
        for (name, place), column, line in zip(places.items(), columns, lines, strict=True)
    }


def _scale(values: Sequence[int], least: int, most: int) -> list[int]:
    """Return `values` from 0 on, stretched or shrunk where they span too little or too much."""
    low = min(values)
    span = max(values) - low
    wanted = min(max(span, least), most)
    return [round((value - low) * wanted / span) if span else 0 for value in values]


def _stroke(
    rows: list[list[StyledCharacter]], placed: Mapping[str, CanvasLabel], line: Stroke
) -> None:
    one, other = (placed[name] for name in line.between)
    across, down = other.column - one.column, other.line - one.line
    # Characters are about twice as high as wide, so a step goes two columns or one line.
    steps = max(abs(across) // 2, abs(down), 1)
    for step in range(steps + 1):
        column = round(one.column + across * step / steps)
        row = round(one.line + down * step / steps)
        rows[row][column] = (line.stroke, line.style)


def _inked(row: list[StyledCharacter]) -> Text:
    text = Text()
    for style, cells in groupby(row, key=lambda cell: cell[1]):
        text.append("".join(char for char, _ in cells), style)
    text.rstrip()
    return text


def _write(row: list[StyledCharacter], place: CanvasLabel, words: str) -> None:
    padded = f" {words} "
    width = cell_len(padded)
    left = place.column - width // 2
    # A character of two columns is followed by an empty one, so that columns keep their numbers.
    row[left : left + width] = [
        cell
        for char in padded
        for cell in [(char, place.style), *[("", "")] * (cell_len(char) - 1)]
    ]
