"""Judge many different games in one process and print how much memory it takes.

Exits 1 if memory still grows when all caches are full.
"""

import os
import resource
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import click

from referee.engine.dealer import draw_setting
from referee.engine.play import play
from referee.engine.policies import POLICIES
from referee.game.limits import PLAYER_COUNTS
from referee.game.set_reader import reference_set
from referee.transcript.abbreviation import record_of
from referee.transcript.judge import judge
from referee.transcript.loader import FORMS, dump, load

ALLOWED = 0.03
"""So much more than half-way, where all caches are full, is no growth."""


def judge_game(seed: int) -> None:
    """Play a seeded game, write it down in one of the forms, read it back and judge it."""
    rng = Random(seed)
    components = reference_set()
    players = PLAYER_COUNTS[seed % len(PLAYER_COUNTS)]
    setting = draw_setting(components, players, rng, first_game=seed % 5 == 0)
    game = play(setting, rng, (POLICIES["random"],) * players)
    record = record_of(setting, [event for event, _ in game])
    # Names of players differ from game to game, as they do in a folder of records.
    data = dump(record, FORMS[seed % len(FORMS)]).replace(b"blue", b"blue%d" % seed)
    read = load(data, lambda _: components)
    if judge(read.record, read.components).outcome != "legal":
        raise RuntimeError(f"the game of seed {seed} is not judged legal")


def megabytes() -> float:
    """Return the memory that the process holds now, or its peak where the system tells no more."""
    try:
        pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE") / 2**20
    except OSError:
        return peak()


def peak() -> float:
    """Return the most memory that the process ever held."""
    unit = 2**20 if sys.platform == "darwin" else 2**10
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit


def measured(games: int) -> Iterator[float]:
    """Judge so many games, and yield the memory after every tenth of them, printed as well."""
    tenth = max(1, games // 10)
    for number in range(1, games + 1):
        judge_game(number)
        if number % tenth == 0:
            now = megabytes()
            print(f"{number:7,} games: {now:6.1f} MB now, {peak():6.1f} MB at most", flush=True)
            yield now


@click.command(help=__doc__)
@click.option("--games", default=10_000, show_default=True, help="How many games.")
def command(games: int) -> int:
    """Return 0 if memory stays flat."""
    held = list(measured(games))
    half_way, *later = held[len(held) // 2 - 1 :]
    grown = max(later, default=half_way) / half_way - 1
    print(f"grown by {grown:.1%} in the second half")
    return int(grown > ALLOWED)
