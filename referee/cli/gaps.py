"""`referee gaps`: every legal way to fill what nobody wrote down."""

from pathlib import Path

import click

import referee
from referee.api.record_forms import write_file
from referee.cli.at_once import NO, UNDECIDED
from referee.cli.console import remark, show, show_json
from referee.cli.group import examples
from referee.cli.parameters import FILE, OUTPUT
from referee.cli.render.gaps import gaps_page
from referee.cli.render.layout import said
from referee.cli.sources import components_option, json_option
from referee.i18n.speech import say


@click.command(
    epilog=examples(
        "referee gaps game.mgn",
        "referee gaps game.mgn --at 3.4",
        "referee gaps game.mgn --count",
        "referee gaps game.mgn --example -o whole.mgn",
    ),
)
@click.argument("file", metavar="GAME", type=FILE)
@click.option("--at", metavar="ADDRESS")
@click.option("--count", is_flag=True)
@click.option("--must", is_flag=True)
@click.option("--example", is_flag=True)
@click.option("-o", "--output", type=OUTPUT)
@click.option(
    "--limit",
    type=click.FloatRange(0.01, 3600),
)
@components_option
@json_option
def gaps(  # noqa: PLR0913 - one parameter an option
    file: Path,
    at: str | None,
    output: Path | None,
    limit: float | None,
    folder: Path | None,
    *,
    count: bool,
    must: bool,
    example: bool,
    as_json: bool,
) -> None:
    """Say how many legal ways there are to fill the gaps of GAME, and what all of them share."""
    found = referee.fill_gaps(file, at, components=folder, limit=limit)
    if as_json:
        show_json(found.to_dict())
    else:
        if count:
            show(said(f"{'' if found.exact else say('commands.gaps.at-least')}{found.number}"))
        if must or not (count or example):
            show(gaps_page(found, only_must=must))
    if example and not (as_json and output is None):
        _tell_example(found, output)
    if found.verdict == "illegal":
        raise click.exceptions.Exit(NO)
    if found.verdict == "undecided":
        raise click.exceptions.Exit(UNDECIDED)


def _tell_example(found: referee.Gaps, output: Path | None) -> None:
    if found.example is None:
        remark(say("commands.gaps.no-way-of-filling-the"))
    elif output is None:
        click.echo(found.example, nl=False)
    else:
        write_file(output, found.example.encode())
