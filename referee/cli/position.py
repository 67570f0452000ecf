"""`referee position`: checks, shows and writes positions."""

from importlib import resources
from pathlib import Path

import click

from referee.cli.console import show, show_json
from referee.cli.examples import examples
from referee.cli.exits import MISUSED, NO
from referee.cli.moments import at_option, table_at
from referee.cli.parameters import OUTPUT as PLACE
from referee.cli.position_files import load_file, position_in
from referee.cli.render.position import Audited, audited_data, audited_page
from referee.cli.render.table import whole_table
from referee.cli.sources import (
    FILE,
    FILES,
    POSITION,
    components_option,
    json_option,
    listed_files,
    name_of,
    sets_of,
)
from referee.cli.writing import put
from referee.game.public import digest, public
from referee.positions import PositionError, audit, position_text
from referee.transcript.headers import Sets
from referee.transcript.moments import At

CODES = {"possible": 0, "impossible": NO, "unreadable": MISUSED}

OUTPUT = click.option("-o", "--output", type=PLACE, help="Write here.")


@click.group(
    short_help="Check, show or write down a table.",
    epilog=examples(
        "referee position new -o table.toml",
        "referee position check table.toml",
        "referee position from game.mgn --at 3.2 -o table.toml",
    ),
)
def position() -> None:
    """Check, show or write positions: tables that a person writes down in TOML.

    `show`, `score`, `legal`, `best`, `books` and `perft` take one in place of a recorded game.
    """


@position.command(
    name="check",
    short_help="Name all that is impossible.",
    epilog=examples(
        "referee position check table.toml",
        "referee position check puzzles/ --json",
        keys="a list of positions: file, verdict (possible, impossible, unreadable), moment (null "
        "unless possible), digest (null unless possible), faults (kind, key, line, column, "
        "message, guess).",
    ),
)
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=FILES)
@components_option
@json_option
def check_positions(files: tuple[Path, ...], folder: Path | None, *, as_json: bool) -> None:
    """Say of every FILE whether a game by the rules can have led to this table.

    Everything that is impossible is named at once: things in two places, more posts or markers
    than there are, cards nobody could have yet, what does not go with the phase. FILE may be a
    folder, or - for standard input. Exits 1 if a table is impossible, 2 if one cannot be read.
    """
    sets = sets_of(folder)
    audited = [_audited(file, sets) for file in listed_files(files, {POSITION})]
    if as_json:
        show_json([audited_data(each) for each in audited])
    else:
        show(*(audited_page(each) for each in audited))
    if worst := max(CODES[each.verdict] for each in audited):
        raise click.exceptions.Exit(worst)


def _audited(file: Path, sets: Sets) -> Audited:
    name = name_of(file)
    try:
        found = load_file(file, sets)
    except PositionError as error:
        return Audited(name, error.faults)
    faults = audit(found.state, found.colours)
    if found.places is not None:
        faults = found.places.in_order(faults)
    return Audited(name, tuple(faults), found)


@position.command(
    name="show",
    short_help="Draw the table.",
    epilog=examples(
        "referee position show table.toml",
        "referee position show table.toml --json",
        keys="players (colours by seat), digest, state (as docs/states.md says).",
    ),
)
@click.argument("file", metavar="FILE", type=FILE)
@components_option
@json_option
def show_position(file: Path, folder: Path | None, *, as_json: bool) -> None:
    """Show the table in FILE as people see it."""
    found = position_in(file, folder)
    if as_json:
        state = found.state
        show_json({"players": list(found.colours), "digest": digest(state), "state": public(state)})
    else:
        show(whole_table(found.state, found.colours))


@position.command(
    name="from",
    short_help="Write a moment of a game down.",
    epilog=examples(
        "referee position from game.mgn --at 3.2 -o table.toml",
        "referee position from table.toml",
    ),
)
@click.argument("file", metavar="FILE", type=FILE)
@at_option("Before this turn, or at the planning of this round; else where the record ends.")
@OUTPUT
@components_option
def write_position(file: Path, at: At | None, output: Path | None, folder: Path | None) -> None:
    """Write a moment of the game in FILE as a position in which everything is said.

    FILE may be a position, too: what it leaves out is then spelled out.
    """
    found = table_at(file, at, folder)
    put(output, position_text(found.state, found.colours).encode())


@position.command(
    name="new",
    short_help="Start a position to fill in.",
    epilog=examples("referee position new", "referee position new -o table.toml"),
)
@OUTPUT
def new_position(output: Path | None) -> None:
    """Write a position to fill in, with a word about every key."""
    put(output, (resources.files("referee") / "positions" / "template.toml").read_bytes())
