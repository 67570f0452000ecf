"""A referee for the board game Mombasa: it checks, scores and explains recorded games.

>>> import referee
>>> game = referee.load("games/two-players.mgn")
>>> game.at("3.2").state.round
3

What is imported here costs nothing until it is used.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from referee.api.conformance import Conformance, conform
    from referee.api.counts import CountComparison, Counts, perft, perft_against
    from referee.api.errors import (
        MisuseError,
        NoAnswerError,
        ProgramError,
        RefereeError,
        UnreadableError,
        UnwritableError,
    )
    from referee.api.games import Game
    from referee.api.games import load_game as load
    from referee.api.golden_games import GoldenCheck, check_golden
    from referee.api.plays import play
    from referee.api.positions import ImpossibleTableError, load_position, load_table
    from referee.api.tables import Table

__all__ = [
    "Conformance",
    "CountComparison",
    "Counts",
    "Game",
    "GoldenCheck",
    "ImpossibleTableError",
    "MisuseError",
    "NoAnswerError",
    "ProgramError",
    "RefereeError",
    "Table",
    "UnreadableError",
    "UnwritableError",
    "check_golden",
    "conform",
    "load",
    "load_position",
    "load_table",
    "perft",
    "perft_against",
    "play",
]

_HOMES = {
    "Conformance": "conformance.Conformance",
    "CountComparison": "counts.CountComparison",
    "Counts": "counts.Counts",
    "Game": "games.Game",
    "GoldenCheck": "golden_games.GoldenCheck",
    "ImpossibleTableError": "positions.ImpossibleTableError",
    "MisuseError": "errors.MisuseError",
    "NoAnswerError": "errors.NoAnswerError",
    "ProgramError": "errors.ProgramError",
    "RefereeError": "errors.RefereeError",
    "Table": "tables.Table",
    "UnreadableError": "errors.UnreadableError",
    "UnwritableError": "errors.UnwritableError",
    "check_golden": "golden_games.check_golden",
    "conform": "conformance.conform",
    "load": "games.load_game",
    "load_position": "positions.load_position",
    "load_table": "positions.load_table",
    "perft": "counts.perft",
    "perft_against": "counts.perft_against",
    "play": "plays.play",
}


def __getattr__(name: str) -> object:
    """Import what is asked for from where it is at home."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, _, attribute = _HOMES[name].partition(".")
    found: object = getattr(import_module(f"referee.api.{module}"), attribute)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
