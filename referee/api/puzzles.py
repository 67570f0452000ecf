"""Puzzles: listed, shown, attempted, solved and proved again."""

import time
from collections.abc import Mapping, Sequence
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from msgspec import UNSET, UnsetType

from referee.api.errors import Trouble, UnreadableError, public_methods
from referee.api.long_work import budget_of, followed, solver_limits
from referee.api.optima import (
    BestPlay,
    BestTurn,
    Numbers,
    asking,
    best_play_answer,
    best_turn_answer,
    changed,
    posing,
    scene_of_change,
)
from referee.api.rule_pages import look_up
from referee.api.sources import STDIN, given, unreadable
from referee.api.verdicts import BrokenRule, broken_rule
from referee.core.answer import Answer, showing
from referee.core.budget import Budget
from referee.core.input_limits import BYTES_OF_A_PUZZLE
from referee.core.problem import Problem
from referee.core.public import deviations, digest, public
from referee.core.turns import Action
from referee.records.completed_turn import Missing
from referee.records.record import UnreadableRecordError
from referee.solve.horizons import Horizon, turn_text
from referee.solve.puzzle import (
    DIFFICULTIES,
    SUFFIX,
    Difficulty,
    JudgedAttempt,
    PuzzleError,
    PuzzleProof,
    judge,
    puzzle_in,
    puzzle_paths,
    shipped_puzzles,
)
from referee.solve.puzzle import Puzzle as PosedPuzzle

if TYPE_CHECKING:
    from referee.api.scenes import Scene


# What is answered about puzzles: what is asked, how an attempt went, whether they are proved ------
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


class PuzzleProofs(Answer, frozen=True, kw_only=True):
    """How puzzles stood the proof."""

    checked: int
    failed: int
    seconds: float
    puzzles: tuple[PuzzleProof, ...]
    asked: int | UnsetType = UNSET
    """How many puzzles were to be proved, where not all of them were."""


__all__ = ["DIFFICULTIES", "Difficulty", "PuzzleProof"]


def puzzle_ids() -> tuple[str, ...]:
    """Return the ids of the shipped puzzles in alphabetical order, without reading them."""
    return tuple(path.stem for path in puzzle_paths())


@public_methods
class Puzzle(PosedPuzzle, frozen=True, kw_only=True):
    """A question about a table, with one proven answer.

    >>> import referee
    >>> puzzle = referee.Puzzle.named("lone-merchant")
    >>> attempt = puzzle.attempt("end left")
    >>> puzzle.title, attempt.verdict, attempt.short
    ('The lone merchant', 'short', 5)
    """

    def __repr__(self) -> str:
        return f"<Puzzle: {self.id}>"

    @classmethod
    def load(cls, source: Path | str | bytes) -> "Puzzle":
        """Return the puzzle in a file, or in a text as bytes."""
        read = given(source, BYTES_OF_A_PUZZLE)
        try:
            return _public(puzzle_in(read.data, read.path or Path("puzzle.toml")))
        except PuzzleError as error:
            raise unreadable(read.name, [Problem(error.message)]) from error

    @classmethod
    def named(cls, name: str) -> "Puzzle":
        """Return a shipped puzzle by its id."""
        return cls.load(_shipped(name))

    def summary(self) -> PuzzleSummary:
        """Return the puzzle as a list has it."""
        return PuzzleSummary(**self._facts())

    def facts(self) -> PuzzleTable:
        """Return the puzzle with its table and what is asked for, but not its solution.

        >>> import referee
        >>> referee.Puzzle.named("banana-boat").facts().objective
        'shares:saint-louis'
        """
        table = PuzzleTable(
            **self._facts(),
            text=self.told.text,
            rulings=deviations(self.state.setting.rulings),
            digest=digest(self.state),
            state=public(self.state),
        )
        return showing(table, lambda: self.scene)

    def clue(self) -> PuzzleHint:
        """Return what to look at.

        >>> import referee
        >>> referee.Puzzle.named("banana-boat").clue().hint
        'Shares lie on tracks, but also on cards.'
        """
        return PuzzleHint(id=self.id, hint=self.told.hint)

    def attempt(self, *turns: str) -> Attempt:
        """Return what a turn or turns in the notation of records are worth.

        One turn may come in several words. For a puzzle about a round each turn is one argument, a
        plan the first of them. An `UnreadableError` if it is no turn.
        """
        try:
            with posing():
                return _attempt(self, judge(self, *turns))
        except UnreadableRecordError as error:
            raise unreadable("turn", error.problems) from error

    def solve(self, *, budget: Budget | None = None) -> BestTurn | BestPlay:
        """Return a best turn or best turns, found without a look at the solution.

        >>> import referee
        >>> found = referee.Puzzle.named("lone-merchant").solve()
        >>> found.value, found.status
        (5, 'optimal')
        """
        from referee.solve.best import ConfirmedBest  # noqa: PLC0415 - imports the solver
        from referee.solve.puzzle import solve  # noqa: PLC0415

        with asking():
            found = solve(self, **solver_limits(budget))
        comment = self.told.comment
        if isinstance(found, ConfirmedBest):
            return best_turn_answer(found, self.colours, puzzle=self.id, comment=comment)
        return best_play_answer(found, self.state, self.colours, puzzle=self.id, comment=comment)

    @staticmethod
    def prove_all(
        puzzles: "Sequence[Puzzle]" = (), *, budget: Budget | None = None
    ) -> PuzzleProofs:
        """Return puzzles, or all that are shipped, proved again: nothing beats their solutions.

        The seconds of the budget are for each puzzle, a guard against waiting.

        >>> import referee
        >>> referee.Puzzle.prove_all([referee.Puzzle.named("lone-merchant")]).failed
        0
        """
        from referee.solve.puzzle import prove  # noqa: PLC0415 - imports the solver

        limits = budget_of(budget)
        asked = [*puzzles] or [Puzzle.load(path) for path in puzzle_paths()]
        started = time.monotonic()

        def answer(found: list[PuzzleProof]) -> PuzzleProofs:
            return PuzzleProofs(
                checked=len(found),
                failed=sum(bool(proof.faults) for proof in found),
                seconds=round(time.monotonic() - started, 2),
                puzzles=tuple(found),
                asked=UNSET if len(found) == len(asked) else len(asked),
            )

        with asking():
            seconds = None if limits.seconds == inf else limits.seconds
            proofs = (prove(each, seconds) for each in asked)
            return followed(proofs, len(asked), answer, limits)

    @property
    def scene(self) -> "Scene":
        """What a picture of the puzzle shows."""
        from referee.api.scenes import Scene  # noqa: PLC0415 - few look at pictures

        return Scene(
            state=self.state, colours=self.colours, title=self.told.title, caption=(self.told.text,)
        )

    def _repr_html_(self) -> str:
        return self.scene.to_figure()

    def _facts(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "title": self.told.title,
            "difficulty": self.difficulty,
            "themes": self.themes,
            "players": self.colours,
            "player": self.colours[self.seat],
            "round": self.state.round,
            "objective": str(self.objective),
            "action": self.action,
            "horizon": self.horizon,
        }


