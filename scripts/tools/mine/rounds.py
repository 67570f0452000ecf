"""Mine puzzles about whole rounds: a player who looks one turn ahead falls short of the best.

With `--write FOLDER` each find becomes the draft of a puzzle, whose title and texts a person has to
write. The orders that decide are told: what the round is worth if they are ruled out.
"""

import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random

import click
from msgspec import Struct

from model.best.formulation import rest_of_round, rule_out
from model.best.limits import SolverLimits
from model.best.objective import Objective
from model.best.rounds import RoundSearch
from model.best.table import MoverTable
from referee.engine.actions import refill_due
from referee.engine.dealer import draw_setting
from referee.engine.play import play
from referee.engine.policies import POLICIES
from referee.game.ids import Seat
from referee.game.limits import PLAYER_COUNTS, ROUNDS
from referee.game.set_reader import reference_set
from referee.game.state import State
from referee.game.turns import Action
from referee.notation.record import Statement
from referee.notation.writer import line_of
from referee.solutions.greedy_player import greedy_round
from referee.solutions.horizons import BestRound, HorizonQuestion
from referee.solutions.notation import turn_text
from referee.solutions.plans import best_last_round, best_plan
from referee.solutions.puzzle import Puzzle
from referee.solutions.puzzle_files import puzzle_text
from referee.solutions.rounds import alone, best_round
from referee.transcript.abbreviation import COLOURS
from scripts.tools.campaign.shared_work import Share, sharing

SECONDS = 20.0
"""For one question to the solver."""
TURNS = range(3, 6)
"""Other rounds are not looked at: people solve puzzles in their heads."""
LEAST_LOSS = 3
"""What greed must miss."""
ORDERS: tuple[tuple[Action, Action], ...] = (
    ("marker", "goods"),
    ("bookkeeper", "expand"),
    ("bookkeeper", "goods"),
    ("marker", "expand"),
    ("expand", "merchant"),
    ("expand", "goods"),
    ("goods", "expand"),
    ("goods", "marker"),
)


class RoundFind(Struct, frozen=True, kw_only=True):
    """A round in which greed falls short."""

    seed: int
    event: int
    state: State
    best: BestRound
    greedy: int
    decides: tuple[str, ...]
    """Orders without which less is possible, with what is possible then."""


def tables(seed: int) -> Iterator[tuple[int, State]]:
    """Yield the tables of a seeded game before plans and turns."""
    rng = Random(seed)
    setting = draw_setting(reference_set(), rng.choice(PLAYER_COUNTS), rng, first_game=False)
    policies = tuple(POLICIES[rng.choice(("greedy", "random"))] for _ in range(setting.players))
    for number, (_, state) in enumerate(play(setting, rng, policies), 1):
        planning = state.phase == "planning" and not any(state.plans)
        if planning or (state.phase == "actions" and not refill_due(state)):
            yield number, state


def without(state: State, seat: Seat, wanted: Objective, first: Action, then: Action) -> int | None:
    """Return a bound on what a round is worth without an order; None if nothing is known."""
    joint = rest_of_round(MoverTable(state, seat), wanted)
    rule_out(joint, first, then)
    search = RoundSearch(joint, SolverLimits(1, time.monotonic() + SECONDS))
    search.propose()
    return search.bound


def deciding(state: State, seat: Seat, best: BestRound) -> Iterator[str]:
    """Yield the orders without which a round is worth less."""
    actions = [type(played.turn).__struct_config__.tag for played in best.turns]
    said: list[object] = list(actions)
    for first, then in ORDERS:
        if (
            first in said
            and then in said
            and said.index(first) < len(said) - 1 - said[::-1].index(then)
        ):
            bound = without(state, seat, best.question.objective, first, then)
            if bound is not None and bound < best.value:
                yield f"{first}<{then}:{bound}"


