"""`referee repair`: the likeliest slips of the pen in a recorded game."""

from pathlib import Path

import click

import referee
from referee.api.errors import MisuseError
from referee.api.repairs import MOST_EDITS, NOTHING_WRONG, SHOWN, Repair
from referee.cli.at_once import NO, UNDECIDED
from referee.cli.console import remark, show, show_json
from referee.cli.group import examples
from referee.cli.interrupts import SoFar
from referee.cli.parameters import FILE, OUTPUT
from referee.cli.render.repair import repair_page
from referee.cli.sources import components_option, json_option, put
from referee.i18n.speech import say


@click.command(
    epilog=examples(
        "referee repair game.mgn",
        "referee repair game.mgn --edits 1 --limit 5",
        "referee repair game.mgn --apply 1 -o fixed.mgn",
        "referee repair game.mgn --json",
    ),
)
@click.argument("file", metavar="GAME", type=FILE)
@click.option("--top", type=click.IntRange(1), default=SHOWN, show_default=True)
@click.option(
    "--edits",
    type=click.IntRange(1, MOST_EDITS),
    default=MOST_EDITS,
    show_default=True,
)
@click.option(
    "--limit",
    type=click.FloatRange(0, min_open=True),
    metavar="SECONDS",
)
@click.option("--apply", "chosen", type=click.IntRange(1), metavar="N")
@click.option("-o", "--output", type=OUTPUT)
@components_option
@json_option
def repair(  # noqa: PLR0913 - one parameter an option
    file: Path,
    top: int,
    edits: int,
    limit: float | None,
    chosen: int | None,
    output: Path | None,
    folder: Path | None,
    *,
    as_json: bool,
) -> None:
    """Say what was probably meant in GAME, if it is not legal as it stands."""
    _require_output(file, chosen, output)
    with SoFar[Repair]() as so_far:
        so_far.keep(
            referee.repair(
                file,
                components=folder,
                top=top,
                edits=edits,
                seconds=limit,
                interrupted=so_far.keep,
            )
        )
    found = so_far.answer()
    if chosen is not None:
        _write(found, chosen, output)
    elif as_json:
        show_json(found.to_dict())
    else:
        show(repair_page(found))
    so_far.leave()
    if not found.suggestions and found.verdict not in NOTHING_WRONG:
        raise click.exceptions.Exit(UNDECIDED if found.stopped else NO)


def _require_output(file: Path, chosen: int | None, output: Path | None) -> None:
    if (chosen is None) != (output is None):
        raise click.UsageError(say("commands.repair.apply-and-o-go-together"))
    if output is not None and _is_same(output, file):
        raise click.UsageError(say("commands.repair.o-is-the-game-itself"))


def _is_same(output: Path, file: Path) -> bool:
    return output.exists() and file.exists() and output.samefile(file)


def _write(found: Repair, chosen: int, output: Path | None) -> None:
    if chosen > len(found.suggestions):
        there = len(found.suggestions)
        raise MisuseError(
            say("commands.repair.there-is-no-suggestion-there", chosen=chosen, there=there),
            file=found.file,
        )
    suggestion = found.suggestions[chosen - 1]
    put(output, suggestion.text.encode())
    remark(suggestion.words)
