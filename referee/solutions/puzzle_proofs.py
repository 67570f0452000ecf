"""Puzzles solved and proved anew, and attempts judged."""

from typing import assert_never

from msgspec import Struct, structs

from referee.engine.actions import action_of
from referee.game.messages.speech import say
from referee.game.state import State
from referee.notation.errors import Problem, UnreadableRecordError
from referee.notation.record import NOWHERE
from referee.solutions.best import ConfirmedBest, ask_best
from referee.solutions.horizons import BestRound, HorizonQuestion
from referee.solutions.notation import TriedTurn, attempt
from referee.solutions.plans import OtherPlans, best_last_round, best_plan
from referee.solutions.puzzle import Puzzle
from referee.solutions.question import Stop
from referee.solutions.rounds import best_round
from referee.solutions.sequences import attempts
from referee.solutions.worth import worth


class JudgedAttempt(Struct, frozen=True):
    """An attempt at a puzzle: what came of it, and how far it is from the optimum."""

    attempt: TriedTurn
    """The turn, or of several the last that was looked at."""
    value: int | None = None
    """What the turn is worth; None if it is not legal or leaves something open."""
    short: int | None = None
    """How much it lacks to the optimum."""
    earlier: tuple[TriedTurn, ...] = ()
    """The turns before it."""
    start: State | None = None
    """The table that several turns began at."""

    @property
    def is_solved(self) -> bool:
        """Whether nothing is better."""
        return self.short == 0


class ProvedPuzzle(Struct, frozen=True):
    """A puzzle proved anew, or what is wrong with it."""

    puzzle: Puzzle
    best: ConfirmedBest | BestRound
    faults: tuple[str, ...] = ()

    @property
    def is_undecided(self) -> bool:
        """Whether more time might have brought the proof."""
        return self.best.status != "optimal" and self.best.value <= self.puzzle.optimum


def solve(
    puzzle: Puzzle,
    time_limit: float | None = None,
    *,
    work: float | None = None,
    stop: Stop | None = None,
) -> ConfirmedBest | BestRound:
    """Return the best turn or turns of a puzzle, found without a look at its solution."""
    if puzzle.horizon == "turn":
        question = structs.replace(puzzle.question, time_limit=time_limit, work=work, stop=stop)
        return ask_best(puzzle.state, question)
    further = HorizonQuestion(
        objective=puzzle.objective, time_limit=time_limit, work=work, stop=stop
    )
    others = OtherPlans(colours=puzzle.colours)
    match puzzle.horizon:
        case "round":
            return best_round(puzzle.state, puzzle.seat, further)
        case "plan":
            return best_plan(puzzle.state, puzzle.seat, further, others)
        case "game":
            return best_last_round(puzzle.state, puzzle.seat, further, others)
        case _:
            assert_never(puzzle.horizon)


def judge(puzzle: Puzzle, *said: str) -> JudgedAttempt:
    """Return what an attempt is worth; an `UnreadableRecordError` if it is no turn.

    An attempt at one turn may come in several words; each of several turns is one piece.
    """
    if puzzle.horizon != "turn":
        return _judge_all(puzzle, said)
    tried = attempt(" ".join(said), puzzle.state, puzzle.colours)
    if tried.turn is not None and puzzle.action not in (None, action_of(tried.turn)):
        message = say("answers.puzzle_proofs.only-a-turn-of-the", action=puzzle.action)
        raise UnreadableRecordError([Problem(NOWHERE, message, line=" ".join(said))])
    if tried.after is None:
        return JudgedAttempt(tried)
    value = worth(tried.after, puzzle.seat, puzzle.objective)
    return JudgedAttempt(tried, value, puzzle.optimum - value)


def _judge_all(puzzle: Puzzle, said: tuple[str, ...]) -> JudgedAttempt:
    start, tried = attempts(puzzle.state, puzzle.seat, puzzle.horizon, said, puzzle.colours)
    if not tried:
        value = worth(start, puzzle.seat, puzzle.objective)
        nothing = TriedTurn(after=start)
        return JudgedAttempt(nothing, value, puzzle.optimum - value, start=start)
    *earlier, last = tried
    if last.after is None:
        return JudgedAttempt(last, earlier=tuple(earlier), start=start)
    value = worth(last.after, puzzle.seat, puzzle.objective)
    return JudgedAttempt(last, value, puzzle.optimum - value, tuple(earlier), start)


def prove(puzzle: Puzzle, time_limit: float | None = None) -> ProvedPuzzle:
    """Return a puzzle proved anew: its solution replayed, and no turn found that is better."""
    faults = []
    try:
        told = judge(puzzle, *puzzle.solution)
    except UnreadableRecordError as error:
        faults.append(say("answers.puzzle_proofs.the-solution-cannot-be-read", error=error))
    else:
        if told.value is None:
            faults.append(
                say("answers.puzzle_proofs.the-solution", shortcoming=_shortcoming(told.attempt))
            )
        elif told.value != puzzle.optimum:
            faults.append(
                say(
                    "answers.puzzle_proofs.the-solution-is-worth-not",
                    value=told.value,
                    optimum=puzzle.optimum,
                )
            )
    best = solve(puzzle, time_limit)
    if best.value > puzzle.optimum:
        faults.append(
            say(
                "answers.puzzle_proofs.a-turn-is-worth-more",
                value=best.value,
                optimum=puzzle.optimum,
            )
        )
    elif best.status != "optimal":
        faults.append(say("answers.puzzle_proofs.not-proved-in-time-no", bound=best.bound))
    elif best.value < puzzle.optimum:
        faults.append(say("answers.puzzle_proofs.no-turn-is-worth-more", value=best.value))
    return ProvedPuzzle(puzzle, best, tuple(faults))


def _shortcoming(tried: TriedTurn) -> str:
    if tried.missing is not None:
        return say("answers.puzzle_proofs.leaves-open", what=", ".join(tried.missing.what))
    return say(
        "answers.puzzle_proofs.breaks",
        violations=", ".join(violation.rule.id for violation in tried.violations),
    )