def _public(puzzle: PosedPuzzle) -> Puzzle:
    return Puzzle(**{name: getattr(puzzle, name) for name in puzzle.__struct_fields__})


def puzzle_at(word: str) -> Puzzle:
    """Return the puzzle that a word on the command line means: a file, or a shipped one by its id.

    >>> from referee.api.puzzles import puzzle_at
    >>> puzzle_at("lone-merchant").title
    'The lone merchant'
    """
    is_file = word == STDIN or word.endswith(SUFFIX) or "/" in word
    return Puzzle.load(word) if is_file else Puzzle.named(word)


def _shipped(name: str) -> Path:
    known = {path.stem: path for path in puzzle_paths()}
    return look_up("puzzle", str(name), known, "puzzle list")


def _attempt(puzzle: Puzzle, judged: JudgedAttempt) -> Attempt:
    tried, setting, colours = judged.attempt, puzzle.state.setting, puzzle.colours
    after, start, missing = tried.after, judged.start or puzzle.state, tried.missing
    attempt = Attempt(
        id=puzzle.id,
        turn=turn_text(tried.turn, setting, colours) if tried.turn else None,
        turns=tuple(
            turn_text(each.turn, setting, colours) for each in (*judged.earlier, tried) if each.turn
        ),
        verdict=_outcome(judged),
        value=judged.value,
        optimum=puzzle.optimum if judged.is_solved else None,
        short=judged.short,
        violations=tuple(
            broken_rule(violation, colours, in_record=False) for violation in tried.violations
        ),
        missing=missing.called if missing else (),
        write=missing.write if missing else UNSET,
        choices=missing.choices if missing else UNSET,
        **changed(start, after, puzzle.seat, colours, puzzle.objective) if after else {},
    )
    if after is None:
        return showing(attempt, lambda: puzzle.scene)
    return showing(
        attempt, lambda: scene_of_change((puzzle.state, after), colours, caption=attempt.turns)
    )


def _outcome(judged: JudgedAttempt) -> AttemptOutcome:
    if judged.attempt.missing is not None:
        return "undecided"
    if judged.value is None:
        return "illegal"
    return "solved" if judged.is_solved else "short"


def unreadable_attempt(puzzle: Puzzle, error: UnreadableError) -> UnreadableAttempt:
    """Return what is said of an attempt that is no turn."""
    return UnreadableAttempt(id=puzzle.id, problems=error.problems)


def puzzles(theme: str | None = None, difficulty: Difficulty | None = None) -> tuple[Puzzle, ...]:
    """Return the shipped puzzles, the easy ones first; no solver is needed for that.

    >>> import referee
    >>> sorted(puzzle.id for puzzle in referee.puzzles(theme="d2"))
    ['a-third-marker', 'three-doors']
    """
    return tuple(
        _public(each)
        for each in shipped_puzzles()
        if (theme is None or theme.casefold() in map(str.casefold, each.themes))
        and difficulty in (None, each.difficulty)
    )
