"""How many rows of turns there are from a table on, and where a program counts otherwise."""

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, get_args

from msgspec import Struct, to_builtins
from msgspec.structs import replace

from referee.conformance.difference import Parting, counts_of, parting
from referee.conformance.partner import Partner, answer_about
from referee.conformance.program import MisbehaviourError
from referee.conformance.protocol import AskLegal, TurnCounts, TurnLists
from referee.core.answer import Answer
from referee.core.events import Event
from referee.core.ids import BookId
from referee.core.state import Setting, State
from referee.core.turns import Action, Turn
from referee.engine import step
from referee.engine.actions import action_of, answers_of, has_turn, refill_due
from referee.engine.dealer import refill
from referee.engine.legal_turns import Tick, legal_turns, no_tick
from referee.engine.turn_counts import FIRST_CHOICE, count_action, count_by_first_choice
from referee.i18n.speech import say

ACTIONS: Final[tuple[Action, ...]] = get_args(Action)


class TurnCount(Answer, frozen=True, kw_only=True):
    """The rows of turns that begin in one way."""

    action: Action
    choice: str
    """The first choice of the action; empty if first choices are not told apart."""
    rows: int
    ended: int
    """Rows that are shorter, because the action phase ended."""


def counted(
    state: State, depth: int, order: Sequence[BookId], *, divide: bool, tick: Tick = no_tick
) -> Iterator[TurnCount]:
    """Yield the number of rows of `depth` turns, by action or also by first choice."""
    for action in ACTIONS:
        if depth == 1 and not divide:
            rows = count_action(state, action, tick)
            yield TurnCount(action=action, choice="", rows=rows, ended=0)
        elif depth == 1:
            for choice, rows in count_by_first_choice(state, action, tick).items():
                if rows:
                    yield TurnCount(action=action, choice=choice_words(choice), rows=rows, ended=0)
        else:
            found: dict[str, tuple[int, int]] = {}
            for _, turn in legal_turns(state, (action,), tick):
                key = choice_words(answers_of(turn)[FIRST_CHOICE[action]][0]) if divide else ""
                rows, ended = rows_from(after(state, turn, order)[0], depth - 1, order, tick)
                known = found.get(key, (0, 0))
                found[key] = (known[0] + rows, known[1] + ended)
            if not found and not divide:
                yield TurnCount(action=action, choice="", rows=0, ended=0)
            for key, (rows, ended) in found.items():
                yield TurnCount(action=action, choice=key, rows=rows, ended=ended)


def rows_from(
    state: State, depth: int, order: Sequence[BookId], tick: Tick = no_tick
) -> tuple[int, int]:
    """Return the rows of `depth` turns from a table on, and those that end before."""
    if not has_turn(state):
        return 0, 1
    if depth == 1:
        return sum(count_action(state, action, tick) for action in ACTIONS), 0
    rows = ended = 0
    for _, turn in legal_turns(state, ACTIONS, tick):
        more, fewer = rows_from(after(state, turn, order)[0], depth - 1, order, tick)
        rows, ended = rows + more, ended + fewer
    return rows, ended


def after(state: State, turn: Turn, order: Sequence[BookId]) -> tuple[State, tuple[Event, ...]]:
    """Return the table after a turn and the refill that it brings, and both as events."""
    state = step(state, turn)
    if not refill_due(state):
        return state, (turn,)
    drawn = refill(state, order)
    return step(state, drawn), (turn, drawn)


def choice_words(choice: Hashable) -> str:
    """Return a first choice in words: cards, a company, a space, a deck."""
    if choice is None:
        return "-"
    return "+".join(map(str, choice)) if isinstance(choice, tuple) else str(choice)


# Against a program --------------------------------------------------------------------------------
MOST: Final = 2000
"""More turns of an action are not listed to find those that only one side has."""


ActionCounts = dict[Action, int]


class DifferingTable(Struct, frozen=True):
    """A table that is reached by events after another, and in what the answers differ there."""

    events: tuple[Event, ...]
    parting: Parting
    expected: ActionCounts = {}
    given: ActionCounts = {}
    """The turns that each side counts there, also of the actions on which they agree."""


class AgreedCounts(Answer, frozen=True, kw_only=True):
    """The turns that both sides count at all tables so many turns away."""

    depth: int
    tables: int
    counts: dict[Action, int]


