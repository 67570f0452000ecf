"""`referee components`: shows, checks and starts component sets."""

from pathlib import Path

import click

import referee
from referee.api.listings import RECORDS
from referee.cli.console import show, show_json
from referee.cli.copy_questions import ask
from referee.cli.examples import examples
from referee.cli.exits import NO
from referee.cli.parameters import OUTPUT, SET_FOLDER
from referee.cli.render.advice import advice_page
from referee.cli.render.component_set import SECTIONS, section, unread_words, whole_set
from referee.cli.render.corrections import accepted_page
from referee.cli.render.findings import report_page, statement_list
from referee.cli.render.layout import said
from referee.cli.render.lessons import lessons_page
from referee.cli.sources import FILES, listed_files
from referee.game.messages.speech import say


@click.group(
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
    ),
)
@click.argument("folder", metavar="[DIR]", required=False, type=SET_FOLDER)
@click.option("--section", "part", type=click.Choice([*SECTIONS]))
@click.option("--json", "as_json", is_flag=True)
def show_set(folder: Path | None, part: str | None, *, as_json: bool) -> None:
    """Show the set in DIR, or the one that ships with the referee."""
    if part and as_json:
        raise click.UsageError(say("commands.components.json-prints-the-whole-set"))
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
    )
)
@click.argument("folder", metavar="[DIR]", required=False, type=SET_FOLDER)
@click.option("--statements", is_flag=True)
@click.option("--blanks", is_flag=True)
@click.option("--accept", is_flag=True)
@click.option("--games", "records", type=FILES, multiple=True)
@click.option("--json", "as_json", is_flag=True)
def check(
    folder: Path | None,
    records: tuple[Path, ...],
    *,
    statements: bool,
    blanks: bool,
    accept: bool,
    as_json: bool,
) -> None:
    """Check the set in DIR, or the one that ships with the referee."""
    if accept:
        _accept(folder, records, as_json=as_json)
        return
    report = referee.check_components(folder)
    if as_json:
        show_json(report.to_dict())
    else:
        if statements:
            show(statement_list(report))
        show(report_page(report, blanks=blanks))
    if report.findings:
        raise click.exceptions.Exit(NO)


def _accept(folder: Path | None, records: tuple[Path, ...], *, as_json: bool) -> None:
    """Keep a set as it is, and say which verdicts a correction changes."""
    if folder is None:
        raise click.UsageError(say("commands.components.accept-needs-a-folder"))
    accepted = referee.accept_copy(folder, records or None)
    if as_json:
        show_json(accepted.to_dict())
    else:
        show(accepted_page(accepted))


@components.command(epilog=examples("referee components new my-copy"))
@click.argument("folder", metavar="DIR", type=OUTPUT)
def new(folder: Path) -> None:
    """Start the set of a copy in DIR, a new or empty folder."""
    files = say("commands.components.files", n=len(referee.new_components(folder)))
    show(
        said(say("commands.components.now-has", folder=folder, files=files), "bold"),
        said(say("commands.components.put-in-place-of-each")),
        said(say("commands.components.referee-components-check-says-what", folder=folder)),
    )


@components.command(
    epilog=examples(
        "referee components learn my-copy first.mgn second.mgn",
        "referee components learn my-copy games/ --write",
    ),
)
@click.argument("folder", metavar="DIR", type=SET_FOLDER)
@click.argument("files", metavar="GAMES...", nargs=-1, required=True, type=FILES)
@click.option("--write", is_flag=True)
@click.option("--json", "as_json", is_flag=True)
def learn(folder: Path, files: tuple[Path, ...], *, write: bool, as_json: bool) -> None:
    """Say what may be printed where nothing was read in DIR, if GAMES are legal as recorded.

    GAMES are records or folders of them, taken as legal with their claims. Games that contradict
    each other or the set are named, with the fewest statements that do, and what was perhaps
    misread. Exits 0, or 1 after a contradiction.
    """
    games = listed_files(files, RECORDS, only_records=True)
    lessons = referee.learn_copy(folder, games, write=write)
    if as_json:
        show_json(lessons.to_dict())
    else:
        show(lessons_page(lessons))
    if lessons.contradiction:
        raise click.exceptions.Exit(NO)


components.add_command(ask)


@components.command(
    epilog=examples(
        "referee components advise my-copy",
        "referee components advise my-copy game.mgn",
    ),
)
@click.argument("folder", metavar="DIR", type=SET_FOLDER)
@click.argument("files", metavar="[GAME...]", nargs=-1, type=FILES)
@click.option("--json", "as_json", is_flag=True)
def advise(folder: Path, files: tuple[Path, ...], *, as_json: bool) -> None:
    """Say what to read next off the copy whose set is in DIR, where it is printed, and why."""
    games = listed_files(files, RECORDS, only_records=True) if files else ()
    found = referee.advise_copy(folder, games)
    if as_json:
        show_json(found.to_dict())
    else:
        show(advice_page(found))


@components.command(
    epilog=examples("referee components cells my-copy"),
)
@click.argument("folder", metavar="DIR", type=SET_FOLDER)
@click.option("--seed", type=int, default=0, show_default=True)
def cells(folder: Path, seed: int) -> None:
    """Find areas for the map of the set in DIR that touch exactly where it has borders."""
    file = referee.make_cells(folder, seed=seed)
    show(said(say("commands.components.has-the-areas-of-the", file=file), "bold"))
