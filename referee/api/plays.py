"""Whole games played by seeded players."""

from pathlib import Path
from random import Random
from typing import Literal, get_args

from referee.api.errors import MisuseError
from referee.api.games import Game
from referee.api.sources import set_in
from referee.api.unread_values import answered_if_read
from referee.engine.dealer import draw_setting
from referee.engine.play import play as played
from referee.engine.policies import POLICIES
from referee.game.component_set import ComponentSet
from referee.game.limits import PLAYER_COUNTS
from referee.game.messages.speech import say
from referee.game.set_reader import reference_set
from referee.transcript.abbreviation import record_of

SetupKind = Literal["first-game", "variable"]
"""The setup of a first game, or one drawn by lot."""

SETUPS: tuple[SetupKind, ...] = get_args(SetupKind)
PLAYERS: tuple[str, ...] = tuple(POLICIES)
"""How all players of a game play: by lot, or greedy for net worth."""


@answered_if_read
def play(
    players: int = 2,
    *,
    seed: int = 0,
    policy: str = "random",
    setup: SetupKind = "variable",
    components: ComponentSet | Path | str | None = None,
) -> Game:
    """Return a whole game by seeded players; the same seed gives the same game.

    >>> import referee
    >>> game = referee.play(players=3, seed=7)
    >>> game.colours
    ('blue', 'green', 'red')
    >>> game.at().state.phase
    'over'
    """
    _require(say("answers.plays.number-of-players"), players, PLAYER_COUNTS)
    _require("policy", policy, PLAYERS)
    _require("setup", setup, SETUPS)
    found = components if isinstance(components, ComponentSet) else _set_in(components)
    rng = Random(seed)
    setting = draw_setting(found, players, rng, first_game=setup == "first-game")
    events = [event for event, _ in played(setting, rng, (POLICIES[policy],) * players)]
    return Game(record_of(setting, events), found)


def _set_in(folder: Path | str | None) -> ComponentSet:
    return reference_set() if folder is None else set_in(Path(folder))


def _require(what: str, given: object, known: tuple[object, ...]) -> None:
    if given not in known:
        expected = ", ".join(map(str, known))
        raise MisuseError(
            say(
                "answers.plays.is-no-expected-one-of",
                given=f"{given!r:.40}",
                what=what,
                expected=expected,
            )
        )
