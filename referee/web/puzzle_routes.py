"""What pages ask of puzzles: all of them, one, its picture, a turn said by taps, a verdict."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response

from referee import NotFoundError, Puzzle, RefereeError, Scene, Table, UsageError, puzzles
from referee.i18n.catalogue import table
from referee.i18n.page_words import picture_words
from referee.i18n.speech import say, spoken
from referee.types import Attempt, DraftAnswer
from referee.web.answers import answers, games_of, request_data, server_object
from referee.web.draft_routes import OptionWords
from referee.web.game_files import KeptJson
from referee.workers import aside

# How far the people of a folder have come with their puzzles, in a file beside the games ----------
FILE: Final = "puzzles"


class Progress(Struct, frozen=True, omit_defaults=True):
    """What happened with one puzzle."""

    attempts: int = 0
    reached: int | None = None
    """The most that an attempt was worth."""
    solved: bool = False
    hints: int = 0
    shown: bool = False
    """Whether somebody asked for the solution before it was found."""


NOTHING: Final = Progress()


class _PuzzleProgress:
    """The progress with all puzzles of a folder."""

    def __init__(self, folder: Path) -> None:
        self._file = KeptJson(folder, FILE, dict[str, Progress], {})

    def of(self, puzzle: str) -> Progress:
        return self._file.value.get(puzzle, NOTHING)

    def tried(self, puzzle: str, value: int | None, *, solved: bool) -> Progress:
        before = self.of(puzzle)
        worths = [each for each in (before.reached, value) if each is not None]
        reached, solved = max(worths, default=None), before.solved or solved
        progress = replace(before, attempts=before.attempts + 1, reached=reached, solved=solved)
        return self._keep(puzzle, progress)

    def hinted(self, puzzle: str, step: int) -> Progress:
        before = self.of(puzzle)
        return self._keep(puzzle, replace(before, hints=max(before.hints, step)))

    def solution_seen(self, puzzle: str) -> Progress:
        before = self.of(puzzle)
        return self._keep(puzzle, replace(before, shown=before.shown or not before.solved))

    def _keep(self, puzzle: str, progress: Progress) -> Progress:
        self._file.keep({**self._file.value, puzzle: progress})
        return progress


# Puzzles as a page tells them: the question, the hints in steps, a verdict, a solution ------------
MOST_TURNS: Final = 30
"""More turns than a round can have."""


def table_after(puzzle: Puzzle, said: Sequence[str]) -> Table:
    """Return the table at which the next turn of an attempt is said."""
    if not said:
        return Table(puzzle.state, puzzle.colours)
    attempt = _try_attempt(puzzle, said)
    if attempt.value is None:
        raise UsageError.of("puzzles.questions.not-legal")
    return Table(attempt.scene.state, puzzle.colours)


def _try_attempt(puzzle: Puzzle, said: Sequence[str]) -> Attempt:
    if len(said) > MOST_TURNS:
        raise UsageError.of("puzzles.questions.too-many", n=MOST_TURNS)
    return puzzle.attempt(*said)


class _PuzzleWords:
    """What is said of one puzzle in the language of the page."""

    def __init__(self, name: str, puzzle: Puzzle) -> None:
        self.name = name
        self._puzzle = puzzle
        self._texts = puzzle.told_in(spoken())
        self._companies = picture_words().companies
        self._area = table(spoken(), "puzzles.page")
        self._player = picture_words().colour(puzzle.colours[puzzle.seat])

    def row(self, progress: Progress) -> dict[str, Any]:
        puzzle = self._puzzle
        return {
            "id": self.name,
            "title": self._texts.title,
            "difficulty": puzzle.difficulty,
            "themes": puzzle.themes,
            "horizon": puzzle.horizon,
            "player": puzzle.colours[puzzle.seat],
            **self.progress(progress),
        }

    def page(self, progress: Progress) -> dict[str, Any]:
        """Return a puzzle as its page begins: the question without its answer."""
        puzzle = self._puzzle
        wanted = str(puzzle.objective)
        measure, _, company = wanted.partition(":")
        key = f"goal-{measure}" if f"goal-{measure}" in self._area else "goal-other"
        goal = say(
            f"puzzles.page.{key}",
            player=self._player,
            objective=wanted,
            company=self._companies.get(company, company),
            when=self._area[f"when-{puzzle.horizon}"],
        )
        sentences = [goal, self._area[f"ask-{puzzle.horizon}"]]
        if puzzle.action:
            sentences.append(self._area[f"only-{puzzle.action}"])
        return {
            **self.row(progress),
            "text": self._texts.text,
            "question": " ".join(sentences),
            "players": puzzle.colours,
            "seat": puzzle.seat,
            "hints": len(self._hints()),
        }

    def progress(self, progress: Progress) -> dict[str, Any]:
        return {
            "solved": progress.solved,
            "attempts": progress.attempts,
            "reached": progress.reached,
            "shown": progress.shown,
            "seen": progress.hints,
            "standing": self._standing(progress),
        }

    def _standing(self, progress: Progress) -> str:
        if progress.solved:
            return self._area["solved"]
        if progress.shown:
            return self._area["seen"]
        if progress.reached is not None:
            return say("puzzles.page.reached", value=progress.reached, best=self._puzzle.optimum)
        return self._area["tried" if progress.attempts else "not-tried"]

    def hint(self, step: int) -> dict[str, Any]:
        """Return a step of the hints, from 1 on: each tells more than the one before."""
        hints = self._hints()
        if not 1 <= step <= len(hints):
            raise NotFoundError.of("puzzles.questions.no-hint", n=step)
        key = hints[step - 1]
        places: tuple[str, ...] = ()
        if key == "pieces":
            # The first half of those that a best first turn names.
            chosen = _solution_draft(self._puzzle, 0).chosen
            places = chosen[: (len(chosen) + 1) // 2]
        return {"step": step, "of": len(hints), "words": self._hint(key), "places": places}

    def _hints(self) -> list[str]:
        """Return the steps there are: what to look at, then how much, how, and with what."""
        steps = ["look", "worth", "actions", "pieces"]
        if self._puzzle.action and self._puzzle.horizon == "turn":
            steps.remove("actions")
        return steps

    def _hint(self, key: str) -> str:
        match key:
            case "look":
                return self._texts.hint
            case "worth":
                return say("puzzles.page.hint-worth", best=self._puzzle.optimum)
            case "actions":
                turns = range(len(self._puzzle.solution))
                ways = [self._area[f"way-{_solution_draft(self._puzzle, at).kind}"] for at in turns]
                return say("puzzles.page.hint-actions", actions=self._area["then"].join(ways))
            case _:
                return self._area["hint-pieces"]

    def solution(self) -> dict[str, Any]:
        puzzle = self._puzzle
        attempt = _try_attempt(puzzle, puzzle.solution)
        return {
            "turns": puzzle.solution,
            "sentences": [
                _solution_draft(puzzle, at).sentence for at in range(len(puzzle.solution))
            ],
            "why": self._texts.comment,
            "best": puzzle.optimum,
            "pad": self.pad(attempt),
        }

    def verdict(self, attempt: Attempt) -> dict[str, Any]:
        return {
            "verdict": attempt.verdict,
            "words": self._verdict_words(attempt),
            "value": attempt.value,
            "best": None if attempt.value is None else self._puzzle.optimum,
            "missing": attempt.missing_words,
            "violations": [
                {"rule": each.rule, "message": each.message, "citations": each.citations}
                for each in attempt.violations
            ],
            "pad": self.pad(attempt),
            "why": self._texts.comment if attempt.verdict == "solved" else "",
        }

    def _verdict_words(self, attempt: Attempt) -> str:
        short = attempt.short or 0
        if attempt.verdict == "illegal" and self._puzzle.horizon != "turn":
            return say("puzzles.page.verdict-illegal-turn", n=max(1, len(attempt.turns)))
        if short < 0:
            return say("puzzles.page.verdict-beyond", best=self._puzzle.optimum)
        return say(f"puzzles.page.verdict-{attempt.verdict}", n=short)

    def pad(self, attempt: Attempt) -> dict[str, Any] | None:
        if not attempt.pad:
            return None
        names = {**self._companies, **{key: word for key, word in self._area.items() if word}}
        rows = [(names.get(key, key), row.before, row.after) for key, row in attempt.pad.items()]
        total = (self._area["total"], sum(row[1] for row in rows), sum(row[2] for row in rows))
        aims = [(key, row.before, row.after) for key, row in (attempt.aims or {}).items()]
        return {
            "title": say("puzzles.page.pad", player=self._player),
            "rows": [*rows, total, *aims],
        }


def _solution_draft(puzzle: Puzzle, at: int) -> DraftAnswer:
    table = table_after(puzzle, puzzle.solution[:at])
    colour, line = puzzle.colours[puzzle.seat], puzzle.solution[at]
    return table.draft(line if line.startswith(f"{colour} ") else f"{colour} {line}")


# The puzzles of a folder: those that are shipped, and those that lie there as files ---------------
OWN: Final = "own:"
"""Begins the id of a puzzle that is not shipped."""
ENDING: Final = ".toml"
MOST_OWN: Final = 500


@cache
def _shipped_by_id() -> dict[str, Puzzle]:
    return {puzzle.id: puzzle for puzzle in puzzles()}


class PuzzleShelf:
    """Puzzles by id; a file is read again when it has changed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._read: dict[str, tuple[int, Puzzle | None]] = {}

    def all(self) -> dict[str, Puzzle]:
        """Return every puzzle, the group's own first."""
        own = {name: self._own(path) for name, path in self._files().items()}
        return {name: puzzle for name, puzzle in own.items() if puzzle} | _shipped_by_id()

    def named(self, name: str) -> Puzzle:
        """Return a puzzle; no other name leads anywhere."""
        found = _shipped_by_id().get(name)
        if found is None and (path := self._files().get(name)):
            found = self._own(path)
        if found is None:
            raise NotFoundError.of("puzzles.shelf.no-puzzle", name=f"{name!r:.60}")
        return found

    def _files(self) -> dict[str, Path]:
        paths = sorted(self.folder.glob(f"*{ENDING}"))
        here = [path for path in paths if path.is_file() and not path.is_symlink()]
        return {f"{OWN}{path.stem}": path for path in here[:MOST_OWN]}

    def _own(self, path: Path) -> Puzzle | None:
        try:
            changed = path.stat().st_mtime_ns
            known = self._read.get(path.name)
            if known is None or known[0] != changed:
                known = self._read[path.name] = (changed, _puzzle_in(path))
        except OSError:
            return None
        return known[1]


