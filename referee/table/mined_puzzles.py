"""Puzzles from one's own games: turns that fell short of a proved best one, written as files."""

import threading
from pathlib import Path
from typing import Final

from msgspec import Struct

from referee import RefereeError, ReviewedTurn, load_puzzle, review, try_puzzle
from referee.durable import replace_file
from referee.game.messages.page_words import PageWords

SECONDS_A_TURN: Final = 3.0
LOST_AT_LEAST: Final = 3
"""What is missed by less is no puzzle."""
MOST_KEPT: Final = 5
EASY: Final = 10
MEDIUM: Final = 5
"""Whoever lost so much has overlooked something plain; what lies closer is harder to see."""


class MiningState(Struct, frozen=True):
    """How far the search through a game has come."""

    game: str = ""
    looked: int = 0
    of: int = 0
    found: tuple[str, ...] = ()
    running: bool = False
    trouble: str = ""


class Mining:
    """A search for puzzles, one game at a time."""

    def __init__(self, words: PageWords) -> None:
        self._words = words
        self._stopped = threading.Event()
        self.state = MiningState()

    def start(self, name: str, title: str, path: Path) -> bool:
        """Begin to look through a game; False if another one is being looked through."""
        if self.state.running:
            return False
        self._stopped = threading.Event()
        self.state = MiningState(name, running=True)
        # Nobody waits for it when the server ends.
        threading.Thread(target=self._look, args=(name, title, path), daemon=True).start()
        return True

    def stop(self) -> None:
        """Leave it at what was found so far."""
        self._stopped.set()

    def _look(self, name: str, title: str, path: Path) -> None:
        found: tuple[str, ...] = ()
        trouble = ""
        try:
            answer = review(
                path,
                time_limit=SECONDS_A_TURN,
                misses=10_000,
                progress=lambda looked, of: self._tell(name, looked, of),
                stop=self._stopped.is_set,
            )
            found = tuple(self._written(name, title, path, answer.misses))
        except RefereeError as error:
            trouble = error.message
        except OSError as error:
            trouble = error.strerror or str(error)
        self.state = MiningState(
            name, self.state.looked, self.state.of, found, running=False, trouble=trouble
        )

    def _tell(self, name: str, looked: int, of: int) -> None:
        self.state = MiningState(name, looked, of, running=True)

    def _written(
        self, name: str, title: str, path: Path, misses: tuple[ReviewedTurn, ...]
    ) -> list[str]:
        """Write the most instructive turns as puzzles, each proved to be what it says."""
        written: list[str] = []
        for turn in misses:
            if len(written) == MOST_KEPT:
                break
            if turn.status == "optimal" and turn.loss >= LOST_AT_LEAST:
                file = path.with_name(f"{name}-{turn.round}-{turn.turn_number}.toml")
                if self.keep(file, path, title, turn):
                    written.append(file.stem)
        return written

    def keep(self, file: Path, path: Path, title: str, turn: ReviewedTurn) -> bool:
        """Write a puzzle; return whether it can be read, and its solution is worth the best."""
        text = self._text(path.name, title, turn)
        replace_file(file, text.encode())
        try:
            puzzle = load_puzzle(file)
            holds = try_puzzle(puzzle, *puzzle.solution).verdict == "solved"
        except RefereeError:
            holds = False
        if not holds:
            file.unlink()
        return holds

    def _text(self, game: str, title: str, turn: ReviewedTurn) -> str:
        words = self._words
        facts: dict[str, str | int] = {
            "title": title,
            "round": turn.round,
            "turn": turn.turn_number,
        }
        level = "easy" if turn.loss >= EASY else "medium" if turn.loss >= MEDIUM else "hard"
        action = turn.best.split()[1] if " " in turn.best else turn.best
        entries = {
            "format": "puzzle-1",
            "title": words.say("mined-title", **facts),
            "difficulty": level,
            "text": words.say("mined-text", **facts),
            "hint": words.say("mined-hint", n=turn.loss),
            "comment": words.say(
                "mined-comment", played=turn.turn, value=turn.value, best=turn.best_value
            ),
            "objective": "net-worth",
            "game": game,
            "at": f"{turn.round}.{turn.turn_number}",
        }
        lines = [f"{key} = {_quoted(value)}" for key, value in entries.items()]
        lines.append(f"themes = [{_quoted(words.say('mined-theme'))}, {_quoted(action)}]")
        lines.append(f"optimum = {turn.best_value}")
        lines.append(f"solution = [{_quoted(turn.best)}]")
        return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    """Return a text as TOML quotes it."""
    plain = "".join(c if c.isprintable() else " " for c in text)
    return '"' + plain.replace("\\", "\\\\").replace('"', '\\"') + '"'
