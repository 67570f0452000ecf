"""What pages ask of games: all of them, one of them, its picture, whether it has changed."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import asdict, replace
from starlette.requests import Request
from starlette.responses import Response

from referee import (
    Budget,
    Game,
    NoAnswerError,
    NotFoundError,
    Recording,
    RefereeError,
    UnknownValueError,
    UsageError,
    rulings,
)
from referee.core.limits import PLAYER_COUNTS, ROUNDS
from referee.i18n import language
from referee.i18n.speech import say, spoken
from referee.rulebook.setup import PLAYER_COUNT
from referee.types import RulingPage
from referee.web.answers import JsonResponse, OnVersion, answers, games_of, in_folder, request_data
from referee.web.game_files import ENDING, GameFile
from referee.web.game_states import ending, game_state, state_as_it_is, table_now
from referee.web.open_games import (
    Effort,
    GameSummary,
    OpenGame,
    OpenGames,
    round_to_count,
    without_note,
)
from referee.workers import aside

Wanted = TypeVar("Wanted", bound=OnVersion)

SHIPPED: Final = "reference"
"""The component set that never changes while the server runs."""


class _NewPlayer(Struct, frozen=True, forbid_unknown_fields=True):
    colour: str
    name: str | None = None


class _NewGame(Struct, frozen=True, forbid_unknown_fields=True):
    players: list[_NewPlayer]
    title: str | None = None
    setup: str = "variable"
    tracks: list[str] | None = None
    rulings: dict[str, str] = {}
    effort: Effort = "turns"
    components: str | None = None
    """The name of a copy of the folder; without one the shipped set."""


@answers("/api/games")
async def list_games(request: Request) -> object:
    """Answer with the games of the folder, the last one first; they are judged beside the loop."""
    games = games_of(request)
    async with games.listing:
        return await aside(_summaries, games)


def _summaries(games: OpenGames) -> list[dict[str, Any]]:
    copies = {path: path.lstat().st_mtime_ns for path in games.folder.path.glob("*/*.toml")}
    known = games.summaries.get(spoken(), {})
    found: dict[str, GameSummary] = {}
    for name in games.folder.names():
        kept = known.get(name)
        if kept is None or kept.file.is_touched or kept.copies not in (None, copies):
            kept = _summary(games, name, copies)
        found[name] = kept
    games.summaries[spoken()] = found
    return [each.shown for each in found.values()]


def _summary(games: OpenGames, name: str, copies: dict[Path, int]) -> GameSummary:
    file = GameFile(games.folder.path / f"{name}{ENDING}")
    try:
        file = games.folder.file(name)
        # A game of its own: those that are open belong to the loop.
        opened = OpenGame(name, file, games.memory)
        opened.read()
        if opened.game.status().finished:
            opened.count_score()
        result = ending(opened)
        game = opened.game
        standing = game.status()
        shown = {
            "name": opened.name,
            "title": game.header.title or opened.name,
            "players": [*map(asdict, game.header.players)],
            "moment": result.get("result") or _moment(opened),
            "finished": result["over"] or _is_played_out(opened),
            "verdict": standing.verdict,
            "faults": len(standing.faults),
        }
    except Exception as error:
        unread = UnknownValueError.behind(error)
        if unread is not None:
            # Whoever opens it is asked for the value.
            shown = {"name": name, "title": name, "players": [], "moment": unread.message}
        elif isinstance(error, RefereeError):
            shown = {"name": name, "title": name, "unreadable": in_folder(games, error.message)}
        else:
            raise
        return GameSummary(file, copies, shown)
    return GameSummary(file, None if opened.game.header.components == SHIPPED else copies, shown)


def _moment(opened: OpenGame) -> str | None:
    """Return where a game stands, as far as it is certain: nothing is searched for a list."""
    if opened.game.status().open is not None:
        if _is_played_out(opened):
            return say("records.moment_words.game-over", rounds=ROUNDS)
        number, _ = round_to_count(opened.game.verdicts(), 0)
        return say("table.told.round-behind-gap", n=min(number, ROUNDS))
    try:
        return opened.game.table().moment
    except NoAnswerError:
        return None


def _is_played_out(opened: OpenGame) -> bool:
    if opened.game.status().open is None or opened.memory.effort != "turns":
        return False
    verdicts = opened.game.verdicts()
    number, is_headed = round_to_count(verdicts, 0)
    if (number, is_headed) != (ROUNDS, True):
        return number > ROUNDS
    lines = [without_note(verdict.statement) for verdict in verdicts]
    behind = lines[lines.index(f"round {ROUNDS}") :]
    return all(
        any(line.startswith(f"{colour} end") for line in behind) for colour in opened.game.colours
    )


@answers("/api/games", "POST")
async def _new_game(request: Request) -> object:
    wanted = await request_data(request, _NewGame)
    copies = games_of(request).copies
    game = Recording(
        {player.colour: _named(player.name) for player in wanted.players},
        setup=wanted.setup,
        tracks=wanted.tracks,
        rulings=wanted.rulings,
        title=_named(wanted.title),
        components=None if wanted.components is None else copies.folder(wanted.components),
    )
    called = [player.name.casefold() for player in game.header.players if player.name]
    if twice := next((name for name in called if called.count(name) > 1), None):
        raise UsageError.of("table.game_routes.called-the-same", name=twice.title())
    if len(wanted.players) not in PLAYER_COUNTS:
        broken = PLAYER_COUNT.broken(players=len(wanted.players))
        raise UsageError(language().message(broken, ()))
    opened = games_of(request).begin(wanted.title or "game", game, wanted.effort)
    return JsonResponse(await game_state(opened), status_code=201)


@answers("/api/games/{name}/remove", "POST")
async def remove(request: Request) -> object:
    """Put a game aside, from where its file can be put back."""
    wanted = await request_data(request, OnVersion)
    games_of(request).remove(request.path_params["name"], wanted.after)
    return {}


@answers("/api/choices")
async def choices(request: Request) -> object:
    """Answer with what a new game can be begun with: copies, rulings of the group, tracks."""
    games = games_of(request)
    return {
        "copies": list(games.copies.names()),
        "rulings": [ruling_row(page, games.memory.rulings) for page in rulings()],
        "decided": games.memory.rulings,
    }


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


async def request_and_game(request: Request, kind: type[Wanted]) -> tuple[Wanted, OpenGame]:
    """Return what a page asks of a game, and the game; a `StaleError` if it shows another one."""
    wanted = await request_data(request, kind)
    opened = await named_game(request)
    opened.require(wanted.after)
    return wanted, opened


@answers("/api/games/{name}")
async def _one_game(request: Request) -> object:
    opened = await named_game(request)
    data = opened.answered("state", lambda: msgspec.json.encode(state_as_it_is(opened)))
    return Response(data, media_type="application/json")


@answers("/api/games/{name}/picture")
async def picture(request: Request) -> object:
    """Answer with the picture of the table, which leaves out what is nobody else's business."""
    opened = await named_game(request)
    width = request.query_params.get("width", "phone")
    at = request.query_params.get("at", "")[:12]
    if at.isdecimal():
        await opened.ready_before(int(at))
    drawn = await aside(opened.answered, (width, at), lambda: _drawn(opened, width, at))
    return Response(drawn, media_type="image/svg+xml")


