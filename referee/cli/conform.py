"""`referee conform`: tests another program that plays the game."""

from pathlib import Path
from typing import Any

import click

import referee
from referee.api.conformance import DEFAULT_SETS, SHRINK_TRIES, WHOLE_RUN
from referee.api.conformance_answers import Conformance
from referee.cli.bar import Bar
from referee.cli.console import show, show_json
from referee.cli.examples import examples
from referee.cli.exits import NO, UNDECIDED
from referee.cli.interrupts import SoFar
from referee.cli.parameters import FOLDER, NAMED_FILE, OUTPUT
from referee.cli.render.conformance import cut_page, report_page
from referee.cli.shell import set_names
from referee.cli.sources import json_option
from referee.game.limits import PLAYER_COUNTS, ROUNDS
from referee.game.messages.speech import say


def _numbers(_: click.Context, __: click.Parameter, given: str) -> tuple[int, ...]:
    try:
        players = tuple(dict.fromkeys(int(part) for part in given.split(",")))
    except ValueError:
        players = ()
    if not players or not {*players} <= {*PLAYER_COUNTS}:
        raise click.BadParameter(
            say("commands.conform.was-given-expected-some-of", given=f"{given!r:.40}")
        )
    return players


def _names(_: click.Context, __: click.Parameter, given: str | None) -> tuple[str, ...]:
    return tuple(given.split(",")) if given else DEFAULT_SETS


@click.command(
    epilog=examples(
        "referee conform -- referee serve-engine",
        "referee conform --games 5000 --jobs 2 --results run.jsonl -- ./mine --serve",
        "referee conform --games 5000 --results run.jsonl --resume -- ./mine --serve",
        "referee conform --golden games/golden --known known.txt -- ./mine --serve",
        "referee conform --again differences -- ./mine --serve",
    ),
)
@click.argument("command", metavar="-- COMMAND [ARGS]...", nargs=-1, required=True)
@click.option("--games", type=click.IntRange(1), default=20, show_default=True)
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True)
@click.option("--players", callback=_numbers, default="2,3,4", show_default=True)
@click.option(
    "--sets",
    callback=_names,
    metavar="SET,...",
    shell_complete=set_names,
)
@click.option("--rounds", type=click.IntRange(1, ROUNDS), default=ROUNDS)
@click.option("--default-rulings", is_flag=True)
@click.option(
    "--illegal",
    type=click.IntRange(0, 50),
    default=2,
    show_default=True,
)
@click.option(
    "--golden",
    type=FOLDER,
)
@click.option(
    "--again",
    type=FOLDER,
)
@click.option(
    "--known",
    type=NAMED_FILE,
)
@click.option(
    "--answer-limit",
    type=click.FloatRange(0.01, 3600),
    default=10.0,
    show_default=True,
)
@click.option(
    "--limit",
    type=click.FloatRange(0, 10**9),
    default=WHOLE_RUN,
    show_default=True,
)
@click.option(
    "--shrink",
    type=click.IntRange(0),
    default=SHRINK_TRIES,
    show_default=True,
)
@click.option(
    "--most",
    type=click.IntRange(0),
    default=10,
    show_default=True,
)
@click.option(
    "--save",
    type=OUTPUT,
    default=Path("differences"),
    show_default=True,
)
@click.option("--jobs", type=click.IntRange(1, 64), default=1)
@click.option("--results", type=OUTPUT)
@click.option("--resume", is_flag=True)
@json_option
def conform(command: tuple[str, ...], *, as_json: bool, **options: Any) -> None:  # noqa: ANN401
    """Play games against COMMAND, a program that speaks the protocol of docs/conformance.md."""
    with SoFar[Conformance]() as so_far, Bar("playing") as bar:
        so_far.keep(
            referee.conform(
                command,
                progress=bar.advance,
                shrinking=lambda name: bar.say(f"shrinking {name}"),
                interrupted=so_far.keep,
                **options,
            )
        )
    found = so_far.answer()
    if as_json:
        show_json(found.to_dict())
    else:
        show(report_page(found))
        if found.cut is not None:
            show(cut_page(found.cut, options["results"]))
    so_far.leave()
    if not found.conforms:
        raise click.exceptions.Exit(NO)
    not_asked = found.again is not None and "not-asked" in found.again.values()
    if not_asked or found.cut is not None:
        raise click.exceptions.Exit(UNDECIDED)
