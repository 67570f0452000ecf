"""`referee best` and `referee books`: the best turn, way of playing on or plan, with its proof."""

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
    BestPlay,
    BestTurn,
    BookPlan,
    Horizon,
)
from referee.api.positions import table_at
from referee.cli import options
from referee.cli.group import Reply, command
from referee.cli.interrupts import UNDECIDED, stoppable
from referee.cli.options import Choice, IntRange, option
from referee.cli.output import draw_into
from referee.cli.render.optima import found_page, plan_page
from referee.core.turns import Action
from referee.i18n.speech import say

MOST_DIGITS = 3
"""Of the pounds that something counts for."""


@command(
    "referee best game.mgn --at 3.4",
    "referee best game.mgn --at 3.4 --objective margin --top 5",
    "referee best game.mgn --at 3.4 --player green --action expand",
    "referee best game.mgn --at 3.4 --objective 2*ink+cash --json",
    "referee best game.mgn --at 3.4 --picture best.svg",
    "referee best game.mgn --at 3.4 --horizon round --time-limit 60",
    "referee best game.mgn --at 3.4 --horizon round --opponents recorded",
    "referee best game.mgn --at 3 --horizon plan --player green --plan blue=exp2",
)
@options.file
@options.at
@option("--player", metavar="PLAYER")
@option("--action", type=Choice(ACTIONS))
@options.objective
@options.time_limit
@option("--horizon", type=Choice(HORIZONS), default="turn", show_default=True)
@option("--opponents", type=Choice(OPPONENTS), default="still", show_default=True)
@option("--plan", "plans", metavar="PLAYER=CARD,...", multiple=True)
@option("--top", type=IntRange(1, 1000), metavar="K")
@options.picture
@options.components
def best(  # noqa: PLR0913 - one parameter an option
    file: Path,
    at: At | None,
    components: Path | None,
    horizon: Horizon,
    action: Action | None,
    *,
    top: int | None,
    picture: Path | None,
    opponents: str,
    plans: tuple[str, ...],
    **asked: object,
) -> Reply[BestTurn | BestPlay]:
    """Find the best turn of the player who is to move in the game in FILE, and prove it."""
    if horizon != "turn" and top is not None:
        raise click.UsageError(say("commands.best.top-needs-turn"))
    if horizon != "turn" and action is not None:
        raise click.UsageError(say("commands.best.action-needs-turn"))
    table = table_at(file, at, components=components)
    found: BestTurn | BestPlay
    if horizon == "turn":
        found = stoppable(table.best, action=action, max_items=top, **asked)
    else:
        asked |= {"horizon": horizon, "opponents": opponents, "plans": plans}
        found = stoppable(table.best_play, **asked)
    draw_into(picture, found)
    return Reply(found, found_page, 0 if found.status == "optimal" else UNDECIDED)


# `referee books`: the best plan for books to take and to place ------------------------------------
def _weights(_: click.Context, __: click.Parameter, given: tuple[str, ...]) -> dict[str, int]:
    said = {}
    for one in given:
        name, pounds = one.partition("=")[::2]
        if name not in WEIGHED or not pounds.isdecimal() or len(pounds) > MOST_DIGITS:
            raise click.BadParameter(
                say("commands.books.weight-example", given=f"{one!r:.40}", weighed=WEIGHED[0])
            )
        said[name] = int(pounds)
    return said


@command(
    "referee books game.mgn --at 3.4 --points 3",
    "referee books position.toml --plan 'clerk2 cotton2' --plan 'clerk1 exp2'",
    "referee books game.mgn --at 3.4 --acquired a03 --aim value --json",
)
@options.file
@options.at
@option("--player", metavar="PLAYER")
@option("--plan", "plans", multiple=True, metavar="CARDS")
@option("--points", type=IntRange(0, MOST_POINTS), default=0)
@option("--acquired", multiple=True, metavar="BOOK")
@option("--cash", type=IntRange(0, MOST_CASH))
@option("--aim", type=Choice(AIMS), default="furthest", show_default=True)
@option("--worth", multiple=True, metavar="WHAT=POUNDS", callback=_weights)
@options.time_limit
@options.components
def books(
    file: Path, at: At | None, components: Path | None, worth: dict[str, int], **asked: object
) -> Reply[BookPlan]:
    """Plan the books of a player at the table in FILE, a recorded game or a position."""
    table = table_at(file, at, components=components)
    found = stoppable(table.books, weights=worth, **asked)
    code = 0 if found.status == "optimal" else UNDECIDED
    return Reply(found, lambda plan: plan_page(plan, table), code)
