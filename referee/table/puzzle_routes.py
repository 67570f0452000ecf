"""What pages ask of puzzles: all of them, one, its picture, a turn said by taps, a verdict."""

import asyncio
from typing import Any

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from referee import Puzzle, Scene, draft, draw, tapped
from referee.game.messages.page_words import page_words
from referee.table.answers import JsonResponse, answering, asked, games_of
from referee.table.offer_words import OfferWords
from referee.table.puzzle_progress import PuzzleProgress
from referee.table.puzzle_questions import PuzzleWords, table_after, try_attempt
from referee.table.puzzle_shelf import PuzzleShelf


class PlayedTurns(Struct, frozen=True, forbid_unknown_fields=True):
    """The turns of an attempt that were played so far."""

    said: list[str] = []


class WantedPicture(PlayedTurns, frozen=True, forbid_unknown_fields=True):
    """A picture that is wanted: of the table behind these turns, or of what they change."""

    width: str = "phone"
    solution: bool = False
    """Whether that of the solution is wanted instead."""
    changes: bool = False


class Tap(PlayedTurns, frozen=True, forbid_unknown_fields=True):
    """A turn that is begun, and what was tapped."""

    line: str = ""
    place: str | None = None


class HintStep(Struct, frozen=True, forbid_unknown_fields=True):
    """Which hint is wanted."""

    step: int


def shelf_of(request: Request) -> PuzzleShelf:
    """Return the puzzles of the folder."""
    state = request.app.state
    if not hasattr(state, "puzzle_shelf"):
        state.puzzle_shelf = PuzzleShelf(games_of(request).folder.path)
    shelf: PuzzleShelf = state.puzzle_shelf
    return shelf


def progress_of(request: Request) -> PuzzleProgress:
    """Return how far the puzzles of the folder have come."""
    state = request.app.state
    if not hasattr(state, "puzzle_progress"):
        state.puzzle_progress = PuzzleProgress(games_of(request).folder.path)
    progress: PuzzleProgress = state.puzzle_progress
    return progress


def _named(request: Request) -> tuple[Puzzle, PuzzleWords]:
    name = request.path_params["name"]
    puzzle = shelf_of(request).named(name)
    return puzzle, PuzzleWords(name, puzzle)


@answering
async def list_puzzles(request: Request) -> Response:
    """Answer with all puzzles, and how many of them are solved."""
    progress = progress_of(request)
    known = await asyncio.to_thread(shelf_of(request).all)
    rows = [PuzzleWords(name, puzzle).row(progress.of(name)) for name, puzzle in known.items()]
    solved = sum(row["solved"] for row in rows)
    told = page_words("puzzles").say("solved-so-far", n=solved, all=len(rows))
    return JsonResponse({"puzzles": rows, "solved": told})


@answering
async def one_puzzle(request: Request) -> Response:
    """Answer with the question of a puzzle."""
    _, words = _named(request)
    return JsonResponse(words.page(progress_of(request).of(words.name)))


@answering
async def puzzle_picture(request: Request) -> Response:
    """Answer with the table of a puzzle, or with what an attempt or its solution changes there."""
    wanted = await asked(request, WantedPicture)
    puzzle, _ = _named(request)
    scene = await asyncio.to_thread(_scene, puzzle, wanted)
    return Response(scene.to_svg(wanted.width, "page"), media_type="image/svg+xml")  # type: ignore[arg-type]


def _scene(puzzle: Puzzle, wanted: WantedPicture) -> Scene:
    if wanted.solution:
        return draw(try_attempt(puzzle, puzzle.solution))
    if wanted.changes and wanted.said:
        return draw(try_attempt(puzzle, wanted.said))
    return table_after(puzzle, wanted.said).scene


@answering
async def say_turn(request: Request) -> Response:
    """Answer a tap with what may be said next."""
    tap = await asked(request, Tap)
    puzzle, _ = _named(request)
    told = await asyncio.to_thread(_draft, puzzle, tap)
    return JsonResponse({"draft": told})


def _draft(puzzle: Puzzle, tap: Tap) -> dict[str, Any]:
    table = table_after(puzzle, tap.said)
    player = puzzle.colours[puzzle.seat]
    found = None
    if tap.place is not None:
        found = tapped(table, tap.line, tap.place, player=player)
    if found is None:
        found = draft(table, tap.line, player=player)
    return OfferWords(table).told(found)


@answering
async def judge(request: Request) -> Response:
    """Judge an attempt, and remember it."""
    attempt = await asked(request, PlayedTurns)
    puzzle, words = _named(request)
    found = await asyncio.to_thread(try_attempt, puzzle, attempt.said)
    progress = progress_of(request).tried(words.name, found.value, solved=found.verdict == "solved")
    return JsonResponse({**words.verdict(found), "progress": words.progress(progress)})


@answering
async def give_hint(request: Request) -> Response:
    """Answer with a step of the hints, and remember that it was seen."""
    wanted = await asked(request, HintStep)
    _, words = _named(request)
    told = await asyncio.to_thread(words.hint, wanted.step)
    progress = progress_of(request).hinted(words.name, wanted.step)
    return JsonResponse({**told, "progress": words.progress(progress)})


@answering
async def tell_solution(request: Request) -> Response:
    """Answer with a solution, which nobody sees who does not ask for it."""
    await asked(request, PlayedTurns)
    _, words = _named(request)
    told = await asyncio.to_thread(words.solution)
    progress = progress_of(request).told(words.name)
    return JsonResponse({**told, "progress": words.progress(progress)})


PUZZLE_ROUTES = [
    Route("/api/puzzles", list_puzzles, methods=["GET"]),
    Route("/api/puzzles/{name}", one_puzzle, methods=["GET"]),
    Route("/api/puzzles/{name}/picture", puzzle_picture, methods=["POST"]),
    Route("/api/puzzles/{name}/say", say_turn, methods=["POST"]),
    Route("/api/puzzles/{name}/attempts", judge, methods=["POST"]),
    Route("/api/puzzles/{name}/hints", give_hint, methods=["POST"]),
    Route("/api/puzzles/{name}/solution", tell_solution, methods=["POST"]),
]
