"""Hold best rounds, plans and last rounds against recursion over the engine's legal turns."""

import time
from collections.abc import Iterator
from functools import partial
from itertools import combinations
from random import Random
from typing import TypeVar, get_args

import click
from msgspec import Struct
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
from referee_model.best.objective import Objective
from scripts.tools import runs
from scripts.tools.oracle.best import drawn_objective, varied
from scripts.tools.runs import Run

SECONDS = 60.0
MIDDLE_ROUNDS = (3, 4, 5)


def solved(seed: int, workers: int) -> list[BestRound]:
    """Return what is proved about a round and about a plan of the middle of a seeded game."""
    rng = Random(seed)
    players = PLAYER_COUNTS[seed % len(PLAYER_COUNTS)]
    setting = draw_setting(reference_set(), players, rng, first_game=False)
    middle = MIDDLE_ROUNDS[seed % len(MIDDLE_ROUNDS)]
    policies = tuple(POLICIES[name] for name in ("greedy", "random") * 2)[:players]
    states = [each for _, each in play(setting, rng, policies) if each.round == middle]
    question = HorizonQuestion(time_limit=SECONDS, workers=workers)
    acting = (state for state in states if state.phase == "actions")
    first = next(state for state in acting if state.to_move is not None)
    before = next(each for each in states if each.phase == "planning" and not any(each.plans))
    seat = first.to_move or Seat(0)
    return [best_round(first, seat, question), best_plan(before, Seat(seed % players), question)]


@click.command()
@click.option("--workers", default=WORKERS, show_default=True, help="Threads of the solver.")
@runs.check("games", 20, "Of each a round and a plan.", without=("results",))
def rounds_command(run: Run, workers: int) -> int:
    """Solve rounds and plans of the middle of games, and print what is proved about each."""
    found: list[BestRound] = []
    for seed, answers in enumerate(run.over_seeds(partial(solved, workers=workers)), run.seed):
        for each in answers:
            gap = "" if each.status == "optimal" else f", at most {each.bound}"
            came = f"{each.worth_before:4} to {each.value:4}{gap}  {each.status}"
            took = f"{len(each.turns)} turns, {each.seconds:.1f} s"
            print(f"{each.horizon:5} seed {seed:4} {came}, {took}", flush=True)
        found += answers
    optimal = sum(each.status == "optimal" for each in found)
    print(f"{optimal} of {len(found)} optimal, the others with a true bound")
    return 0


MOST_TABLES = 2_000
"""Positions from which more tables can be reached are left out."""
ITEMS, OFFERS = 3, 3
"""Cards and tiles that stay face up; free spaces, cards and books on display, of each so many."""
HAND, PLAN_OFFERS = 2, 1
"""Cards in hand, and offers of each kind, where a plan is asked for."""
ACTIONS: tuple[Action, ...] = tuple(action for action in get_args(Action) if action != "end")
Thing = TypeVar("Thing")


class TooManyLinesError(Exception):
    """More tables can be reached than are looked at."""


class HorizonResult(Struct):
    """What was compared, at the tables of one seed or of several, and what came of it."""

    compared: int = 0
    large: int = 0
    bounds: int = 0
    disagreements: list[str] = []


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
    taken = {*free} - set(rng.sample(free, min(offers, len(free))))
    markers = (opponent if n in taken else marker for n, marker in enumerate(state.markers))
    return replace(
        state,
        markers=tuple(markers),
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


def tables(seed: int, horizon: Horizon) -> Iterator[tuple[State, Seat]]:
    """Yield narrowed tables of one seeded game at which a question of this kind can be asked."""
    rng = Random(seed)
    found = []
    for _, _, state in game(seed):
        acting = state.phase == "actions" and horizon != "plan"
        planning = state.phase == "planning" and not any(state.plans) and horizon != "round"
        last = horizon != "game" or state.round == ROUNDS
        if last and (acting or planning) and not refill_due(state):
            found.append(state)
    for state in rng.sample(found, min(3, len(found))):
        due = state.to_move
        seat = Seat(rng.randrange(len(state.players))) if due is None else due
        wide = varied(state, rng) if rng.random() < 1 / 2 else state
        yield narrowed(wide, seat, rng), seat


def compare(seed: int, horizon: Horizon, most: int = MOST_TABLES) -> HorizonResult:
    """Compare answers at some tables of a seeded game with the best of all ways to play."""
    result = HorizonResult()
    ask = {"plan": best_plan, "game": best_last_round}.get(horizon, best_round)
    for number, (state, seat) in enumerate(tables(seed, horizon)):
        wanted = drawn_objective(Random(f"{seed}/{number}"), plain=2 / 3)
        plain = Recursion(seat, wanted, most)
        try:
            planning = state.phase == "planning"
            best = plain.best_plan(state) if planning else plain.best(alone(state, seat))
        except TooManyLinesError:
            result.large += 1
            continue
        found = ask(state, seat, HorizonQuestion(objective=wanted, time_limit=SECONDS))
        result.compared += 1
        result.bounds += found.status != "optimal"
        where = f"seed {seed}.{number}, {horizon}, {wanted}"
        if found.value > best or (found.bound is not None and found.bound < best):
            result.disagreements.append(f"{where}: {found.value} to {found.bound}, not {best}")
        elif found.status == "optimal" and found.value != best:
            result.disagreements.append(f"{where}: optimal {found.value}, not {best}")
    return result


@click.command(help=__doc__)
@click.option("--horizon", "only", type=click.Choice(("round", "plan", "game")), help="Only this.")
@runs.check("positions", 100, "How many for each horizon, or a few more.")
def command(run: Run, only: Horizon | None) -> int:
    """Compare many positions for each horizon and print what was found."""
    disagreements: list[str] = []
    for horizon in ("round", "plan", "game") if only is None else (only,):
        started = time.monotonic()
        work = partial(compare, horizon=horizon)
        kept = replace(run, file=run.file and run.file.with_suffix(f".{horizon}"))
        results = [*kept.over_seeds(work, HorizonResult, lambda result: result.compared)]
        found = [line for r in results for line in r.disagreements]
        disagreements += found
        compared = sum(r.compared for r in results)
        print(f"{horizon}: {compared} positions, {time.monotonic() - started:.0f} s")
        large, bounds = sum(r.large for r in results), sum(r.bounds for r in results)
        print(f"  left out, because more than {MOST_TABLES} tables can be reached: {large}")
        print(f"  a bound instead of an optimum: {bounds}")
        print(f"  disagreements: {len(found)}", *(f"    {each}" for each in found[:20]), sep="\n")
    return 1 if disagreements else 0
