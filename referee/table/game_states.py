"""What a page is told of a game: who plays, what was recorded, what is due."""

from typing import Any

from msgspec import to_builtins

from referee import Change, NoAnswerError, Table, score
from referee.game.messages.pictures import picture_words
from referee.game.messages.table import table_words
from referee.table.open_games import OpenGame


def game_state(opened: OpenGame, language: str = "en") -> dict[str, Any]:
    """Return all that a page shows of a game besides the picture."""
    game = opened.game
    table = table_now(opened)
    return {
        **_ending(opened, language),
        "name": opened.name,
        "version": opened.version,
        "foreign": opened.foreign,
        "title": game.header.title or opened.name,
        "players": [
            {"colour": player.colour, "name": player.name} for player in game.header.players
        ],
        "setup": game.header.setup,
        "tracks": game.header.tracks,
        "rulings": to_builtins(game.header.rulings),
        "moment": None if table is None else table.moment,
        "due": None if table is None else to_builtins(opened.possible.due()),
        "open": _open_words(opened, language),
        "standing": to_builtins(game.standing()),
        "entries": [
            {**to_builtins(verdict), "sentence": opened.sentence(verdict)}
            for verdict in game.verdicts()
        ],
    }


def changed_words(opened: OpenGame, change: Change, language: str) -> list[str]:
    """Return what the rules now say otherwise of other statements, in words."""
    words = table_words(language)
    return [
        words.say(
            "changed",
            statement=opened.sentence(each.after),
            before=words.told[f"verdict-{each.before.verdict}"],
            now=words.told[f"verdict-{each.after.verdict}"],
        )
        for each in change.changed
    ]


def _open_words(opened: OpenGame, language: str) -> str | None:
    """Return what is said of a table behind a gap."""
    if opened.game.standing().open is None:
        return None
    return table_words(language).told["behind-a-gap"]


def _ending(opened: OpenGame, language: str) -> dict[str, Any]:
    """Return the scoring pad and who won, once a game is over."""
    game = opened.game
    if not game.standing().finished:
        return {}
    found = score(game.game())
    words, parts = table_words(language), picture_words(language)
    called = {
        player.colour: player.name or parts.colour(player.colour) for player in game.header.players
    }
    names = {**parts.companies, **{key: words.told[f"row-{key}"] for key in _ROWS}}
    rows = [
        {"label": names.get(row, row), "values": [each.rows[row] for each in found.players]}
        for row in found.players[0].rows
    ]
    rows.append({"label": words.told["row-total"], "values": [p.total for p in found.players]})
    won = [called[colour] for colour in found.winners]
    key = "won" if len(won) == 1 else "shared"
    return {"pad": rows, "result": words.say(key, players=", ".join(won))}


_ROWS = ("cash", "diamonds", "books")


def table_now(opened: OpenGame) -> Table | None:
    """Return the table that lies there now; None while the header leaves it open."""
    try:
        return opened.possible.table()
    except NoAnswerError:
        return None
