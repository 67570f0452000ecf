"""`referee best`: the best turn, way of playing on or plan for books, with its proof."""

from pathlib import Path
from typing import Any

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
from referee.cli.options import Choice, IntRange, option, refuse
from referee.cli.output import draw_into
from referee.cli.render.optima import found_page, plan_page
from referee.core.turns import Action
from referee.i18n.speech import say

MOST_DIGITS = 3
"""Of the pounds that something counts for."""


def _weights(_: click.Context, __: click.Parameter, given: tuple[str, ...]) -> dict[str, int]:
    said = {}
    for one in given:
        name, pounds = one.partition("=")[::2]
        if name not in WEIGHED or not pounds.isdecimal() or len(pounds) > MOST_DIGITS:
            raise click.BadParameter(
                say("commands.best.weight-example", given=f"{one!r:.40}", weighed=WEIGHED[0])
            )
        said[name] = int(pounds)
    return said


OF_BOOKS = ("points", "acquired", "cash", "aim", "weights")


@command(
    "referee best game.mgn --at 3.4",
    "referee best game.mgn --at 3.4 --objective margin -n 5",
    "referee best game.mgn --at 3.4 --player green --action expand",
    "referee best game.mgn --at 3.4 --objective cash-2*ink --json",
    "referee best game.mgn --at 3.4 --where 'track:cairo>=4' --where 'cash>=10'",
    "referee best game.mgn --at 3.4 --picture best.svg",
    "referee best game.mgn --at 3.4 --horizon round --timeout 60",
    "referee best game.mgn --at 3.4 --horizon round --opponents recorded",
    "referee best game.mgn --at 3 --horizon plan --player green --plan blue=exp2",
    "referee best game.mgn --at 3.4 --books --points 3",
    "referee best table.toml --books --plan 'clerk2 cotton2' --plan 'clerk1 exp2'",
)
@options.file
@options.at
@option("--player", metavar="PLAYER")
@option("--action", type=Choice(ACTIONS))
@options.objective
@option("--where", multiple=True, metavar="CONDITION")
@options.timeout()
@option("--horizon", type=Choice(HORIZONS), default="turn", show_default=True)
@option("--opponents", type=Choice(OPPONENTS), default="still", show_default=True)
@option("--plan", "plans", multiple=True)
@options.max_items()
@options.picture
@option("--books", is_flag=True)
@option("--points", type=IntRange(0, MOST_POINTS), default=0)
@option("--acquired", multiple=True, metavar="BOOK")
@option("--cash", type=IntRange(0, MOST_CASH))
@option("--aim", type=Choice(AIMS), default="furthest", show_default=True)
@option("--worth", "weights", multiple=True, metavar="WHAT=POUNDS", callback=_weights)
@options.components
def best(  # noqa: PLR0913 - one parameter an option
    file: Path,
    at: At | None,
    components: Path | None,
    *,
    books: bool,
    horizon: Horizon,
    action: Action | None,
    objective: str,
    opponents: str,
    plans: tuple[str, ...],
    where: tuple[str, ...],
    max_items: int | None,
    picture: Path | None,
    **asked: Any,  # noqa: ANN401 - those of the functions
) -> Reply[BestTurn | BestPlay] | Reply[BookPlan]:
    """Find the best turn of the player to move in the game in FILE, and prove it."""
    table = table_at(file, at, components=components)
    if books:
        others = ("action", "objective", "where", "horizon", "opponents", "max_items", "picture")
        refuse("clashes", "--books", *others)
        plan = stoppable(table.books, plans=plans, **asked)
        return Reply(plan, lambda plan: plan_page(plan, table), _code(plan))
    refuse("needs", "--books", *OF_BOOKS)
    asked = {name: value for name, value in asked.items() if name not in OF_BOOKS}
    asked["objective"] = objective
    found: BestTurn | BestPlay
    if horizon == "turn":
        refuse("clashes", "--horizon turn", "opponents", "plans")
        found = stoppable(table.best, action=action, where=where, max_items=max_items, **asked)
    else:
        refuse("needs", "--horizon turn", "action", "where", "max_items")
        asked |= {"horizon": horizon, "opponents": opponents, "plans": plans}
        found = stoppable(table.best_play, **asked)
    draw_into(picture, found)
    return Reply(found, found_page, _code(found))


def _code(found: BestTurn | BestPlay | BookPlan) -> int:
    return 0 if found.status == "optimal" else UNDECIDED
