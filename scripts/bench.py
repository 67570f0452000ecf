"""Measures the engine on one core, beside programs that people know, in one run.

Machines are noisy, so what counts are the ratios: every measurement is repeated in turn with its
neighbour, and the median of the repetitions is printed.
"""

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Callable
from itertools import islice
from random import Random
from statistics import median

import chess
from catanatron import Color, Game, RandomPlayer

from referee.engine import step
from referee.engine.actions import action_of, refill_due
from referee.engine.counting import count_turns
from referee.engine.dealer import draw_setting
from referee.engine.listing import legal_turns
from referee.engine.play import play
from referee.engine.policies import POLICIES
from referee.engine.sampling import ACTIONS
from referee.engine.setup import initial
from referee.game.ids import Seat
from referee.game.limits import PLAYER_COUNTS
from referee.game.public import digest
from referee.game.reading import reference_set
from referee.game.state import State
from referee.game.turns import Action, Turn

GAMES = 24
LISTED = 2000
CHESS_PLIES = 120

Recorded = list[tuple[State, Turn]]
Measured = Callable[[], int]
"""Does some work and returns how many units it did."""


def recorded_turns() -> Recorded:
    """Return the turns of seeded games at all player counts, with the table before each."""
    recorded: Recorded = []
    for seed in range(GAMES):
        rng = Random(seed)
        players = PLAYER_COUNTS[seed % len(PLAYER_COUNTS)]
        setting = draw_setting(reference_set(), players, rng)
        before = initial(setting)
        for event, after in play(setting, rng, (POLICIES["random"],) * players):
            if before.phase == "actions" and not refill_due(before):
                recorded.append((before, event))  # type: ignore[arg-type]
            before = after
    return recorded


def apply_all(recorded: Recorded) -> Measured:
    """Return the work of validating and applying every recorded turn."""

    def work() -> int:
        for state, turn in recorded:
            step(state, turn)
        return len(recorded)

    return work


def chess_games() -> list[list[str]]:
    """Return random games of chess in standard notation."""
    rng = Random(0)
    games = []
    for _ in range(GAMES):
        board = chess.Board()
        said: list[str] = []
        while not board.is_game_over() and len(said) < CHESS_PLIES:
            move = rng.choice(list(board.legal_moves))
            said.append(board.san(move))
            board.push(move)
        games.append(said)
    return games


def push_all(games: list[list[str]]) -> Measured:
    """Return the work of reading, validating and applying chess moves."""

    def work() -> int:
        for said in games:
            board = chess.Board()
            for move in said:
                board.push_san(move)
        return sum(map(len, games))

    return work


def chess_lists(games: list[list[str]]) -> Measured:
    """Return the work of listing legal chess moves after every move."""

    def work() -> int:
        listed = 0
        for said in games[: GAMES // 4]:
            board = chess.Board()
            for move in said:
                listed += len(list(board.legal_moves))
                board.push_san(move)
        return listed

    return work


def list_turns(recorded: Recorded) -> Measured:
    """Return the work of listing legal turns, up to a number at each table."""

    def work() -> int:
        return sum(
            sum(1 for _ in islice(legal_turns(state), LISTED)) for state, _ in recorded[::40]
        )

    return work


def count_all(recorded: Recorded) -> Measured:
    """Return the work of counting the legal turns of tables."""

    def work() -> int:
        for state, _ in recorded[::40]:
            count_turns(state)
        return len(recorded[::40])

    return work


def random_games() -> tuple[Measured, Measured]:
    """Return the work of playing random games, measured in turns and in games."""

    def turns() -> int:
        taken = 0
        for seed in range(GAMES // 2):
            rng = Random(seed)
            players = PLAYER_COUNTS[seed % len(PLAYER_COUNTS)]
            setting = draw_setting(reference_set(), players, rng)
            for _, state in play(setting, rng, (POLICIES["random"],) * players):
                taken += state.phase == "actions"
        return taken

    def games() -> int:
        turns()
        return GAMES // 2

    return turns, games


def catan_actions() -> int:
    """Play random games of Catan and return the number of actions."""
    taken = 0
    for seed in range(4):
        players = [RandomPlayer(color) for color in list(Color)[:4]]
        game = Game(players, seed=seed)
        game.play()
        taken += len(game.state.actions)
    return taken


def rates(rounds: int, *measured: Measured) -> list[float]:
    """Return the median units per second of each, measured in turn."""
    found: list[list[float]] = [[] for _ in measured]
    for _ in range(rounds):
        for work, seconds in zip(measured, found, strict=True):
            start = time.perf_counter()
            units = work()
            seconds.append(units / (time.perf_counter() - start))
    return [median(seconds) for seconds in found]


def by_action(recorded: Recorded) -> dict[Action, Recorded]:
    """Return the recorded turns by action."""
    return {
        action: [pair for pair in recorded if action_of(pair[1]) == action] for action in ACTIONS
    }


def figures(rounds: int) -> dict[str, object]:
    """Return all figures as one object."""
    recorded, games = recorded_turns(), chess_games()
    actions = by_action(recorded)
    applied, pushed = rates(rounds, apply_all(recorded), push_all(games))
    turns, whole_games = random_games()
    played, whole, catan = rates(rounds, turns, whole_games, catan_actions)
    listed, chess_listed = rates(rounds, list_turns(recorded), chess_lists(games))
    (counted,) = rates(rounds, count_all(recorded))
    sample = [state for state, _ in recorded[::10]]
    copied, hashed, digested = rates(
        rounds,
        lambda: len([state.with_player(Seat(0), state.players[0]) for state in sample]),
        lambda: len([hash(state) for state in sample]),
        lambda: len([digest(state) for state in sample]),
    )
    mix = Counter(action_of(turn) for _, turn in recorded)
    return {
        "mix of turns": {action: mix[action] for action in ACTIONS},
        "validate and apply, turns/s": round(applied),
        "validate and apply by action, turns/s": {
            action: round(rates(rounds, apply_all(pairs))[0])
            for action, pairs in actions.items()
            if pairs
        },
        "python-chess push_san, plies/s": round(pushed),
        "ratio validate and apply / push_san": round(applied / pushed, 2),
        "random play, turns/s": round(played),
        "random play, games/s": round(whole, 1),
        "catanatron random play, actions/s": round(catan),
        "ratio random play / catanatron": round(played / catan, 2),
        "listing, legal turns/s": round(listed),
        "python-chess listing, legal moves/s": round(chess_listed),
        "ratio listing / python-chess": round(listed / chess_listed, 2),
        "counting all legal turns of a table, tables/s": round(counted, 1),
        "state copies/s": round(copied),
        "state hashes/s": round(hashed),
        "state digests/s": round(digested),
    }


def main() -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="print one object")
    parser.add_argument("--rounds", type=int, default=5, help="repetitions of each measurement")
    arguments = parser.parse_args()
    found = figures(arguments.rounds)
    if arguments.json:
        print(json.dumps(found, indent=2))
        return 0
    for name, value in found.items():
        numbers = value if isinstance(value, dict) else {"": value}
        told = ", ".join(f"{key} {number:,}".lstrip() for key, number in numbers.items())
        print(f"{name:50} {told}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
