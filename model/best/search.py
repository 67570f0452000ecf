"""Finding and proving best turns: ties, how many reach the optimum, the best few."""

import time
from collections.abc import Callable
from dataclasses import dataclass

from model.best.formulation import ACTIONS
from model.best.limits import Limits
from model.best.objective import Objective, objective
from model.best.questions import OPTIMA_LIMIT, Status
from model.best.solving import TurnQuestion
from model.best.table import Table
from referee.game.canonical import CanonicalTurn
from referee.game.ids import COMPANIES, Company
from referee.game.state import State
from referee.game.turns import Action

Stop = Callable[[], bool]


class NoTurnError(ValueError):
    """A position in which no turn is due, or none of the kind asked for is possible."""


class NoTimeError(Exception):
    """The time was over before any turn was found."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A best turn with its proof status."""

    turn: CanonicalTurn
    value: int
    status: Status
    bound: int | None
    """No turn is worth more than this; None if the time was too short to say."""
    seconds: float
    optima: int
    """How many canonical turns have this value, up to the limit asked for; 0 if not counted."""
    counted_all: bool = False
    """No further turn has this value."""
    ties_broken: bool = True
    """The turn is the first of its equals in the documented order."""

    @property
    def gap(self) -> int | None:
        """How far the bound lies above the value."""
        return None if self.bound is None else self.bound - self.value


@dataclass(frozen=True, slots=True)
class Ranked:
    """A turn and its value, in a list of the best."""

    turn: CanonicalTurn
    value: int


@dataclass(frozen=True, slots=True)
class Ranking:
    """The best turns, and whether the time sufficed for as many as were asked for."""

    turns: tuple[Ranked, ...]
    in_time: bool


def best_turn(
    state: State,
    wanted: str | Objective = "net-worth",
    action: Action | None = None,
    *,
    time_limit: float | None = None,
    workers: int = 1,
    optima_limit: int = OPTIMA_LIMIT,
    work: float | None = None,
    stop: Stop | None = None,
) -> Answer:
    """Return the best turn of the player to move, with a proof or a true bound.

    An `optima_limit` of 0 is the quickest: nothing is counted and ties are not broken.
    """
    limits = Limits.of(workers, time_limit, work, stop)
    return _best(_questions(state, wanted, action), limits, optima_limit)


def best_expansion(
    state: State,
    wanted: str | Objective = "net-worth",
    company: Company | None = None,
    *,
    time_limit: float | None = None,
    workers: int = 1,
    optima_limit: int = OPTIMA_LIMIT,
) -> Answer:
    """Return the best expansion of a company, or of whichever is best to expand."""
    companies = COMPANIES if company is None else (company,)
    limits = Limits.of(workers, time_limit)
    return _best(_questions(state, wanted, "expand", companies), limits, optima_limit)


def top(
    state: State,
    wanted: str | Objective = "net-worth",
    k: int = 10,
    action: Action | None = None,
    *,
    time_limit: float | None = None,
    workers: int = 1,
    placing: bool = True,
    work: float | None = None,
    stop: Stop | None = None,
) -> Ranking:
    """Return the best `k` turns, equals in the order of ties; fewer if there are no more.

    Without `placing`, turns that differ only in where books are placed are one, and name no steps.
    """
    limits = Limits.of(workers, time_limit, work, stop)
    asked = _questions(state, wanted, action)
    levels = {number: one.best(limits) for number, one in enumerate(asked)}
    ranked: list[Ranked] = []
    while len(ranked) < k:
        if any(best and not best.proved for best in levels.values()):
            return Ranking(tuple(ranked), in_time=False)
        values = [best.value for best in levels.values() if best and best.value is not None]
        if not values:
            break
        value = max(values)
        for number, one in enumerate(asked):
            best = levels[number]
            if best is None or best.value != value or len(ranked) >= k:
                continue
            equals = one.equals(value, k - len(ranked), limits, placing=placing)
            ranked += [Ranked(turn, value) for turn in equals.turns]
            if len(ranked) < k:
                if not equals.complete:
                    return Ranking(tuple(ranked), in_time=False)
                levels[number] = one.best(limits, below=value)
    return Ranking(tuple(ranked), in_time=True)


def every_turn(state: State, action: Action, limit: int) -> list[CanonicalTurn]:
    """Return all legal turns of an action, at most so many, in the order of ties."""
    [asked] = _questions(state, "net-worth", action)
    return asked.every_turn(limit, Limits()).turns


def _best(asked: list[TurnQuestion], limits: Limits, optima_limit: int) -> Answer:
    started = time.monotonic()
    found = [(one, best) for one in asked if (best := one.best(limits)) is not None]
    known = [best.value for _, best in found if best.value is not None]
    if not known and found:
        raise NoTimeError("no turn was found in the time given")
    if not known:
        raise NoTurnError("no turn of the kind asked for is possible here")
    value = max(known)
    bounds = [best.bound for _, best in found]
    bound = None if None in bounds else max(b for b in bounds if b is not None)
    equals: list[CanonicalTurn] = []
    reaching = [(one, best) for one, best in found if best.value == value]
    counted_all = bound == value and optima_limit > 0
    for one, _ in reaching:
        if len(equals) >= optima_limit:
            counted_all = False
            break
        more = one.equals(value, optima_limit - len(equals), limits)
        equals += more.turns
        counted_all = counted_all and more.complete
        if not equals:
            break
    return Answer(
        turn=equals[0] if equals else reaching[0][0].completed(reaching[0][1]),
        value=value,
        status="optimal" if bound == value else "bound",
        bound=bound,
        seconds=time.monotonic() - started,
        optima=len(equals),
        counted_all=counted_all,
        ties_broken=bool(equals),
    )


def _questions(
    state: State,
    wanted: str | Objective,
    action: Action | None,
    companies: tuple[Company, ...] = COMPANIES,
) -> list[TurnQuestion]:
    """Return models that together allow exactly the legal turns, in the order of actions."""
    if state.phase != "actions" or state.to_move is None:
        raise NoTurnError(f"a turn was asked for while {state.phase} was due")
    table = Table(state, state.to_move)
    goal = objective(wanted) if isinstance(wanted, str) else wanted
    actions = ACTIONS if action is None else (action,)
    return [TurnQuestion(table, goal, actions, companies)]
