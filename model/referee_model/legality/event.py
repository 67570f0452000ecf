"""What the relation of any event offers."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from typing import Generic, TypeVar

from referee.core.events import Event
from referee.core.state import State
from referee_model.legality.writes import After
from referee_model.relation import Relation
from referee_model.solver import Values
from referee_model.terms import Truth

E = TypeVar("E", bound=Event)


class EventRelation(ABC, Generic[E]):
    """A relation over the free variables of one kind of event in a known state."""

    def __init__(self, state: State, relation: Relation | None = None) -> None:
        self.state = state
        self.relation = relation or Relation()
        self._after: After | None = None
        self.begin()
        self.state_rules()

    def begin(self) -> None:
        """Declare what all events of a kind have in common."""

    @abstractmethod
    def state_rules(self) -> None:
        """Declare the variables of the event and state what the rules demand of them."""

    @abstractmethod
    def facts(self, event: E) -> Mapping[str, Iterable[Truth]]:
        """Return what each field of a said event says about the variables."""

    def wishes(self, event: E) -> Mapping[str, Truth]:  # noqa: ARG002 - most events have none
        """Return what an event is evidently after, however else it would have to be said."""
        return {}

    def readings(self, event: E) -> Iterator[Mapping[str, Iterable[Truth]]]:
        """Yield the ways to read what an event leaves open: the first that is legal counts."""
        yield self.facts(event)

    def open_facts(self, event: E) -> Mapping[str, Iterable[Truth]]:
        """Return what an event says, and nothing about what can be read in several ways."""
        return self.facts(event)

    def usable(self, event: E) -> E:
        """Return an event without what counts as unsaid for all rules but one."""
        return event

    @abstractmethod
    def said(self, values: Values) -> E:
        """Return the event of a solution as it would be said."""

    def said_in_full(self, values: Values) -> E:
        """Return the same with everything said that could be read in several ways."""
        return self.said(values)

    @abstractmethod
    def state_effects(self, after: After) -> None:
        """State what the table is after the event."""

    def after(self) -> After:
        """Return the values after the event, which are stated when they are first asked for."""
        if self._after is None:
            self._after = After(self.relation, self.state)
            self.state_effects(self._after)
        return self._after
