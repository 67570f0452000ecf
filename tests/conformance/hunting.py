"""Hunting for a bug of the second implementation with the kit: the first difference, shrunk."""

from typing import Final

from msgspec import Struct

from referee.conformance.difference import Difference
from referee.conformance.run import Task, partner_of, play_one
from referee.conformance.seeded import Choice
from referee.conformance.sets import DEFAULT
from referee.conformance.shrinking.hunt import shortest
from tests.conformance.asking import command

GAMES: Final = 36
"""So many seeded games have to be enough for every bug."""

ROUNDS: Final = 3
"""So many rounds the shrunk game may have."""


class Found(Struct, frozen=True, kw_only=True):
    """How a bug was found."""

    games: int
    """So many games were played until it showed."""
    rounds: int
    """The round in which it showed."""
    shrunk: Difference


def hunt(bug: str) -> Found | None:
    """Return how the kit finds a bug: the first short game, else the shortest; None if never."""
    task = Task(command=tuple(command(bug)), answer_limit=10, choice=Choice(sets=DEFAULT))
    best: Found | None = None
    with partner_of(task) as partner:
        program = partner.introduction()
        for seed in range(GAMES):
            for difference in play_one(partner, task, program, str(seed)).differences:
                shrunk = shortest(partner, difference, task.choice).difference
                if best is None or shrunk.size < best.shrunk.size:
                    best = Found(games=seed + 1, rounds=difference.round, shrunk=shrunk)
                if shrunk.round <= ROUNDS:
                    return best
    return best