def _puzzle_in(path: Path) -> Puzzle | None:
    try:
        return Puzzle.load(path)
    except RefereeError:
        return None


class _PlayedTurns(Struct, frozen=True, forbid_unknown_fields=True):
    said: list[str] = []


class _WantedPicture(_PlayedTurns, frozen=True, forbid_unknown_fields=True):
    """A picture that is wanted: of the table behind these turns, or of what they change."""

    width: str = "phone"
    solution: bool = False
    """Whether that of the solution is wanted instead."""
    changes: bool = False


class _Tap(_PlayedTurns, frozen=True, forbid_unknown_fields=True):
    line: str = ""
    place: str | None = None


class _HintStep(Struct, frozen=True, forbid_unknown_fields=True):
    step: int


def shelf_of(request: Request) -> PuzzleShelf:
    """Return the puzzles of the folder."""
    return server_object(request, PuzzleShelf, games_of(request).folder.path)


def _progress_of(request: Request) -> _PuzzleProgress:
    return server_object(request, _PuzzleProgress, games_of(request).folder.path)


def _named(request: Request) -> tuple[Puzzle, _PuzzleWords]:
    name = request.path_params["name"]
    puzzle = shelf_of(request).named(name)
    return puzzle, _PuzzleWords(name, puzzle)


