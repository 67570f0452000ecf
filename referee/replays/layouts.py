"""The layouts that a replay carries: the film of the tables and the chart, each for one width."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from referee.pictures.changes import changes
from referee.pictures.film import Film, Shot, film_of
from referee.pictures.look import look_of
from referee.pictures.shown_table import shown_table
from referee.pictures.table import LAPTOP, PHONE, Style
from referee.replays.chart import Chart, draw_chart
from referee.replays.story import Story

WIDE_CHART: Final = (860.0, 240.0)
NARROW_CHART: Final = (374.0, 220.0)


class Layout(Struct, frozen=True):
    """The film of all tables and the chart, drawn for one width."""

    name: str
    film: Film
    chart: Chart
    chart_size: tuple[float, float]


class Layouts(Struct, frozen=True):
    """All layouts, and which table of the films shows the best turn in place of which event."""

    each: tuple[Layout, ...]
    best: dict[int, int]

    @property
    def first(self) -> int:
        """The number of the table after the first event."""
        return len(self.best)


def layouts_of(story: Story, language: str) -> Layouts:
    """Return the layouts of a story for a laptop and for a phone."""
    bests = _best_shots(story)
    # The film ends with the last event, so that the file shows the end without a script.
    shots = [*bests.values(), *(Shot(event.shown, event.marks) for event in story.events)]
    return Layouts(
        (
            _layout(story, shots, "wide", LAPTOP, WIDE_CHART, language),
            _layout(story, shots, "narrow", PHONE, NARROW_CHART, language),
        ),
        {at: number for number, at in enumerate(bests)},
    )


def _best_shots(story: Story) -> dict[int, Shot]:
    """Return by event the table after the best turn, where another was played."""
    found = {}
    for at, event in enumerate(story.events):
        best = event.best
        if best is not None and best.after is not None:
            marks = changes(event.before, best.after, best.turn, kind="chosen")
            found[at] = Shot(shown_table((best.after,)), marks)
    return found


def _layout(
    story: Story,
    shots: Sequence[Shot],
    name: str,
    width: int,
    chart_size: tuple[float, float],
    language: str,
) -> Layout:
    style = Style(width=width, theme="page", language=language, prefix=f"{name}-")
    film = film_of(shots, story.colours, story.names, style=style)
    look = look_of("page", language, f"{name}-chart-")
    return Layout(name, film, draw_chart(look, story, *chart_size), chart_size)
