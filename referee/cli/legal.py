"""`referee legal`: the legal turns at a moment of a recorded game, listed or counted."""

from collections.abc import Iterator
from math import inf
from pathlib import Path

from rich.console import Group, RenderableType

from referee.api.games import At
from referee.api.long_work import STEPS_OF_A_COUNT
from referee.api.positions import table_at
from referee.api.turn_lists import CountComparison, CountDifference, Counts, LegalTurns
from referee.api.turns import ACTIONS
from referee.cli import options
from referee.cli.group import Reply, command
from referee.cli.interrupts import NO, UNDECIDED, so_far
from referee.cli.options import Choice, IntRange, option, refuse
from referee.cli.render.columns import columns, headed, row
from referee.cli.render.layout import heading, phrase, text, typed
from referee.core.budget import Budget
from referee.core.input_limits import SECONDS_FOR_A_COUNT, SECONDS_FOR_AN_ANSWER
from referee.i18n.speech import numeral, say

MOST_LISTED = 10
"""Turns of an action that are listed unasked."""


@command(
    "referee legal game.mgn --at 1.1",
    "referee legal game.mgn --at 3.4 --action goods -n 20",
    "referee legal table.toml --json",
    "referee legal game.mgn --at 6.9 --depth 2 --timeout 120",
    "referee legal game.mgn --at 6.9 --depth 1 --divide",
    "referee legal game.mgn --at 6.9 --depth 2 --against './mine --serve'",
)
@options.file
@options.at
@option("--action", type=Choice(ACTIONS))
@options.max_items(0)
@option("--depth", type=IntRange(1, 20))
@option("--divide", is_flag=True)
@option("--against", metavar="COMMAND")
@options.seed(default=0, show_default=True)
@options.timeout()
@options.timeout("answer", default=SECONDS_FOR_AN_ANSWER, show_default=True)
@options.components
def legal(  # noqa: PLR0913 - one parameter an option
    file: Path,
    at: At | None,
    components: Path | None,
    *,
    action: str | None,
    max_items: int | None,
    depth: int | None,
    divide: bool,
    against: str | None,
    seed: int,
    timeout: float | None,
    timeout_per_answer: float,
) -> Reply[LegalTurns] | Reply[Counts] | Reply[CountComparison]:
    """List the legal turns of the player who is to move in the game in FILE, or count rows."""
    table = table_at(file, at, components=components)
    steps = STEPS_OF_A_COUNT if timeout is None else inf
    if depth is None and against is None and not divide:
        most = MOST_LISTED if max_items is None else max_items
        listed = table.legal(action, max_items=most, budget=Budget(steps, timeout))
        return Reply(listed, legal_page, UNDECIDED if None in listed.counts.values() else 0)
    refuse("clashes", "--depth, --divide, --against", "action", "max_items")
    asked = {"depth": depth or 1, "seed": seed}
    if against is None:
        counts = so_far(table.count, divide=divide, steps=steps, timeout=timeout, **asked)
        return Reply(counts, counts_page, 0 if counts.finished else UNDECIDED)
    # Another program takes as long as it likes.
    found = so_far(
        table.count_against,
        against,
        timeout=timeout or SECONDS_FOR_A_COUNT,
        answer_timeout=timeout_per_answer,
        **asked,
    )
    differs = NO if found.difference is not None else 0
    return Reply(found, comparison_page, differs or (0 if found.finished else UNDECIDED))


def legal_page(found: LegalTurns) -> RenderableType:
    """Return how many turns of each action are legal, and some of them."""
    table = headed("action", "turns", right=["turns"])
    for name, count in found.counts.items():
        row(table, name, say("commands.legal.not-counted") if count is None else count)
    parts: list[RenderableType] = [text(found.moment, "bold"), "", table, ""]
    for name, lines in found.turns.items():
        parts += map(text, lines)
        if lines and found.counts[name] != len(lines):
            parts.append(phrase("commands.legal.and-more", "dim"))
    if found.note:
        parts += ["", text(found.note, "yellow")]
    return Group(*parts)


# Counts of rows of turns, and where another program counts otherwise -----------------------------
def counts_page(counts: Counts) -> RenderableType:
    """Return the counts as a table, and their sum."""
    table = headed("action", "first-choice", "rows", right=["rows"])
    for count in counts.counts:
        row(table, count.action, typed(count.choice), numeral(count.rows))
    parts: list[RenderableType] = [
        heading(counts.moment),
        "",
        table,
        "",
        phrase(
            "pages.perft.rows" if counts.finished else "pages.perft.least-rows",
            "bold",
            rows=counts.rows,
            depth=counts.depth,
        ),
    ]
    if counts.ended:
        parts.append(phrase("pages.perft.shorter-rows", "dim", ended=counts.ended))
    if not counts.finished:
        parts.append(phrase("pages.perft.not-counted", "yellow"))
    return Group(*parts)


def comparison_page(compared: CountComparison) -> RenderableType:
    """Return the counts that agree, and the first difference with what each side says."""
    same = phrase("pages.perft.no-difference", "bold", tables=compared.tables)
    if compared.difference is None:
        parts: list[RenderableType] = [heading(compared.moment), "", *_agreed(compared), same]
        if not compared.finished:
            parts.append(phrase("pages.perft.not-compared", "yellow"))
        return Group(*parts)
    return Group(
        heading(compared.moment), "", *_agreed(compared), *_count_difference(compared.difference)
    )


def _count_difference(found: CountDifference) -> Iterator[RenderableType]:
    """Yield where a program answers otherwise, and what each side says."""
    where = "after-turns" if found.turns else "here"
    yield phrase(f"pages.perft.first-difference-{where}")
    yield from map(text, found.turns)
    yield ""
    if found.is_failure:
        yield phrase(
            "pages.perft.program-failed", "red", kind=found.kind, program=found.program["said"]
        )
        if found.program["wrote"]:
            yield text(found.program["wrote"])
        return
    yield from _counts(found)
    yield from _answers(found)


def _agreed(compared: CountComparison) -> Iterator[RenderableType]:
    """Yield the counts on which both sides agree, by the number of turns."""
    if not compared.agreed:
        return
    yield phrase("pages.perft.agreed")
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
    table = headed("action", "referee", "program", right=["referee", "program"])
    for action, count in found.counts.referee.items():
        told = found.counts.program[action]
        row(table, action, numeral(count), numeral(told), style="" if count == told else "red")
    yield table


def _answers(found: CountDifference) -> Iterator[RenderableType]:
    """Yield the turns that only one side has, or whatever else the answers say."""
    if found.kind == "count":
        return
    table = headed("", "referee", "program", wrapped=["referee", "program"])
    for key in dict.fromkeys((*found.referee, *found.program)):
        row(table, key, str(found.referee.get(key, "-")), str(found.program.get(key, "-")))
    yield ""
    yield table
