"""Counts of rows of turns, and where another program counts otherwise."""

from collections.abc import Sequence

import msgspec
from msgspec import Struct
from rich.console import Group, RenderableType

from referee.cli.render.layout import columns, heading, number_of, row, said
from referee.conformance.against import Place
from referee.conformance.perft import Count


class Counted(Struct, frozen=True, kw_only=True):
    """Rows of turns from a moment on, as far as there was time."""

    moment: str
    player: str
    depth: int
    counts: tuple[Count, ...]
    finished: bool

    @property
    def rows(self) -> int:
        """All rows of the whole depth."""
        return sum(count.rows for count in self.counts)

    @property
    def ended(self) -> int:
        """All rows that are shorter."""
        return sum(count.ended for count in self.counts)


class Walked(Struct, frozen=True, kw_only=True):
    """A comparison from a moment on, and the first difference with the turns that lead there."""

    moment: str
    depth: int
    tables: int
    finished: bool
    place: Place | None
    turns: Sequence[str]


def counted_page(counted: Counted) -> RenderableType:
    """Return the counts as a table, and their sum."""
    table = columns("action", "first choice", "rows", right=["rows"])
    for count in counted.counts:
        row(table, count.action, count.choice, f"{count.rows:,}")
    least = "" if counted.finished else "at least "
    parts: list[RenderableType] = [
        heading(counted.moment),
        "",
        table,
        "",
        said(f"{least}{counted.rows:,} rows at depth {counted.depth}", "bold"),
    ]
    if counted.ended:
        parts.append(said(f"{counted.ended:,} shorter rows end the action phase", "dim"))
    if not counted.finished:
        parts.append(said("the rest could not be counted in time; see --seconds", "yellow"))
    return Group(*parts)


def counted_data(counted: Counted) -> dict[str, object]:
    """Return the counts with the keys that the help of `perft` names."""
    return {
        **msgspec.to_builtins(counted),
        "rows": counted.rows,
        "ended": counted.ended,
    }


def walked_page(walked: Walked) -> RenderableType:
    """Return the first difference with what each side says, or that there is none."""
    if walked.place is None:
        parts = [said(f"{number_of(walked.tables, 'table')} compared, no difference", "bold")]
        if not walked.finished:
            parts.append(said("the rest could not be compared in time; see --seconds", "yellow"))
        return Group(*parts)
    table = columns("", "referee", "program", wrapped=["referee", "program"])
    expected = msgspec.to_builtins(walked.place.parting.expected)
    given = msgspec.to_builtins(walked.place.parting.given)
    for key in dict.fromkeys((*expected, *given)):
        row(table, key, str(expected.get(key, "-")), str(given.get(key, "-")))
    place = "here" if not walked.turns else "after"
    return Group(
        heading(walked.moment),
        said(f"the first difference is {place}"),
        *map(said, walked.turns),
        "",
        table,
    )


def walked_data(walked: Walked) -> dict[str, object]:
    """Return the comparison with the keys that the help of `perft` names."""
    place = walked.place
    return {
        "moment": walked.moment,
        "depth": walked.depth,
        "tables": walked.tables,
        "finished": walked.finished,
        "difference": None
        if place is None
        else {
            "turns": list(walked.turns),
            "kind": place.parting.kind,
            "about": list(place.parting.about),
            "referee": msgspec.to_builtins(place.parting.expected),
            "program": msgspec.to_builtins(place.parting.given),
        },
    }
