"""What is answered about puzzles: what is asked, how an attempt went, whether they are proved."""

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import UNSET, UnsetType

from model.best.questions import Status
from referee.api.answer import Answer
from referee.api.broken_rules import BrokenRule
from referee.api.errors import Trouble
from referee.api.solver_answers import Numbers
from referee.game.turns import Action
from referee.solutions.horizons import Horizon
from referee.solutions.puzzle import Difficulty
from referee.transcript.completed_turn import Missing

AttemptOutcome = Literal["solved", "short", "illegal", "undecided"]


class PuzzleSummary(Answer, frozen=True, kw_only=True):
    """A puzzle as a list has it."""

    id: str
    title: str
    difficulty: Difficulty
    themes: tuple[str, ...]
    players: tuple[str, ...]
    player: str
    """Who is to move or to plan."""
    round: int
    objective: str
    action: Action | None
    """Only turns of this action count, if one is named."""
    horizon: Horizon


class PuzzleTable(PuzzleSummary, frozen=True, kw_only=True):
    """A puzzle with its table and what is asked for, but not its solution."""

    text: str
    rulings: Mapping[str, str]
    """Answers other than the default ones."""
    digest: str
    state: Mapping[str, Any]
    """The table, as docs/states.md says."""


class PuzzleHint(Answer, frozen=True, kw_only=True):
    """What to look at."""

    id: str
    hint: str


class Attempt(Answer, frozen=True, kw_only=True):
    """A turn or turns that somebody tried, and what came of it."""

    id: str
    turn: str | None
    """The turn, or of several the last that was looked at; None if there is none."""
    turns: tuple[str, ...]
    verdict: AttemptOutcome
    value: int | None
    """What it is worth; None if it is not legal or leaves something open."""
    optimum: int | None
    """The most that can be reached, once that was reached."""
    short: int | None
    """How much it lacks to the optimum."""
    violations: tuple[BrokenRule, ...]
    missing: tuple[str, ...]
    """What the turn would have to say."""
    write: tuple[str, ...] | UnsetType = UNSET
    """What to type for it, where something is missing."""
    choices: int | UnsetType = UNSET
    """How many results are possible then; 0 if there are too many to look at."""
    pad: Numbers | UnsetType = UNSET
    """The rows of the player's scoring pad before and after, if it is legal."""
    totals: Numbers | UnsetType = UNSET
    """The totals of all players by colour."""
    aims: Numbers | UnsetType = UNSET
    """What the objective is made of, and itself, where that is not the net worth."""

    @property
    def missing_words(self) -> str:
        """What is missing and what to type, as a sentence; nothing if all is said."""
        if not self.missing:
            return ""
        choices = 0 if self.choices is UNSET else self.choices
        return Missing(self.missing, choices, self.write or ()).words("turn")


class UnreadableAttempt(Answer, frozen=True, kw_only=True):
    """What is said of an attempt that is no turn."""

    id: str
    verdict: Literal["unreadable"] = "unreadable"
    problems: tuple[Trouble, ...]


class PuzzleProof(Answer, frozen=True, kw_only=True):
    """A puzzle proved anew, or what is wrong with it."""

    id: str
    value: int
    """What the solver reached."""
    optimum: int
    """What the puzzle promises."""
    status: Status
    bound: int | None
    seconds: float
    faults: tuple[str, ...]

    @property
    def is_undecided(self) -> bool:
        """Whether more time might have brought the proof."""
        return self.status != "optimal" and self.value <= self.optimum


class PuzzleProofs(Answer, frozen=True, kw_only=True):
    """How puzzles stood the proof."""

    checked: int
    failed: int
    seconds: float
    puzzles: tuple[PuzzleProof, ...]
    asked: int | UnsetType = UNSET
    """How many puzzles were to be proved, where not all of them were."""


ANSWERS: tuple[type[Answer], ...] = (
    PuzzleSummary,
    PuzzleTable,
    PuzzleHint,
    Attempt,
    UnreadableAttempt,
    PuzzleProofs,
)
