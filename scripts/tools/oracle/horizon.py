"""Hold best rounds, plans and last rounds against recursion over the engine's legal turns."""

import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations
from random import Random
from typing import TypeVar, get_args

import click
from msgspec.structs import replace

from referee.conformance.games import game
from referee.core.events import Plan
from referee.core.ids import SLOTS, CardId, Seat
from referee.core.limits import PLAYER_COUNTS, ROUNDS
from referee.core.set_reader import reference_set
from referee.core.state import State
from referee.core.turns import Action
from referee.engine import step
from referee.engine.actions import refill_due
from referee.engine.dealer import draw_setting
from referee.engine.legal_turns import legal_turns
from referee.engine.planning import available_slots, check_plan
from referee.engine.play import POLICIES, play
from referee.solve.horizons import WORKERS, BestRound, Horizon, HorizonQuestion, alone, worth
from referee.solve.rounds import best_last_round, best_plan, best_round
from referee_model.best.objective import MEASURES, Objective
from scripts.tools.oracle.best import varied

SECONDS = 60.0
MIDDLE_ROUNDS = (3, 4, 5)


def fixed_tables(number: int, *, planning: bool) -> Iterator[tuple[str, State, Seat]]:
    """Yield so many tables with a name: before the plans of a round, or before its first turn."""
    seed = 0
    while number:
        rng = Random(seed)
        players = PLAYER_COUNTS[seed % len(PLAYER_COUNTS)]
        setting = draw_setting(reference_set(), players, rng, first_game=False)
        wanted = MIDDLE_ROUNDS[seed % len(MIDDLE_ROUNDS)]
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


@click.command()
@click.option("--rounds", default=20, show_default=True, help="How many rounds.")
@click.option("--plans", default=20, show_default=True, help="How many plans.")
@click.option("--time-limit", default=SECONDS, show_default=True, help="Seconds for each.")
@click.option("--workers", default=WORKERS, show_default=True, help="Threads of the solver.")
def rounds_command(rounds: int, plans: int, time_limit: float, workers: int) -> int:
    """Solve fixed rounds and plans of the middle of games, and print what is proved about each."""
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


MOST_TABLES = 2_000
"""Positions from which more tables can be reached are left out."""
ITEMS = 3
"""Cards and tiles that stay face up."""
OFFERS = 3
"""Free spaces, cards and books on display, of each so many; fewer where a plan is asked for."""
HAND, PLAN_OFFERS = 2, 1
"""Cards in hand, and offers of each kind, where a plan is asked for."""
SEEDS_A_LINE = 10
ACTIONS: tuple[Action, ...] = tuple(action for action in get_args(Action) if action != "end")
Thing = TypeVar("Thing")


class TooManyLinesError(Exception):
    """More tables can be reached than are looked at."""


@dataclass
class HorizonTally:
    """What was compared and what came of it."""

    most_tables: int = MOST_TABLES
    compared: int = 0
    large: int = 0
    bounds: int = 0
    tables: int = 0
    seconds: list[float] = field(default_factory=list)
    disagreements: list[str] = field(default_factory=list)


def narrowed(state: State, seat: Seat, rng: Random) -> State:
    """Return a table with few things left to do and to take, all of them by lot."""
    player = state.players[seat]
    items = [card for card in player.slots if card] + sorted(player.tiles)
    rng.shuffle(items)
    player = replace(player, used=player.used | frozenset(items[ITEMS:]))
    if state.phase == "planning":
        hand = sorted(player.hand)
        player = replace(player, hand=frozenset(rng.sample(hand, min(HAND, len(hand)))))
    state = state.with_player(seat, player)
    opponent = Seat((seat + 1) % len(state.players))
    free = [n for n, marker in enumerate(state.markers) if marker is None]
    offers = PLAN_OFFERS if state.phase == "planning" else OFFERS
    kept = set(rng.sample(free, min(offers, len(free))))
    return replace(
        state,
        markers=tuple(
            opponent if n in free and n not in kept else marker
            for n, marker in enumerate(state.markers)
        ),
        display=_few(state.display, offers, rng),
        book_display=_few(state.book_display, offers, rng),
        unseen_books=(frozenset(),) * len(state.unseen_books),
    )


def _few(things: tuple[Thing | None, ...], number: int, rng: Random) -> tuple[Thing | None, ...]:
    there = [n for n, thing in enumerate(things) if thing is not None]
    kept = set(rng.sample(there, min(number, len(there))))
    return tuple(thing if n in kept else None for n, thing in enumerate(things))


class Recursion:
    """Plays every legal turn of one player at every table that his turns lead to."""

    def __init__(self, seat: Seat, wanted: Objective, most: int = MOST_TABLES) -> None:
        self._seat, self._wanted, self._most = seat, wanted, most
        self.seen: set[State] = set()

    def best(self, state: State) -> int:
        """Return the best value of all tables that can be reached from one."""
        best = worth(state, self._seat, self._wanted)
        waiting = [state]
        while waiting:
            table = waiting.pop()
            for _, turn in legal_turns(table, ACTIONS):
                after = step(table, turn)
                if after not in self.seen:
                    self.seen.add(after)
                    best = max(best, worth(after, self._seat, self._wanted))
                    waiting.append(after)
                    if len(self.seen) > self._most:
                        raise TooManyLinesError
        return best

    def best_plan(self, state: State) -> int:
        """Return the best value over all plans, those of the others empty."""
        for other in range(len(state.players)):
            if other != self._seat:
                state = step(state, Plan(seat=Seat(other), slots=(None,) * len(SLOTS)))
        slots = available_slots(state, self._seat)
        hand = sorted(state.players[self._seat].hand)
        values = []
        for number in range(len(slots) + 1):
            for cards in combinations(hand, number):
                placed: dict[str, CardId] = dict(zip(slots, cards, strict=False))
                plan = Plan(seat=self._seat, slots=tuple(placed.get(slot) for slot in SLOTS))
                if not any(check_plan(state, plan)):
                    values.append(self.best(alone(step(state, plan), self._seat)))
        return max(values)


