"""`referee play`: a game played by seeded players."""

from pathlib import Path
from typing import Any

import referee
from referee.api.record_forms import FORMS, Form
from referee.api.selfplay import PLAYERS, SETUPS
from referee.cli import options
from referee.cli.console import show
from referee.cli.group import command
from referee.cli.options import Choice, IntRange, option
from referee.cli.output import put
from referee.cli.render.pad import pad_page
from referee.core.limits import PLAYER_COUNTS


@command(
    "referee play --players 3 --seed 7 -o game.mgn",
    "referee play --players 2 --seed 1 --policy greedy --setup first-game",
    "referee play --players 4 --seed 5 -o - | referee check -",
    json=False,
)
@option("--players", type=IntRange(PLAYER_COUNTS[0], PLAYER_COUNTS[-1]), default=2)
@options.seed(default=0, show_default=True)
@option("--policy", type=Choice(PLAYERS), default="random")
@option("--setup", type=Choice(SETUPS), default="variable")
@option("--to", "form", type=Choice(FORMS), default="text")
@options.output
@options.components
def play(
    form: Form,
    output: Path | None,
    **asked: Any,  # noqa: ANN401 - those of the function
) -> None:
    """Let simulated players play a whole game, and print the scoring pad."""
    game = referee.play(**asked)
    if output is not None:
        put(output, game.to_form(form))
    if str(output) != "-":
        table = game.table()
        show(pad_page(table.state, table.colours))
