"""Finding and proving best turns: ties, how many reach the optimum, the best few."""

import time
from dataclasses import dataclass

from referee.core.canonical import CanonicalTurn
from referee.core.ids import COMPANIES, Company
from referee.core.state import State
from referee.core.turns import Action
from referee.i18n.speech import say
from referee_model.best.formulation import ACTIONS
from referee_model.best.limits import NothingFoundError, SolverLimits
from referee_model.best.objective import OPTIMA_LIMIT, Condition, Objective, Status, objective
from referee_model.best.table import MoverTable
from referee_model.best.turn_solver import Equals, TurnQuestion


class NoTurnDueError(ValueError):
    """A position in which no turn is due, or none of the kind asked for is possible."""


@dataclass(frozen=True, slots=True)
class BestAnswer:
    """A best turn with its proof status."""

    turn: CanonicalTurn
    value: int
    status: Status
    bound: int | None
    """No turn is worth more than this; None if the limits were too narrow to say."""
    seconds: float
    optima: int
    """How many canonical turns have this value, up to the limit asked for; 0 if not counted."""
    counted_all: bool = False
    """No further turn has this value."""
    ties_broken: bool = True
    """The turn is the first of its equals in the documented order."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """A turn and its value, in a list of the best."""

    turn: CanonicalTurn
    value: int


@dataclass(frozen=True, slots=True)
class Ranking:
    """The best turns, and whether the limits sufficed for as many as were asked for."""

    turns: tuple[Ranked, ...]
    in_time: bool


def best_turn(
    state: State,
    wanted: str | Objective = "net-worth",
    action: Action | None = None,
    companies: tuple[Company, ...] = COMPANIES,
    *,
    where: tuple[Condition, ...] = (),
    optima_limit: int = OPTIMA_LIMIT,
    limits: SolverLimits | None = None,
) -> BestAnswer:
    """Return the best turn of the player to move, with a proof or a true bound.

    Only turns count after which the conditions `where` hold, and only `companies` are expanded. An
    `optima_limit` of 0 is the quickest: nothing is counted and ties are not broken.
    """
    started = time.monotonic()
    limits = limits or SolverLimits()
    asked = _question(state, wanted, action, companies, where)
    best = asked.best(limits, equals_follow=bool(optima_limit))
    if best is None:
        raise NoTurnDueError(say("answers.search.no-such-turn"))
    if best.value is None:
        raise NothingFoundError(say("answers.search.out-of-time"))
    equals = Equals([], complete=False)
    if optima_limit:
        equals = asked.equals(best.value, optima_limit, limits, is_last=True)
    return BestAnswer(
        turn=equals.turns[0] if equals.turns else asked.completed(best),
        value=best.value,
        status="optimal" if best.proved else "bound",
        bound=best.bound,
        seconds=time.monotonic() - started,
        optima=len(equals.turns),
        counted_all=best.proved and equals.complete,
        ties_broken=bool(equals.turns),
    )


def top(
    state: State,
    wanted: str | Objective = "net-worth",
    k: int = 10,
    action: Action | None = None,
    *,
    where: tuple[Condition, ...] = (),
    placing: bool = True,
    limits: SolverLimits | None = None,
) -> Ranking:
    """Return the best `k` turns, equals in the order of ties; fewer if there are no more.

    Without `placing`, turns that differ only in where books are placed are one, and name no steps.
    """
    limits = limits or SolverLimits()
    asked = _question(state, wanted, action, where=where)
    ranked: list[Ranked] = []
    best = asked.best(limits, equals_follow=True)
    while best is not None and len(ranked) < k:
        if not best.proved or best.value is None:
            return Ranking(tuple(ranked), in_time=False)
        equals = asked.equals(best.value, k - len(ranked), limits, placing=placing)
        ranked += [Ranked(turn, best.value) for turn in equals.turns]
        if len(ranked) < k:
            if not equals.complete:
                return Ranking(tuple(ranked), in_time=False)
            best = asked.best(limits, below=best.value, equals_follow=True)
    return Ranking(tuple(ranked), in_time=True)


def every_turn(state: State, action: Action, limit: int) -> list[CanonicalTurn]:
    """Return all legal turns of an action, at most so many, in the order of ties."""
    return _question(state, "net-worth", action).every_turn(limit, SolverLimits()).turns


def _question(
    state: State,
    wanted: str | Objective,
    action: Action | None,
    companies: tuple[Company, ...] = COMPANIES,
    where: tuple[Condition, ...] = (),
) -> TurnQuestion:
    if state.phase != "actions" or state.to_move is None:
        raise NoTurnDueError(f"a turn was asked for while {state.phase} was due")
    table = MoverTable(state, state.to_move)
    goal = objective(wanted) if isinstance(wanted, str) else wanted
    actions = ACTIONS if action is None else (action,)
    return TurnQuestion(table, goal, actions, companies, where)
