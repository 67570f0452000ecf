"""Answers of the solvers: the pad before and after, how far they are proved, and faults."""

from collections.abc import Iterator

from msgspec import UNSET, Struct
from rich.console import Group, RenderableType
from rich.table import Table

from referee.api.errors import FaultError
from referee.api.optimum_answers import BestPlay, BestTurn
from referee.api.solver_answers import (
    OBJECTIVES,
    OF_THE_PAD,
    SHARES,
    BeforeAfter,
    Numbers,
    read_objective,
)
from referee.cli.render.columns import columns, row
from referee.cli.render.layout import said
from referee.cli.render.problems import one_line
from referee.game.messages.speech import say, say_or, thing


def best_page(found: BestTurn) -> RenderableType:
    """Return a best turn: said, counted row by row, and how far it is proved."""
    return Group(
        said(found.moment, "bold"),
        "",
        said(found.turn, "bold green"),
        "",
        *reached(found),
        *(said(line) for line in proof_lines(found)),
        said(say("pages.numbers.seconds", seconds=found.seconds), "dim"),
        *_few(found),
    )


def reached(found: BestTurn | BestPlay) -> Iterator[RenderableType]:
    """Yield what an answer changes, row by row, and what that comes to."""
    yield change_table(
        AimChange(found.player, found.objective, found.pad, found.totals, found.aims or {})
    )
    yield ""
    yield said(
        say(
            "pages.optima.reaches",
            objective=found.objective,
            value=found.value,
            change=f"{found.value - found.worth_before:+d}",
        )
    )


def proof_lines(found: BestTurn) -> list[str]:
    """Return what is proved about an answer, and how many turns are as good."""
    if found.status == "optimal":
        lines = [say("pages.optima.optimal-proved-that-no-legal")]
    elif found.bound is None:
        lines = [say("pages.optima.not-proved-the-time-was")]
    else:
        lines = [say("pages.optima.not-proved-no-turn-is", bound=found.bound, gap=found.gap)]
    if found.counted_all and found.optima == 1:
        lines.append(say("pages.optima.no-other-turn-is-worth"))
    elif found.counted_all:
        lines.append(say("pages.optima.turns-are-worth-as-much", optima=found.optima))
    elif found.ties_broken:
        lines.append(say("pages.optima.at-least-turns-worth-as", turns=found.optima))
    else:
        lines.append(say("pages.optima.turns-worth-as-much-were"))
    return lines


class AimChange(Struct, frozen=True):
    """What a player aims at, before and after."""

    player: str
    objective: str
    pad: Numbers
    totals: Numbers
    aims: Numbers


def change_table(change: AimChange) -> RenderableType:
    """Return what a player aims at before and after a turn, and the pad where that counts."""
    table = columns(
        "",
        say("pages.heads.before"),
        say("pages.heads.after"),
        say("pages.heads.change"),
        right=[say("pages.heads.before"), say("pages.heads.after"), say("pages.heads.change")],
    )
    if any(name in OF_THE_PAD for _, name in read_objective(change.objective).terms):
        _add_pad(table, change)
    for name, numbers in change.aims.items():
        is_part = name in OBJECTIVES and name not in OF_THE_PAD
        _add(table, measure_words(name) if is_part else name, numbers, "" if is_part else "bold")
    return table


def measure_words(name: str) -> str:
    """Return what a measure counts."""
    if name.startswith(SHARES):
        return say("pages.optima.shares-of", removeprefix=name.removeprefix(SHARES))
    return say_or(thing(name), f"pages.optima.steps.{name}")


def _add_pad(table: Table, change: AimChange) -> None:
    """Add a player's pad, and the totals of the others."""
    for name, numbers in change.pad.items():
        _add(table, name, numbers)
    _add(table, say("pages.pad.total"), change.totals[change.player], "bold")
    for colour, numbers in change.totals.items():
        if colour != change.player:
            _add(table, say("pages.optima.total-of", player=colour), numbers, "dim")


def _add(table: Table, name: str, numbers: BeforeAfter, style: str = "") -> None:
    was, is_now = numbers.before, numbers.after
    row(table, name, was, is_now, f"{is_now - was:+d}" if is_now != was else "", style=style)


def _few(found: BestTurn) -> list[RenderableType]:
    """Return the best turns in falling order, if they were asked for."""
    if found.top is UNSET:
        return []
    table = columns(
        say("pages.heads.value"),
        say("pages.heads.turn"),
        right=[say("pages.heads.value")],
        wrapped=[say("pages.heads.turn")],
    )
    for one in found.top:
        row(table, one.value, one.turn)
    late = (
        [] if found.top_in_time else [said(say("pages.optima.the-time-was-over-before"), "yellow")]
    )
    return ["", table, *late]


def fault_page(fault: FaultError) -> RenderableType:
    """Return a fault of the solvers as a report that can be passed on."""
    facts, _, position = fault.report.partition("\n\n")
    table: list[RenderableType] = ["", one_line(said(position, "dim"))] if position else []
    return Group(
        said(say("pages.optima.solver-and-engine-disagree"), "bold red"),
        said(say("pages.optima.this-is-a-fault-of")),
        said(facts),
        *table,
    )
