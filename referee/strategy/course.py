"""The turns of a game that changed its result most.

A turn is held against the one that the value likes best, in two stages. Both are played out to the
end of the round by hasty players; where that shows a loss, they are played out to the end of the
game by strong ones. Only what both stages show beyond chance is called a loss.
"""

import math
from collections.abc import Sequence
from random import Random
from typing import Final, Literal

from msgspec import Struct

from referee.core.ids import Seat
from referee.core.state import State
from referee.core.turns import Turn
from referee.engine.play import Policy, continued
from referee.strategy.players import Breadth, Strong, Stronger, policy, without_secrets
from referee.strategy.value import NINETY_FIVE, POUND, Value

SHORT: Final = 16
"""How often a turn and the better one are played out to the end of the round."""

LONG: Final = 24
"""How often to the end of the game."""

ASKED: Final = 12
"""So many turns that lose most by the value are played out at all."""

FOLLOWED: Final = 6
"""So many of these, at most, are played out to the end of the game."""

QUICK: Final = Breadth(listed=40, sampled=12, strongest=7)


class Interval(Struct, frozen=True):
    """An average over games played out, with its 95 % interval: of sampling, not of bias."""

    low: float
    mean: float
    high: float


class TakenTurn(Struct, frozen=True):
    """A turn of the game, between the table before it and the one it left."""

    before: State
    turn: Turn
    after: State


class TurningPoint(Struct, frozen=True):
    """A turn that was compared with a better one."""

    taken: int
    """Its place among the turns of the game, from 0."""
    better: Turn
    pounds: Interval
    """What the better turn brings beyond the others' average, played out to the furthest."""
    chance: Interval | None
    """By how much it changes the chance to win; None if it was played out to the round's end."""
    verdict: Literal["loss", "undecided"]


def interval(numbers: Sequence[float]) -> Interval:
    """Return the average of independent numbers with its 95 % interval."""
    mean = sum(numbers) / len(numbers)
    variance = sum((number - mean) ** 2 for number in numbers) / max(1, len(numbers) - 1)
    half = NINETY_FIVE * math.sqrt(variance / len(numbers))
    return Interval(mean - half, mean, mean + half)


class Comparison:
    """Compares the turns of a game with better ones; the same for the same seed."""

    def __init__(self, by: Value, seed: int = 0) -> None:
        self._seed = seed
        self._value = by
        strong = Strong(by, QUICK)
        self._strong = strong
        self._policy = policy(strong)
        self._hasty = Stronger(strong).hasty

    def turning_points(self, taken: Sequence[TakenTurn], most: int = 5) -> tuple[TurningPoint, ...]:
        """Return the turns that changed the result most, the worst first, then undecided ones."""
        lossy = []
        for at, one in enumerate(taken):
            rng = Random(f"{self._seed} {at}")
            best = self._strong.ranked(without_secrets(one.before), rng)[0]
            lost = best.lead - self._lead(one)
            if lost > 0 and best.after != one.after:
                lossy.append((lost, at, best.turn, best.after))
        lossy.sort(key=lambda each: -each[0])
        points = []
        for _, at, better, after in lossy[:ASKED]:
            short = self._compared(taken[at], after, at, SHORT, self._hasty, to_the_end=False)
            points.append((TurningPoint(at, better, short[0], None, "undecided"), after))
        points.sort(key=lambda point: -point[0].pounds.mean)
        found = []
        for followed, (point, after) in enumerate(points):
            if point.pounds.low <= 0 or followed >= FOLLOWED:
                found.append(point)
                continue
            one = taken[point.taken]
            pounds, chance = self._compared(
                one, after, point.taken, LONG, self._policy, to_the_end=True
            )
            verdict: Literal["loss", "undecided"] = "loss" if pounds.low > 0 else "undecided"
            found.append(TurningPoint(point.taken, point.better, pounds, chance, verdict))
        found.sort(key=lambda point: (point.verdict == "undecided", -point.pounds.mean))
        return tuple(found[:most])

    def _lead(self, one: TakenTurn) -> int:
        return self._value.lead(one.after, one.turn.seat)

    def _compared(
        self,
        one: TakenTurn,
        better: State,
        at: int,
        times: int,
        by: Policy,
        *,
        to_the_end: bool,
    ) -> tuple[Interval, Interval]:
        """Return by how many pounds and how much of a victory the better turn brings more."""
        seat = one.turn.seat
        pounds, victories = [], []
        for number in range(times):
            # The same chance for both, so that what differs is the turn.
            outcomes = [
                self._outcome(table, seat, Random(f"{self._seed} {at} {number}"), by, to_the_end)
                for table in (one.after, better)
            ]
            (old, old_won), (new, new_won) = outcomes
            pounds.append(new - old)
            victories.append(new_won - old_won)
        return interval(pounds), interval(victories)

    def _outcome(
        self,
        state: State,
        seat: Seat,
        rng: Random,
        by: Policy,
        to_the_end: bool,  # noqa: FBT001
    ) -> tuple[float, float]:
        """Return the lead in pounds and the part of the victory after a table is played out."""
        played = without_secrets(state)
        if state.phase != "over" and (to_the_end or state.phase != "preparation"):
            for _, after in continued(played, rng, (by,) * len(state.players)):
                played = after
                if not to_the_end and played.phase == "preparation":
                    break
        chance = self._value.chances(played)[seat].chance
        return self._value.lead(played, seat) / POUND, chance
