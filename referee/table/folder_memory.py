"""What people chose for their games that is no part of a record: effort, hints, plans to come."""

from pathlib import Path
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from referee import MisuseError
from referee import ruling as find_ruling
from referee.game.messages.speech import say
from referee.table.kept_json import KeptJson

FILE: Final = "table"
Effort = Literal["pad", "rounds", "turns"]
"""How much is written down: the scoring pad alone, counts after each round, or every turn."""


class GameMemory(Struct, frozen=True, omit_defaults=True):
    """What was chosen for one game."""

    effort: Effort = "turns"
    hints: bool = True
    """Whether pages mark what may be said next."""
    plans: dict[str, str] = {}
    """By colour a plan that was said in secret, until all are there."""
    best_for: str = ""
    """The version of the game whose best turn was asked for."""
    agreed: tuple[str, ...] = ()
    """The colours of those who want to see it."""


class _Remembered(Struct, frozen=True, omit_defaults=True):
    games: dict[str, GameMemory] = {}
    rulings: dict[str, str] = {}


class FolderMemory:
    """What is remembered in a folder of games."""

    def __init__(self, folder: Path) -> None:
        self._file = KeptJson(folder, FILE, _Remembered, _Remembered())

    def of(self, game: str) -> GameMemory:
        """Return what was chosen for a game."""
        return self._file.value.games.get(game, GameMemory())

    def remember(self, game: str, memory: GameMemory) -> None:
        """Remember what was chosen for a game."""
        games = {**self._file.value.games, game: memory}
        self._file.keep(replace(self._file.value, games=games))

    @property
    def rulings(self) -> dict[str, str]:
        """What this group has decided where the rulebooks leave a question open."""
        return self._file.value.rulings

    def decide(self, ruling: str, answer: str) -> None:
        """Remember what the group decided; a `MisuseError` if no such answer is on offer."""
        page = find_ruling(ruling)
        if answer not in {each.answer for each in (page.default, *page.options)}:
            raise MisuseError(say("table.rulings.no-such-answer", answer=f"{answer!r:.40}"))
        known = {**self.rulings, page.id: answer}
        self._file.keep(replace(self._file.value, rulings=known))
