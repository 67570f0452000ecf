"""Turns, games, records and lists of turns of the engine, beside programs that people know.

Those are python-chess and catanatron. A group imports what it needs of them when it is measured.
Machines are noisy, so what counts are the ratios: works that are compared are measured one after
the other in every round, in time of the processor, and a ratio is the median over the rounds.
"""

import gc
import io
import time
from collections.abc import Callable
from functools import cache
from itertools import islice
from random import Random
from statistics import median

from referee.api import turns as api_turns
from referee.api.tables import Table
from referee.core.set_reader import reference_set
from referee.core.state import State
from referee.core.turns import Turn
from referee.engine import step
from referee.engine.actions import TURNS
from referee.engine.legal_turns import legal_turns
from referee.records.judge import judge
from referee.records.lines import kept_line
from referee.records.loader import FORMS, Form, dump, load
from referee.records.record import Record
from referee.records.writer import COLOURS, record_of
from scripts.tools.bench.measurement import GAMES, Figures, random_game, recorded_events

PLIES = 120
"""The most of a game of chess."""
PLAYED_GAMES = 96
CATAN_GAMES = 6
"""Games of each side a round, about as long as each other.

Ours have more settings than the engine keeps the lookups of (`MOST_SETTINGS`), so that they are
made for every game, as they are for whoever plays games that were not played before.
"""
TIMES = 6
"""So many times the rounds asked for: they are short, and a busy machine disturbs some of them."""
READ_GAMES = 12
LISTED = 2000
EVERY = 40
"""One table in so many is looked at."""


Measured = Callable[[], int]
"""Does some work and returns how many units it did."""

Rates = list[float]
"""Units per second of one work, round by round."""


def rates(rounds: int, *works: Measured) -> list[Rates]:
    """Return the units per second of each work in each round, the works measured in turn."""
    gc.collect()
    # What the works read was there before, and is not theirs to be looked through.
    gc.freeze()
    found: list[Rates] = [[] for _ in works]
    for _ in range(rounds):
        for work, of_work in zip(works, found, strict=True):
            # What one work leaves behind is not for the next to clear up.
            gc.collect()
            start = time.process_time()
            units = work()
            of_work.append(units / (time.process_time() - start))
    gc.unfreeze()
    return found


def middle(found: Rates) -> int:
    """Return the median rate."""
    return round(median(found))


def ratio(ours: Rates, theirs: Rates) -> float:
    """Return the median of the ratios of neighbours."""
    return round(median(our / their for our, their in zip(ours, theirs, strict=True)), 2)


@cache
def recorded_turns() -> list[tuple[State, Turn]]:
    """Return the turns of seeded games, with the table before each."""
    return [(before, event) for before, event in recorded_events() if isinstance(event, TURNS)]


@cache
def chess_games() -> list[list[str]]:
    """Return random games of chess in standard notation."""
    import chess  # noqa: PLC0415

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


def turns(rounds: int) -> Figures:
    """Return how many turns and plies a second are validated and applied."""
    recorded = recorded_turns()

    def apply() -> int:
        for state, turn in recorded:
            step(state, turn)
        return len(recorded)

    # As a program drives a game: by turns that were listed, and by lines.
    tables = [Table(state, COLOURS[: len(state.players)]) for state, _ in recorded]
    driven = [
        (table, api_turns.Turn(turn, table.state, table.colours))
        for table, (_, turn) in zip(tables, recorded, strict=True)
    ]
    lines = [(table, str(turn)) for table, turn in driven]

    def apply_listed() -> int:
        for table, turn in driven:
            table.apply(turn)
        return len(driven)

    def push_lines() -> int:
        # A line that was read before is looked up, which a program seldom has any use of.
        kept_line.cache_clear()
        for table, line in lines:
            table.push(line)
        return len(lines)

    chess_games()  # drawn before the rounds, of which they are no part
    applied, listed, pushed, chess = rates(rounds, apply, apply_listed, push_lines, _push)
    return {
        "validate and apply, turns/s": middle(applied),
        "python-chess push_san, plies/s": middle(chess),
        "ratio validate and apply / push_san": ratio(applied, chess),
        "ratio Table.apply / validate and apply": ratio(listed, applied),
        "ratio Table.push / validate and apply": ratio(pushed, applied),
        "ratio Table.push / push_san": ratio(pushed, chess),
    }


def _push() -> int:
    import chess  # noqa: PLC0415

    games = chess_games()
    for said in games:
        board = chess.Board()
        for move in said:
            board.push_san(move)
    return sum(map(len, games))


def playing(rounds: int) -> Figures:
    """Return how many turns and actions a second are played."""
    # Both sides play once unmeasured: what is looked up once for all games belongs to no round.
    rates(1, _play, _catan_actions)
    turns, catan = rates(TIMES * rounds, _play, _catan_actions)
    return {
        "random play, turns/s": middle(turns),
        "catanatron random play, actions/s": middle(catan),
        "ratio random play, turns / catanatron actions": ratio(turns, catan),
    }


def _play() -> int:
    games = (random_game(seed)[1] for seed in range(PLAYED_GAMES))
    return sum(isinstance(event, TURNS) for game in games for event, _ in game)


def _catan_actions() -> int:
    from catanatron import Color, Game, RandomPlayer  # noqa: PLC0415

    taken = 0
    for seed in range(CATAN_GAMES):
        game = Game([RandomPlayer(color) for color in list(Color)[:4]], seed=seed)
        game.play()
        taken += len(game.state.actions)
    return taken


def reading(rounds: int) -> Figures:
    """Return how many events and plies a second are read and validated."""
    games = [random_game(seed) for seed in range(READ_GAMES)]
    records = [record_of(setting, [event for event, _ in game]) for setting, game in games]
    every_form = [_read(records, form) for form in FORMS]
    *ours, plies = rates(rounds, *every_form, _read_pgn())
    found: Figures = {}
    for form, events in zip(FORMS, ours, strict=True):
        found[f"reading and validating {form}, events/s"] = middle(events)
        found[f"ratio {form} / python-chess PGN"] = ratio(events, plies)
    return {**found, "python-chess reading PGN, plies/s": middle(plies)}


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


def _read_pgn() -> Measured:
    import chess.pgn  # noqa: PLC0415

    texts = []
    for said in chess_games():
        board, game = chess.Board(), chess.pgn.Game()
        node: chess.pgn.GameNode = game
        for san in said:
            node = node.add_variation(board.push_san(san))
        texts.append(str(game))

    def work() -> int:
        plies = 0
        for text in texts:
            game = chess.pgn.read_game(io.StringIO(text))
            if game is None or game.errors:
                raise RuntimeError("a game of chess that was played is not read")
            plies += game.end().ply()
        return plies

    return work


def listing(rounds: int) -> Figures:
    """Return how many legal turns and moves a second are listed."""
    tables = [state for state, _ in recorded_turns()[::EVERY]]
    chess_games()
    listed, chess_listed = rates(
        rounds,
        lambda: sum(sum(1 for _ in islice(legal_turns(state), LISTED)) for state in tables),
        _list_moves,
    )
    return {
        "listing, legal turns/s": middle(listed),
        "python-chess listing, legal moves/s": middle(chess_listed),
        "ratio listing / python-chess": ratio(listed, chess_listed),
    }


def _list_moves() -> int:
    import chess  # noqa: PLC0415

    listed = 0
    for said in chess_games()[: GAMES // 4]:
        board = chess.Board()
        for move in said:
            listed += len(list(board.legal_moves))
            board.push_san(move)
    return listed
