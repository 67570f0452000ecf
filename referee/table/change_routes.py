"""What pages change of a game: statements said, mended, taken back, noted; steps back and forth."""

import re
from typing import Literal

from msgspec import Struct
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from referee import Change, GameInProgress, MisuseError, RefereeError, explain
from referee.game.messages.speech import say
from referee.table.answers import JsonResponse, answering, asked, games_of
from referee.table.folder_memory import Effort
from referee.table.game_routes import named_game
from referee.table.game_states import changed_words, game_state
from referee.table.owed_entries import REST

What = Literal["append", "mend", "delete", "take-back", "note", "drop-from"]


_RULING = re.compile(r"ruling (\S+)=(\S+)")
"""What is decided in a game is remembered for the next ones."""


class Changing(Struct, frozen=True, forbid_unknown_fields=True):
    """A change of what was recorded, behind a version of the game."""

    after: str
    what: What
    address: int | None = None
    line: str = ""


class Stepping(Struct, frozen=True, forbid_unknown_fields=True):
    """A step through the changes of a game."""

    after: str
    way: Literal["undo", "redo"]


@answering
async def change(request: Request) -> Response:
    """Change what was recorded; later statements are judged again."""
    wanted = await asked(request, Changing)
    opened = await named_game(request)
    made = opened.change(wanted.after, lambda game: _changed(game, wanted))
    if wanted.what == "append" and (decided := _RULING.fullmatch(wanted.line)):
        games_of(request).memory.decide(decided[1], decided[2])
    opened.tell()
    state = await game_state(opened)
    state["recorded"] = made.address
    state["changed"] = changed_words(opened, made)
    return JsonResponse(state)


def _changed(game: GameInProgress, wanted: Changing) -> Change:
    if wanted.what == "append":
        return game.append(wanted.line)
    if wanted.address is None:
        raise MisuseError(say("table.change_routes.there-is-no-such-statement"))
    match wanted.what:
        case "mend":
            return game.mend(wanted.address, wanted.line)
        case "delete":
            return game.delete(wanted.address)
        case "take-back":
            return game.take_back(wanted.address)
        case "note":
            return game.note(wanted.address, wanted.line)
        case "drop-from":
            return game.drop_from(wanted.address)


@answering
async def step(request: Request) -> Response:
    """Undo a change, or make it again; the heading of a round comes and goes with what follows."""
    wanted = await asked(request, Stepping)
    opened = await named_game(request)

    effort = opened.memory.effort

    def stepped(game: GameInProgress) -> Change:
        made = game.undo() if wanted.way == "undo" else game.redo()
        while _is_half(game, effort):
            made = game.undo() if wanted.way == "undo" else game.redo()
        return made

    try:
        opened.change(wanted.after, stepped)
    except MisuseError:
        if wanted.way == "redo" or not opened.game.addresses:
            raise
        # What was recorded before the server began is taken out from the end.
        opened.change(wanted.after, lambda game: _without_last(game, effort))
        opened.read()
    opened.tell()
    return JsonResponse(await game_state(opened))


def _without_last(game: GameInProgress, effort: Effort) -> Change:
    made = game.delete(game.addresses[-1])
    while _is_half(game, effort):
        made = game.delete(game.addresses[-1])
    return made


def _is_half(game: GameInProgress, effort: Effort) -> bool:
    """Return whether the last statement came together with the one behind it."""
    verdicts = game.verdicts()
    last = verdicts[-1].statement if verdicts else ""
    return last.startswith("round ") or (effort == "rounds" and last == REST)


@answering
async def why(request: Request) -> Response:
    """Answer with the legal turn that is nearest to one that was played."""
    opened = await named_game(request)
    address = int(request.path_params["address"])
    game = opened.game
    if address not in game.addresses:
        raise MisuseError(say("table.change_routes.there-is-no-such-statement"))
    verdict = game.verdict(address)
    at = None if verdict.turn is None else f"{verdict.round}.{verdict.turn}"
    try:
        found = await run_in_threadpool(explain, game.game(), at)
    except RefereeError:
        # Behind another turn that breaks a rule nothing is proved.
        return JsonResponse({"nearest": None})
    told = found.correction if found.statement == verdict.statement else None
    return JsonResponse({"nearest": told.statement if told else None})


CHANGE_ROUTES = [
    Route("/api/games/{name}/changes", change, methods=["POST"]),
    Route("/api/games/{name}/steps", step, methods=["POST"]),
    Route("/api/games/{name}/why/{address:int}", why, methods=["GET"]),
]
