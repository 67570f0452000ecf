"""What the server answers to the script of a page: data, or in words why there is none."""

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from referee import NeededValueError, NotFoundError, RefereeError, unread_refusal
from referee.game.messages.table import table_words
from referee.table.open_games import OpenGames, StaleError

T = TypeVar("T")
Endpoint = Callable[[Request], Awaitable[Response]]

OK = 200
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


async def asked(request: Request, kind: type[T]) -> T:
    """Return what a page asks for; a `msgspec.ValidationError` if it makes no sense."""
    return msgspec.json.decode(await request.body(), type=kind)


def refusal(status: int, kind: str, message: str, **more: object) -> JsonResponse:
    """Return why there is no answer."""
    return JsonResponse({"error": {"kind": kind, "message": message, **more}}, status_code=status)


def answering(endpoint: Endpoint) -> Endpoint:
    """Return an endpoint that says in words what it cannot do."""

    async def answer(request: Request) -> Response:  # noqa: PLR0911 - a refusal for each reason
        words = table_words().told
        try:
            return await endpoint(request)
        except StaleError:
            return refusal(STALE, "stale", words["stale"])
        except NotFoundError as error:
            return refusal(NOT_FOUND, error.kind, error.message)
        except NeededValueError as error:
            return refusal(UNREAD, "unread", error.message, value=error.value)
        except RefereeError as error:
            told = error.to_answer()
            problems = [problem.sentence for problem in error.problems]
            return refusal(REFUSED, told.kind, told.message, problems=problems)
        except (msgspec.DecodeError, msgspec.ValidationError, ClientDisconnect):
            return refusal(NOT_READ, "request", words["not-understood"])
        except OSError as error:
            said = words["not-written"].format(why=error.strerror or str(error))
            return refusal(UNWRITTEN, "unwritable", said)
        except Exception as error:
            unread = unread_refusal(error)
            if unread is None:
                raise
            return refusal(UNREAD, "unread", unread.message, value=unread.value)

    return answer
