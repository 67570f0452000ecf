"""Puzzles as a page tells them: the question, the hints in steps, a verdict, a solution."""

from collections.abc import Sequence
from typing import Any, Final

from referee import Attempt, DraftAnswer, MisuseError, NotFoundError, Puzzle, Table, draft, draw
from referee import try_puzzle as tried_puzzle
from referee.game.messages.page_words import page_words
from referee.game.messages.pictures import picture_words
from referee.game.messages.speech import say
from referee.table.puzzle_progress import Progress

MOST_TURNS: Final = 30
"""More turns than a round can have."""


def first_table(puzzle: Puzzle) -> Table:
    """Return the table of the question."""
    return Table(puzzle.state, puzzle.colours)


def table_after(puzzle: Puzzle, said: Sequence[str]) -> Table:
    """Return the table at which the next turn of an attempt is said."""
    if not said:
        return first_table(puzzle)
    attempt = try_attempt(puzzle, said)
    if attempt.value is None:
        raise MisuseError(say("puzzles.questions.not-legal"))
    return Table(draw(attempt).state, puzzle.colours)


def try_attempt(puzzle: Puzzle, said: Sequence[str]) -> Attempt:
    """Return what an attempt is worth."""
    if len(said) > MOST_TURNS:
        raise MisuseError(say("puzzles.questions.too-many", n=MOST_TURNS))
    return tried_puzzle(puzzle, *said)


