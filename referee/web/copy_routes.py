"""What pages ask of copies of the game: begun, their maps tapped, what is printed asked for."""

from pathlib import Path
from typing import Any

from msgspec import Struct, to_builtins
from starlette.requests import Request
from starlette.responses import Response

from referee import Copy, NotFoundError, RefereeError
from referee.i18n.speech import say
from referee.types import CopyMap, CopyProgress, CopyQuestion
from referee.web.answers import JsonResponse, answers, games_of, request_data
from referee.web.copy_folders import CopyFolders
from referee.workers import aside


class _NewCopy(Struct, frozen=True, forbid_unknown_fields=True):
    title: str


class MapPlaces(Struct, frozen=True, forbid_unknown_fields=True):
    """Where places of the map lie, from 0 to 1 to the right and downwards."""

    places: dict[str, tuple[float, float]]


class _ReadValue(Struct, frozen=True, forbid_unknown_fields=True):
    key: str
    text: str


class SaidBorder(Struct, frozen=True, forbid_unknown_fields=True):
    """What divides two places: 1 or 2 lines, or 0 for no border."""

    between: tuple[str, str]
    lines: int
    whole: list[str] = []
    """The places of which all borders have been said now."""


@answers("/api/copies")
async def _list_copies(request: Request) -> object:
    copies = games_of(request).copies
    return [await aside(_summary, copies, name) for name in copies.names()]


def _summary(copies: CopyFolders, name: str) -> dict[str, Any]:
    try:
        checked = Copy(copies.folder(name)).check()
    except RefereeError as error:
        return {"name": name, "title": name, "blanks": error.message}
    blanks = say("copy.page.blanks", n=checked.blanks)
    return {"name": name, "title": checked.title, "blanks": blanks}


@answers("/api/copies", "POST")
async def _new_copy(request: Request) -> object:
    wanted = await request_data(request, _NewCopy)
    copies = games_of(request).copies
    name = await aside(copies.begin, wanted.title)
    return JsonResponse({"name": name}, status_code=201)


@answers("/api/copies/{name}/map")
async def _one_map(request: Request) -> object:
    name = request.path_params["name"]
    copies = games_of(request).copies
    return _map(copies, name, Copy(copies.folder(name)).map())


def _map(copies: CopyFolders, name: str, found: CopyMap) -> dict[str, Any]:
    return {
        **to_builtins(found),
        "none": sorted(copies.no_borders(name)),
        "photograph": copies.has_photograph(name),
    }


@answers("/api/copies/{name}/map", "POST")
async def _place(request: Request) -> object:
    wanted = await request_data(request, MapPlaces)
    name = request.path_params["name"]
    copies = games_of(request).copies
    found = await aside(copies.change, name, lambda copy: copy.place(wanted.places))
    return _map(copies, name, found)


@answers("/api/copies/{name}/borders", "POST")
async def _say_border(request: Request) -> object:
    wanted = await request_data(request, SaidBorder)
    name = request.path_params["name"]
    copies = games_of(request).copies
    one, other = wanted.between

    def marked(copy: Copy) -> CopyMap:
        found = copy.mark_border(one, other, wanted.lines, bordered=tuple(wanted.whole))
        copies.say_border(name, one, other, wanted.lines)
        return found

    return _map(copies, name, await aside(copies.change, name, marked))


@answers("/api/copies/{name}/questions")
async def _questions(request: Request) -> object:
    folder = games_of(request).copies.folder(request.path_params["name"])
    return _progress_data(await aside(Copy(folder).questions))


@answers("/api/copies/{name}/questions", "POST")
async def answer(request: Request) -> object:
    """Put an answer into the set, and tell what is still to be read."""
    said = await request_data(request, _ReadValue)
    name, change = request.path_params["name"], games_of(request).copies.change
    return _progress_data(await aside(change, name, lambda copy: copy.answer(said.key, said.text)))


def _progress_data(progress: CopyProgress) -> dict[str, Any]:
    return {"says": progress.says, "questions": to_builtins(progress.questions)}


@answers("/api/copies/{name}/photograph")
async def _photograph(request: Request) -> object:
    data, kind = games_of(request).copies.photograph(request.path_params["name"])
    return Response(data, media_type=kind)


@answers("/upload/copies/{name}/photograph", "POST")
async def _keep_photograph(request: Request) -> object:
    data = await request.body()
    games_of(request).copies.keep_photograph(request.path_params["name"], data)
    return JsonResponse({}, status_code=201)


# What is printed on a copy, asked for when a game first needs it, and kept in its set -------------
class _ReadOff(Struct, frozen=True, forbid_unknown_fields=True):
    value: str
    text: str
    key: str | None = None
    """The question that was asked about the value; another one is not answered with it."""


@answers("/api/games/{name}/value")
async def ask_value(request: Request) -> object:
    """Answer with the question about a value, and which copy it is of."""
    folder = _copy(request)
    question = await aside(_question, Copy(folder), request.query_params.get("value", ""))
    return {**to_builtins(question), "copy": folder.name}


@answers("/api/games/{name}/value", "POST")
async def keep_value(request: Request) -> object:
    """Put what was read into the set; the game is read again with it."""
    wanted = await request_data(request, _ReadOff)

    def answered(copy: Copy) -> CopyProgress:
        question = _question(copy, wanted.value)
        if wanted.key not in (None, question.key):
            raise NotFoundError.of("table.values.no-question")
        return copy.answer(question.key, wanted.text)

    copies = games_of(request).copies
    progress = await aside(copies.change, _copy(request).name, answered)
    games_of(request).forget(request.path_params["name"])
    return {"says": progress.says}


def _copy(request: Request) -> Path:
    games = games_of(request)
    named = games.folder.file(request.path_params["name"]).read()
    words = next((line.split() for line in named.splitlines() if line.startswith("set ")), [])
    if len(words) < 2:  # noqa: PLR2004 - the word and the name
        raise NotFoundError.of("table.values.no-copy")
    return games.copies.folder(words[1])


def _question(copy: Copy, value: str) -> CopyQuestion:
    questions = copy.questions().questions
    entry, part = (".".join(value.split(".")[:number]) for number in (2, 3))
    exact = [each for each in questions if each.key in {value, part}]
    near = [each for each in questions if each.key.startswith(f"{entry}.")]
    if not (exact or near):
        raise NotFoundError.of("table.values.no-question")
    return (exact or near)[0]
