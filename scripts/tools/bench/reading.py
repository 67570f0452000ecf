"""Reading and validating whole records, beside python-chess reading and validating PGN."""

import io

import chess
import chess.pgn

from referee.game.set_reader import reference_set
from referee.notation.record import Record
from referee.transcript.abbreviation import record_of
from referee.transcript.judge import judge
from referee.transcript.loader import FORMS, Form, dump, load
from scripts.tools.bench.chess_games import chess_games
from scripts.tools.bench.measurement import Figures, Measured, middle, rates, ratio
from scripts.tools.bench.recorded import random_game

GAMES = 12


def figures(rounds: int) -> Figures:
    """Return how many events and plies a second are read and validated."""
    records = [_record(seed) for seed in range(GAMES)]
    every_form = [_read(records, form) for form in FORMS]
    *ours, plies = rates(rounds, *every_form, _read_pgn(list(map(_pgn, chess_games()))))
    found: Figures = {}
    for form, events in zip(FORMS, ours, strict=True):
        found[f"reading and validating {form}, events/s"] = middle(events)
        found[f"ratio {form} / python-chess PGN"] = ratio(events, plies)
    return {**found, "python-chess reading PGN, plies/s": middle(plies)}


def _record(seed: int) -> Record:
    setting, game = random_game(seed)
    return record_of(setting, [event for event, _ in game])


def _read(records: list[Record], form: Form) -> Measured:
    components = reference_set()
    files = [dump(record, form) for record in records]

    def work() -> int:
        events = 0
        for data in files:
            read = load(data, lambda _: components)
            verdict = judge(read.record, read.components)
            if verdict.outcome != "legal" or not verdict.finished:
                raise RuntimeError("a game that was played is not judged legal")
            events += verdict.events
        return events

    return work


def _pgn(said: list[str]) -> str:
    board, game = chess.Board(), chess.pgn.Game()
    node: chess.pgn.GameNode = game
    for san in said:
        node = node.add_variation(board.push_san(san))
    return str(game)


def _read_pgn(texts: list[str]) -> Measured:
    def work() -> int:
        plies = 0
        for text in texts:
            game = chess.pgn.read_game(io.StringIO(text))
            if game is None or game.errors:
                raise RuntimeError("a game of chess that was played is not read")
            plies += game.end().ply()
        return plies

    return work
