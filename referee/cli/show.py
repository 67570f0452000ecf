"""`referee show` and `referee score`: the table at a moment of a recorded game, and its pad."""

from collections.abc import Callable
from pathlib import Path

import click
from rich.console import Group, RenderableType

import referee
from referee.api.games import At
from referee.api.positions import opened, table_of, tables_at
from referee.api.scores import Pads, Score
from referee.cli import options
from referee.cli.console import show
from referee.cli.group import Reply, command, wants_json
from referee.cli.options import FILE, argument, option, refuse
from referee.cli.output import draw_into
from referee.cli.render.layout import rulings_line, text
from referee.cli.render.pad import copy_ranges_page, pad_page, pads_page, ranges_page
from referee.cli.render.table import whole_table
from referee.core.answer import Answer
from referee.core.citations import Edition
from referee.i18n.speech import say

LONGEST_NUMBER = 10
"""Characters of a number that somebody has filled in."""


@command(
    "referee show game.mgn",
    "referee show game.mgn --at 3.4",
    "referee show game.mgn --at 5 --json",
    "referee show table.toml",
    "referee show game.mgn --at 3.4 --picture table.svg",
    "referee show game.mgn --at 3.4 --books",
    name="show",
)
@options.file
@options.at
@options.books
@options.picture
@options.components
def show_table(
    file: Path, at: At | None, components: Path | None, *, picture: Path | None, with_books: bool
) -> Reply[Callable[[], Answer]]:
    """Show the whole table of the game in FILE, at the end or at a given turn."""
    tables = tables_at(file, at, components=components)
    draw_into(picture, tables)
    note = [text(tables.table.note, "yellow")] if tables.table.note else []
    return Reply(
        lambda: tables.facts, lambda _: Group(whole_table(tables, with_books=with_books), *note)
    )


# `referee score`: the scoring pad of a recorded game ----------------------------------------------
def _columns(_: click.Context, __: click.Parameter, given: tuple[str, ...]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for one in given:
        player, _equals, pounds = one.rpartition("=")
        numbers = pounds.split(",")
        if not all(each.strip().isdecimal() and len(each) < LONGEST_NUMBER for each in numbers):
            raise click.BadParameter(say("commands.score.pad-example", given=f"{one!r:.60}"))
        found[player or str(len(found) + 1)] = [int(each) for each in numbers]
    return found


@command(
    "referee score game.mgn",
    "referee score game.mgn --at 4",
    "referee score game.mgn --json",
    "referee score table.toml",
    "referee score --pad Lea=25,0,8,0,0,12,4 --pad Tom=9,12,8,0,6,4,0",
)
@argument("file", metavar="[FILE]", required=False, type=FILE)
@options.at
@option("--pad", "columns", multiple=True, metavar="PLAYER=POUNDS,...", callback=_columns)
@options.rulings_of
@options.components
def score(
    file: Path | None,
    at: At | None,
    rulings_of: Edition | None,
    components: Path | None,
    *,
    columns: dict[str, list[int]],
) -> Reply[Callable[[], Score]] | Reply[Pads]:
    """Show the scoring pad of the game in FILE, and how each number on it comes about."""
    if (file is None) != bool(columns):
        raise click.UsageError(say("commands.score.file-or-pad"))
    if file is None:
        refuse("clashes", "--pad", "at", "rulings_of", "components")
        return Reply(Pads.of(columns), pads_page)
    found = opened(file, components=components)
    if rulings_of is not None:
        if not isinstance(found, referee.Game):
            raise click.UsageError(say("commands.rulings_of.position-has-rulings"))
        found = found.with_rulings(rulings_of)
        if not wants_json():
            show(rulings_line(rulings_of))
    if isinstance(found, referee.Game) and found.judged_unread is not None:
        # What can be scored whatever is printed on a partly read copy.
        scored = found.score(at)
        page = copy_ranges_page(scored.ranges) if scored.ranges else None
        return Reply(lambda: scored, lambda _: page)
    table = table_of(found, at)
    # A game remembers how its gaps can be filled.
    asked = found if at is None else table

    def pad(_: object) -> RenderableType:
        if at is None and table.note and (ranges := asked.score().ranges):
            return ranges_page(ranges)
        note = [text(table.note, "yellow")] if table.note else []
        return Group(pad_page(table.state, table.colours), *note)

    return Reply(asked.score, pad)
