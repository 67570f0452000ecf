"""`referee show`: the whole table at a moment of a recorded game."""

from pathlib import Path

import click

import referee
from referee.api.games import At
from referee.cli.console import show, show_json
from referee.cli.group import examples
from referee.cli.options import at_option
from referee.cli.parameters import FILE
from referee.cli.picture import draw_into, picture_option
from referee.cli.render.layout import said
from referee.cli.render.table import whole_table
from referee.cli.sources import books_option, components_option, json_option


@click.command(
    name="show",
    epilog=examples(
        "referee show game.mgn",
        "referee show game.mgn --at 3.4",
        "referee show game.mgn --at 5 --json",
        "referee show table.toml",
        "referee show game.mgn --at 3.4 --picture table.svg",
        "referee show game.mgn --at 3.4 --books",
    ),
)
@click.argument("file", metavar="FILE", type=FILE)
@at_option
@books_option
@picture_option
@components_option
@json_option
def show_table(
    file: Path,
    at: At | None,
    folder: Path | None,
    *,
    picture: Path | None,
    with_books: bool,
    as_json: bool,
) -> None:
    """Show the whole table of the game in FILE as people see it, at its end or at a moment."""
    tables = referee.possible_tables(file, at, components=folder)
    draw_into(picture, tables)
    if as_json:
        show_json(tables.facts.to_dict())
        return
    show(whole_table(tables, with_books=with_books))
    if tables.table.note:
        show(said(tables.table.note, "yellow"))
