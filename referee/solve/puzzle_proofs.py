"""Puzzles solved and proved anew."""

from typing import assert_never

from msgspec import Struct, structs

from referee.i18n.speech import say
from referee.records.record import UnreadableRecordError
from referee.solve.best import ConfirmedBest, ask_best
from referee.solve.horizons import BestRound, HorizonQuestion, Stop
from referee.solve.notation import TriedTurn
from referee.solve.puzzle import Puzzle
from referee.solve.rounds import OtherPlans, best_last_round, best_plan, best_round
from referee.solve.sequences import judge


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
