"""What can be asked of the model: is it legal, what comes of it, what could be done.

Every question is put to the solver over free variables; an event that is given only fixes some of
them. An answer of unknown is never read as no.
"""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import inf
from typing import get_args

from msgspec.structs import replace

from referee.core.canonical import CanonicalTurn
from referee.core.events import TakeBack
from referee.core.ids import Seat
from referee.core.state import Setting, State
from referee.core.turns import Action, Turn
from referee_model.best.objective import Condition, Objective
from referee_model.judge import AmbiguousEffectError, ModelVerdict, verdict
from referee_model.kinds import KINDS, EventTag, JudgedEvent, kind_of, seat_of
from referee_model.legality.scoring import Measures, PadTerms, ScoringRelation
from referee_model.legality.setup import OpeningRelation, SettingRelation
from referee_model.legality.turn import TurnRelation
from referee_model.relation import Relation
from referee_model.solver import MOST_WORK, Prover, Satisfiability, UndecidedError, Values
from referee_model.terms import Bit, Truth, some, written


def legal(state: State, event: JudgedEvent | TakeBack) -> ModelVerdict:
    """Return whether an event, taken as said, is legal in a state."""
    ruled = event.turn if isinstance(event, TakeBack) else event
    kind, seat = kind_of(ruled), seat_of(ruled)
    if not 0 <= seat < len(state.players):
        return ModelVerdict("no", frozenset({kind.seat_rule.id}))
    return kind.judge(state, seat).legal(ruled)


def effect(state: State, event: JudgedEvent | TakeBack) -> State:
    """Return the one table that the constraints allow after a legal event."""
    if isinstance(event, TakeBack):
        return state
    return kind_of(event).judge(state, seat_of(event)).effect(event)


def find(
    state: State,
    kind: EventTag,
    given: Mapping[str, object] | None = None,
    *,
    seat: Seat | None = None,
) -> JudgedEvent | None:
    """Return a legal event of a kind, with the fields as given; None is a proven no.

    Without `seat` it is an event of the player who is due.
    """
    who = seat if seat is not None else state.to_move or Seat(0)
    return KINDS[kind].judge(state, who).find(given or {})


def solutions(
    state: State, action: Action, given: Mapping[str, object] | None = None
) -> frozenset[CanonicalTurn]:
    """Return every legal turn of an action, with the orders that cannot matter erased.

    `given` fixes fields of the said turns, as in `find`.
    """
    judge = KINDS[action].judge(state, state.to_move or Seat(0))
    return frozenset(turn for turn, _ in judge.turns(given or {}))


def all_turns(state: State, action: Action) -> Iterator[tuple[CanonicalTurn, JudgedEvent]]:
    """Yield every legal turn of an action once, with a turn that says it."""
    return KINDS[action].judge(state, state.to_move or Seat(0)).turns({})


def legal_setting(setting: Setting) -> ModelVerdict:
    """Return whether a game may be set up like this."""
    relation = SettingRelation(setting)
    return verdict(Prover(relation.relation).ask(relation.facts(setting), why=True))


def opening(setting: Setting) -> State:
    """Return the table before anything is dealt, the only one that the constraints allow."""
    opening = OpeningRelation(setting)
    return opening.after.read(_only(opening.relation, opening.after.others, "tables at the start"))


def score(state: State) -> PadTerms:
    """Return the scoring pad, the only one that the constraints allow."""
    relation = ScoringRelation(state)
    choices = relation.choices()
    what = "scoring pads for one table"
    return relation.read(_only(relation.relation, lambda values: values.others(choices), what))


def _only(relation: Relation, others: Callable[[Values], Iterable[Truth]], what: str) -> Values:
    """Return the one solution of a relation, after the solver has denied that there is another."""
    prover = Prover(relation)
    found = prover.look()
    if found.values is None:
        raise UndecidedError(found.reason or f"there are no {what}")
    other = prover.ask([some(others(found.values))])
    if other.outcome == "unknown":
        raise UndecidedError(other.reason)
    if other.outcome == "yes":
        raise AmbiguousEffectError(f"there are two {what}")
    return found.values


# Proves with Z3 that no legal turn is worth more than a value -------------------------------------
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
    state: State, action: Action, terms: Sequence[tuple[int, str]], value: int, seconds: float
) -> Satisfiability:
    """Return whether a legal turn of an action comes to more than `value`."""
    above = Condition(Objective(tuple(terms)), ">=", value + 1)
    return turn_where(state, action, {}, (above,), seconds)[0]


def turn_where(
    state: State,
    action: Action,
    given: Mapping[str, object],
    where: Sequence[Condition],
    seconds: float = inf,
) -> tuple[Satisfiability, Turn | None]:
    """Return whether there is a legal turn of an action after which conditions hold, and one.

    `given` fixes fields of the turn, as in `find`.
    """
    kind, seat = KINDS[action], state.to_move or Seat(0)
    relation = kind.relation(state, seat)
    if not isinstance(relation, TurnRelation):
        return "unknown", None
    measures = Measures(relation.relation, relation.table, relation.after())
    demanded: list[Truth] = [
        Bit(f"({each.sign} {written(measures.worth(each.sum.terms))} {written(each.bound)})")
        for each in where
    ]
    fixed = relation.open_facts(replace(kind.blank(seat), **given)) if given else {}
    demanded += [fact for field in given for fact in fixed[field]]
    options: dict[str, object] = {**REFUTING, "rlimit": MOST_WORK}
    if seconds != inf:
        options["timeout"] = max(1, int(1000 * seconds))
    prover = Prover(relation.relation, options)
    prover.keep_all_rules()
    prover.tell([*relation.unsaid_levels(), *demanded])
    found = prover.look()
    return found.outcome, None if found.values is None else relation.read(found.values)