def objective_of(rng: Random) -> Objective:
    """Return worth or margin mostly, else another measure or a sum of some."""
    pick = rng.random()
    if pick < 2 / 3:
        return Objective(((1, rng.choice(("net-worth", "margin"))),))
    return Objective(tuple((rng.choice((1, 2, 3)), name) for name in rng.sample(MEASURES, 2)))


def tables(seed: int, horizon: Horizon) -> Iterator[tuple[State, Seat]]:
    """Yield narrowed tables of one seeded game at which a question of this kind can be asked."""
    rng = Random(seed)
    found = [
        state
        for _, _, state in game(seed)
        if (horizon != "game" or state.round == ROUNDS)
        and not refill_due(state)
        and (
            (state.phase == "actions" and horizon != "plan")
            or (state.phase == "planning" and not any(state.plans) and horizon != "round")
        )
    ]
    for state in rng.sample(found, min(3, len(found))):
        due = state.to_move
        seat = Seat(rng.randrange(len(state.players))) if due is None else due
        wide = varied(state, rng) if rng.random() < 1 / 2 else state
        yield narrowed(wide, seat, rng), seat


def answer(state: State, seat: Seat, horizon: Horizon, question: HorizonQuestion) -> BestRound:
    """Ask a question of this kind."""
    match horizon:
        case "plan":
            return best_plan(state, seat, question)
        case "game":
            return best_last_round(state, seat, question)
        case _:
            return best_round(state, seat, question)


def compare(
    state: State, seat: Seat, horizon: Horizon, wanted: Objective, tally: HorizonTally, where: str
) -> None:
    """Compare an answer with the best of all ways to play."""
    plain = Recursion(seat, wanted, tally.most_tables)
    try:
        planning = state.phase == "planning"
        best = plain.best_plan(state) if planning else plain.best(alone(state, seat))
    except TooManyLinesError:
        tally.large += 1
        return
    found = answer(state, seat, horizon, HorizonQuestion(objective=wanted, time_limit=SECONDS))
    tally.compared += 1
    tally.tables += len(plain.seen)
    tally.seconds.append(found.seconds)
    tally.bounds += found.status != "optimal"
    where = f"{where}, {horizon}, {wanted}"
    if found.value > best or (found.bound is not None and found.bound < best):
        tally.disagreements.append(f"{where}: {found.value} to {found.bound}, not {best}")
    elif found.status == "optimal" and found.value != best:
        tally.disagreements.append(f"{where}: optimal {found.value}, not {best}")


def compare_some(
    horizon: Horizon, positions: int, seed: int, most: int = MOST_TABLES
) -> HorizonTally:
    """Compare so many positions, those of seeded games from a seed on."""
    tally = HorizonTally(most)
    while tally.compared < positions:
        for number, (state, seat) in enumerate(tables(seed, horizon)):
            if tally.compared < positions:
                wanted = objective_of(Random(f"{seed}/{number}"))
                compare(state, seat, horizon, wanted, tally, f"seed {seed}.{number}")
        seed += 1
        if seed % SEEDS_A_LINE == 0:
            found = f"{tally.compared} compared, {len(tally.disagreements)} disagreements"
            print(f"{horizon}, up to seed {seed}: {found}", file=sys.stderr, flush=True)
    return tally


@click.command(help=__doc__)
@click.option("--positions", default=100, show_default=True, help="How many for each horizon.")
@click.option("--seed", default=0, show_default=True, help="The first of the seeds.")
@click.option("--horizon", "only", type=click.Choice(("round", "plan", "game")), help="Only this.")
def command(positions: int, seed: int, only: Horizon | None) -> int:
    """Compare many positions for each horizon and print what was found."""
    failed = False
    for horizon in get_args(Horizon) if only is None else (only,):
        if horizon != "turn":
            started = time.monotonic()
            tally = compare_some(horizon, positions, seed)
            _report(horizon, tally, time.monotonic() - started)
            failed = failed or bool(tally.disagreements)
    return 1 if failed else 0


def _report(horizon: Horizon, tally: HorizonTally, seconds: float) -> None:
    times = sorted(tally.seconds)
    middle, last = times[len(times) // 2], times[-1]
    print(f"{horizon}: {tally.compared} positions with {tally.tables} tables, {seconds:.0f} s")
    print(f"  an answer took {middle:.2f} s (median), {last:.1f} s at most")
    print(f"  left out, because more than {tally.most_tables} tables can be reached: {tally.large}")
    print(f"  a bound instead of an optimum: {tally.bounds}")
    print(f"  disagreements: {len(tally.disagreements)}")
    for line in tally.disagreements[:20]:
        print(f"    {line}")
