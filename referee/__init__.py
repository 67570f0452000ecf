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
    from referee.api.broken_rules import BrokenRule
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
    from referee.api.progress_answers import (
        Change,
        ChangedVerdict,
        DueStatement,
        GameStanding,
        StatementVerdict,
    )
    from referee.api.tables import Table
    from referee.api.turn_answers import Choice, DuePart, FinishedTurn, SaidPart, TurnVerdict
    from referee.api.turns_in_progress import TurnInProgress, begin_turn, possible_actions

__all__ = [
    "BrokenRule",
    "Change",
    "ChangedVerdict",
    "Choice",
    "DuePart",
    "DueStatement",
    "FinishedTurn",
    "Game",
    "GameInProgress",
    "GameStanding",
    "ImpossibleTableError",
    "MisuseError",
    "NoAnswerError",
    "ProgramError",
    "RefereeError",
    "SaidPart",
    "StatementVerdict",
    "Table",
    "TurnInProgress",
    "TurnVerdict",
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
    "BrokenRule": "broken_rules.BrokenRule",
    "Change": "progress_answers.Change",
    "ChangedVerdict": "progress_answers.ChangedVerdict",
    "Choice": "turn_answers.Choice",
    "DuePart": "turn_answers.DuePart",
    "DueStatement": "progress_answers.DueStatement",
    "FinishedTurn": "turn_answers.FinishedTurn",
    "Game": "games.Game",
    "GameInProgress": "games_in_progress.GameInProgress",
    "GameStanding": "progress_answers.GameStanding",
    "ImpossibleTableError": "positions.ImpossibleTableError",
    "MisuseError": "errors.MisuseError",
    "NoAnswerError": "errors.NoAnswerError",
    "ProgramError": "errors.ProgramError",
    "RefereeError": "errors.RefereeError",
    "SaidPart": "turn_answers.SaidPart",
    "StatementVerdict": "progress_answers.StatementVerdict",
    "Table": "tables.Table",
    "TurnInProgress": "turns_in_progress.TurnInProgress",
    "TurnVerdict": "turn_answers.TurnVerdict",
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
