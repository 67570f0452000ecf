"""What the server answers to the script of a page: data, or in words why there is none."""

import asyncio
import os
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Final, Literal, TypeVar

import msgspec
from msgspec import Struct
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from referee import NotFoundError, RefereeError, UnknownValueError
from referee.core.input_limits import DECODER_ERRORS
from referee.i18n.speech import say
from referee.web.open_games import OpenGames, StaleError

T = TypeVar("T")
Endpoint = Callable[[Request], Awaitable[object]]
"""Returns a response, or what is sent as JSON."""

ROUTES: Final[list[Route]] = []
"""All that pages can ask for, as far as the modules that answer it are imported."""

MOST_REPLIES: Final = 50
"""Answers that are kept for a page that did not get them and asks again."""

NOT_READ = 400
NOT_FOUND = 404
STALE = 409
UNREAD = 428
REFUSED = 422
UNWRITTEN = 507


class JsonResponse(Response):
    """An answer as JSON."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:  # noqa: ANN401 - any answer
        """Return the bytes of an answer."""
        return msgspec.json.encode(content)


def games_of(request: Request) -> OpenGames:
    """Return the open games of the server."""
    games: OpenGames = request.app.state.games
    return games


def server_object(request: Request, kind: Callable[..., T], *made_of: object) -> T:
    """Return the one thing of a kind that the server keeps, made when it is first asked for."""
    found: dict[Callable[..., T], T] = request.app.state.kept
    if kind not in found:
        found[kind] = kind(*made_of)
    return found[kind]


class OnVersion(Struct, frozen=True, forbid_unknown_fields=True):
    """Something that a page asks of a game as it shows it."""

    after: str
    """The version that the page shows."""


async def request_data(request: Request, kind: type[T]) -> T:
    """Return what a page asks for; a `msgspec.ValidationError` if it makes no sense."""
    try:
        return msgspec.json.decode(await request.body(), type=kind)
    except DECODER_ERRORS as error:
        raise msgspec.ValidationError(str(error)) from error


def refusal(status: int, kind: str, message: str, **more: object) -> JsonResponse:
    """Return why there is no answer."""
    return JsonResponse({"error": {"kind": kind, "message": message, **more}}, status_code=status)


def not_written(error: OSError) -> str:
    """Return a sentence about something that is not on the disk."""
    return say("table.told.not-written", why=error.strerror or str(error))


def in_folder(games: OpenGames, message: str) -> str:
    """Return a message with files named as in the folder, not by where it lies on this machine."""
    path = games.folder.path
    return message.replace(f"{path.resolve()}{os.sep}", "").replace(f"{path}{os.sep}", "")


def answers(path: str, method: Literal["GET", "POST"] = "GET") -> Callable[[Endpoint], Endpoint]:
    """Have an endpoint answer what pages ask under a path."""

    def registered(endpoint: Endpoint) -> Endpoint:
        ROUTES.append(Route(path, partial(_once, endpoint), methods=[method]))
        return endpoint

    return registered


async def _answer(endpoint: Endpoint, request: Request) -> Response:  # noqa: PLR0911 - a refusal for each reason
    within = partial(in_folder, games_of(request))
    try:
        found = await endpoint(request)
        return found if isinstance(found, Response) else JsonResponse(found)
    except StaleError:
        return refusal(STALE, "stale", say("table.told.stale"))
    except NotFoundError as error:
        return refusal(NOT_FOUND, error.kind, within(error.message))
    except UnknownValueError as error:
        return refusal(UNREAD, "unread", within(error.message), value=error.value)
    except RefereeError as error:
        answer = error.to_answer()
        problems = [within(problem.sentence) for problem in error.problems]
        return refusal(REFUSED, answer.kind, within(answer.message), problems=problems)
    except (msgspec.DecodeError, msgspec.ValidationError, ClientDisconnect):
        return refusal(NOT_READ, "request", say("table.told.not-understood"))
    except OSError as error:
        return refusal(UNWRITTEN, "unwritable", within(not_written(error)))
    except Exception as error:
        unread = UnknownValueError.behind(error)
        if unread is None:
            raise
        return refusal(UNREAD, "unread", unread.message, value=unread.value)


async def _once(endpoint: Endpoint, request: Request) -> Response:
    """Answer a request, or again one that a page repeats because it did not get the answer."""
    key = request.headers.get("idempotency-key")
    if key is None:
        return await _answer(endpoint, request)
    replies: OrderedDict[tuple[str, str], asyncio.Future[Response]] = request.app.state.replies
    repeated = request.url.path, key
    if repeated not in replies:
        replies[repeated] = asyncio.ensure_future(_answer(endpoint, request))
        if len(replies) > MOST_REPLIES:
            replies.popitem(last=False)
    reply = replies[repeated]
    try:
        return await asyncio.shield(reply)
    finally:
        # What failed or was refused is tried anew.
        if reply.done() and (reply.exception() or reply.result().status_code >= NOT_READ):
            replies.pop(repeated, None)
