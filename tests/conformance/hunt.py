"""Hunting for a bug of the second implementation with the kit: the first difference, shrunk."""

from typing import Final

from msgspec import Struct

from referee.conformance.campaign import Task, partner_of, play_one, shortest_for
from referee.conformance.difference import Difference
from referee.conformance.games import GameChoice
from referee.conformance.protocol import DEFAULT
from tests.conformance.commands import PATIENT
from tests.conformance.conversation import command

GAMES: Final = 36
"""So many seeded games have to be enough for every bug."""

ROUNDS: Final = 3
"""So many rounds the shrunk game may have."""


class Found(Struct, frozen=True, kw_only=True):
    """How a bug was found."""

    games: int
    """So many games were played until it showed early enough."""
    first: Difference
    shrunk: Difference


def hunt(bug: str) -> Found | None:
    """Return how the kit finds a bug, shrunk where it shows first in an early round, if it does."""
    task = Task(command=tuple(command(bug)), answer_limit=PATIENT, choice=GameChoice(sets=DEFAULT))
    with partner_of(task) as partner:
        program = partner.introduction()
        found: list[Difference] = []
        games = 0
        while games < GAMES and not any(each.round <= ROUNDS for each in found):
            found += play_one(partner, task, program, str(games)).differences
            games += 1
        if not found:
            return None
        first = min(found, key=lambda each: each.size)
        shrunk = shortest_for(partner, first, task.choice).difference
        return Found(games=games, first=first, shrunk=shrunk)
