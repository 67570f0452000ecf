"""One event that is judged once: what it says is folded into the rules as they are stated.

Most of what the rules demand is then decided while it is written down, and little is left for the
solver. It answers *yes* with the table after the event; for everything else, such as which rules
stand against it, the relation with free variables has to be asked.
"""

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Generic, TypeVar

from model.legality.event import EventRelation
from model.solver import Prover
from model.terms import Bit, Equation, Negation, Truth, some
from referee.game.events import Event
from referee.game.state import State

E = TypeVar("E", bound=Event)


def values_said(facts: Iterable[Truth]) -> dict[str, int] | None:
    """Return the value that facts give to each variable; None if they contradict each other."""
    found: dict[str, int] = {}
    for fact in facts:
        match fact:
            case Equation(number=number, value_said=value):
                name = number.text
            case Negation(of=part):
                name, value = part.text, 0
            case Bit(text=text):
                name, value = text, 1
            case _:
                continue
        if " " in name:
            continue
        if found.setdefault(name, value) != value:
            return None
    return found


class SaidEvent(Generic[E]):
    """An event with the rules about it, in which everything that it says is known."""

    def __init__(self, relation: EventRelation[E], facts: Mapping[str, Iterable[Truth]]) -> None:
        self._relation = relation
        self._facts = [fact for of_field in facts.values() for fact in of_field]

    @cached_property
    def is_legal(self) -> bool:
        """Whether the event is proven to be legal."""
        return self._prover().look().outcome == "yes"

    def effect(self) -> State | None:
        """Return the only table that is possible after the event; None if that is not proven."""
        after = self._relation.after()
        prover = self._prover()
        found = prover.look()
        if found.values is None:
            return None
        others = some(after.others(found.values))
        if others is not False:
            prover.tell([others])
            if prover.look().outcome != "no":
                return None
        return after.read(found.values)

    def _prover(self) -> Prover:
        """Return a solver that knows the rules, as far as they are stated, and what was said."""
        prover = Prover(self._relation.relation)
        prover.tell(self._facts)
        return prover
