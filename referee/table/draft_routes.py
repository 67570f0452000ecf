"""What pages say by taps: a line that grows, and is recorded when it is complete."""

import re

from msgspec import Struct, to_builtins
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from referee import Change, DraftAnswer, GameInProgress, Table, draft, faces, tapped
from referee.game.messages.speech import spoken
from referee.game.messages.table import table_words
from referee.table.answers import UNREAD, JsonResponse, answering, asked, refusal
from referee.table.game_routes import named_game
from referee.table.game_states import changed_words, game_state
from referee.table.offer_words import OfferWords
from referee.table.open_games import OpenGame
from referee.table.owed_entries import in_no_order, without_note
from referee.table.secret_routes import reveal


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
    upto: str | None = None
    """The player whose turn it is by now: the turns of all before are left out."""
    hold: bool = False
    """What is complete is not recorded yet."""
    within: int | None = None
    """The gap into which it is put, before what is still unknown of it."""


@answering
async def say(request: Request) -> Response:
    """Answer a tap: with what may be said next, or with the game in which it is recorded."""
    said = await asked(request, Saying)
    opened = await named_game(request)
    opened.require(said.after)
    if said.upto is not None:
        return await _recorded_up_to(opened, said.upto)
    if (at := said.at or said.within or _in_no_order(opened, said)) is not None:
        await opened.ready_before(at)
    found = _draft(opened, said)
    if said.done and found.unread is not None:
        message = table_words().buttons["value-title"]
        return refusal(UNREAD, "unread", message, value=found.unread)
    if said.gap or said.done or (found.is_complete and not said.hold):
        line = found.gap if said.gap else found.record
        return await _recorded(opened, said, found.kind, line)
    words = OfferWords(_table(opened, said))
    return JsonResponse({"draft": words.told(found)})


def _in_no_order(opened: OpenGame, said: Saying) -> int | None:
    """Return where turns in no order begin, if what is said is one of them."""
    return in_no_order(opened.game.verdicts()) if said.at is said.within is None else None


def _table(opened: OpenGame, said: Saying) -> Table:
    """Return the table that is tapped."""
    begins = _in_no_order(opened, said)
    table = opened.table_for_taps(said.at or said.within or begins)
    if begins is None or said.player not in table.colours:
        return table
    # In no order it is the turn of whoever is said to have played.
    state = replace(table.state, to_move=table.colours.index(said.player))
    return replace(table, state=state)


def _draft(opened: OpenGame, said: Saying) -> DraftAnswer:
    table = _table(opened, said)
    if said.place is not None:
        found = tapped(table, said.line, said.place, player=said.player)
        if found is not None:
            return found
    return draft(table, said.line, player=said.player, kind=said.kind, everything=said.everything)


async def _recorded_up_to(opened: OpenGame, colour: str) -> Response:
    """Leave a gap for every turn before that of a player, who was seen to play."""
    for _ in opened.game.colours:
        due = opened.possible.due()
        if due.phase != "actions" or due.players == (colour,):
            break
        line = f"{due.players[0]} ?" if due.players else "refill: ?"
        opened.change(opened.version, lambda game, line=line: game.append(line))  # type: ignore[misc]
        await opened.ready()
    opened.tell()
    return JsonResponse({"state": await game_state(opened)})


async def _recorded(opened: OpenGame, said: Saying, kind: str, line: str) -> Response:
    """Record a line: at the end, into a gap, or in the place of the one that is mended."""
    at, within = said.at, said.within
    if within is not None:
        made = opened.change(said.after, lambda game: _put_within(game, within, line))
    elif at is not None:
        made = opened.change(said.after, lambda game: game.mend(at, line))
    else:
        due = opened.possible.due()
        begins = due.round if "round" in due.kinds else 0
        made = opened.change(said.after, lambda game: _append(game, line, kind, begins))
    if kind == "plan":
        reveal(opened)
    opened.tell()
    state = await game_state(opened)
    state["recorded"] = made.address
    state["changed"] = changed_words(opened, made)
    return JsonResponse({"state": state})


def _append(game: GameInProgress, line: str, kind: str, begins: int) -> Change:
    """Put a line behind all others; a round begins with its heading."""
    if kind == "plan" and begins:
        game.append(f"round {begins}")
    return game.append(line)


def _put_within(game: GameInProgress, gap: int, line: str) -> Change:
    """Put a line before what is still unknown; of turns that were counted one less is."""
    counted = _COUNTED.fullmatch(without_note(game.verdict(gap).statement))
    if counted is None:
        return game.insert(line, before=gap)
    if counted[1] == "1":
        return game.mend(gap, line)
    game.mend(gap, f"... {int(counted[1]) - 1}")
    return game.insert(line, before=gap)


_COUNTED = re.compile(r"\.\.\. (\d+)")


@answering
async def item_faces(request: Request) -> Response:
    """Answer with the pictures of everything that can be drawn or held."""
    opened = await named_game(request)
    drawn = faces(opened.game.components, spoken())
    return JsonResponse({face.id: to_builtins(face) for face in drawn})


DRAFT_ROUTES = [
    Route("/api/games/{name}/say", say, methods=["POST"]),
    Route("/api/games/{name}/faces", item_faces, methods=["GET"]),
]
