"""`referee components`: shows, checks and starts component sets."""

from pathlib import Path

import click

import referee
from referee.cli.console import show, show_json
from referee.cli.examples import examples
from referee.cli.exits import NO
from referee.cli.parameters import OUTPUT, SET_FOLDER
from referee.cli.render.component_set import SECTIONS, section, unread_words, whole_set
from referee.cli.render.findings import report_page, statement_list
from referee.cli.render.layout import number_of, said


@click.group(
    short_help="Show, check or start a component set.",
    epilog=examples(
        "referee components show --section map",
        "referee components new my-copy",
        "referee components check my-copy",
    ),
)
def components() -> None:
    """Show, check or start a component set: all that is printed on a copy of the game."""


@components.command(
    name="show",
    epilog=examples(
        "referee components show",
        "referee components show my-copy --section books",
        "referee components show --json",
        keys="name, title, about, digest, provenance (by table: rulebook, secondhand, "
        "reconstructed, copy), tables (by table the entries as in the files, each with source and "
        "sources).",
    ),
)
@click.argument("folder", metavar="[DIR]", required=False, type=SET_FOLDER)
@click.option("--section", "part", type=click.Choice([*SECTIONS]), help="Only this part.")
@click.option("--json", "as_json", is_flag=True, help="Print the whole set as JSON.")
def show_set(folder: Path | None, part: str | None, *, as_json: bool) -> None:
    """Show the set in DIR, or the one that ships with the referee."""
    if part and as_json:
        raise click.UsageError("--json prints the whole set; leave out --section")
    found = referee.load_components(folder)
    if as_json:
        show_json(referee.component_facts(found).to_dict())
    else:
        show(section(found, part) if part else whole_set(found))
        if note := unread_words(found):
            show(said(note, "yellow"))


@components.command(
    epilog=examples(
        "referee components check",
        "referee components check my-copy --statements",
        "referee components check my-copy --json",
        keys="folder, name, title, digest (null if something is amiss), blanks, unreadable, "
        "contradictions, findings (file, entry, problem, kind, statement), statements (id, says, "
        "section, citations, holds: null while tables are incomplete).",
    )
)
@click.argument("folder", metavar="[DIR]", required=False, type=SET_FOLDER)
@click.option("--statements", is_flag=True, help="List every statement that must hold, and where.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def check(folder: Path | None, *, statements: bool, as_json: bool) -> None:
    """Check the set in DIR, or the one that ships with the referee.

    Says of everything that is blank, unreadable or contradicts the rulebooks in which file and
    entry it stands. Exits 0 if nothing is amiss, 1 if something is, 2 if DIR is no folder.
    """
    report = referee.check_components(folder)
    if as_json:
        show_json(report.to_dict())
    else:
        if statements:
            show(statement_list(report))
        show(report_page(report))
    if report.findings:
        raise click.exceptions.Exit(NO)


@components.command(
    short_help="Start a set of a copy in DIR.", epilog=examples("referee components new my-copy")
)
@click.argument("folder", metavar="DIR", type=OUTPUT)
def new(folder: Path) -> None:
    """Start the set of a copy in DIR, a new or empty folder.

    The files hold what the rulebooks state, and a "?" for everything that is to be read off the
    copy.
    """
    files = number_of(len(referee.new_components(folder)), "file")
    show(
        said(f"{folder} now has {files}.", "bold"),
        said('Put in place of each "?" what is printed on the copy; the comments say where.'),
        said(f"`referee components check {folder}` says what is still blank or cannot be right."),
    )


@components.command(
    short_help="Draw the map of the set in DIR as areas.",
    epilog=examples("referee components cells my-copy"),
)
@click.argument("folder", metavar="DIR", type=SET_FOLDER)
@click.option("--seed", type=int, default=0, show_default=True, help="Begin another search.")
def cells(folder: Path, seed: int) -> None:
    """Find areas for the map of the set in DIR that touch exactly where it has borders.

    They are kept in DIR (cells.toml) and decide nothing: pictures are drawn with them. It may take
    a minute. Exits 1 if none were found, as where borders have to cross; pictures then have boxes
    and lines.
    """
    file = referee.make_cells(folder, seed=seed)
    show(said(f"{file} has the areas of the map.", "bold"))