class CannotCountError(Exception):
    """A program that neither counts nor lists legal turns."""


@dataclass
class TableWalk:
    """A walk through all tables within a depth, each depth before the next."""

    partner: Partner
    setting: Setting
    before: Sequence[Event]
    order: Sequence[BookId]
    tick: Tick = no_tick
    tables: int = 0
    agreed: list[AgreedCounts] = field(default_factory=list)

    def __post_init__(self) -> None:
        if not self.partner.can("count", "legal"):
            raise CannotCountError(say("conformance.perft.cannot-count"))

    def first_difference(self, state: State, depth: int) -> DifferingTable | None:
        """Return the first place within `depth` turns where the program counts otherwise."""
        for deep in range(depth):
            self.agreed.append(AgreedCounts(depth=deep + 1, tables=0, counts={}))
            if place := self._at_depth(state, (), deep):
                return place
        return None

    def _at_depth(
        self, state: State, events: tuple[Event, ...], deep: int
    ) -> DifferingTable | None:
        if not has_turn(state):
            return None
        if deep == 0:
            self.tables += 1
            try:
                return self._difference(state, events)
            except MisbehaviourError as error:
                if error.kind == "hang":
                    # There may have been no more time to wait for the answer.
                    self.tick()
                return failed(error, events)
        for _, turn in legal_turns(state, ACTIONS, self.tick):
            later, happened = after(state, turn, self.order)
            if place := self._at_depth(later, (*events, *happened), deep - 1):
                return place
        return None

    def _difference(self, state: State, events: tuple[Event, ...]) -> DifferingTable | None:
        refused = self.partner.begin(self.setting, (*self.before, *events))
        if refused is not None:
            given = {"legal": False, "event": to_builtins(refused)}
            found = Parting(kind="verdict", about=("legal",), expected={"legal": True}, given=given)
            return DifferingTable(events, found)
        if self.partner.can("count"):
            return self._compare_counts(state, events)
        found_turns, expected, listed = self._listed(state, ACTIONS)
        counts = _by_action(Counter(action_of(turn) for turn in expected))
        if found_turns is None:
            self._agree(counts)
            return None
        return DifferingTable(events, found_turns, counts, _by_action(counts_of(state, listed)))

    def _compare_counts(self, state: State, events: tuple[Event, ...]) -> DifferingTable | None:
        question = AskLegal(id=0, want="count", actions=ACTIONS)
        expected = answer_about(state, question, self.tick)
        given = self.partner.ask(question, TurnCounts)
        assert isinstance(expected, TurnCounts)  # noqa: S101
        found = parting(state, expected, given)
        if found is None:
            self._agree(expected.counts)
            return None
        if self.partner.can("legal"):
            # Which turns they are tells more than how many.
            odd = tuple(action for action in ACTIONS if found.expected.get(action, MOST) < MOST)
            found = (self._listed(state, odd)[0] if odd else None) or found
        return DifferingTable(events, found, expected.counts, _by_action(given.counts))

    def _listed(
        self, state: State, actions: tuple[Action, ...]
    ) -> tuple[Parting | None, tuple[Turn, ...], tuple[Turn, ...]]:
        """Return in what the lists of turns differ, and both lists."""
        question = AskLegal(id=0, want="turns", actions=actions)
        expected = answer_about(state, question, self.tick)
        given = self.partner.ask(question, TurnLists)
        assert isinstance(expected, TurnLists)  # noqa: S101
        return parting(state, expected, given), expected.turns, given.turns

    def _agree(self, counts: Mapping[Action, int]) -> None:
        agreed = self.agreed[-1]
        every = Counter(agreed.counts)
        every.update(counts)
        self.agreed[-1] = replace(agreed, tables=agreed.tables + 1, counts=dict(every))


def failed(error: MisbehaviourError, events: tuple[Event, ...] = ()) -> DifferingTable:
    """Return the place at which a program fails to answer."""
    given = {"said": str(error), "wrote": error.wrote}
    return DifferingTable(events, Parting(kind=error.kind, expected="an answer", given=given))


def _by_action(counts: Mapping[Action, int]) -> ActionCounts:
    return {action: counts.get(action, 0) for action in ACTIONS}
