"""Looks for a difference in short games, where shrinking a long one leaves too many rounds."""

from typing import Final

from msgspec.structs import replace

from referee.compare.difference import Difference
from referee.compare.foreign import OutOfTimeError, Partner
from referee.compare.games import Choice, drawn_game
from referee.compare.match import Match, Thoroughness
from referee.compare.shrinking.shrink import TRIES, Shrunk, shrink
from referee.compare.shrinking.trial import is_like
from referee.conformance.sets import set_of

SHORT: Final = 3
"""Rounds that a game may have to be easy to follow."""

GAMES: Final = 60
"""So many short games are looked at for one difference."""

PATIENCE: Final = 25
"""So often a program that hangs is asked."""

FIRST_SEED: Final = 1_000_000
"""Away from the seeds that people choose."""


def shortest(
    partner: Partner, difference: Difference, choice: Choice, tries: int = TRIES
) -> Shrunk:
    """Return a difference shrunk, and if it stays long the same in a game that began short."""
    components = set_of(choice.sets, difference.game.components.digest)
    if difference.kind == "hang":
        # Every game that shows it costs the whole time for an answer.
        tries = min(tries, PATIENCE)
    found = shrink(partner, difference, components, tries)
    if found.difference.round <= SHORT or not found.repeated or not tries:
        return found
    try:
        again = _shortest_short(partner, found.difference, choice, tries)
    except OutOfTimeError:
        return found
    return again or found


def _shortest_short(
    partner: Partner, long: Difference, choice: Choice, tries: int
) -> Shrunk | None:
    """Return a difference like a long one from a game that began short, if it stays shorter."""
    short = _in_short_game(partner, long, choice)
    if short is None:
        return None
    played_with = set_of(choice.sets, short.game.components.digest)
    again = shrink(partner, short, played_with, tries)
    return again if again.repeated and again.difference.round < long.round else None


def _in_short_game(partner: Partner, wanted: Difference, choice: Choice) -> Difference | None:
    briefly = replace(choice, rounds=SHORT)
    for seed in range(FIRST_SEED, FIRST_SEED + GAMES):
        setting, events = drawn_game(seed, briefly, partner.introduction())
        found = Match(partner, setting, str(seed), Thoroughness()).play(events)
        for difference in found.differences:
            if is_like(difference, wanted):
                return difference
    return None