def _drawn(opened: OpenGame, width: str, at: str) -> bytes:
    if table_now(opened) is None:
        raise NoAnswerError.of("table.game_routes.open-table")
    scene = opened.scene(int(at) if at.isdecimal() else None)
    scene = replace(scene, discreet=scene.state.phase != "over")
    return scene.to_svg(width, "page").encode()  # type: ignore[arg-type]


@answers("/api/games/{name}/seen")
async def seen(request: Request) -> object:
    """Answer with what tells a page whether it shows the newest state; pages ask all the time."""
    return {"seen": games_of(request).named(request.path_params["name"]).seen}


# What a game is taken away as: text, JSON, a picture, a replay ------------------------------------
def _review(game: Game) -> str:
    return game.replay(review=True, budget=Budget(seconds=5)).to_html()


_FORMS: Mapping[str, tuple[str, Callable[[Game], str]]] = {
    "text": ("mgn", Game.to_text),
    "json": ("json", Game.to_json),
    "picture": ("svg", lambda game: game.table().svg()),
    "replay": ("html", lambda game: game.replay().to_html()),
    "review": ("html", _review),
}
"""The kinds of files that a game becomes: the ending of the name, and what stands in it."""


@answers("/api/games/{name}/export/{form}")
async def _export(request: Request) -> object:
    opened = await named_game(request)
    form = _FORMS.get(request.path_params["form"])
    if form is None:
        raise NotFoundError.of("table.export_routes.no-form")
    ending, content = form
    game = opened.game.game()
    game.name = opened.file.path.name
    text = await aside(content, game)
    plain = "".join(c if c.isascii() and c.isalnum() else "-" for c in opened.name)
    headers = {"Content-Disposition": f'attachment; filename="{plain}.{ending}"'}
    return Response(text.encode(), media_type="application/octet-stream", headers=headers)
