"""Holds best rounds, plans and last rounds against plain recursion over the engine's legal turns."""

import argparse
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations
from random import Random
from typing import TypeVar

from msgspec.structs import replace

from model.best.objective import MEASURES, Objective
from referee.asking.horizons import HorizonQuestion
from referee.asking.rounds import alone, best_round
from referee.asking.worth import worth
from referee.engine import step
from referee.engine.listing import legal_turns
from referee.game.ids import Seat
from referee.game.state import State
from scripts.best_comparing import varied
from scripts.seeded_games import positions

MOST_TABLES = 4_000
"""Positions from which more tables can be reached are left out."""
ITEMS, SPACES, CARDS, BOOKS = 3, 3, 3, 3
"""What is left of a position: cards and tiles face up, free spaces, cards and books on display."""


class TooManyError(Exception):
    """More tables can be reached than are looked at."""


@dataclass
class Tally:
    """What was compared and what came of it."""

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
    used = player.used | frozenset(items[ITEMS:])
    state = state.with_player(seat, replace(player, used=used))
    opponent = Seat((seat + 1) % len(state.players))
    free = [n for n, marker in enumerate(state.markers) if marker is None]
    kept = set(rng.sample(free, min(SPACES, len(free))))
    return replace(
        state,
        markers=tuple(
            opponent if n in free and n not in kept else marker
            for n, marker in enumerate(state.markers)
        ),
        display=_few(state.display, CARDS, rng),
        book_display=_few(state.book_display, BOOKS, rng),
        unseen_books=(frozenset(),) * len(state.unseen_books),
    )


T = TypeVar("T")


def _few(things: tuple[T | None, ...], number: int, rng: Random) -> tuple[T | None, ...]:
    there = [n for n, thing in enumerate(things) if thing is not None]
    kept = set(rng.sample(there, min(number, len(there))))
    return tuple(thing if n in kept else None for n, thing in enumerate(things))


def exhaustive(state: State, seat: Seat, wanted: Objective, most: int = MOST_TABLES) -> tuple[int, int]:
    """Return the best value of all tables that turns of one player can lead to, and their number."""
    seen: set[State] = set()
    best = worth(state, seat, wanted)
    waiting = [state]
    while waiting:
        table = waiting.pop()
        for _, turn in legal_turns(table, ("goods", "expand", "bookkeeper", "merchant", "marker")):
            after = step(table, turn)
            if after not in seen:
                seen.add(after)
                best = max(best, worth(after, seat, wanted))
                waiting.append(after)
                if len(seen) > most:
                    raise TooManyError
    return best, len(seen)


def objective_of(rng: Random) -> Objective:
    """Return worth or margin mostly, else another measure or a sum of some."""
    pick = rng.random()
    if pick < 2 / 3:
        return Objective(((1, rng.choice(("net-worth", "margin"))),))
    return Objective(tuple((rng.choice((1, 2, 3)), name) for name in rng.sample(MEASURES, 2)))


def tables(seed: int) -> Iterator[tuple[State, Seat]]:
    """Yield narrowed tables of one seeded game."""
    rng = Random(seed)
    found = positions(seed)
    for state in rng.sample(found, min(3, len(found))):
        if state.to_move is not None:
            table = varied(state, rng) if rng.random() < 1 / 2 else state
            yield narrowed(table, state.to_move, rng), state.to_move


def compare_round(state: State, seat: Seat, wanted: Objective, tally: Tally, where: str) -> None:
    """Compare the best rest of a round with the best of all ways to play it."""
    table = alone(state, seat)
    try:
        best, number = exhaustive(table, seat, wanted)
    except TooManyError:
        tally.large += 1
        return
    answer = best_round(state, seat, HorizonQuestion(objective=wanted, time_limit=60))
    tally.compared += 1
    tally.tables += number
    tally.seconds.append(answer.seconds)
    if answer.status != "optimal":
        tally.bounds += 1
    if answer.value > best or (answer.bound is not None and answer.bound < best):
        tally.disagreements.append(f"{where}: {answer.value} to {answer.bound}, not {best}")
    elif answer.status == "optimal" and answer.value != best:
        tally.disagreements.append(f"{where}: optimal {answer.value}, not {best}")


def main() -> int:
    """Compare many positions and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=100, help="how many positions")
    parser.add_argument("--seed", type=int, default=0, help="the first of the seeds")
    asked = parser.parse_args()
    tally, seed, started = Tally(), asked.seed, time.monotonic()
    while tally.compared < asked.positions:
        for number, (state, seat) in enumerate(tables(seed)):
            wanted = objective_of(Random(f"{seed}/{number}"))
            compare_round(state, seat, wanted, tally, f"seed {seed}.{number}, {wanted}")
        seed += 1
    times = sorted(tally.seconds)
    print(f"{tally.compared} positions, {tally.tables} tables, {tally.large} had too many tables")
    print(f"{time.monotonic() - started:.0f} s; median {times[len(times) // 2]:.2f} s, most {times[-1]:.1f} s")
    print(f"bounds instead of optima: {tally.bounds}; disagreements: {len(tally.disagreements)}")
    for line in tally.disagreements[:20]:
        print(f"  {line}")
    return 1 if tally.disagreements else 0


if __name__ == "__main__":
    sys.exit(main())
