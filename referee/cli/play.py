"""`referee play`: a game played by seeded players."""

from pathlib import Path

import click

import referee
from referee.api.golden_games import PLAYERS, SETUPS, SetupKind
from referee.api.record_forms import FORMS, Form
from referee.cli.console import show
from referee.cli.group import examples
from referee.cli.parameters import OUTPUT
from referee.cli.render.pad import pad_page
from referee.cli.sources import components_option, put
from referee.core.limits import PLAYER_COUNTS


@click.command(
    epilog=examples(
        "referee play --players 3 --seed 7 -o game.mgn",
        "referee play --players 2 --seed 1 --policy greedy --setup first-game",
        "referee play --players 4 --seed 5 -o - | referee check -",
    ),
)
@click.option("--players", type=click.IntRange(PLAYER_COUNTS[0], PLAYER_COUNTS[-1]), default=2)
@click.option("--seed", type=int, default=0)
@click.option("--policy", type=click.Choice(PLAYERS), default="random")
@click.option("--setup", type=click.Choice(SETUPS), default="variable")
@click.option("--to", "form", type=click.Choice(FORMS), default="text")
@click.option(
    "-o",
    "--output",
    type=OUTPUT,
)
@components_option
def play(
    players: int,
    seed: int,
    policy: str,
    setup: SetupKind,
    form: Form,
    output: Path | None,
    folder: Path | None,
) -> None:
    """Let seeded players play a whole game, and print the scoring pad."""
    game = referee.play(players, seed=seed, policy=policy, setup=setup, components=folder)
    if output is not None:
        put(output, referee.convert(game, form))
    if str(output) != "-":
        table = game.at()
        show(pad_page(table.state, table.colours))
