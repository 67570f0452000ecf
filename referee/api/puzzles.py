"""Puzzles: listed, shown, attempted, solved and proved anew."""

import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from msgspec import UNSET, UnsetType

from referee.api.errors import Trouble, UnreadableError, UsageError
from referee.api.long_work import (
    Interrupted,
    Progress,
    Stop,
    followed,
    require_limits,
    require_seconds,
)
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
from referee.api.sources import Source, given, unreadable
from referee.api.verdicts import BrokenRule, broken_rule
from referee.core.answer import Answer, showing
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
    Puzzle,
    PuzzleError,
    PuzzleProof,
    judge,
    puzzle_in,
    puzzle_paths,
    shipped_puzzles,
)

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


__all__ = ["DIFFICULTIES", "Difficulty", "Puzzle", "PuzzleProof"]


def puzzles(theme: str | None = None, difficulty: Difficulty | None = None) -> tuple[Puzzle, ...]:
    """Return the shipped puzzles, the easy ones first; no solver is needed for that.

    >>> import referee
    >>> sorted(puzzle.id for puzzle in referee.puzzles(theme="d2"))
    ['a-third-marker', 'three-doors']
    """
    return tuple(
        each
        for each in shipped_puzzles()
        if (theme is None or theme.casefold() in map(str.casefold, each.themes))
        and difficulty in (None, each.difficulty)
    )


def puzzle_ids() -> tuple[str, ...]:
    """Return the ids of the shipped puzzles in alphabetical order, without reading them."""
    return tuple(path.stem for path in puzzle_paths())


def load_puzzle(source: Source) -> Puzzle:
    """Return a shipped puzzle by its id, or the one in a file, a text, bytes or a stream.

    >>> import referee
    >>> referee.load_puzzle("lone-merchant").title
    'The lone merchant'
    """
    if isinstance(source, str) and not (source.endswith(SUFFIX) or set("/\n") & {*source}):
        source = _shipped(source)
    read = given(source, BYTES_OF_A_PUZZLE)
    try:
        return puzzle_in(read.data, read.path or Path("puzzle.toml"))
    except PuzzleError as error:
        raise unreadable(read.name, [Problem(error.message)]) from error


def _shipped(name: str) -> Path:
    return look_up("puzzle", name, {path.stem: path for path in puzzle_paths()}, "puzzle list")


def _loaded(puzzle: Puzzle | Source) -> Puzzle:
    return puzzle if isinstance(puzzle, Puzzle) else load_puzzle(puzzle)


def puzzle_summary(puzzle: Puzzle) -> PuzzleSummary:
    """Return a puzzle as a list has it.

    >>> import referee
    >>> referee.puzzle_summary(referee.load_puzzle("banana-boat")).title
    'Banana boat'
    """
    return PuzzleSummary(**_facts(puzzle))


def puzzle_table(puzzle: Puzzle | Source) -> PuzzleTable:
    """Return a puzzle with its table and the question, but not its solution.

    >>> import referee
    >>> referee.puzzle_table("banana-boat").objective
    'shares:saint-louis'
    """
    found = _loaded(puzzle)
    table = PuzzleTable(
        **_facts(found),
        text=found.told.text,
        rulings=deviations(found.state.setting.rulings),
        digest=digest(found.state),
        state=public(found.state),
    )
    return showing(table, lambda: _scene(found))


def _scene(puzzle: Puzzle) -> "Scene":
    from referee.api.scenes import Scene  # noqa: PLC0415 - few look at pictures

    return Scene(
        state=puzzle.state,
        colours=puzzle.colours,
        title=puzzle.told.title,
        caption=(puzzle.told.text,),
    )


def _facts(puzzle: Puzzle) -> dict[str, Any]:
    return {
        "id": puzzle.id,
        "title": puzzle.told.title,
        "difficulty": puzzle.difficulty,
        "themes": puzzle.themes,
        "players": puzzle.colours,
        "player": puzzle.colours[puzzle.seat],
        "round": puzzle.state.round,
        "objective": str(puzzle.objective),
        "action": puzzle.action,
        "horizon": puzzle.horizon,
    }


def puzzle_hint(puzzle: Puzzle | Source) -> PuzzleHint:
    """Return what to look at.

    >>> import referee
    >>> referee.puzzle_hint("banana-boat").hint
    'Shares lie on tracks, but also on cards.'
    """
    found = _loaded(puzzle)
    return PuzzleHint(id=found.id, hint=found.told.hint)


def try_puzzle(puzzle: Puzzle | Source, *turns: str) -> Attempt:
    """Return what a turn or turns in the notation of records are worth.

    One turn may come in several words. For a puzzle about a round each turn is one argument, a plan
    the first of them. An `UnreadableError` if it is no turn.

    >>> import referee
    >>> attempt = referee.try_puzzle("lone-merchant", "end left")
    >>> attempt.verdict, attempt.short
    ('short', 5)
    """
    found = _loaded(puzzle)
    try:
        with posing():
            return _attempt(found, judge(found, *turns))
    except UnreadableRecordError as error:
        raise unreadable("turn", error.problems) from error


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
        return showing(attempt, lambda: _scene(puzzle))
    return showing(
        attempt,
        lambda: scene_of_change((puzzle.state, after), colours, caption=attempt.turns),
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


def solve_puzzle(
    puzzle: Puzzle | Source,
    *,
    time_limit: float | None = None,
    work: float | None = None,
    stop: Stop | None = None,
) -> BestTurn | BestPlay:
    """Return a best turn or best turns for a puzzle, found without a look at its solution.

    Without limits the solution is proved; `work`, seconds and `stop` end it early as they do for
    `best`.

    >>> import referee
    >>> found = referee.solve_puzzle("lone-merchant")
    >>> found.value, found.status
    (5, 'optimal')
    """
    from referee.solve.best import ConfirmedBest  # noqa: PLC0415 - imports the solver
    from referee.solve.puzzle import solve  # noqa: PLC0415

    require_limits(time_limit, work)
    asked = _loaded(puzzle)
    with asking():
        found = solve(asked, time_limit, work=work, stop=stop)
    if isinstance(found, ConfirmedBest):
        return best_turn_answer(found, asked.colours, puzzle=asked.id, comment=asked.told.comment)
    return best_play_answer(
        found, asked.state, asked.colours, puzzle=asked.id, comment=asked.told.comment
    )


def check_puzzles(
    chosen: Sequence[Puzzle | Source] = (),
    *,
    time_limit: float | None = None,
    progress: Progress | None = None,
    stop: Stop | None = None,
    interrupted: Interrupted[PuzzleProofs] | None = None,
) -> PuzzleProofs:
    """Return puzzles, or all that are shipped, proved anew: nothing is better than their solution.

    The time limit is for each puzzle and a guard against waiting. `stop` is asked after each;
    `interrupted` gets what there is so far if a `KeyboardInterrupt` ends the work.

    >>> import referee
    >>> referee.check_puzzles(["lone-merchant"]).failed
    0
    """
    from referee.solve.puzzle import prove  # noqa: PLC0415 - imports the solver

    require_seconds(time_limit)
    asked = [_loaded(each) for each in chosen or puzzle_paths()]
    if not asked:
        raise UsageError.of("answers.puzzles.nothing-to-check")
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
        proofs = (prove(each, time_limit) for each in asked)
        return followed(proofs, len(asked), answer, progress, stop, interrupted)
