"""Counts of rows of turns, and where another program counts otherwise."""

from collections.abc import Iterator
from typing import get_args

from rich.console import Group, RenderableType

from referee.api.counts import CountComparison, CountDifference, Counts
from referee.cli.render.layout import columns, heading, number_of, row, said
from referee.game.turns import Action

ACTIONS: tuple[Action, ...] = get_args(Action)


def counts_page(counts: Counts) -> RenderableType:
    """Return the counts as a table, and their sum."""
    table = columns("action", "first choice", "rows", right=["rows"])
    for count in counts.counts:
        row(table, count.action, count.choice, f"{count.rows:,}")
    least = "" if counts.finished else "at least "
    parts: list[RenderableType] = [
        heading(counts.moment),
        "",
        table,
        "",
        said(f"{least}{counts.rows:,} rows at depth {counts.depth}", "bold"),
    ]
    if counts.ended:
        parts.append(said(f"{counts.ended:,} shorter rows end the action phase", "dim"))
    if not counts.finished:
        parts.append(said("the rest could not be counted in time; see --seconds", "yellow"))
    return Group(*parts)


def comparison_page(compared: CountComparison) -> RenderableType:
    """Return the counts that agree, and the first difference with what each side says."""
    same = said(f"{number_of(compared.tables, 'table')} compared, no difference", "bold")
    if compared.difference is None:
        parts: list[RenderableType] = [heading(compared.moment), "", *_agreed(compared), same]
        if not compared.finished:
            parts.append(said("the rest could not be compared in time; see --seconds", "yellow"))
        return Group(*parts)
    return Group(
        heading(compared.moment), "", *_agreed(compared), *_difference(compared.difference)
    )


def _difference(found: CountDifference) -> Iterator[RenderableType]:
    """Yield where a program answers otherwise, and what each side says."""
    yield said(f"the first difference is {'after' if found.turns else 'here'}")
    yield from map(said, found.turns)
    yield ""
    if found.is_failure:
        yield said(f"the program failed ({found.kind}): {found.program['said']}", "red")
        if found.program["wrote"]:
            yield said(found.program["wrote"])
        return
    yield from _counts(found)
    yield from _answers(found)


def _agreed(compared: CountComparison) -> Iterator[RenderableType]:
    """Yield the counts on which both sides agree, by the number of turns."""
    if not compared.agreed:
        return
    yield said("counts that agree")
    table = columns("depth", "tables", *ACTIONS, "all", right=["tables", *ACTIONS, "all"])
    for each in compared.agreed:
        counts = [f"{each.counts.get(action, 0):,}" for action in ACTIONS]
        row(table, each.depth, f"{each.tables:,}", *counts, f"{sum(each.counts.values()):,}")
    yield table
    yield ""


def _counts(found: CountDifference) -> Iterator[RenderableType]:
    """Yield what each side counts at a table, the actions on which they agree among them."""
    if not found.counts.referee:
        return
    table = columns("action", "referee", "program", right=["referee", "program"])
    for action, count in found.counts.referee.items():
        told = found.counts.program[action]
        row(table, action, f"{count:,}", f"{told:,}", style="" if count == told else "red")
    yield table


def _answers(found: CountDifference) -> Iterator[RenderableType]:
    """Yield the turns that only one side has, or whatever else the answers say."""
    if found.kind == "count":
        return
    table = columns("", "referee", "program", wrapped=["referee", "program"])
    for key in dict.fromkeys((*found.referee, *found.program)):
        row(table, key, str(found.referee.get(key, "-")), str(found.program.get(key, "-")))
    yield ""
    yield table
