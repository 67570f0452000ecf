"""A referee for the board game Mombasa: it checks, scores and explains recorded games.

>>> import referee
>>> game = referee.load("games/two-players.mgn")
>>> game.at("3.2").state.round
3

What is imported here costs nothing until it is used.
"""

from importlib import import_module

TYPE_CHECKING = False
"""Type checkers take it for true by its name; importing `typing` for it would take time."""

if TYPE_CHECKING:
    from referee.api.errors import (
        ImpossibleTableError,
        MisuseError,
        NoAnswerError,
        ProgramError,
        RefereeError,
        UnreadableError,
        UnwritableError,
    )
    from referee.api.games import Game
    from referee.api.games import load_game as load
    from referee.api.positions import load_position, load_table
    from referee.api.tables import Table

__all__ = [
    "Game",
    "ImpossibleTableError",
    "MisuseError",
    "NoAnswerError",
    "ProgramError",
    "RefereeError",
    "Table",
    "UnreadableError",
    "UnwritableError",
    "load",
    "load_position",
    "load_table",
]

_HOMES = {
    "Game": "games.Game",
    "ImpossibleTableError": "errors.ImpossibleTableError",
    "MisuseError": "errors.MisuseError",
    "NoAnswerError": "errors.NoAnswerError",
    "ProgramError": "errors.ProgramError",
    "RefereeError": "errors.RefereeError",
    "Table": "tables.Table",
    "UnreadableError": "errors.UnreadableError",
    "UnwritableError": "errors.UnwritableError",
    "load": "games.load_game",
    "load_position": "positions.load_position",
    "load_table": "positions.load_table",
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
