"""What a game is taken away as: text, JSON, a picture, a replay."""

from collections.abc import Callable, Mapping

from msgspec import Struct
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from referee import Game, NotFoundError, replay
from referee.game.messages.speech import say
from referee.table.answers import answering
from referee.table.game_routes import named_game


class _ExportForm(Struct, frozen=True):
    """A kind of file that a game becomes."""

    ending: str
    made: Callable[[Game], bytes]


_FORMS: Mapping[str, _ExportForm] = {
    "text": _ExportForm("mgn", lambda game: game.to_text().encode()),
    "json": _ExportForm("json", lambda game: game.to_json().encode()),
    "picture": _ExportForm("svg", lambda game: game.at().scene.to_svg().encode()),
    "replay": _ExportForm("html", lambda game: replay(game).to_html().encode()),
    "review": _ExportForm(
        "html", lambda game: replay(game, review=True, time_limit=5).to_html().encode()
    ),
}


@answering
async def export(request: Request) -> Response:
    """Answer with a file to keep; nothing of it is shown within the page."""
    opened = await named_game(request)
    form = _FORMS.get(request.path_params["form"])
    if form is None:
        raise NotFoundError(say("table.export_routes.there-is-no-such-form"))
    data = await run_in_threadpool(form.made, opened.game.game())
    plain = "".join(c if c.isascii() and c.isalnum() else "-" for c in opened.name)
    headers = {"Content-Disposition": f'attachment; filename="{plain}.{form.ending}"'}
    return Response(data, media_type="application/octet-stream", headers=headers)


EXPORT_ROUTES = [Route("/api/games/{name}/export/{form}", export, methods=["GET"])]
