"""Counts of rows of turns, and where another program counts otherwise."""

from collections.abc import Iterator, Sequence

import msgspec
from msgspec import Struct
from rich.console import Group, RenderableType

from referee.cli.render.layout import columns, heading, number_of, row, said
from referee.conformance.against import Agreed, Place
from referee.conformance.perft import ACTIONS, Count


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
    agreed: Sequence[Agreed]
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
    """Return the counts that agree, and the first difference with what each side says."""
    same = said(f"{number_of(walked.tables, 'table')} compared, no difference", "bold")
    if walked.place is None:
        parts: list[RenderableType] = [heading(walked.moment), "", *_agreed(walked), same]
        if not walked.finished:
            parts.append(said("the rest could not be compared in time; see --seconds", "yellow"))
        return Group(*parts)
    place = "here" if not walked.turns else "after"
    return Group(
        heading(walked.moment),
        "",
        *_agreed(walked),
        said(f"the first difference is {place}"),
        *map(said, walked.turns),
        "",
        *_counts(walked.place),
        *_answers(walked.place),
    )


def _agreed(walked: Walked) -> Iterator[RenderableType]:
    """Yield the counts on which both sides agree, by the number of turns."""
    compared = [each for each in walked.agreed if each.tables]
    if not compared:
        return
    yield said("counts that agree")
    table = columns("depth", "tables", *ACTIONS, "all", right=["tables", *ACTIONS, "all"])
    for each in compared:
        counts = [f"{each.counts[action]:,}" for action in ACTIONS]
        row(table, each.depth, f"{each.tables:,}", *counts, f"{each.counts.total():,}")
    yield table
    yield ""


def _counts(place: Place) -> Iterator[RenderableType]:
    """Yield what each side counts at a table, the actions on which they agree among them."""
    if not place.expected:
        return
    table = columns("action", "referee", "program", right=["referee", "program"])
    for action, count in place.expected.items():
        told = place.given[action]
        row(table, action, f"{count:,}", f"{told:,}", style="" if count == told else "red")
    yield table


def _answers(place: Place) -> Iterator[RenderableType]:
    """Yield the turns that only one side has, or whatever else the answers say."""
    if place.parting.kind == "count":
        return
    table = columns("", "referee", "program", wrapped=["referee", "program"])
    expected = msgspec.to_builtins(place.parting.expected)
    given = msgspec.to_builtins(place.parting.given)
    for key in dict.fromkeys((*expected, *given)):
        row(table, key, str(expected.get(key, "-")), str(given.get(key, "-")))
    yield ""
    yield table


def walked_data(walked: Walked) -> dict[str, object]:
    """Return the comparison with the keys that the help of `perft` names."""
    place = walked.place
    return {
        "moment": walked.moment,
        "depth": walked.depth,
        "tables": walked.tables,
        "finished": walked.finished,
        "agreed": [
            {"depth": each.depth, "tables": each.tables, "counts": dict(each.counts)}
            for each in walked.agreed
            if each.tables
        ],
        "difference": None
        if place is None
        else {
            "turns": list(walked.turns),
            "kind": place.parting.kind,
            "about": list(place.parting.about),
            "counts": {"referee": place.expected, "program": place.given},
            "referee": msgspec.to_builtins(place.parting.expected),
            "program": msgspec.to_builtins(place.parting.given),
        },
    }
