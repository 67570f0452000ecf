"""`referee position`: checks, shows and writes positions."""

from pathlib import Path

import click

import referee
from referee.api.games import At
from referee.api.positions import audited_position
from referee.api.sources import set_in
from referee.api.tables import PossibleTables
from referee.cli.at_once import MISUSED, NO
from referee.cli.console import show, show_json
from referee.cli.group import examples
from referee.cli.options import at_option
from referee.cli.parameters import FILE, FILES
from referee.cli.parameters import OUTPUT as PLACE
from referee.cli.picture import draw_into, picture_option
from referee.cli.render.lessons import audited_page
from referee.cli.render.table import whole_table
from referee.cli.sources import (
    POSITION,
    books_option,
    components_option,
    json_option,
    listed_files,
    put,
)

CODES = {"possible": 0, "impossible": NO, "unreadable": MISUSED}

OUTPUT = click.option("-o", "--output", type=PLACE)


@click.group(
    epilog=examples(
        "referee position new -o table.toml",
        "referee position check table.toml",
        "referee position from game.mgn --at 3.2 -o table.toml",
    ),
)
def position() -> None:
    """Check, show or write positions: tables that a person writes down in TOML."""


@position.command(
    name="check",
    epilog=examples(
        "referee position check table.toml",
        "referee position check puzzles/ --json",
    ),
)
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=FILES)
@components_option
@json_option
def check_positions(files: tuple[Path, ...], folder: Path | None, *, as_json: bool) -> None:
    """Say of every FILE whether a game by the rules can have led to this table."""
    # The set is read once for all files.
    components = None if folder is None else set_in(folder)
    audited = [
        audited_position(file, components=components) for file in listed_files(files, {POSITION})
    ]
    if as_json:
        show_json([each.audit.to_dict() for each in audited])
    else:
        show(*(audited_page(each) for each in audited))
    if worst := max(CODES[each.audit.verdict] for each in audited):
        raise click.exceptions.Exit(worst)


@position.command(
    name="show",
    epilog=examples(
        "referee position show table.toml",
        "referee position show table.toml --json",
        "referee position show table.toml --picture table.png",
    ),
)
@click.argument("file", metavar="FILE", type=FILE)
@books_option
@picture_option
@components_option
@json_option
def show_position(
    file: Path, folder: Path | None, *, picture: Path | None, with_books: bool, as_json: bool
) -> None:
    """Show the table in FILE as people see it."""
    table = referee.load_position(file, components=folder)
    draw_into(picture, table)
    if as_json:
        show_json(table.facts.to_dict())
    else:
        show(whole_table(PossibleTables(table), with_books=with_books))


@position.command(
    name="from",
    epilog=examples(
        "referee position from game.mgn --at 3.2 -o table.toml",
        "referee position from table.toml",
    ),
)
@click.argument("file", metavar="FILE", type=FILE)
@at_option
@OUTPUT
@components_option
def write_position(file: Path, at: At | None, output: Path | None, folder: Path | None) -> None:
    """Write a moment of the game in FILE as a position in which everything is said."""
    put(output, referee.possible_tables(file, at, components=folder).to_toml().encode())


@position.command(
    name="new",
    epilog=examples("referee position new", "referee position new -o table.toml"),
)
@OUTPUT
def new_position(output: Path | None) -> None:
    """Write a position to fill in, with a word about every key."""
    put(output, referee.new_position().encode())
