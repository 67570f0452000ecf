"""Solves fixed rounds and plans of the middle of games, and prints what is proved about each."""

import argparse
import sys
from collections.abc import Iterator
from random import Random

from referee.asking.horizons import WORKERS, BestRound, HorizonQuestion
from referee.asking.plans import best_plan
from referee.asking.rounds import best_round
from referee.engine.dealer import draw_setting
from referee.engine.play import play
from referee.engine.policies import POLICIES
from referee.game.ids import Seat
from referee.game.limits import PLAYER_COUNTS
from referee.game.reading import reference_set
from referee.game.state import State

ROUNDS = (3, 4, 5)
SECONDS = 60.0


def fixed_tables(number: int, *, planning: bool) -> Iterator[tuple[str, State, Seat]]:
    """Yield so many tables with a name: before the plans of a round, or before its first turn."""
    seed = 0
    while number:
        rng = Random(seed)
        players = PLAYER_COUNTS[seed % len(PLAYER_COUNTS)]
        setting = draw_setting(reference_set(), players, rng, first_game=False)
        wanted = ROUNDS[seed % len(ROUNDS)]
        policies = tuple(POLICIES[name] for name in ("greedy", "random") * 2)[:players]
        for _, state in play(setting, rng, policies):
            if state.round != wanted:
                continue
            if planning and state.phase == "planning" and not any(state.plans):
                yield f"seed {seed}, round {wanted}", state, Seat(seed % players)
                break
            if not planning and state.phase == "actions" and state.to_move is not None:
                yield f"seed {seed}, round {wanted}", state, state.to_move
                break
        seed += 1
        number -= 1


def told(name: str, found: BestRound) -> str:
    """Return one answer as a line."""
    gap = "" if found.status == "optimal" else f", at most {found.bound}"
    return (
        f"{found.horizon:5} {name:18} {found.worth_before:4} to {found.value:4}{gap}  "
        f"{found.status}, {len(found.turns)} turns, {found.seconds:.1f} s"
    )


def main() -> int:
    """Solve all of them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=20, help="how many rounds")
    parser.add_argument("--plans", type=int, default=20, help="how many plans")
    parser.add_argument("--time-limit", type=float, default=SECONDS, help="seconds for each")
    parser.add_argument("--workers", type=int, default=WORKERS, help="threads of the solver")
    asked = parser.parse_args()
    question = HorizonQuestion(time_limit=asked.time_limit, workers=asked.workers)
    answers: list[BestRound] = []
    for name, state, seat in fixed_tables(asked.rounds, planning=False):
        answers.append(best_round(state, seat, question))
        print(told(name, answers[-1]), flush=True)
    for name, state, seat in fixed_tables(asked.plans, planning=True):
        answers.append(best_plan(state, seat, question))
        print(told(name, answers[-1]), flush=True)
    optimal = sum(answer.status == "optimal" for answer in answers)
    print(f"{optimal} of {len(answers)} optimal, the others with a true bound")
    return 0


if __name__ == "__main__":
    sys.exit(main())
