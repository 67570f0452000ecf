"""Random games of chess to measure beside; needs python-chess."""

from functools import cache
from random import Random

import chess

from scripts.tools.bench.recorded import GAMES

PLIES = 120


@cache
def chess_games() -> list[list[str]]:
    """Return random games of chess in standard notation."""
    rng = Random(0)
    games = []
    for _ in range(GAMES):
        board = chess.Board()
        said: list[str] = []
        while not board.is_game_over() and len(said) < PLIES:
            move = rng.choice(list(board.legal_moves))
            said.append(board.san(move))
            board.push(move)
        games.append(said)
    return games
