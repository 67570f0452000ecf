"""Proves with Z3 that no legal turn is worth more than a value."""

import time
from collections.abc import Sequence
from typing import get_args

from model.kinds import KINDS, AnyKind
from model.legality.measures import Measures
from model.legality.turn import TurnRelation
from model.solver import Prover, Satisfiability
from model.terms import Bit, written
from referee.game.ids import Seat
from referee.game.state import State
from referee.game.turns import Action

ACTIONS: tuple[Action, ...] = get_args(Action)

REFUTING = {"relevancy": 0, "arith.solver": 2}
"""Fast when all turns have to be ruled out."""


def better_turn(
    state: State, terms: Sequence[tuple[int, str]], value: int, seconds: float
) -> Satisfiability:
    """Return whether any legal turn comes to more than `value`; the time is for all actions."""
    until = time.monotonic() + seconds
    outcomes = set()
    for action in ACTIONS:
        found = anything_better(state, action, terms, value, until - time.monotonic())
        if found == "yes":
            return "yes"
        outcomes.add(found)
    return "unknown" if "unknown" in outcomes else "no"


def anything_better(
    state: State,
    action: Action,
    terms: Sequence[tuple[int, str]],
    value: int,
    seconds: float,
) -> Satisfiability:
    """Return whether a legal turn of an action comes to more than `value`."""
    seat = state.to_move or Seat(0)
    kind: AnyKind = KINDS[action]
    relation = kind.relation(state, seat)
    if not isinstance(relation, TurnRelation):
        return "unknown"
    after = relation.after()
    worth = Measures(relation.relation, relation.table, after).worth(terms)
    options = REFUTING | {"timeout": max(1, int(1000 * seconds))}
    prover = Prover(relation.relation, options)
    prover.keep_all_rules()
    prover.tell([*relation.unsaid_levels(), Bit(f"(> {written(worth)} {written(value)})")])
    return prover.look().outcome
