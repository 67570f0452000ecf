"""One event that is judged once: what it says is folded into the rules as they are stated.

Most of what the rules demand is then decided while it is written down, and little is left for the
solver. It answers *yes* with the table after the event; for everything else, such as which rules
stand against it, the relation with free variables has to be asked.
"""

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Generic, TypeVar

from model.legality.event import EventRelation
from model.solver import Prover, Values
from model.terms import Truth, some, value_stated
from referee.game.events import Event
from referee.game.state import State

E = TypeVar("E", bound=Event)


def values_said(facts: Iterable[Truth]) -> dict[str, int] | None:
    """Return the value that facts give to each variable; None if they contradict each other."""
    found: dict[str, int] = {}
    for fact in facts:
        if (stated := value_stated(fact)) is None:
            continue
        name, value = stated
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
        return self._settled() is not None or self._prover().look().outcome == "yes"

    def effect(self) -> State | None:
        """Return the only table that is possible after the event; None if that is not proven."""
        after = self._relation.after()
        settled = self._settled()
        if settled is not None and not any(after.others(settled)):
            return after.read(settled)
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

    def _settled(self) -> Values | None:
        values = self._relation.relation.settled(self._facts)
        return None if values is None else Values(values)

    def _prover(self) -> Prover:
        """Return a solver that knows the rules, as far as they are stated, and what was said."""
        prover = Prover(self._relation.relation)
        prover.tell(self._facts)
        return prover
