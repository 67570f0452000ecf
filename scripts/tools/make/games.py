"""Write the complete games under `games` that seeded players play.

Use it after a change of a component set. The game in `games/as-written.mgn` is written by hand and
stays as it is.
"""

from random import Random

import click

from referee.engine.dealer import draw_setting
from referee.engine.play import play
from referee.engine.policies import POLICIES
from referee.game.component_set import ComponentSet
from referee.game.set_reader import read_set, reference_set
from referee.notation.writer import text_of
from referee.transcript.abbreviation import record_of
from scripts.tools.project import ROOT

FOLDER = ROOT / "games"
SEEDS = {"two-players": (2, 3, True), "three-players": (3, 4, False), "four-players": (4, 5, False)}
"""Players, seed, and whether it is a first game."""

OWN_COPY = FOLDER / "own-copy"


def game(components: ComponentSet, players: int, seed: int, *, first_game: bool = False) -> str:
    """Return the record of a game of greedy players."""
    rng = Random(seed)
    setting = draw_setting(components, players, rng, first_game=first_game)
    events = [event for event, _ in play(setting, rng, (POLICIES["greedy"],) * players)]
    return text_of(record_of(setting, events))


@click.command(help=__doc__)
def command() -> None:
    """Write all complete games."""
    for name, (players, seed, first) in SEEDS.items():
        text = game(reference_set(), players, seed, first_game=first)
        (FOLDER / f"{name}.mgn").write_text(text, "utf-8")
    text = game(read_set(OWN_COPY / "anns-copy"), 3, 12)
    (OWN_COPY / "three-players.mgn").write_text(text, "utf-8")
