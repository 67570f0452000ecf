"""What the page of a group asks for: results, records, slips, and puzzles from its games."""

import asyncio
from typing import Any

from msgspec import Struct, to_builtins
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from referee import MisuseError, rule
from referee.game.messages.cited_places import cited_place
from referee.game.messages.page_words import page_words
from referee.game.messages.pictures import picture_words
from referee.table.answers import JsonResponse, answering, asked, games_of
from referee.table.game_files import ENDING
from referee.table.group_results import (
    Best,
    GameResult,
    GroupResults,
    Seated,
    broken_most,
    people,
    records,
)
from referee.table.mined_puzzles import Mining
from referee.table.puzzle_routes import shelf_of
from referee.table.puzzle_shelf import OWN

AREA = "group"


class MiningWish(Struct, frozen=True, forbid_unknown_fields=True):
    """The game in which puzzles are to be looked for; None ends the search."""

    game: str | None


def _results_of(request: Request) -> GroupResults:
    state = request.app.state
    if not hasattr(state, "group_results"):
        state.group_results = GroupResults(games_of(request).folder)
    results: GroupResults = state.group_results
    return results


def _mining_of(request: Request) -> Mining:
    state = request.app.state
    if not hasattr(state, "mining"):
        state.mining = Mining(page_words(AREA))
    mining: Mining = state.mining
    return mining


@answering
async def group(request: Request) -> Response:
    """Answer with all that the games of the folder come to."""
    words = _GroupWords()
    games = await asyncio.to_thread(_results_of(request).games)
    shelf = await asyncio.to_thread(shelf_of(request).all)
    own = [{"id": name, "title": puzzle.title} for name, puzzle in shelf.items() if _is_own(name)]
    finished = [game for game in games if game.seats]
    return JsonResponse(
        {
            "summary": words.summary(games),
            "results": [words.result(game) for game in finished],
            "people": [to_builtins(each) for each in people(finished)],
            "records": [words.record(each) for each in records(finished)],
            "broken": [words.broken(*each) for each in broken_most(games)],
            "puzzles": own,
            "mining": words.mining(_mining_of(request)),
        }
    )


def _is_own(name: str) -> bool:
    return name.startswith(OWN)


@answering
async def mine(request: Request) -> Response:
    """Begin to look for puzzles in a game, or leave it at what was found."""
    wanted = await asked(request, MiningWish)
    mining = _mining_of(request)
    if wanted.game is None:
        mining.stop()
    else:
        opened = games_of(request).named(wanted.game)
        path = games_of(request).folder.path / f"{opened.name}{ENDING}"
        title = opened.game.header.title or opened.name
        if not mining.start(opened.name, title, path):
            words = page_words(AREA)
            raise MisuseError(words.shown["mining-busy"])
    return JsonResponse(_GroupWords().mining(mining))


@answering
async def mining_state(request: Request) -> Response:
    """Answer with how far the search has come."""
    return JsonResponse(_GroupWords().mining(_mining_of(request)))


class _GroupWords:
    """What is said of a group."""

    def __init__(self) -> None:
        self._words = page_words(AREA)
        self._pictures = picture_words()

    def summary(self, games: tuple[GameResult, ...]) -> str:
        """Return how many games there are."""
        finished = sum(bool(game.seats) for game in games)
        return self._say("summary", n=len(games), finished=finished)

    def result(self, game: GameResult) -> dict[str, Any]:
        """Return the players of a game in the order of their totals."""
        seats = [
            {
                "colour": seat.colour,
                "name": self._called(seat),
                "total": seat.total,
                "won": seat.won,
            }
            for seat in game.by_total
        ]
        return {"name": game.name, "title": game.title, "seats": seats}

    def record(self, best: Best) -> dict[str, Any]:
        """Return a record: what it is of, how much, whose, and in which game."""
        area = self._words.shown
        company = self._pictures.companies.get(best.what, best.what)
        known = f"record-{best.what}" in area
        what = area[f"record-{best.what}"] if known else self._say("record-row", row=company)
        return {
            "what": what,
            "number": best.number,
            "who": self._called(best.seat) if best.seat else None,
            "title": best.game.title,
        }

    def broken(self, name: str, times: int) -> dict[str, Any]:
        """Return a rule that was broken, and how often."""
        page = rule(name)
        return {
            "rule": page.id,
            "holds": page.holds,
            "citations": [cited_place(each) for each in page.citations],
            "times": self._say("times", n=times),
        }

    def mining(self, mining: Mining) -> dict[str, Any]:
        """Return how far a search for puzzles has come."""
        state = mining.state
        if state.running:
            words = self._say("mining-runs", looked=state.looked, of=state.of)
        elif state.trouble:
            words = state.trouble
        else:
            words = self._say("mining-done", n=len(state.found)) if state.game else ""
        return {"game": state.game, "running": state.running, "words": words}

    def _called(self, seat: Seated) -> str:
        return seat.name or self._pictures.colour(seat.colour)

    def _say(self, key: str, **facts: str | int) -> str:
        return self._words.say(key, **facts)


GROUP_ROUTES = [
    Route("/api/group", group, methods=["GET"]),
    Route("/api/group/mining", mining_state, methods=["GET"]),
    Route("/api/group/mining", mine, methods=["POST"]),
]