@answers("/api/puzzles")
async def _list_puzzles(request: Request) -> object:
    progress = _progress_of(request)
    known = await aside(shelf_of(request).all)
    rows = [_PuzzleWords(name, puzzle).row(progress.of(name)) for name, puzzle in known.items()]
    solved = sum(row["solved"] for row in rows)
    answer = say("puzzles.page.solved-so-far", n=solved, all=len(rows))
    return {"puzzles": rows, "solved": answer}


@answers("/api/puzzles/{name}")
async def _one_puzzle(request: Request) -> object:
    _, words = _named(request)
    return words.page(_progress_of(request).of(words.name))


@answers("/api/puzzles/{name}/picture", "POST")
async def puzzle_picture(request: Request) -> object:
    """Answer with the table of a puzzle, or with what an attempt or its solution changes there."""
    wanted = await request_data(request, _WantedPicture)
    puzzle, _ = _named(request)
    scene = await aside(_scene, puzzle, wanted)
    return Response(scene.to_svg(wanted.width, "page"), media_type="image/svg+xml")  # type: ignore[arg-type]


def _scene(puzzle: Puzzle, wanted: _WantedPicture) -> Scene:
    if wanted.solution:
        return _try_attempt(puzzle, puzzle.solution).scene  # type: ignore[no-any-return]
    if wanted.changes and wanted.said:
        return _try_attempt(puzzle, wanted.said).scene  # type: ignore[no-any-return]
    return table_after(puzzle, wanted.said).scene


@answers("/api/puzzles/{name}/say", "POST")
async def say_turn(request: Request) -> object:
    """Answer a tap with what may be said next."""
    tap = await request_data(request, _Tap)
    puzzle, _ = _named(request)
    return {"draft": await aside(_draft, puzzle, tap)}


def _draft(puzzle: Puzzle, tap: _Tap) -> dict[str, Any]:
    table = table_after(puzzle, tap.said)
    player = puzzle.colours[puzzle.seat]
    found = None if tap.place is None else table.tap(tap.line, tap.place, player=player)
    return OptionWords(table).page_data(found or table.draft(tap.line, player=player))


@answers("/api/puzzles/{name}/attempts", "POST")
async def _judge(request: Request) -> object:
    attempt = await request_data(request, _PlayedTurns)
    puzzle, words = _named(request)
    found = await aside(_try_attempt, puzzle, attempt.said)
    progress = _progress_of(request).tried(
        words.name, found.value, solved=found.verdict == "solved"
    )
    return {**words.verdict(found), "progress": words.progress(progress)}


@answers("/api/puzzles/{name}/hints", "POST")
async def _give_hint(request: Request) -> object:
    wanted = await request_data(request, _HintStep)
    _, words = _named(request)
    answer = await aside(words.hint, wanted.step)
    progress = _progress_of(request).hinted(words.name, wanted.step)
    return {**answer, "progress": words.progress(progress)}


@answers("/api/puzzles/{name}/solution", "POST")
async def tell_solution(request: Request) -> object:
    """Answer with a solution, which nobody sees who does not ask for it."""
    await request_data(request, _PlayedTurns)
    _, words = _named(request)
    answer = await aside(words.solution)
    progress = _progress_of(request).solution_seen(words.name)
    return {**answer, "progress": words.progress(progress)}
