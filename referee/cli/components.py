"""`referee components`: shows, checks and starts component sets."""

from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

import click

from referee.cli.console import UnwritableError, show, show_json
from referee.cli.examples import examples
from referee.cli.exits import MISUSED, NO
from referee.cli.parameters import OUTPUT, SET_FOLDER
from referee.cli.render.component_set import SECTIONS, section, set_data, whole_set
from referee.cli.render.findings import Report, report_data, report_page, statement_list
from referee.cli.render.layout import number_of, said
from referee.cli.sources import unusable_set
from referee.components.audit import audit, shipped_audit
from referee.components.reach import REACH
from referee.components.scaffold import scaffold
from referee.components.shipped import SHIPPED
from referee.components.statements import STATEMENTS
from referee.components.writing import FolderError, UnwritableFolderError
from referee.game.component_set import ComponentSet
from referee.game.reading import ComponentSetError, read_draft, read_set, reference_set


class UnusableFolderError(click.ClickException):
    """A folder that cannot be used as it was meant."""

    exit_code = MISUSED


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
    found = _readable(folder)
    if as_json:
        show_json(set_data(found))
    else:
        show(section(found, part) if part else whole_set(found))


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
    report = _report(folder)
    if as_json:
        show_json(report_data(report))
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
    try:
        scaffold(folder)
    except UnwritableFolderError as error:
        raise UnwritableError(str(error)) from error
    except FolderError as error:
        raise UnusableFolderError(str(error)) from error
    files = number_of(sum(1 for _ in folder.iterdir()), "file")
    show(
        said(f"{folder} now has {files}.", "bold"),
        said('Put in place of each "?" what is printed on the copy; the comments say where.'),
        said(f"`referee components check {folder}` says what is still blank or cannot be right."),
    )


def _readable(folder: Path | None) -> ComponentSet:
    if folder is None:
        return reference_set()
    try:
        return read_set(folder)
    except ComponentSetError as error:
        raise UnusableFolderError(unusable_set(folder, error)) from error


def _report(folder: Path | None) -> Report:
    draft = read_draft(folder or _shipped())
    found = draft.as_set()
    shipped = folder is None and not draft.findings
    return Report(
        folder=str(folder or "reference"),
        components=found,
        findings=shipped_audit(found, REACH) if shipped else audit(draft),
        statements=(*STATEMENTS, *SHIPPED, *REACH) if shipped else STATEMENTS,
        gaps=frozenset(draft.gaps),
        shipped=shipped,
    )


def _shipped() -> Traversable:
    return resources.files("referee") / "components" / "reference"
