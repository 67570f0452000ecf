"""Walks down from a table to the first place where a program counts other turns."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct, to_builtins

from referee.conformance.answers import Parting, parting
from referee.conformance.partner import Partner
from referee.conformance.perft import ACTIONS, after
from referee.conformance.protocol import Legal, TurnCounts, TurnLists
from referee.conformance.serving import answer_about
from referee.engine.actions import has_turn
from referee.engine.listing import legal_turns
from referee.game.events import Event
from referee.game.ids import BookId
from referee.game.setting import Setting
from referee.game.state import State
from referee.game.turns import Action

MOST: Final = 2000
"""More turns of an action are not listed to find those that only one side has."""


class Place(Struct, frozen=True):
    """A table that is reached by events after another, and in what the answers differ there."""

    events: tuple[Event, ...]
    parting: Parting


class CannotCountError(Exception):
    """A program that neither counts nor lists legal turns."""


class Walk:
    """A walk through all tables within a depth, each depth before the next."""

    def __init__(
        self, partner: Partner, setting: Setting, before: Sequence[Event], order: Sequence[BookId]
    ) -> None:
        if not partner.can("count", "legal"):
            raise CannotCountError("the program neither counts nor lists legal turns")
        self.partner = partner
        self.setting = setting
        self.before = tuple(before)
        self.order = order
        self.tables = 0

    def first_difference(self, state: State, depth: int) -> Place | None:
        """Return the first place within `depth` turns where the program counts otherwise."""
        for deep in range(depth):
            if place := self._at_depth(state, (), deep):
                return place
        return None

    def _at_depth(self, state: State, events: tuple[Event, ...], deep: int) -> Place | None:
        if not has_turn(state):
            return None
        if deep == 0:
            found = self._compare(state, events)
            return None if found is None else Place(events, found)
        for _, turn in legal_turns(state):
            later, happened = after(state, turn, self.order)
            if place := self._at_depth(later, (*events, *happened), deep - 1):
                return place
        return None

    def _compare(self, state: State, events: tuple[Event, ...]) -> Parting | None:
        self.tables += 1
        refused = self.partner.begin(self.setting, (*self.before, *events))
        if refused is not None:
            return Parting(
                kind="verdict",
                about=("legal",),
                expected={"legal": True},
                given={"legal": False, "event": to_builtins(refused)},
            )
        if not self.partner.can("count"):
            return self._listed(state, ACTIONS)
        question = Legal(id=0, want="count", actions=ACTIONS)
        expected = answer_about(state, question)
        found = parting(state, expected, self.partner.ask(question, TurnCounts))
        if found is None or not self.partner.can("legal"):
            return found
        # Which turns they are tells more than how many.
        odd = tuple(action for action in ACTIONS if found.expected.get(action, MOST) < MOST)
        return (self._listed(state, odd) if odd else None) or found

    def _listed(self, state: State, actions: tuple[Action, ...]) -> Parting | None:
        question = Legal(id=0, want="turns", actions=actions)
        return parting(state, answer_about(state, question), self.partner.ask(question, TurnLists))
