"""What is printed on a copy, asked for when a game first needs it, and kept in its set."""

from pathlib import Path
from typing import Any

from msgspec import Struct, to_builtins
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from referee import CopyQuestion, NotFoundError, answer_question, copy_questions
from referee.game.messages.speech import say
from referee.table.answers import JsonResponse, answering, asked, games_of
from referee.table.copy_folders import CopyFolders


class ReadOff(Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody read off the copy."""

    value: str
    text: str


@answering
async def ask_value(request: Request) -> Response:
    """Answer with the question about a value, and which copy it is of."""
    folder = _copy(request)
    question = await run_in_threadpool(_question, folder, request.query_params.get("value", ""))
    told: dict[str, Any] = {**to_builtins(question), "copy": folder.name}
    return JsonResponse(told)


@answering
async def keep_value(request: Request) -> Response:
    """Put what was read into the set; the game is read again with it."""
    wanted = await asked(request, ReadOff)
    folder = _copy(request)
    question = await run_in_threadpool(_question, folder, wanted.value)
    progress = await run_in_threadpool(answer_question, folder, question.key, wanted.text)
    games_of(request).forget(request.path_params["name"])
    return JsonResponse({"says": progress.says})


def _copy(request: Request) -> Path:
    """Return the folder of the set that the game of a request is played with."""
    games = games_of(request)
    named = games.folder.file(request.path_params["name"]).read()
    words = next((line.split() for line in named.splitlines() if line.startswith("set ")), [])
    if len(words) < 2:  # noqa: PLR2004 - the word and the name
        raise NotFoundError(say("table.values.no-copy"))
    return CopyFolders(games.folder.path).folder(words[1])


def _question(folder: Path, value: str) -> CopyQuestion:
    """Return the question whose answer has a value in it."""
    questions = copy_questions(folder).questions
    entry, part = (".".join(value.split(".")[:number]) for number in (2, 3))
    exact = [each for each in questions if each.key in {value, part}]
    near = [each for each in questions if each.key.startswith(f"{entry}.")]
    if not (exact or near):
        raise NotFoundError(say("table.values.no-question"))
    return (exact or near)[0]


VALUE_ROUTES = [
    Route("/api/games/{name}/value", ask_value, methods=["GET"]),
    Route("/api/games/{name}/value", keep_value, methods=["POST"]),
]
