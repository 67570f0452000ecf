"""The nearest legal event: the fewest statements of an event that have to change, and how.

Each equality that an event states about the variables of its relation is one statement: whether a
card is used, when a region is entered, from which column, how many steps are made. The distance
between two events is the number of statements that differ, where the field that an event is about
(company, space, card) weighs `WEIGHT_OF_SUBJECT`. Of events that change the same statements the
nearest is the one whose amounts differ least in sum.
"""

from typing import Any, NamedTuple

from msgspec.structs import replace

from model.explain.answer import Correction
from model.explain.conflicts import Tags, cheapest_hitting_set, conflict_in, shrunk
from model.explain.least import least
from model.judge import Question, UndecidedError
from model.kinds import Ruled, kind_of
from model.solver import PATIENCE_MS, Values
from model.terms import Bit, Equation, Holds, Num, Whole, total, when
from referee.game.events import Event
from referee.game.ids import Seat
from referee.game.state import State
from referee.game.turns import Expand

SUBJECT = frozenset({"company", "space", "card", "tile"})
WEIGHT_OF_SUBJECT = 3

MOST_QUESTIONS = 300
"""So many conflicts are looked at before the search is given up."""


class _Nearest(NamedTuple):
    event: Event
    """As the solution has it."""
    changed: tuple[str, ...]
    distance: int


def correction(
    state: State, seat: Seat, event: Ruled, *, patience_ms: int = PATIENCE_MS
) -> Correction:
    """Return the legal event of the same kind and seat that is nearest to an illegal one."""
    kind = kind_of(event)
    question = kind.question(state, seat, event)
    try:
        nearest = _nearest(question, patience_ms)
        if nearest is None:
            return Correction("none", barred_by=_barring_rules(question))
        mended = _mended(state, seat, event, nearest)
    except UndecidedError as error:
        return Correction("unknown", reason=str(error))
    return Correction("found", mended, nearest.changed, nearest.distance)


def _barring_rules(question: Question) -> frozenset[str]:
    rules = question.relation.rule_of
    conflict = conflict_in(question.prover)
    core = shrunk(conflict, frozenset(rules))
    return frozenset(rules[tag].id for tag in core)


def _nearest(question: Question, patience_ms: int) -> _Nearest | None:
    """Return the nearest legal event; None if no event of the kind is legal."""
    prover = question.prover
    named = {
        f"{field}.{number}": fact
        for field, facts in question.facts.items()
        for number, fact in enumerate(facts)
        if fact is not True
    }
    with prover.aside(patience_ms):
        prover.tell(Bit(tag) for tag in question.relation.rule_of)
        prover.name(named)
        changed = _fewest(question, frozenset(named))
        if changed is None:
            return None
        prover.tell(Bit(tag) for tag in named.keys() - changed)
        values = _least_changed(question, [named[tag] for tag in changed])
        fields = tuple(dict.fromkeys(_field(tag) for tag in named if tag in changed))
        return _Nearest(question.said(values), fields, sum(map(_weight, changed)))


def _field(tag: str) -> str:
    return tag.rpartition(".")[0]


def _weight(tag: str) -> int:
    return WEIGHT_OF_SUBJECT if _field(tag) in SUBJECT else 1


def _fewest(question: Question, statements: Tags) -> Tags | None:
    """Return the statements of least weight without which the rest can be said legally.

    None if the rules forbid whatever is said: then no statement is part of the conflict.
    """
    conflict = conflict_in(question.prover)
    cores: list[Tags] = []
    weight = 0
    for _ in range(MOST_QUESTIONS):
        left_out = cheapest_hitting_set(cores, _weight, weight)
        weight = sum(map(_weight, left_out))
        core = conflict(statements - left_out)
        if core is None:
            return left_out
        if not core:
            return None
        cores.append(core)
    raise UndecidedError(f"{MOST_QUESTIONS} questions did not lead to the nearest legal turn")


def _least_changed(question: Question, changed: list[Holds]) -> Values:
    """Return the solution whose amounts differ least from what the changed statements said."""
    amounts = [
        fact
        for fact in changed
        if isinstance(fact, Equation) and fact.number.text in question.relation.amounts
    ]
    away = total(_distance(fact.number, fact.value) for fact in amounts)
    return least(
        question.prover,
        away,
        lambda values: sum(abs(values.number(f.number.text) - f.value) for f in amounts),
    )


def _distance(number: Num, said: int) -> Whole:
    return when(number >= said, number - said, said - number)


# The event with its unchanged fields as they were said -------------------------------------------


def _mended(state: State, seat: Seat, said: Ruled, nearest: _Nearest) -> Ruled:
    """Return the nearest event in the words of the said one, proven to be legal."""
    kind = kind_of(said)
    found: Any = nearest.event
    mixed = replace(said, **{field: getattr(found, field) for field in nearest.changed})
    for event in (_without_sources(mixed, said), mixed, found):
        if kind.legal(state, seat, event).is_legal:
            return event
    raise UndecidedError("the nearest legal turn could not be put into words")


def _without_sources(event: Ruled, said: Ruled) -> Ruled:
    """Return an expansion that names no source which was not said."""
    if not isinstance(event, Expand) or not isinstance(said, Expand):
        return event
    enter = tuple(
        entering if entering in said.enter else replace(entering, source=None)
        for entering in event.enter
    )
    return replace(event, enter=enter)
