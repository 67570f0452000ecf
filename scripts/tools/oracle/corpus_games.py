"""A corpus of any size that costs next to nothing to make, with all verdicts known in advance.

Some games are played; each becomes a game of every kind (whole, cut short, with a line twice,
with a broken line), and these are repeated under titles of their own, so that no two are alike.
What is said of a game does not depend on its title: one of each kind is judged, and tells of all.
"""

import gzip
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

from referee.engine.dealer import draw_setting
from referee.engine.play import play
from referee.engine.policies import POLICIES
from referee.game.limits import PLAYER_COUNTS
from referee.game.set_reader import reference_set
from referee.transcript.abbreviation import record_of
from referee.transcript.loader import dump

PLAYED = 12
KINDS = 10
ALIKE = PLAYED * KINDS
"""Games whose numbers differ by so many differ in nothing but their titles."""


def corpus_game(number: int) -> bytes:
    """Return a game as JSON lines."""
    header, *lines = _lines(number % ALIKE)
    titled = header.replace(b'"header":{', b'"header":{"title":"game %d",' % number, 1)
    return b"\n".join([titled, *lines, b""])


def corpus_games(games: int) -> Iterator[bytes]:
    """Yield so many games."""
    return map(corpus_game, range(games))


def write_corpus(path: Path, games: int) -> None:
    """Write so many games into one file of JSON lines, compressed if its name says so."""
    with gzip.open(path, "wb", 1) if path.suffix == ".gz" else path.open("wb") as file:
        file.writelines(corpus_games(games))


@cache
def _lines(number: int) -> tuple[bytes, ...]:
    """Return the lines of a game without a title."""
    game, kind = number % PLAYED, number // PLAYED
    lines = list(_played(game))
    rng = Random(1000 + number)
    match kind:
        case 0:
            return tuple(lines)
        case 1 | 2 | 3 | 4 | 5 | 6:
            return tuple(lines[: rng.randrange(5, len(lines) // 2)])
        case 7 | 8:
            at = rng.randrange(5, len(lines) // 3)
            return (*lines[:at], lines[at], *lines[at:])
        case _:
            at = rng.randrange(1, len(lines) // 4)
            lines[at] = lines[at][: len(lines[at]) // 2]
            return tuple(lines)


@cache
def _played(seed: int) -> tuple[bytes, ...]:
    rng = Random(seed)
    players = PLAYER_COUNTS[seed % len(PLAYER_COUNTS)]
    setting = draw_setting(reference_set(), players, rng)
    events = [event for event, _ in play(setting, rng, (POLICIES["random"],) * players)]
    return tuple(dump(record_of(setting, events), "jsonl").splitlines())
