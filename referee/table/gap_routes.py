"""What follows behind a gap, and what may have been meant where a record has faults."""

from typing import Final

from msgspec import Struct, to_builtins
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from referee import (
    Change,
    GameInProgress,
    LineChange,
    MisuseError,
    RefereeError,
    continue_game,
    fill_gaps,
    load,
    repair,
)
from referee.game.messages.speech import say
from referee.table.answers import JsonResponse, answering, asked
from referee.table.game_routes import named_game
from referee.table.game_states import game_state

GAP_SECONDS: Final = 5.0
REPAIR_SECONDS: Final = 8.0
MOST_REPAIRS: Final = 4


class GapsToFill(Struct, frozen=True, forbid_unknown_fields=True):
    """The only way in which the gaps can be filled is to be written down."""

    after: str


class TakenRepair(Struct, frozen=True, forbid_unknown_fields=True):
    """A repair that people take."""

    after: str
    changes: list[LineChange]


@answering
async def what_follows(request: Request) -> Response:
    """Answer with what must have happened in the gaps of a game, and what is open."""
    opened = await named_game(request)
    if opened.game.standing().open is None:
        return JsonResponse({"version": opened.version, "facts": [], "certain": False})
    version, text = opened.version, opened.game.to_text()
    game = load(text, components=opened.game.components)
    # People play on while it is looked for: lines and addresses are those of one moment.
    by_line = _addresses(opened.game, text)
    found = await run_in_threadpool(
        fill_gaps, game, limit=GAP_SECONDS, stop=lambda: opened.version != version
    )
    facts = [
        {
            "address": by_line.get(fact.line or 0),
            "statement": fact.statement,
            "certain": fact.certain,
            "open": fact.open,
        }
        for fact in found.must
        if fact.certain
    ]
    question = None if found.question is None else found.question.question
    certain = found.exact and found.number == 1
    return JsonResponse(
        {
            "version": version,
            "verdict": found.verdict,
            "facts": facts,
            "certain": certain,
            "question": question,
        }
    )


def _addresses(game: GameInProgress, text: str) -> dict[int, int]:
    """Return the addresses of statements by the lines of the record on which they stand."""
    lines = [each.at.line for each in load(text, components=game.components).record.statements]
    return dict(zip(lines, game.addresses, strict=True))


@answering
async def write_in(request: Request) -> Response:
    """Write down the only way in which the gaps can be filled."""
    wanted = await asked(request, GapsToFill)
    opened = await named_game(request)
    opened.require(wanted.after)
    found = await run_in_threadpool(fill_gaps, opened.game.game(), limit=GAP_SECONDS)
    if not found.exact or found.number != 1 or found.example is None:
        raise MisuseError(say("table.gaps.more-than-one-way"))
    example = continue_game(load(found.example, components=opened.game.components))
    opened.change(wanted.after, lambda game: _become(game, example))
    opened.tell()
    return JsonResponse(await game_state(opened))


def _become(game: GameInProgress, other: GameInProgress) -> Change:
    """Change what differs between two records of one game, from the first difference on."""
    ours, theirs = game.verdicts(), other.verdicts()
    lines = [each.statement for each in theirs]
    if len(ours) == len(lines):
        differing = [
            (each.address, line)
            for each, line in zip(ours, lines, strict=True)
            if each.statement != line
        ]
        return [game.mend(address, line) for address, line in differing][-1]
    same = 0
    while same < len(ours) and ours[same].statement == lines[same]:
        same += 1
    made = game.drop_from(ours[same].address)
    for line in lines[same:]:
        made = game.append(line)
    return made


@answering
async def repairs(request: Request) -> Response:
    """Answer with what may have been meant, where a record breaks rules."""
    opened = await named_game(request)
    version, text = opened.version, opened.game.to_text()
    try:
        found = await run_in_threadpool(
            repair,
            load(text, components=opened.game.components),
            top=MOST_REPAIRS,
            seconds=REPAIR_SECONDS,
            prove=False,
            stop=lambda: opened.version != version,
        )
    except RefereeError:
        return JsonResponse({"version": version, "suggestions": []})
    return JsonResponse(
        {
            "version": version,
            "suggestions": [
                {
                    "words": each.words,
                    "note": each.note,
                    "settled": each.settled_by,
                    "changes": to_builtins(each.changes),
                }
                for each in found.suggestions
            ],
        }
    )


@answering
async def take_repair(request: Request) -> Response:
    """Change the record as a suggestion says."""
    wanted = await asked(request, TakenRepair)
    opened = await named_game(request)
    opened.require(wanted.after)
    changes = wanted.changes
    by_line = _addresses(opened.game, opened.game.to_text())
    if not changes or any(each.line not in by_line for each in changes):
        raise MisuseError(say("table.change_routes.there-is-no-such-statement"))
    opened.change(wanted.after, lambda game: [_repaired(game, by_line, c) for c in changes][-1])
    opened.tell()
    return JsonResponse(await game_state(opened))


def _repaired(game: GameInProgress, by_line: dict[int, int], change: LineChange) -> Change:
    address = by_line[change.line]
    if change.after is None:
        return game.delete(address)
    if change.before is not None:
        return game.mend(address, change.after)
    behind = game.addresses.index(address) + 1
    if behind == len(game.addresses):
        return game.append(change.after)
    return game.insert(change.after, before=game.addresses[behind])


GAP_ROUTES = [
    Route("/api/games/{name}/follows", what_follows, methods=["GET"]),
    Route("/api/games/{name}/follows", write_in, methods=["POST"]),
    Route("/api/games/{name}/repairs", repairs, methods=["GET"]),
    Route("/api/games/{name}/repairs", take_repair, methods=["POST"]),
]
