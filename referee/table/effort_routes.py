"""How much is written down: chosen effort, counts after a round, the pad alone, turns left out."""

from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType, to_builtins
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from referee import Change, GameInProgress, MisuseError
from referee.game.limits import ROUNDS
from referee.game.messages.speech import say
from referee.table.answers import JsonResponse, answering, asked
from referee.table.claimed_pads import ROWS, pad_claims
from referee.table.counted_things import claims, count_groups
from referee.table.folder_memory import Effort
from referee.table.game_routes import named_game
from referee.table.game_states import game_state
from referee.table.open_games import OpenGame
from referee.table.owed_entries import AS_IT_LIES, REST, round_to_count

MOST_POUNDS = 9999


class Choosing(Struct, frozen=True, forbid_unknown_fields=True):
    """What is chosen for a game besides its record."""

    effort: Effort | UnsetType = UNSET
    hints: bool | UnsetType = UNSET


class Counting(Struct, frozen=True, forbid_unknown_fields=True):
    """What was counted on the table, by the words of each claim."""

    after: str
    counted: dict[str, str | int]
    how: Literal["claim", "table", "round"] = "claim"
    """A note that is held against the record, the table as it lies, or that at a round's end."""
    skipped: bool = False
    """Whether turns were played before that nobody wrote down."""


class FilledPad(Struct, frozen=True, forbid_unknown_fields=True):
    """The scoring pad, a column for each player."""

    after: str
    columns: list[dict[str, int]]


@answering
async def choose(request: Request) -> Response:
    """Choose effort and hints; they may change at any moment."""
    wanted = await asked(request, Choosing)
    opened = await named_game(request)
    opened.remember(**to_builtins(wanted))
    return JsonResponse(await game_state(opened))


@answering
async def counts(request: Request) -> Response:
    """Answer with all that can be counted, and what lies there as far as the record knows."""
    opened = await named_game(request)
    return JsonResponse([to_builtins(each) for each in count_groups(opened.possible.table())])


@answering
async def count(request: Request) -> Response:
    """Record what was counted."""
    wanted = await asked(request, Counting)
    opened = await named_game(request)
    opened.require(wanted.after)
    said = claims(opened.possible.table(), wanted.counted)
    head = "=" if wanted.how == "claim" else AS_IT_LIES
    lines = [f"{head} {said}"]
    if wanted.how == "round":
        lines = [*_rest_of_round(opened), *lines]
    elif wanted.skipped:
        lines = ["...", *lines]
    return await _recorded(opened, wanted.after, lines)


@answering
async def fill_pad(request: Request) -> Response:
    """Record the scoring pad; whatever was not written down before it is a gap."""
    wanted = await asked(request, FilledPad)
    opened = await named_game(request)
    opened.require(wanted.after)
    game = opened.game
    if len(wanted.columns) != len(game.colours) or not all(map(_is_column, wanted.columns)):
        raise MisuseError(say("table.counts.no-pad"))
    lines = [f"= {', '.join(pad_claims(game, wanted.columns))}"]
    if not game.standing().finished:
        lines = [*_rest_of_game(opened), *lines]
    return await _recorded(opened, wanted.after, lines)


def _is_column(column: dict[str, int]) -> bool:
    return column.keys() == {*ROWS} and all(0 <= each <= MOST_POUNDS for each in column.values())


def _rest_of_round(opened: OpenGame) -> list[str]:
    """Return the lines that leave out what was not written down of a round."""
    number, has_heading = _next_round(opened)
    if number > ROUNDS:
        raise MisuseError(say("table.counts.the-last-round-is-over"))
    return [REST] if has_heading else [f"round {number}", REST]


def _rest_of_game(opened: OpenGame) -> list[str]:
    number, has_heading = _next_round(opened)
    if number > ROUNDS:
        return []
    return [REST] if has_heading and number == ROUNDS else [f"round {ROUNDS}", REST]


def _next_round(opened: OpenGame) -> tuple[int, bool]:
    return round_to_count(opened.game.verdicts(), opened.possible.table().state.round)


async def _recorded(opened: OpenGame, after: str, lines: list[str]) -> Response:
    def append(game: GameInProgress) -> Change:
        return [game.append(line) for line in lines][-1]

    made = opened.change(after, append)
    opened.tell()
    state: dict[str, Any] = await game_state(opened)
    state["recorded"] = made.address
    return JsonResponse(state)


EFFORT_ROUTES = [
    Route("/api/games/{name}/memory", choose, methods=["POST"]),
    Route("/api/games/{name}/counts", counts, methods=["GET"]),
    Route("/api/games/{name}/counts", count, methods=["POST"]),
    Route("/api/games/{name}/pad", fill_pad, methods=["POST"]),
]
