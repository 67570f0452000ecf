"""`referee gaps`: every legal way to fill what nobody wrote down."""

from pathlib import Path

import click

import referee
from referee.api.gap_verdicts import DEFAULT_SECONDS
from referee.api.record_forms import write_file
from referee.cli.console import remark, show, show_json
from referee.cli.examples import examples
from referee.cli.exits import NO, UNDECIDED
from referee.cli.parameters import OUTPUT
from referee.cli.render.gaps import gaps_page
from referee.cli.render.layout import said
from referee.cli.sources import FILE, components_option, json_option


@click.command(
    short_help="Every legal way to fill what nobody wrote down.",
    epilog=examples(
        "referee gaps game.mgn",
        "referee gaps game.mgn --at 3.4",
        "referee gaps game.mgn --count",
        "referee gaps game.mgn --example -o whole.mgn",
        keys="file, verdict, number (of ways), exact, open_gaps (address, line, column, statement, "
        "what, ways, bound, write), must (address, line, statement, certain, open), conflict "
        "(line, column, statement, claim, rules, possible), question (question, write, answers, "
        "left), example (a record), tried.",
    ),
)
@click.argument("file", metavar="GAME", type=FILE)
@click.option("--at", metavar="ADDRESS", help="Only what is open there: 3.4, 3.plan.blue, line:41.")
@click.option("--count", is_flag=True, help="Print only the number of ways.")
@click.option("--must", is_flag=True, help="Print only what must have happened.")
@click.option("--example", is_flag=True, help="Print the record with its gaps filled in one way.")
@click.option("-o", "--output", type=OUTPUT, help="Write the example into this file.")
@click.option(
    "--limit",
    type=click.FloatRange(0.01, 3600),
    default=DEFAULT_SECONDS,
    show_default=True,
    help="Search for so many seconds at most.",
)
@components_option
@json_option
def gaps(  # noqa: PLR0913 - one parameter an option
    file: Path,
    at: str | None,
    output: Path | None,
    limit: float,
    folder: Path | None,
    *,
    count: bool,
    must: bool,
    example: bool,
    as_json: bool,
) -> None:
    """Say how many legal ways there are to fill the gaps of GAME, and what all of them share.

    Exits 0 if there is one, 1 if there is none, 3 if that was not found out within the limit.
    """
    found = referee.fill_gaps(file, at, components=folder, limit=limit)
    if as_json:
        show_json(found.to_dict())
    elif count:
        show(said(f"{'' if found.exact else 'at least '}{found.number}"))
    elif example:
        _tell_example(found, output)
    else:
        show(gaps_page(found, only_must=must))
    if found.verdict == "illegal":
        raise click.exceptions.Exit(NO)
    if found.verdict == "undecided":
        raise click.exceptions.Exit(UNDECIDED)


def _tell_example(found: referee.Gaps, output: Path | None) -> None:
    if found.example is None:
        remark("no way of filling the gaps was found")
    elif output is None:
        click.echo(found.example, nl=False)
    else:
        write_file(output, found.example.encode())
