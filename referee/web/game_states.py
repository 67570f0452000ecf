"""What a page is told of a game: who plays, what was recorded, what is due."""

from typing import Any

from msgspec import UNSET, to_builtins
from msgspec.structs import asdict

from referee import NoAnswerError, Score, Table
from referee.core.limits import ROUNDS
from referee.i18n.page_words import picture_words
from referee.i18n.speech import say
from referee.types import Change, StatementVerdict
from referee.web.counted_things import claimed_pad, filled_in, winners
from referee.web.open_games import OpenGame, in_no_order, owed_entries, round_to_count


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
    number, _ = round_to_count(verdicts, 0 if table is None else table.state.round)
    is_pad = number > ROUNDS and verdicts[-1].statement.startswith("=")
    comments = [statement.comment for statement in game.record.statements]
    return {
        **ended,
        "name": opened.name,
        "version": opened.version,
        "seen": opened.seen,
        "effort": opened.memory.effort,
        "hints": opened.memory.hints,
        "planned": [] if table is None else sorted(opened.plans),
        "agreed": opened.memory.agreed if opened.memory.best_for == opened.version else (),
        "foreign": opened.foreign,
        "unsaved": say("table.told.unsaved") if opened.file.is_unsaved else None,
        "title": game.header.title or opened.name,
        "players": [*map(asdict, game.header.players)],
        "components": game.header.components,
        "setup": game.header.setup,
        "tracks": game.header.tracks,
        "rulings": to_builtins(game.header.rulings),
        "moment": None if table is None else table.moment,
        "due": None if table is None else to_builtins(opened.possible.next()),
        "open": _open_words(opened),
        "round": number,
        # Pounds that were counted earlier are not those of the pad.
        "filled": filled_in(game) if is_pad else [{} for _ in game.colours],
        "owed": [verdict.address for verdict in owed_entries(verdicts)],
        "faults": [
            {"address": each.address, "messages": _fault_messages(opened, each)}
            for each in verdicts
            if _is_undecided_fault(opened, each)
        ],
        "unordered": in_no_order(verdicts),
        "standing": to_builtins(game.status()),
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


def fault_key(verdict: StatementVerdict) -> str:
    """Return what tells an entry from others also after its game was read again."""
    return f"{verdict.round}.{verdict.turn} {verdict.statement}"


def _is_undecided_fault(opened: OpenGame, verdict: StatementVerdict) -> bool:
    """Return whether an entry has a fault of which people have not decided what becomes of it."""
    key, memory = fault_key(verdict), opened.memory
    is_fault = verdict.verdict in {"illegal", "wrong-note"}
    is_fault |= verdict.verdict == "unjudged" and key in memory.ruled
    return is_fault and not verdict.taken_back and key not in memory.kept


def _fault_messages(opened: OpenGame, verdict: StatementVerdict) -> list[str]:
    """Return what is wrong with an entry; what was counted wrongly is told with names."""
    called, things = _names(opened)
    found = [*opened.memory.ruled.get(fault_key(verdict), ())] if not verdict.violations else []
    for each in verdict.violations:
        owner, _, thing = str(each.facts.get("subject", "")).partition(" ")
        if owner in called and "claimed" in each.facts:
            what = f"{called[owner]}: {things.get(thing, thing)}"
            facts = {"counted": str(each.facts["claimed"]), "recorded": str(each.facts["actual"])}
            found.append(say("table.told.miscounted", what=what, **facts))
        else:
            found.append(each.message)
    return found


def _names(opened: OpenGame) -> tuple[dict[str, str], dict[str, str]]:
    parts = picture_words()
    players = opened.game.header.players
    called = {each.colour: each.name or parts.colour(each.colour) for each in players}
    rows = {row: say(f"table.told.row-{row}") for row in ("cash", "diamonds", "books")}
    return called, {**parts.companies, **rows}


def public_line(line: str, *, over: bool) -> str:
    """Return a statement without the tile that was rejected, which nobody sees before the end."""
    return line if over else line.partition(" rejected ")[0]


def changed_words(opened: OpenGame, change: Change) -> list[str]:
    """Return what the rules now say otherwise of other statements, in words."""
    return [
        say(
            "table.told.changed",
            statement=opened.sentence(each.after).removesuffix("."),
            before=say(f"table.told.verdict-{each.before.verdict}"),
            now=say(f"table.told.verdict-{each.after.verdict}"),
        )
        for each in change.changed
    ]


def _open_words(opened: OpenGame) -> str | None:
    if opened.game.status().open is None:
        return None
    filled = opened.possible is not opened.game
    return say("table.told.behind-a-gap" if filled else "table.told.before-a-gap")


def ending(opened: OpenGame) -> dict[str, Any]:
    """Return the scoring pad and who won, once a game is over or its pad was filled in."""
    game = opened.game
    claimed = None if game.status().finished else claimed_pad(game)
    found = opened.score if claimed is None else None
    victors: tuple[tuple[str, ...], ...]
    columns: list[dict[str, int | str]]
    if claimed is not None:
        victors = (winners(game, claimed),)
        columns = [{**each.rows, "total": each.total} for each in claimed]
    elif found is not None:
        victors, columns = _scored(found)
    else:
        return {"over": False}
    called, names = _names(opened)
    names["total"] = say("table.told.row-total")
    rows = [
        {"label": names.get(row, row), "values": [each[row] for each in columns]}
        for row in columns[0]
    ]
    won = [", ".join(called[colour] for colour in together) for together in victors]
    key = "won-open" if len(won) != 1 else "won" if len(victors[0]) == 1 else "shared"
    result = [say(f"table.told.{key}", players=" / ".join(won))]
    if found is not None and game.status().open is not None:
        owed = len(owed_entries(game.verdicts()))
        result.append(say("table.told.left-open" if owed else "table.told.left-unsaid", n=owed))
        same = found.ranges is UNSET
        result.append(say("table.told.open-same" if same else "table.told.open-ranges"))
    return {"over": True, "pad": rows, "result": " ".join(result)}


def _scored(found: Score) -> tuple[tuple[tuple[str, ...], ...], list[dict[str, int | str]]]:
    """Return who can win, and the columns of the pad; ranges where gaps leave them open."""
    ranges = found.ranges
    if ranges is UNSET:
        return (found.winners,), [{**each.rows, "total": each.total} for each in found.players]
    # A search that was cut short has not seen every winner.
    everyone = tuple((each.colour,) for each in ranges.players)
    columns = [{**each.rows, "total": each.total} for each in ranges.players]
    return (
        ranges.winners if ranges.exact else everyone,
        [{row: _range(span, exact=ranges.exact) for row, span in each.items()} for each in columns],
    )


def _range(span: tuple[int, int] | None, *, exact: bool) -> str:
    if span is None:
        return "?"
    low, high = span
    shown = f"{low}" if low == high else f"{low} - {high}"
    return shown if exact else f"{shown} ?"


def table_now(opened: OpenGame) -> Table | None:
    """Return the table that lies there now; None while the header leaves it open."""
    try:
        return opened.possible.table()
    except NoAnswerError:
        return None
