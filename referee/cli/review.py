"""`referee review`: every turn of a game beside the best one."""

from pathlib import Path

import click

import referee
from referee.api.reviews import HORIZONS, LISTED, Review, ReviewHorizon
from referee.cli.at_once import NO, UNDECIDED
from referee.cli.console import show, show_json
from referee.cli.group import examples
from referee.cli.interrupts import SoFar
from referee.cli.parameters import FILE
from referee.cli.progress import Bar
from referee.cli.render.optima import review_page
from referee.cli.solver_options import (
    cores_option,
    objective_option,
    reporting_faults,
    time_limit_option,
)
from referee.cli.sources import components_option, json_option


@click.command(
    epilog=examples(
        "referee review game.mgn",
        "referee review game.mgn --player green --objective margin",
        "referee review game.mgn --horizon round --time-limit 5 --jobs 2",
        "referee review game.mgn --json",
    ),
)
@click.argument("file", metavar="FILE", type=FILE)
@click.option("--player", metavar="PLAYER")
@objective_option
@click.option(
    "--horizon",
    type=click.Choice(HORIZONS),
    default="turn",
    show_default=True,
)
@time_limit_option
@cores_option
@click.option("--misses", type=click.IntRange(0), default=LISTED, show_default=True)
@components_option
@json_option
def review(  # noqa: PLR0913 - one parameter an option
    file: Path,
    player: str | None,
    objective: str,
    horizon: ReviewHorizon,
    time_limit: float | None,
    folder: Path | None,
    *,
    jobs: int,
    misses: int,
    as_json: bool,
) -> None:
    """Hold every turn of the game in FILE against the best turn at its table."""
    with reporting_faults(as_json=as_json), SoFar[Review]() as so_far, Bar("reviewing") as bar:
        so_far.keep(
            referee.review(
                file,
                player=player,
                objective=objective,
                horizon=horizon,
                time_limit=time_limit,
                misses=misses,
                jobs=jobs,
                components=folder,
                progress=bar.advance,
                interrupted=so_far.keep,
            )
        )
    found = so_far.answer()
    if as_json:
        show_json(found.to_dict())
    else:
        show(review_page(found))
    so_far.leave()
    if any(turn.status != "optimal" for turn in found.turns):
        raise click.exceptions.Exit(UNDECIDED)
    if found.note:
        raise click.exceptions.Exit(NO)
