"""`referee play`: a game played by seeded players."""

from pathlib import Path
from random import Random
from typing import Literal

import click

from referee.cli.console import show
from referee.cli.examples import examples
from referee.cli.render.pad import pad_page
from referee.cli.sources import components_option, set_in
from referee.cli.writing import put
from referee.engine.dealer import draw_setting
from referee.engine.play import play as played
from referee.engine.policies import POLICIES
from referee.game.component_set import ComponentSet
from referee.game.limits import PLAYER_COUNTS
from referee.game.reading import reference_set
from referee.transcript.loading import FORMS, Form, UnsayableError, written
from referee.transcript.record import Record
from referee.transcript.saying import record_of


@click.command(
    short_help="Play a game by lot and record it.",
    epilog=examples(
        "referee play --players 3 --seed 7 -o game.mgn",
        "referee play --players 2 --seed 1 --policy greedy --setup first-game",
        "referee play --players 4 --seed 5 -o - | referee check -",
    ),
)
@click.option("--players", type=click.IntRange(PLAYER_COUNTS[0], PLAYER_COUNTS[-1]), default=2)
@click.option("--seed", type=int, default=0, help="The same seed gives the same game.")
@click.option("--policy", type=click.Choice([*POLICIES]), default="random", help="How all play.")
@click.option("--setup", type=click.Choice(["first-game", "variable"]), default="variable")
@click.option("--to", "form", type=click.Choice(FORMS), default="text", help="The form.")
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the record to this file, or to standard output for -.",
)
@components_option
def play(
    players: int,
    seed: int,
    policy: str,
    setup: Literal["first-game", "variable"],
    form: Form,
    output: Path | None,
    folder: Path | None,
) -> None:
    """Let seeded players play a whole game, and print the scoring pad.

    The record of the game is written with -o; with -o - it is printed instead of the pad.
    """
    components = reference_set() if folder is None else set_in(folder)
    rng = Random(seed)
    setting = draw_setting(components, players, rng, first_game=setup == "first-game")
    policies = (POLICIES[policy],) * players
    happened = list(played(setting, rng, policies))
    record = record_of(setting, (event for event, _ in happened))
    if output is not None:
        put(output, _written(record, form, components))
    if str(output) != "-":
        colours = tuple(player.colour for player in record.header.players)
        show(pad_page(happened[-1][1], colours))


def _written(record: Record, form: Form, components: ComponentSet) -> bytes:
    try:
        return written(record, form, lambda _: components)
    except UnsayableError as error:
        raise click.UsageError(str(error)) from error