class PuzzleWords:
    """What is said of one puzzle in the language of the page."""

    def __init__(self, name: str, puzzle: Puzzle) -> None:
        self.name = name
        self._puzzle = puzzle
        self._words = page_words("puzzles")
        self._told = puzzle.told_in(self._words.code)
        self._companies = picture_words().companies
        self._area = self._words.shown
        self._player = picture_words().colour(puzzle.colours[puzzle.seat])

    def row(self, progress: Progress) -> dict[str, Any]:
        """Return a puzzle as the list has it."""
        puzzle = self._puzzle
        return {
            "id": self.name,
            "title": self._told.title,
            "difficulty": puzzle.difficulty,
            "themes": puzzle.themes,
            "horizon": puzzle.horizon,
            "player": puzzle.colours[puzzle.seat],
            **self.progress(progress),
        }

    def page(self, progress: Progress) -> dict[str, Any]:
        """Return a puzzle as its page begins: the question without its answer."""
        puzzle = self._puzzle
        return {
            **self.row(progress),
            "text": self._told.text,
            "question": self._question(),
            "players": puzzle.colours,
            "seat": puzzle.seat,
            "hints": len(self._hints()),
        }

    def progress(self, progress: Progress) -> dict[str, Any]:
        """Return how far it has come."""
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
            return self._say("reached", value=progress.reached, best=self._puzzle.optimum)
        return self._area["tried" if progress.attempts else "not-tried"]

    def _question(self) -> str:
        puzzle = self._puzzle
        wanted = str(puzzle.objective)
        measure, _, company = wanted.partition(":")
        key = f"goal-{measure}" if f"goal-{measure}" in self._area else "goal-other"
        goal = self._say(
            key,
            player=self._player,
            objective=wanted,
            company=self._companies.get(company, company),
            when=self._area[f"when-{puzzle.horizon}"],
        )
        asked = [goal, self._area[f"ask-{puzzle.horizon}"]]
        if puzzle.action:
            asked.append(self._area[f"only-{puzzle.action}"])
        return " ".join(asked)

    # Hints and solutions ------------------------------------------------------------------------

    def hint(self, step: int) -> dict[str, Any]:
        """Return a step of the hints, from 1 on: each tells more than the one before."""
        hints = self._hints()
        if not 1 <= step <= len(hints):
            raise NotFoundError(say("puzzles.questions.no-hint", n=step))
        key = hints[step - 1]
        pieces = self._pieces() if key == "pieces" else ()
        return {"step": step, "of": len(hints), "words": self._hint(key), "places": pieces}

    def _hints(self) -> list[str]:
        """Return the steps there are: what to look at, then how much, how, and with what."""
        steps = ["look", "worth", "actions", "pieces"]
        if self._puzzle.action and self._puzzle.horizon == "turn":
            steps.remove("actions")
        return steps

    def _hint(self, key: str) -> str:
        match key:
            case "look":
                return self._told.hint
            case "worth":
                return self._say("hint-worth", best=self._puzzle.optimum)
            case "actions":
                ways = [self._area[f"way-{kind}"] for kind in self._ways()]
                return self._say("hint-actions", actions=self._area["then"].join(ways))
            case _:
                return self._area["hint-pieces"]

    def _ways(self) -> list[str]:
        """Return what kinds of turns the solution is made of."""
        puzzle = self._puzzle
        return [_begun(puzzle, at).kind for at in range(len(puzzle.solution))]

    def _pieces(self) -> tuple[str, ...]:
        """Return the first half of the places that a best first turn names."""
        chosen = _begun(self._puzzle, 0).chosen
        return chosen[: (len(chosen) + 1) // 2]

    def solution(self) -> dict[str, Any]:
        """Return one solution, why it is best, and what it does to the rows of the pad."""
        puzzle = self._puzzle
        attempt = try_attempt(puzzle, puzzle.solution)
        return {
            "turns": puzzle.solution,
            "sentences": [_begun(puzzle, at).sentence for at in range(len(puzzle.solution))],
            "why": self._told.comment,
            "best": puzzle.optimum,
            "pad": self.pad(attempt),
        }

    # Verdicts -----------------------------------------------------------------------------------

    def verdict(self, attempt: Attempt) -> dict[str, Any]:
        """Return what an attempt came to, beside the best."""
        puzzle = self._puzzle
        judged = attempt.value is not None
        return {
            "verdict": attempt.verdict,
            "words": self._verdict_words(attempt),
            "value": attempt.value,
            "best": puzzle.optimum if judged else None,
            "missing": attempt.missing_words,
            "violations": [
                {"rule": each.rule, "message": each.message, "citations": each.citations}
                for each in attempt.violations
            ],
            "pad": self.pad(attempt),
            "why": self._told.comment if attempt.verdict == "solved" else "",
        }

    def _verdict_words(self, attempt: Attempt) -> str:
        short = attempt.short or 0
        if attempt.verdict == "illegal" and self._puzzle.horizon != "turn":
            return self._say("verdict-illegal-turn", n=max(1, len(attempt.turns)))
        if short < 0:
            return self._say("verdict-beyond", best=self._puzzle.optimum)
        return self._say(f"verdict-{attempt.verdict}", n=short)

    def pad(self, attempt: Attempt) -> dict[str, Any] | None:
        """Return the rows of the scoring pad before and after an attempt."""
        if not attempt.pad:
            return None
        rows = [(self._row_name(key), row.before, row.after) for key, row in attempt.pad.items()]
        total = (self._area["total"], sum(row[1] for row in rows), sum(row[2] for row in rows))
        aims = [(key, row.before, row.after) for key, row in (attempt.aims or {}).items()]
        return {"title": self._say("pad", player=self._player), "rows": [*rows, total, *aims]}

    def _row_name(self, key: str) -> str:
        return self._area.get(key) or self._companies.get(key, key)

    def _say(self, key: str, **facts: str | int) -> str:
        return self._words.say(key, **facts)


def _begun(puzzle: Puzzle, at: int) -> DraftAnswer:
    """Return a turn of the solution as a line that somebody has said."""
    table = table_after(puzzle, puzzle.solution[:at])
    colour, line = puzzle.colours[puzzle.seat], puzzle.solution[at]
    return draft(table, line if line.startswith(f"{colour} ") else f"{colour} {line}")
