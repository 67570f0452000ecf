"""How strong the players are: games between two of them on seeds that were never trained on."""

import math
import time
from functools import partial
from random import Random
from statistics import fmean, stdev
from typing import Final, Literal

import click
from msgspec import Struct
from msgspec.structs import replace

from referee.components.generate import random_set
from referee.core.limits import PLAYER_COUNTS
from referee.core.set_reader import reference_set
from referee.engine.dealer import draw_setting
from referee.engine.play import Policy, play
from referee.engine.scoring import pads
from referee.strategy.players import PLAYERS_BY_NAME, Strong, policy
from referee.strategy.value import NINETY_FIVE, Value
from scripts.tools.runs import Run, check
from scripts.tools.strategy.fit import victory
from scripts.tools.strategy.selfplay import HELD_OUT
from scripts.tools.strategy.training import frozen

MEASURED: Final = 5 * HELD_OUT
"""Games from this seed on measure strength alone."""

Sets = Literal["reference", "random"]


class Duel(Struct, frozen=True):
    """One game of a player against another one, who has all other seats."""

    won: float
    """The part of the victory."""
    margin: float
    """Pounds beyond the average of the others."""
    seconds: float
    """Of the processor, for the whole game."""


def named(name: str) -> Policy:
    """Return a player by name, or `version:N` for the strong player with frozen weights."""
    kind, _, version = name.partition(":")
    if kind == "version":
        return policy(Strong(Value(frozen(int(version)))))
    return PLAYERS_BY_NAME[name]()


def duel(seed: int, one: str, other: str, players: int, sets: Sets) -> Duel:
    """Return what came of a seeded game; the seats go round."""
    rng = Random(seed)
    components = reference_set() if sets == "reference" else random_set(Random(seed))
    seat = seed % players
    policies = tuple(named(one if at == seat else other) for at in range(players))
    begun = time.process_time()
    *_, (_, over) = play(draw_setting(components, players, rng), rng, policies)
    totals = [pad.total for pad in pads(over)]
    others = fmean(total for at, total in enumerate(totals) if at != seat)
    return Duel(float(victory(totals)[seat]), totals[seat] - others, time.process_time() - begun)


def wilson(share: float, number: int) -> tuple[float, float]:
    """Return the 95 % interval of a share of so many."""
    z = NINETY_FIVE
    middle = (share + z * z / (2 * number)) / (1 + z * z / number)
    spread = share * (1 - share) / number + z * z / (4 * number * number)
    half = z * math.sqrt(spread) / (1 + z * z / number)
    return middle - half, middle + half


@click.command()
@click.argument("one")
@click.argument("other")
@click.option("--players", type=click.Choice(list(map(str, PLAYER_COUNTS))), default="2")
@click.option("--sets", type=click.Choice(["reference", "random"]), default="reference")
@check("games", 400, about="How many games.")
def command(run: Run, one: str, other: str, players: str, sets: Sets) -> None:
    """Let a player meet another one in all other seats, and print how often the first one wins.

    Players: random, greedy, strong, stronger, or `version:N`, the strong player by frozen weights.
    """
    measured = replace(run, seed=MEASURED + run.seed)
    work = partial(duel, one=one, other=other, players=int(players), sets=sets)
    played = [*measured.over_seeds(work, kind=Duel)]
    share = fmean(game.won for game in played)
    low, high = wilson(share, len(played))
    margins = [game.margin for game in played]
    half = NINETY_FIVE * stdev(margins) / math.sqrt(len(played))
    print(
        f"{one} against {other}, {players} players, {sets} sets, {len(played)} games: "
        f"won {100 * share:.1f} % ({100 * low:.1f} to {100 * high:.1f}), "
        f"by {fmean(margins):+.1f} ± {half:.1f} pounds, "
        f"{fmean(game.seconds for game in played):.2f} s of CPU a game"
    )
