"""What pages ask of games: all of them, one of them, its picture, its versions as they come."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from referee import NoAnswerError, RefereeError, RulingPage, begin_game, rulings, unread_refusal
from referee.game.messages.speech import say
from referee.table.answers import JsonResponse, answering, asked, games_of
from referee.table.copy_folders import CopyFolders
from referee.table.folder_memory import Effort
from referee.table.game_states import ending, game_state, state_as_it_is, table_now
from referee.table.open_games import OpenGame


class NewPlayer(Struct, frozen=True, forbid_unknown_fields=True):
    """A player of a new game."""

    colour: str
    name: str | None = None


class NewGame(Struct, frozen=True, forbid_unknown_fields=True):
    """A game that is to begin."""

    players: list[NewPlayer]
    title: str | None = None
    setup: str = "variable"
    tracks: list[str] | None = None
    rulings: dict[str, str] = {}
    effort: Effort = "turns"
    components: str | None = None
    """The name of a copy of the folder; without one the shipped set."""


@answering
async def list_games(request: Request) -> Response:
    """Answer with the games of the folder, the last one first."""
    games = games_of(request)
    return JsonResponse([_summary(request, name) for name in games.folder.names()])


def _summary(request: Request, name: str) -> dict[str, Any]:
    try:
        opened = games_of(request).named(name)
        result = ending(opened)
        moment = result.get("result") or _moment(opened)
    except Exception as error:
        unread = unread_refusal(error)
        if unread is not None:
            # Whoever opens it is asked for the value.
            return {"name": name, "title": name, "players": [], "moment": unread.message}
        if isinstance(error, RefereeError):
            return {"name": name, "title": name, "unreadable": error.message}
        raise
    game = opened.game
    standing = game.standing()
    return {
        "name": name,
        "title": game.header.title or name,
        "players": [
            {"colour": player.colour, "name": player.name} for player in game.header.players
        ],
        "moment": moment,
        "finished": result["over"],
        "verdict": standing.verdict,
        "faults": len(standing.faults),
    }


def _moment(opened: OpenGame) -> str | None:
    """Return where a game stands, as far as it is certain: nothing is searched for a list."""
    try:
        return opened.game.table().moment
    except NoAnswerError:
        return None


@answering
async def new_game(request: Request) -> Response:
    """Begin a game."""
    wanted = await asked(request, NewGame)
    copies = CopyFolders(games_of(request).folder.path)
    game = begin_game(
        {player.colour: _named(player.name) for player in wanted.players},
        setup=wanted.setup,
        tracks=wanted.tracks,
        rulings=wanted.rulings,
        title=_named(wanted.title),
        components=None if wanted.components is None else copies.folder(wanted.components),
    )
    opened = games_of(request).begin(wanted.title or "game", game)
    opened.remember(effort=wanted.effort)
    return JsonResponse(await game_state(opened), status_code=201)


@answering
async def choices(request: Request) -> Response:
    """Answer with what a new game can be begun with: copies, rulings of the group, tracks."""
    games = games_of(request)
    copies = CopyFolders(games.folder.path)
    return JsonResponse(
        {
            "copies": list(copies.names()),
            "rulings": [ruling_row(page, games.memory.rulings) for page in rulings()],
            "decided": games.memory.rulings,
        }
    )


def ruling_row(page: RulingPage, decided: dict[str, str]) -> dict[str, Any]:
    """Return an open question with its answers, and the one that this group plays with."""
    return {
        "id": page.id,
        "question": page.question,
        "says": page.says,
        "chosen": decided.get(page.id, page.default.answer),
        "default": page.default.answer,
        "answers": [
            {"answer": each.answer, "text": each.text} for each in (page.default, *page.options)
        ],
    }


def _named(name: str | None) -> str | None:
    """Return a name as a record can hold it: quotation marks end one there."""
    plain = " ".join((name or "").replace('"', "\N{RIGHT DOUBLE QUOTATION MARK}").split())
    return plain or None


async def named_game(request: Request) -> OpenGame:
    """Return the game that the address of a request names, with its gaps filled in some way."""
    opened = games_of(request).named(request.path_params["name"])
    await opened.ready()
    return opened


@answering
async def one_game(request: Request) -> Response:
    """Answer with all that a page shows of a game."""
    opened = await named_game(request)
    told = opened.answered("state", lambda: msgspec.json.encode(state_as_it_is(opened)))
    return Response(told, media_type="application/json")


@answering
async def picture(request: Request) -> Response:
    """Answer with the picture of the table, which leaves out what is nobody else's business."""
    opened = await named_game(request)
    width = request.query_params.get("width", "phone")
    at = request.query_params.get("at", "")[:12]
    if at.isdecimal():
        await opened.ready_before(int(at))
    drawn = opened.answered((width, at), lambda: _drawn(opened, width, at))
    return Response(drawn, media_type="image/svg+xml")


def _drawn(opened: OpenGame, width: str, at: str) -> bytes:
    table = opened.table_before(int(at)) if at.isdecimal() else table_now(opened)
    if table is None:
        raise NoAnswerError(say("table.game_routes.the-header-leaves-the-table"))
    over = table.state.phase == "over"
    scene = replace(table.scene, discreet=not over)
    return scene.to_svg(width, "page").encode()  # type: ignore[arg-type]


@answering
async def events(request: Request) -> Response:
    """Tell a page every version of a game as it comes."""
    opened = await named_game(request)
    return StreamingResponse(
        _stream(opened), media_type="text/event-stream", headers={"X-Accel-Buffering": "no"}
    )


async def _stream(opened: OpenGame) -> AsyncIterator[bytes]:
    yield b"retry: 1000\n\n"
    try:
        async for version in opened.versions(""):
            yield b": here\n\n" if version is None else f"data: {version}\n\n".encode()
    except asyncio.CancelledError:
        return


GAME_ROUTES = [
    Route("/api/games", list_games, methods=["GET"]),
    Route("/api/games", new_game, methods=["POST"]),
    Route("/api/choices", choices, methods=["GET"]),
    Route("/api/games/{name}", one_game, methods=["GET"]),
    Route("/api/games/{name}/picture", picture, methods=["GET"]),
    Route("/api/games/{name}/events", events, methods=["GET"]),
]
