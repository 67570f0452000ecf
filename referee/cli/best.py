"""`referee best`: the best turn at a table, or the best way of playing on, with its proof."""

from pathlib import Path

import click

from referee.api.games import At
from referee.api.optima import (
    ACTIONS,
    AIMS,
    HORIZONS,
    MOST_CASH,
    MOST_POINTS,
    OPPONENTS,
    WEIGHED,
    Aim,
    BestPlay,
    BestTurn,
    Horizon,
    Opponents,
    best_play,
)
from referee.api.optima import best as best_turn
from referee.api.optima import books as best_plan
from referee.api.positions import load_table
from referee.cli.at_once import UNDECIDED
from referee.cli.console import show, show_json
from referee.cli.group import examples
from referee.cli.interrupts import StoppedSolver
from referee.cli.options import at_option
from referee.cli.parameters import FILE
from referee.cli.picture import draw_into, picture_option
from referee.cli.render.optima import found_page, plan_page
from referee.cli.solver_options import objective_option, reporting_faults, time_limit_option
from referee.cli.sources import components_option, json_option
from referee.core.turns import Action
from referee.i18n.speech import say


@click.command(
    epilog=examples(
        "referee best game.mgn --at 3.4",
        "referee best game.mgn --at 3.4 --objective margin --top 5",
        "referee best game.mgn --at 3.4 --player green --action expand",
        "referee best game.mgn --at 3.4 --objective 2*ink+cash --json",
        "referee best game.mgn --at 3.4 --picture best.svg",
        "referee best game.mgn --at 3.4 --horizon round --time-limit 60",
        "referee best game.mgn --at 3.4 --horizon round --opponents recorded",
        "referee best game.mgn --at 3 --horizon plan --player green --plan blue=exp2",
    ),
)
@click.argument("file", metavar="FILE", type=FILE)
@at_option
@click.option("--player", metavar="PLAYER")
@click.option("--action", type=click.Choice(ACTIONS))
@objective_option
@time_limit_option
@click.option(
    "--horizon",
    type=click.Choice(HORIZONS),
    default="turn",
    show_default=True,
)
@click.option(
    "--opponents",
    type=click.Choice(OPPONENTS),
    default="still",
    show_default=True,
)
@click.option(
    "--plan",
    "plans",
    metavar="PLAYER=CARD,...",
    multiple=True,
)
@click.option("--top", type=click.IntRange(1, 1000), metavar="K")
@picture_option
@components_option
@json_option
def best(  # noqa: PLR0913 - one parameter an option
    file: Path,
    at: At | None,
    *,
    player: str | None,
    action: Action | None,
    objective: str,
    time_limit: float | None,
    horizon: Horizon,
    opponents: Opponents,
    plans: tuple[str, ...],
    top: int | None,
    picture: Path | None,
    folder: Path | None,
    as_json: bool,
) -> None:
    """Find the best turn of the player who is to move in the game in FILE, and prove it."""
    if horizon != "turn" and top is not None:
        raise click.UsageError(say("commands.best.top-is-for-horizon-turn"))
    if horizon != "turn" and action is not None:
        raise click.UsageError(say("commands.best.action-is-for-horizon-turn"))
    table = load_table(file, at, components=folder)
    found: BestTurn | BestPlay
    with reporting_faults(as_json=as_json), StoppedSolver() as solver:
        if horizon == "turn":
            found = best_turn(
                table,
                player=player,
                objective=objective,
                action=action,
                top=top,
                time_limit=time_limit,
                stop=solver.stop,
            )
        else:
            found = best_play(
                table,
                horizon=horizon,
                player=player,
                objective=objective,
                opponents=opponents,
                plans=plans,
                time_limit=time_limit,
                stop=solver.stop,
            )
    draw_into(picture, found)
    if as_json:
        show_json(found.to_dict())
    else:
        show(found_page(found))
    solver.leave()
    if found.status != "optimal":
        raise click.exceptions.Exit(UNDECIDED)


# `referee books`: the best plan for books to take and to place ------------------------------------
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
