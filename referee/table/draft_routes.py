"""What pages say by taps: a line that grows, and is recorded when it is complete."""

from msgspec import Struct, to_builtins
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from referee import Change, DraftAnswer, GameInProgress, draft, faces, tapped
from referee.table.answers import JsonResponse, answering, asked
from referee.table.game_routes import named_game
from referee.table.game_states import changed_words, game_state
from referee.table.offer_words import OfferWords
from referee.table.open_games import OpenGame


class Saying(Struct, frozen=True, forbid_unknown_fields=True):
    """What a page has said so far, and what was tapped."""

    after: str
    line: str = ""
    place: str | None = None
    """A place of the picture that was tapped."""
    player: str | None = None
    kind: str | None = None
    at: int | None = None
    """The statement that is mended."""
    everything: bool = False
    done: bool = False
    """Nothing more is said."""
    gap: bool = False
    """Nobody remembers."""


@answering
async def say(request: Request) -> Response:
    """Answer a tap: with what may be said next, or with the game in which it is recorded."""
    said = await asked(request, Saying)
    opened = named_game(request)
    opened.require(said.after)
    found = _draft(opened, said)
    if said.gap or said.done or found.is_complete:
        line = found.gap if said.gap else found.record
        return await _recorded(request, opened, said, found.kind, line)
    words = OfferWords(opened.table_for_taps(said.at), request.app.state.language)
    return JsonResponse({"draft": words.told(found)})


def _draft(opened: OpenGame, said: Saying) -> DraftAnswer:
    table = opened.table_for_taps(said.at)
    if said.place is not None:
        found = tapped(table, said.line, said.place, player=said.player)
        if found is not None:
            return found
    return draft(table, said.line, player=said.player, kind=said.kind, everything=said.everything)


async def _recorded(
    request: Request, opened: OpenGame, said: Saying, kind: str, line: str
) -> Response:
    """Record a line, or put it in the place of the one that is mended."""
    at = said.at
    if at is None:
        due = opened.possible.due()
        begins = due.round if "round" in due.kinds else 0
        made = opened.change(said.after, lambda game: _append(game, line, kind, begins))
    else:
        made = opened.change(said.after, lambda game: game.mend(at, line))
    opened.tell()
    state = game_state(opened)
    state["recorded"] = made.address
    state["changed"] = changed_words(opened, made, request.app.state.language)
    return JsonResponse({"state": state})


def _append(game: GameInProgress, line: str, kind: str, begins: int) -> Change:
    """Put a line behind all others; a round begins with its heading."""
    if kind == "plan" and begins:
        game.append(f"round {begins}")
    return game.append(line)


@answering
async def item_faces(request: Request) -> Response:
    """Answer with the pictures of everything that can be drawn or held."""
    opened = named_game(request)
    drawn = faces(opened.game.components, request.app.state.language)
    return JsonResponse({face.id: to_builtins(face) for face in drawn})


DRAFT_ROUTES = [
    Route("/api/games/{name}/say", say, methods=["POST"]),
    Route("/api/games/{name}/faces", item_faces, methods=["GET"]),
]
