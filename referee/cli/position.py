"""`referee position`: checks, shows and writes positions."""

from collections.abc import Callable
from pathlib import Path

from rich.console import Group, RenderableType

import referee
from referee.api.games import POSITION, At
from referee.api.positions import (
    AuditedPosition,
    PositionAudit,
    PositionVerdict,
    audited_position,
    tables_at,
)
from referee.api.sources import set_in
from referee.api.tables import PossibleTables
from referee.cli import options
from referee.cli.group import Reply, command, command_group
from referee.cli.interrupts import MISUSED, NO
from referee.cli.options import FILES, argument, listed_files
from referee.cli.output import draw_into, put
from referee.cli.render.layout import one_line, problem_page, text
from referee.cli.render.table import whole_table
from referee.core.answer import Answer
from referee.i18n.speech import named, say

CODES = {"possible": 0, "impossible": NO, "unreadable": MISUSED}

STYLES: dict[PositionVerdict, str] = {
    "possible": "bold green",
    "impossible": "bold red",
    "unreadable": "bold yellow",
}


@command_group(
    "referee position new -o table.toml",
    "referee position check table.toml",
    "referee position from game.mgn --at 3.2 -o table.toml",
)
def position() -> None:
    """Check, show or write positions: tables written by hand in TOML."""


@command(
    "referee position check table.toml",
    "referee position check puzzles/ --json",
    name="check",
    group=position,
)
@argument("files", metavar="FILE...", nargs=-1, required=True, type=FILES)
@options.components
def check_positions(files: tuple[Path, ...], components: Path | None) -> Reply[list[PositionAudit]]:
    """Report for every FILE whether a game by the rules can have led to this table."""
    # The set is read once for all files.
    read = None if components is None else set_in(components)
    audited = [audited_position(file, components=read) for file in listed_files(files, {POSITION})]
    return Reply(
        [each.audit for each in audited],
        lambda _: Group(*map(audited_page, audited)),
        max(CODES[each.audit.verdict] for each in audited),
    )


def audited_page(audited: AuditedPosition) -> RenderableType:
    """Return the verdict, and every fault with its line."""
    audit = audited.audit
    words = audit.moment or say("pages.position.faults", n=len(audit.faults))
    verdict = text(audit.verdict, STYLES[audit.verdict])
    line = text(named(audit.file, ""), "bold").append_text(verdict)
    problems = problem_page(audit.file, audited.problems)
    return Group(one_line(line.append(f" ({words})")), problems)


@command(
    "referee position show table.toml",
    "referee position show table.toml --json",
    "referee position show table.toml --picture table.png",
    name="show",
    group=position,
)
@options.file
@options.books
@options.picture
@options.components
def show_position(
    file: Path, components: Path | None, *, picture: Path | None, with_books: bool
) -> Reply[Callable[[], Answer]]:
    """Show the table in FILE."""
    table = referee.Table.load(file, components=components)
    draw_into(picture, table)
    return Reply(
        lambda: table.facts, lambda _: whole_table(PossibleTables(table), with_books=with_books)
    )


@command(
    "referee position from game.mgn --at 3.2 -o table.toml",
    "referee position from table.toml",
    name="from",
    group=position,
    json=False,
)
@options.file
@options.at
@options.output
@options.components
def write_position(file: Path, at: At | None, output: Path | None, components: Path | None) -> None:
    """Write a point in the game in FILE as a position in which everything is spelled out."""
    put(output, tables_at(file, at, components=components).to_toml().encode())


@command(
    "referee position new",
    "referee position new -o table.toml",
    name="new",
    group=position,
    json=False,
)
@options.output
def new_position(output: Path | None) -> None:
    """Write a position to fill in, with a comment on every key."""
    put(output, referee.Table.template().encode())
