"""What a page is told of a game: who plays, what was recorded, what is due."""

from typing import Any

from msgspec import to_builtins

from referee import Change, GameInProgress, NoAnswerError, Table, score
from referee.game.messages.pictures import picture_words
from referee.game.messages.table import table_words
from referee.table.claimed_pads import PadColumn, claimed_pad, winners
from referee.table.open_games import OpenGame
from referee.table.owed_entries import in_no_order, owed_entries, round_to_count


async def game_state(opened: OpenGame) -> dict[str, Any]:
    """Return all that a page shows of a game besides the picture."""
    await opened.ready()
    return state_as_it_is(opened)


def state_as_it_is(opened: OpenGame) -> dict[str, Any]:
    """Return what a page shows of a game whose gaps were filled in some way."""
    game = opened.game
    verdicts = game.verdicts()
    table = table_now(opened)
    ended = ending(opened)
    over = ended["over"]
    comments = [statement.comment for statement in game.record.statements]
    return {
        **ended,
        "name": opened.name,
        "version": opened.version,
        "seen": opened.seen,
        "effort": opened.memory.effort,
        "hints": opened.memory.hints,
        "planned": sorted(opened.memory.plans),
        "agreed": opened.memory.agreed if opened.memory.best_for == opened.version else (),
        "foreign": opened.foreign,
        "title": game.header.title or opened.name,
        "players": [
            {"colour": player.colour, "name": player.name} for player in game.header.players
        ],
        "components": game.header.components,
        "setup": game.header.setup,
        "tracks": game.header.tracks,
        "rulings": to_builtins(game.header.rulings),
        "moment": None if table is None else table.moment,
        "due": None if table is None else to_builtins(opened.possible.due()),
        "open": _open_words(opened),
        "round": round_to_count(verdicts, 0 if table is None else table.state.round)[0],
        "owed": [verdict.address for verdict in owed_entries(verdicts)],
        "unordered": in_no_order(verdicts),
        "standing": to_builtins(game.standing()),
        "entries": [
            {
                **to_builtins(verdict),
                "statement": public_line(verdict.statement, over=over),
                "sentence": opened.sentence(verdict),
                "comment": comment,
            }
            for verdict, comment in zip(verdicts, comments, strict=True)
        ],
    }


def public_line(line: str, *, over: bool) -> str:
    """Return a statement without the tile that was rejected, which nobody sees before the end."""
    return line if over else line.partition(" rejected ")[0]


def changed_words(opened: OpenGame, change: Change) -> list[str]:
    """Return what the rules now say otherwise of other statements, in words."""
    words = table_words()
    return [
        words.say(
            "changed",
            statement=opened.sentence(each.after).removesuffix("."),
            before=words.told[f"verdict-{each.before.verdict}"],
            now=words.told[f"verdict-{each.after.verdict}"],
        )
        for each in change.changed
    ]


def _open_words(opened: OpenGame) -> str | None:
    """Return what is said of a table behind a gap."""
    if opened.game.standing().open is None:
        return None
    filled = opened.possible is not opened.game
    return table_words().told["behind-a-gap" if filled else "before-a-gap"]


def ending(opened: OpenGame) -> dict[str, Any]:
    """Return the scoring pad and who won, once a game is over or its pad was filled in."""
    game = opened.game
    finished = game.standing().finished
    claimed = None if finished else claimed_pad(game)
    if not finished and claimed is None:
        return {"over": False}
    columns, victors = (claimed, winners(game, claimed)) if claimed is not None else _scored(game)
    words, parts = table_words(), picture_words()
    called = {
        player.colour: player.name or parts.colour(player.colour) for player in game.header.players
    }
    names = {**parts.companies, **{key: words.told[f"row-{key}"] for key in _ROWS}}
    rows = [
        {"label": names.get(row, row), "values": [each.rows[row] for each in columns]}
        for row in columns[0].rows
    ]
    rows.append({"label": words.told["row-total"], "values": [each.total for each in columns]})
    won = [called[colour] for colour in victors]
    key = "won" if len(won) == 1 else "shared"
    return {"over": True, "pad": rows, "result": words.say(key, players=", ".join(won))}


def _scored(game: GameInProgress) -> tuple[tuple[PadColumn, ...], tuple[str, ...]]:
    found = score(game.game())
    return tuple(PadColumn(each.rows, each.total) for each in found.players), found.winners


_ROWS = ("cash", "diamonds", "books")


def table_now(opened: OpenGame) -> Table | None:
    """Return the table that lies there now; None while the header leaves it open."""
    try:
        return opened.possible.table()
    except NoAnswerError:
        return None
