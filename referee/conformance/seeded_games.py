"""Seeded games over the shipped set and random ones, at all player counts, under any rulings."""

from collections.abc import Iterable, Iterator
from functools import cache
from random import Random
from typing import get_args, get_type_hints

from referee.components.generate import random_set, shortest, small, with_short_tracks
from referee.core.component_set import ComponentSet
from referee.core.events import Event
from referee.core.limits import PLAYER_COUNTS
from referee.core.rulings import Rulings
from referee.core.set_reader import reference_set
from referee.core.state import Player, Setting, State
from referee.core.turns import Turn
from referee.engine.actions import refill_due
from referee.engine.dealer import draw_setting
from referee.engine.mutants import mutated
from referee.engine.play import POLICIES, Policy, play
from referee.engine.referee import check
from referee.engine.setup import initial

SETS = (0, 0, 0, 1, 2, 3, -1)
"""Which set a game is played with: 0 is the shipped one, a negative number a small one."""

SHORT_TRACKS_TOO = -10
"""Small sets with numbers below this have short company tracks besides."""
SHORTEST = -20
"""Those below this have bases and book tracks that end almost at once."""


@cache
def component_set(number: int) -> ComponentSet:
    """Return the shipped set for 0, a random one, or for a negative number a small one."""
    if number == 0:
        return reference_set()
    components = random_set(Random(abs(number)))
    if number > 0:
        return components
    if number < SHORT_TRACKS_TOO:
        components = with_short_tracks(components)
    components = small(components)
    return shortest(components) if number < SHORTEST else components


def drawn_rulings(rng: Random) -> Rulings:
    """Return the defaults half of the time, else each answer by lot."""
    if rng.random() < 1 / 2:
        return Rulings()
    hints = get_type_hints(Rulings)
    names = Rulings.__struct_fields__
    return Rulings(**{name: rng.choice(get_args(hints[name])) for name in names})


EAGER_TRIES = 4
"""An eager player takes the turn that goes furthest of so many drawn by lot."""


def eager_turn(state: State, rng: Random) -> tuple[Turn, State]:
    """Return the turn of several drawn by lot after which the player is furthest on all tracks."""
    seat = state.to_move or 0
    drawn = [POLICIES["random"].turn(state, rng) for _ in range(EAGER_TRIES)]
    return max(drawn, key=lambda turn: _progress(turn[1].players[seat]))


def _progress(player: Player) -> int:
    return sum(player.tracks) + player.diamonds + 2 * player.ink + sum(map(bool, player.books))


EAGER = Policy(POLICIES["random"].plan, eager_turn)


def game(
    seed: int, sets: tuple[int, ...] = SETS, policies: tuple[Policy, ...] = (POLICIES["random"],)
) -> Iterator[tuple[State, Event, State]]:
    """Yield every event of a seeded game with the table before and after it."""
    rng = Random(seed)
    components = component_set(rng.choice(sets))
    setting = draw_setting(
        components,
        rng.choice(PLAYER_COUNTS),
        rng,
        first_game=rng.random() < 1 / 4,
        rulings=drawn_rulings(rng),
    )
    policy = policies[seed % len(policies)]
    yield from steps(setting, rng, policy)


def steps(
    setting: Setting, rng: Random, policy: Policy = POLICIES["random"]
) -> Iterator[tuple[State, Event, State]]:
    """Yield a game by players who all play alike."""
    before = initial(setting)
    for event, after in play(setting, rng, (policy,) * setting.players):
        yield before, event, after
        before = after


def positions(seed: int) -> list[State]:
    """Return the tables of a seeded game at which somebody is to move."""
    return tables(game(seed))


def tables(played: Iterable[tuple[State, Event, State]]) -> list[State]:
    """Return the tables of a game at which somebody is to move."""
    return [after for _, _, after in played if after.phase == "actions" and not refill_due(after)]


def position(seed: int) -> State:
    """Return one table of a seeded game at which somebody is to move."""
    return Random(seed).choice(positions(seed))


def illegal_turns(seed: int) -> Iterator[tuple[State, Turn]]:
    """Yield an illegal change of about every second turn of a seeded game."""
    rng = Random(seed)
    for before, event, _ in game(seed):
        if not isinstance(event, Turn) or rng.random() < 1 / 2:
            continue
        turn = mutated(event, before.setting, rng, parts=rng.choice((1, 1, 2)))
        seats = len(before.players)
        if isinstance(turn, Turn) and 0 <= turn.seat < seats and check(before, turn):
            yield before, turn
