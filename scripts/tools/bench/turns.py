"""Validating and applying turns, beside `push_san` of python-chess."""

from collections import Counter

import chess

from referee.engine import step
from referee.engine.actions import action_of
from referee.engine.random_turns import ACTIONS
from scripts.tools.bench.chess_games import chess_games
from scripts.tools.bench.measurement import Figures, Measured, middle, rates, ratio
from scripts.tools.bench.recorded import Recorded, recorded_turns


def figures(rounds: int) -> Figures:
    """Return how many turns and plies a second are validated and applied."""
    recorded = recorded_turns()
    mix = Counter(action_of(turn) for _, turn in recorded)
    applied, pushed = rates(rounds, _apply(recorded), _push)
    by_action = {
        action: [pair for pair in recorded if action_of(pair[1]) == action] for action in ACTIONS
    }
    return {
        "mix of turns": {action: mix[action] for action in ACTIONS},
        "validate and apply, turns/s": middle(applied),
        "validate and apply by action, turns/s": {
            action: middle(rates(rounds, _apply(pairs))[0])
            for action, pairs in by_action.items()
            if pairs
        },
        "python-chess push_san, plies/s": middle(pushed),
        "ratio validate and apply / push_san": ratio(applied, pushed),
    }


def _apply(recorded: Recorded) -> Measured:
    def work() -> int:
        for state, turn in recorded:
            step(state, turn)
        return len(recorded)

    return work


def _push() -> int:
    games = chess_games()
    for said in games:
        board = chess.Board()
        for move in said:
            board.push_san(move)
    return sum(map(len, games))
