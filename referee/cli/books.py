"""`referee books`: the best plan for books to take and to place."""

from pathlib import Path

import click

from referee.api.book_plans import AIMS, MOST_CASH, MOST_POINTS, WEIGHED, Aim
from referee.api.book_plans import books as best_plan
from referee.api.games import At
from referee.api.positions import load_table
from referee.cli.console import show, show_json
from referee.cli.examples import examples
from referee.cli.exits import UNDECIDED
from referee.cli.interrupts import StoppedSolver
from referee.cli.moments import at_option
from referee.cli.render.book_plans import plan_page
from referee.cli.solver_options import reporting_faults, time_limit_option
from referee.cli.sources import FILE, components_option, json_option
from referee.game.messages.speech import say

MOST_DIGITS = 3
"""Of the pounds that something counts for."""


def _weights(_: click.Context, __: click.Parameter, given: tuple[str, ...]) -> dict[str, int]:
    said = {}
    for one in given:
        name, pounds = one.partition("=")[::2]
        if name not in WEIGHED or not pounds.isdecimal() or len(pounds) > MOST_DIGITS:
            raise click.BadParameter(
                say("commands.books.was-given-3-would-be", one=f"{one!r:.40}", weighed=WEIGHED[0])
            )
        said[name] = int(pounds)
    return said


@click.command(
    epilog=examples(
        "referee books game.mgn --at 3.4 --points 3",
        "referee books position.toml --plan 'clerk2 cotton2' --plan 'clerk1 exp2'",
        "referee books game.mgn --at 3.4 --acquired a03 --aim value --json",
    ),
)
@click.argument("file", metavar="FILE", type=FILE)
@at_option
@click.option("--player", metavar="PLAYER")
@click.option(
    "--plan",
    "plans",
    multiple=True,
    metavar="CARDS",
)
@click.option("--points", type=click.IntRange(0, MOST_POINTS), default=0)
@click.option("--acquired", multiple=True, metavar="BOOK")
@click.option(
    "--cash",
    type=click.IntRange(0, MOST_CASH),
)
@click.option(
    "--aim",
    type=click.Choice(AIMS),
    default="furthest",
    show_default=True,
)
@click.option(
    "--worth",
    multiple=True,
    metavar="WHAT=POUNDS",
    callback=_weights,
)
@time_limit_option
@components_option
@json_option
def books(  # noqa: PLR0913 - one parameter an option
    file: Path,
    at: At | None,
    *,
    player: str | None,
    plans: tuple[str, ...],
    points: int,
    acquired: tuple[str, ...],
    cash: int | None,
    aim: Aim,
    worth: dict[str, int],
    time_limit: float | None,
    folder: Path | None,
    as_json: bool,
) -> None:
    """Plan the books of a player at the table in FILE, a recorded game or a position."""
    table = load_table(file, at, components=folder)
    with reporting_faults(as_json=as_json), StoppedSolver() as solver:
        found = best_plan(
            table,
            player=player,
            plans=plans,
            points=points,
            acquired=acquired,
            cash=cash,
            aim=aim,
            weights=worth,
            time_limit=time_limit,
            stop=solver.stop,
        )
    if as_json:
        show_json(found.to_dict())
    else:
        show(plan_page(found, table))
    solver.leave()
    if found.status != "optimal":
        raise click.exceptions.Exit(UNDECIDED)
