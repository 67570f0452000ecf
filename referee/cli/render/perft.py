"""Counts of rows of turns, and where another program counts otherwise."""

from collections.abc import Iterator
from typing import get_args

from rich.console import Group, RenderableType

from referee.api.counts import CountComparison, CountDifference, Counts
from referee.cli.render.columns import columns, row
from referee.cli.render.layout import heading, said, typed
from referee.game.messages.speech import numeral, say
from referee.game.turns import Action

ACTIONS: tuple[Action, ...] = get_args(Action)


def counts_page(counts: Counts) -> RenderableType:
    """Return the counts as a table, and their sum."""
    table = columns(
        say("pages.heads.action"),
        say("pages.heads.first-choice"),
        say("pages.heads.rows"),
        right=[say("pages.heads.rows")],
    )
    for count in counts.counts:
        row(table, count.action, typed(count.choice), numeral(count.rows))
    least = "" if counts.finished else say("pages.perft.at-least")
    parts: list[RenderableType] = [
        heading(counts.moment),
        "",
        table,
        "",
        said(
            say("pages.perft.rows-at-depth", least=least, rows=counts.rows, depth=counts.depth),
            "bold",
        ),
    ]
    if counts.ended:
        parts.append(
            said(say("pages.perft.shorter-rows-end-the-action", ended=counts.ended), "dim")
        )
    if not counts.finished:
        parts.append(said(say("pages.perft.the-rest-could-not-be"), "yellow"))
    return Group(*parts)


def comparison_page(compared: CountComparison) -> RenderableType:
    """Return the counts that agree, and the first difference with what each side says."""
    same = said(say("pages.perft.tables-compared-no-difference", tables=compared.tables), "bold")
    if compared.difference is None:
        parts: list[RenderableType] = [heading(compared.moment), "", *_agreed(compared), same]
        if not compared.finished:
            parts.append(said(say("pages.perft.the-rest-could-not-be-2"), "yellow"))
        return Group(*parts)
    return Group(
        heading(compared.moment), "", *_agreed(compared), *_difference(compared.difference)
    )


def _difference(found: CountDifference) -> Iterator[RenderableType]:
    """Yield where a program answers otherwise, and what each side says."""
    where = "after-turns" if found.turns else "here"
    yield said(say(f"pages.perft.the-first-difference-is-{where}"))
    yield from map(said, found.turns)
    yield ""
    if found.is_failure:
        yield said(
            say("pages.perft.the-program-failed", kind=found.kind, program=found.program["said"]),
            "red",
        )
        if found.program["wrote"]:
            yield said(found.program["wrote"])
        return
    yield from _counts(found)
    yield from _answers(found)


def _agreed(compared: CountComparison) -> Iterator[RenderableType]:
    """Yield the counts on which both sides agree, by the number of turns."""
    if not compared.agreed:
        return
    yield said(say("pages.perft.counts-that-agree"))
    table = columns(
        say("pages.heads.depth"),
        say("pages.heads.tables"),
        *ACTIONS,
        say("pages.heads.all"),
        right=[say("pages.heads.tables"), *ACTIONS, say("pages.heads.all")],
    )
    for each in compared.agreed:
        counts = [numeral(each.counts.get(action, 0)) for action in ACTIONS]
        row(table, each.depth, numeral(each.tables), *counts, numeral(sum(each.counts.values())))
    yield table
    yield ""


def _counts(found: CountDifference) -> Iterator[RenderableType]:
    """Yield what each side counts at a table, the actions on which they agree among them."""
    if not found.counts.referee:
        return
    table = columns(
        say("pages.heads.action"),
        say("pages.heads.referee"),
        say("pages.heads.program"),
        right=[say("pages.heads.referee"), say("pages.heads.program")],
    )
    for action, count in found.counts.referee.items():
        told = found.counts.program[action]
        row(table, action, numeral(count), numeral(told), style="" if count == told else "red")
    yield table


def _answers(found: CountDifference) -> Iterator[RenderableType]:
    """Yield the turns that only one side has, or whatever else the answers say."""
    if found.kind == "count":
        return
    table = columns(
        "",
        say("pages.heads.referee"),
        say("pages.heads.program"),
        wrapped=[say("pages.heads.referee"), say("pages.heads.program")],
    )
    for key in dict.fromkeys((*found.referee, *found.program)):
        row(table, key, str(found.referee.get(key, "-")), str(found.program.get(key, "-")))
    yield ""
    yield table
