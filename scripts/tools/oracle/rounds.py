"""Solve fixed rounds and plans of the middle of games, and print what is proved about each."""

from collections.abc import Iterator
from random import Random

import click

from referee.engine.dealer import draw_setting
from referee.engine.play import play
from referee.engine.policies import POLICIES
from referee.game.ids import Seat
from referee.game.limits import PLAYER_COUNTS
from referee.game.set_reader import reference_set
from referee.game.state import State
from referee.solutions.horizons import WORKERS, BestRound, HorizonQuestion
from referee.solutions.plans import best_plan
from referee.solutions.rounds import best_round

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


@click.command(help=__doc__)
@click.option("--rounds", default=20, show_default=True, help="How many rounds.")
@click.option("--plans", default=20, show_default=True, help="How many plans.")
@click.option("--time-limit", default=SECONDS, show_default=True, help="Seconds for each.")
@click.option("--workers", default=WORKERS, show_default=True, help="Threads of the solver.")
def command(rounds: int, plans: int, time_limit: float, workers: int) -> int:
    """Solve all of them."""
    question = HorizonQuestion(time_limit=time_limit, workers=workers)
    answers: list[BestRound] = []
    for name, state, seat in fixed_tables(rounds, planning=False):
        answers.append(best_round(state, seat, question))
        print(told(name, answers[-1]), flush=True)
    for name, state, seat in fixed_tables(plans, planning=True):
        answers.append(best_plan(state, seat, question))
        print(told(name, answers[-1]), flush=True)
    optimal = sum(answer.status == "optimal" for answer in answers)
    print(f"{optimal} of {len(answers)} optimal, the others with a true bound")
    return 0
