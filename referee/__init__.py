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
    from referee.api.games_in_progress import GameInProgress, begin_game, continue_game
    from referee.api.positions import ImpossibleTableError, load_position, load_table
    from referee.api.tables import Table
    from referee.api.turns_in_progress import TurnInProgress, begin_turn, possible_actions

__all__ = [
    "Game",
    "GameInProgress",
    "ImpossibleTableError",
    "MisuseError",
    "NoAnswerError",
    "ProgramError",
    "RefereeError",
    "Table",
    "TurnInProgress",
    "UnreadableError",
    "UnwritableError",
    "begin_game",
    "begin_turn",
    "continue_game",
    "load",
    "load_position",
    "load_table",
    "possible_actions",
]

_HOMES = {
    "Game": "games.Game",
    "GameInProgress": "games_in_progress.GameInProgress",
    "ImpossibleTableError": "positions.ImpossibleTableError",
    "MisuseError": "errors.MisuseError",
    "NoAnswerError": "errors.NoAnswerError",
    "ProgramError": "errors.ProgramError",
    "RefereeError": "errors.RefereeError",
    "Table": "tables.Table",
    "TurnInProgress": "turns_in_progress.TurnInProgress",
    "UnreadableError": "errors.UnreadableError",
    "UnwritableError": "errors.UnwritableError",
    "begin_game": "games_in_progress.begin_game",
    "begin_turn": "turns_in_progress.begin_turn",
    "continue_game": "games_in_progress.continue_game",
    "load": "games.load_game",
    "load_position": "positions.load_position",
    "load_table": "positions.load_table",
    "possible_actions": "turns_in_progress.possible_actions",
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
