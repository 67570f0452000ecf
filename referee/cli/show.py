"""`referee show` and `referee score`: the table at a moment of a recorded game, and its pad."""

from collections.abc import Callable
from pathlib import Path

import click
from rich.console import Group, RenderableType

import referee
from referee.api.games import At
from referee.api.positions import opened, table_of, tables_at
from referee.cli import options
from referee.cli.console import show
from referee.cli.group import Reply, command, wants_json
from referee.cli.output import draw_into
from referee.cli.render.layout import rulings_line, said
from referee.cli.render.pad import copy_ranges_page, pad_page, ranges_page
from referee.cli.render.table import whole_table
from referee.core.answer import Answer
from referee.core.citations import Edition
from referee.i18n.speech import say


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
    note = [said(tables.table.note, "yellow")] if tables.table.note else []
    return Reply(
        lambda: tables.facts, lambda _: Group(whole_table(tables, with_books=with_books), *note)
    )


# `referee score`: the scoring pad of a recorded game ----------------------------------------------
@command(
    "referee score game.mgn",
    "referee score game.mgn --at 4",
    "referee score game.mgn --json",
    "referee score table.toml",
)
@options.file
@options.at
@options.rulings_of
@options.components
def score(
    file: Path, at: At | None, rulings_of: Edition | None, components: Path | None
) -> Reply[Callable[[], Answer]]:
    """Show the scoring pad of the game in FILE, and how each number on it comes about."""
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
        note = [said(table.note, "yellow")] if table.note else []
        return Group(pad_page(table.state, table.colours), *note)

    return Reply(asked.score, pad)
