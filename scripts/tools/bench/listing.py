"""Listing and counting legal turns, beside legal moves of python-chess."""

from itertools import islice

import chess

from referee.engine.legal_turns import legal_turns
from referee.engine.turn_counts import count_turns
from scripts.tools.bench.chess_games import chess_games
from scripts.tools.bench.measurement import Figures, middle, rates, ratio
from scripts.tools.bench.recorded import GAMES, recorded_turns

LISTED = 2000
EVERY = 40
"""One table in so many is looked at."""


def figures(rounds: int) -> Figures:
    """Return how many legal turns and moves a second are listed, and how many tables counted."""
    listed, chess_listed = rates(rounds, _list_turns, _list_moves)
    (counted,) = rates(rounds, _count)
    return {
        "listing, legal turns/s": middle(listed),
        "python-chess listing, legal moves/s": middle(chess_listed),
        "ratio listing / python-chess": ratio(listed, chess_listed),
        "counting all legal turns of a table, tables/s": middle(counted),
    }


def _list_turns() -> int:
    tables = recorded_turns()[::EVERY]
    return sum(sum(1 for _ in islice(legal_turns(state), LISTED)) for state, _ in tables)


def _list_moves() -> int:
    listed = 0
    for said in chess_games()[: GAMES // 4]:
        board = chess.Board()
        for move in said:
            listed += len(list(board.legal_moves))
            board.push_san(move)
    return listed


def _count() -> int:
    tables = recorded_turns()[::EVERY]
    for state, _ in tables:
        count_turns(state)
    return len(tables)
