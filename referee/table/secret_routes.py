"""What is not for everybody's eyes: plans said in secret, best turns that all agree to see."""

from typing import Any, Final

from msgspec import Struct
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from referee import Change, GameInProgress, MisuseError, best, draft
from referee.game.messages.speech import say
from referee.table.answers import JsonResponse, answering, asked
from referee.table.game_routes import named_game
from referee.table.game_states import game_state
from referee.table.open_games import OpenGame

BEST_SECONDS: Final = 10.0


class SecretPlan(Struct, frozen=True, forbid_unknown_fields=True):
    """A plan that stays on the server until all are there; None takes it back."""

    after: str
    player: str
    line: str | None


class Agreement(Struct, frozen=True, forbid_unknown_fields=True):
    """A player wants to see the best turn, too."""

    after: str
    player: str


@answering
async def plan(request: Request) -> Response:
    """Keep a plan to oneself; with the last one all are recorded."""
    wanted = await asked(request, SecretPlan)
    opened = await named_game(request)
    opened.require(wanted.after)
    due = opened.possible.due()
    if due.phase != "planning" or wanted.player not in due.players:
        raise MisuseError(say("table.secrets.no-plan-is-due"))
    plans = {colour: line for colour, line in opened.memory.plans.items() if colour in due.players}
    plans.pop(wanted.player, None)
    if wanted.line is not None:
        plans[wanted.player] = _whole_plan(opened, wanted.player, wanted.line)
    opened.remember(plans=plans)
    reveal(opened)
    return JsonResponse(await game_state(opened))


def _whole_plan(opened: OpenGame, player: str, line: str) -> str:
    found = draft(opened.possible.recording_table(), line, player=player)
    if found.kind != "plan" or found.player != player:
        raise MisuseError(say("table.secrets.no-plan-is-due"))
    return found.record


def reveal(opened: OpenGame) -> None:
    """Record the plans that were said in secret, once nobody else's is missing."""
    plans, due = opened.memory.plans, opened.possible.due()
    if not plans or due.phase != "planning" or {*due.players} - {*plans}:
        return
    heading = [f"round {due.round}"] if "round" in due.kinds else []
    lines = [*heading, *(plans[colour] for colour in due.players)]

    def append(game: GameInProgress) -> Change:
        return [game.append(line) for line in lines][-1]

    opened.change(opened.version, append)
    opened.remember(plans={})


@answering
async def agree(request: Request) -> Response:
    """Note that somebody wants to see the best turn; it is shown when everybody does."""
    wanted = await asked(request, Agreement)
    opened = await named_game(request)
    opened.require(wanted.after)
    if wanted.player not in opened.game.colours:
        raise MisuseError(say("table.secrets.no-such-player"))
    agreed = {*_agreed(opened), wanted.player}
    opened.remember(
        best_for=opened.version, agreed=tuple(c for c in opened.game.colours if c in agreed)
    )
    return JsonResponse(await game_state(opened))


def _agreed(opened: OpenGame) -> tuple[str, ...]:
    memory = opened.memory
    return memory.agreed if memory.best_for == opened.version else ()


@answering
async def best_turn(request: Request) -> Response:
    """Answer with the best turn, if everybody agreed to see it."""
    opened = await named_game(request)
    if {*_agreed(opened)} != {*opened.game.colours}:
        raise MisuseError(say("table.secrets.not-everybody-agrees"))
    table = opened.possible.recording_table()
    found = await run_in_threadpool(best, table, time_limit=BEST_SECONDS)
    answer: dict[str, Any] = {
        "turn": found.turn,
        "sentence": draft(table, found.turn).sentence,
        "worth": found.value,
        "before": found.worth_before,
        "proven": found.status == "optimal",
    }
    return JsonResponse(answer)


SECRET_ROUTES = [
    Route("/api/games/{name}/plan", plan, methods=["POST"]),
    Route("/api/games/{name}/agree", agree, methods=["POST"]),
    Route("/api/games/{name}/best", best_turn, methods=["GET"]),
]
