"""`referee best`: the best turn at a table, or the best way of playing on, with its proof."""

from pathlib import Path

import click

from referee.api.games import At
from referee.api.optima import (
    ACTIONS,
    HORIZONS,
    OPPONENTS,
    BestPlay,
    BestTurn,
    Horizon,
    Opponents,
    best_play,
)
from referee.api.optima import best as best_turn
from referee.api.positions import load_table
from referee.cli.console import show, show_json
from referee.cli.examples import examples
from referee.cli.exits import UNDECIDED
from referee.cli.interrupts import StoppedSolver
from referee.cli.moments import at_option
from referee.cli.picture import draw_into, picture_option
from referee.cli.render.horizons import found_page
from referee.cli.solver_options import objective_option, reporting_faults, time_limit_option
from referee.cli.sources import FILE, components_option, json_option
from referee.game.turns import Action


@click.command(
    short_help="The best turn at a moment of a game, with a proof.",
    epilog=examples(
        "referee best game.mgn --at 3.4",
        "referee best game.mgn --at 3.4 --objective margin --top 5",
        "referee best game.mgn --at 3.4 --player green --action expand",
        "referee best game.mgn --at 3.4 --objective 2*ink+cash --json",
        "referee best game.mgn --at 3.4 --picture best.svg",
        "referee best game.mgn --at 3.4 --horizon round --time-limit 60",
        "referee best game.mgn --at 3.4 --horizon round --opponents recorded",
        "referee best game.mgn --at 3 --horizon plan --player green --plan blue=exp2",
        keys="moment, player, objective, action, turn (in notation), value, worth_before, status "
        "(optimal or bound), bound, gap, optima (turns of this value), counted_all, ties_broken, "
        "seconds, pad (row: before, after), totals (player: before, after), aims (where the "
        "objective is not net-worth, what it is made of: before, after), top (with --top: turn, "
        "value), top_in_time. Beyond one turn: horizon, plan, turns (turn, value), value, "
        "worth_before, status, bound, gap, seconds, assumptions, pad, totals, aims.",
    ),
)
@click.argument("file", metavar="FILE", type=FILE)
@at_option("Before this turn; else where the record ends.")
@click.option("--player", metavar="PLAYER", help="As if this player were to move.")
@click.option("--action", type=click.Choice(ACTIONS), help="Only turns of this action.")
@objective_option
@time_limit_option
@click.option(
    "--horizon",
    type=click.Choice(HORIZONS),
    default="turn",
    show_default=True,
    help="How far to look: this turn, the rest of the round, a plan and its round, or in round "
    "7 the end of the game.",
)
@click.option(
    "--opponents",
    type=click.Choice(OPPONENTS),
    default="still",
    show_default=True,
    help="In the rest of the round the others stand still, or move as the record has it.",
)
@click.option(
    "--plan",
    "plans",
    metavar="PLAYER=CARD,...",
    multiple=True,
    help="What another player plans, where the record does not tell; else nothing.",
)
@click.option("--top", type=click.IntRange(1, 1000), metavar="K", help="List the best K turns.")
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
    """Find the best turn of the player who is to move in the game in FILE, and prove it.

    The solver looks at all legal turns at once; the engine then replays the answer and counts it
    again. Of equally good turns the first in a fixed order is told. Beyond one turn the others are
    taken to stand still, and what is assumed is told with the answer. Exits 0 with a proof, 1 if no
    such turn is possible, 3 if the time was too short for a proof. Ctrl-C tells the best so far.
    """
    if horizon != "turn" and top is not None:
        raise click.UsageError("--top is for --horizon turn")
    if horizon != "turn" and action is not None:
        raise click.UsageError("--action is for --horizon turn")
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
