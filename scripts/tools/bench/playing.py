"""Games of players by lot, beside those of catanatron."""

from catanatron import Color, Game, RandomPlayer

from referee.engine.actions import TURNS
from scripts.tools.bench.measurement import Figures, middle, rates, ratio
from scripts.tools.bench.recorded import random_game

GAMES = 96
CATAN_GAMES = 6
"""Games of each side a round, about as long as each other.

Ours have more settings than the engine keeps the lookups of (`MOST_SETTINGS`), so that they are
made for every game, as they are for whoever plays games that were not played before.
"""

TIMES = 6
"""So many times the rounds asked for: they are short, and a busy machine disturbs some of them."""


def figures(rounds: int) -> Figures:
    """Return how fast games are played; a turn is a whole turn, an event also a plan or a deal."""
    # Both sides play once unmeasured: what is looked up once for all games belongs to no round.
    played, events_played = _turns(), _events()
    _catan_actions()
    turns, catan = rates(TIMES * rounds, _turns, _catan_actions)
    events = [rate * events_played / played for rate in turns]
    return {
        "random play, turns/s": middle(turns),
        "random play, events/s": middle(events),
        "random play, games/s": round(middle(turns) * GAMES / played, 1),
        "catanatron random play, actions/s": middle(catan),
        "ratio random play, turns / catanatron actions": ratio(turns, catan),
        "ratio random play, events / catanatron actions": ratio(events, catan),
    }


def _turns() -> int:
    games = (random_game(seed)[1] for seed in range(GAMES))
    return sum(isinstance(event, TURNS) for game in games for event, _ in game)


def _events() -> int:
    return sum(1 for seed in range(GAMES) for _ in random_game(seed)[1])


def _catan_actions() -> int:
    taken = 0
    for seed in range(CATAN_GAMES):
        game = Game([RandomPlayer(color) for color in list(Color)[:4]], seed=seed)
        game.play()
        taken += len(game.state.actions)
    return taken
