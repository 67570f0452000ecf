"""What a page is told of a game: who plays, what was recorded, what is due."""

from typing import Any

from msgspec import to_builtins

from referee import NoAnswerError, Table
from referee.table.open_games import OpenGame


def game_state(opened: OpenGame) -> dict[str, Any]:
    """Return all that a page shows of a game besides the picture."""
    game = opened.game
    table = table_now(opened)
    return {
        "name": opened.name,
        "version": opened.version,
        "foreign": opened.foreign,
        "title": game.header.title or opened.name,
        "players": [
            {"colour": player.colour, "name": player.name} for player in game.header.players
        ],
        "moment": None if table is None else table.moment,
        "due": None if table is None else to_builtins(game.due()),
        "standing": to_builtins(game.standing()),
        "entries": [to_builtins(verdict) for verdict in game.verdicts()],
    }


def table_now(opened: OpenGame) -> Table | None:
    """Return the table that lies there now; None while the header leaves it open."""
    try:
        return opened.game.table()
    except NoAnswerError:
        return None