def finds(seed: int, horizon: str, first_round: int) -> Iterator[RoundFind]:
    """Yield what is worth solving in a seeded game."""
    rng = Random(-1 - seed)
    seen: set[tuple[int, int]] = set()
    for number, state in tables(seed):
        if state.round < first_round:
            continue
        wanted = Objective(((1, rng.choice(("net-worth", "net-worth", "margin"))),))
        question = HorizonQuestion(objective=wanted, time_limit=SECONDS)
        seat = state.to_move
        if horizon == "round" and state.phase == "actions" and seat is not None:
            table = alone(state, seat)
            joint = rest_of_round(MoverTable(table, seat), wanted)
            if (state.round, seat) in seen or len(joint.timeline.turns) not in TURNS:
                continue
            seen.add((state.round, seat))
            best = best_round(state, seat, question)
        elif horizon in ("plan", "game") and state.phase == "planning":
            if horizon == "game" and state.round != ROUNDS:
                continue
            seat = Seat(rng.randrange(len(state.players)))
            ask = best_last_round if horizon == "game" else best_plan
            best = ask(state, seat, question)
            table = best.before
        else:
            continue
        if best.status != "optimal":
            continue
        played = greedy_round(table, seat, wanted)
        greedy = played[-1].value if played else best.worth_before
        if best.value - greedy >= LEAST_LOSS:
            decides = tuple(deciding(table, seat, best))
            yield RoundFind(
                seed=seed, event=number, state=state, best=best, greedy=greedy, decides=decides
            )


def draft(find: RoundFind) -> Puzzle:
    """Return a find as a puzzle whose words are still to be written."""
    best, colours = find.best, COLOURS[: len(find.state.players)]
    setting = find.state.setting
    plan = [line_of(Statement(said=best.plan), colours)] if best.plan else []
    return Puzzle(
        id=f"{best.horizon}-{find.seed}-{find.event}",
        title="?",
        difficulty="medium",
        themes=(best.horizon, *(order.partition(":")[0] for order in find.decides)),
        text="?",
        hint="?",
        comment=f"Turn by turn only {find.greedy} is reached.",
        state=find.state,
        planner=best.seat if best.plan else None,
        colours=colours,
        objective=best.question.objective,
        horizon=best.horizon,
        optimum=best.value,
        solution=(*plan, *(turn_text(one.turn, setting, colours) for one in best.turns)),
    )


@click.command(help=__doc__)
@click.option("--games", default=10, show_default=True, help="How many seeded games.")
@click.option("--seed", "first_seed", default=0, show_default=True, help="The first of the seeds.")
@click.option(
    "--horizon",
    type=click.Choice(("round", "plan", "game")),
    default="round",
    show_default=True,
    help="What is solved.",
)
@click.option("--first-round", default=2, show_default=True, help="Earlier ones are left out.")
@click.option("--write", type=Path, metavar="FOLDER", help="Write drafts of puzzles.")
@sharing
def command(
    games: int,
    first_seed: int,
    horizon: str,
    first_round: int,
    *,
    write: Path | None,
    share: Share,
) -> None:
    """Mine and print what was found."""
    seeds = range(first_seed, first_seed + games)
    work = partial(_found, horizon=horizon, first_round=first_round)
    for seed, of_game in zip(seeds, share.results(seeds, work), strict=True):
        for find in of_game:
            best = find.best
            colours = COLOURS[: len(find.state.players)]
            print(
                f"{seed}.{find.event} round {find.state.round} seat {best.seat} "
                f"{best.question.objective}: {best.worth_before} to {best.value}, "
                f"greedy {find.greedy}, {best.seconds:.1f} s, {' '.join(find.decides)}"
            )
            for played in best.turns:
                print(f"    {played.value:4} {turn_text(played.turn, find.state.setting, colours)}")
            if write is not None:
                one = draft(find)
                (write / f"{one.id}.toml").write_text(puzzle_text(one), encoding="utf-8")
            sys.stdout.flush()


def _found(seed: int, *, horizon: str, first_round: int) -> list[RoundFind]:
    return [*finds(seed, horizon, first_round)]
