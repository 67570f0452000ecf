"""What the page of a group asks for: results, records, and the rules that it breaks."""

import asyncio
from typing import Any

from msgspec import to_builtins
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from referee import rule
from referee.game.messages.page_words import page_words
from referee.game.messages.pictures import picture_words
from referee.table.answers import JsonResponse, answering, games_of
from referee.table.group_results import (
    Best,
    GameResult,
    GroupResults,
    Seated,
    broken_most,
    people,
    records,
)

AREA = "group"


def _results_of(request: Request) -> GroupResults:
    state = request.app.state
    if not hasattr(state, "group_results"):
        state.group_results = GroupResults(games_of(request).folder)
    results: GroupResults = state.group_results
    return results


@answering
async def group(request: Request) -> Response:
    """Answer with all that the games of the folder come to."""
    language: str = request.app.state.language
    words = _GroupWords(language)
    games = await asyncio.to_thread(_results_of(request).games)
    finished = [game for game in games if game.seats]
    return JsonResponse(
        {
            "summary": words.summary(games),
            "results": [words.result(game) for game in finished],
            "people": [to_builtins(each) for each in people(finished)],
            "records": [words.record(each) for each in records(finished)],
            "broken": [words.broken(*each) for each in broken_most(games)],
        }
    )


class _GroupWords:
    """What is said of a group."""

    def __init__(self, language: str) -> None:
        self._words = page_words(AREA, language)
        self._pictures = picture_words(language)

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
            "citations": [str(each) for each in page.citations],
            "times": self._say("times", n=times),
        }

    def _called(self, seat: Seated) -> str:
        return seat.name or self._pictures.colour(seat.colour)

    def _say(self, key: str, **facts: str | int) -> str:
        return self._words.say(key, **facts)


GROUP_ROUTES = [
    Route("/api/group", group, methods=["GET"]),
]
