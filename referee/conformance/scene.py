"""A question at the end of a game, and how to come to it again when events are left out."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Self

import msgspec
from msgspec import Struct, structs

from referee.conformance.difference import Difference, FinalQuestion
from referee.conformance.engine_program import setting_of
from referee.conformance.protocol import AskScore, AskTable
from referee.core.component_set import ComponentSet
from referee.core.events import DealBooks, DealCards, Event, Plan, PrepareRound, RefillBooks
from referee.core.ids import SLOTS, BookId, CardId, Seat
from referee.core.public import deviations
from referee.core.state import PHASES, Phase, Setting, State
from referee.core.turns import EndPhase
from referee.engine import IllegalEventError, UnreadableEventError, check_setting, initial, step
from referee.engine.actions import refill_due
from referee.engine.dealer import prepare, refill
from referee.engine.planning import available_slots

Size = tuple[int, int, int, int, int]


class DueMoment(Struct, frozen=True):
    """When in a game something comes: the round, what is due in it, and who."""

    round: int
    phase: Phase
    to_move: Seat | None
    refill: bool
    anybody: bool = False
    """It does not matter who is to move."""

    @classmethod
    def of(cls, table: State, *, anybody: bool = False) -> Self:
        """Return the moment at which a table is."""
        late = table.phase in {"actions", "preparation", "over"}
        to_move = None if anybody else table.to_move
        return cls(table.round, table.phase, to_move, late and refill_due(table), anybody)

    def is_at(self, table: State) -> bool:
        """Return whether it has come."""
        return DueMoment.of(table, anybody=self.anybody) == self

    def is_past(self, table: State) -> bool:
        """Return whether it cannot come any more."""
        now = (table.round, PHASES.index(table.phase))
        then = (self.round, PHASES.index(self.phase))
        if now != then:
            return now > then
        if self.anybody or self.to_move == table.to_move:
            # Only a turn makes books due; filling in another event does not.
            return self.refill and not DueMoment.of(table).refill
        due = self.to_move
        return self.phase == "actions" and (due is None or table.players[due].done)


class TimedEvent(Struct, frozen=True):
    """An event and the moment at which it came."""

    event: Event
    at: DueMoment


@dataclass(frozen=True)
class ComparedScene:
    """The events of a game, and what is asked at the table after them."""

    setting: Setting
    events: tuple[TimedEvent, ...]
    at: DueMoment
    """When it is asked, or the last event comes if there is one."""
    asked: FinalQuestion | None = None
    """None where a program fails at the events alone."""
    last: Event | None = None
    """The event after which the table is asked for; it belongs to the question."""

    def keeping(self, events: Iterable[TimedEvent]) -> "ComparedScene":
        """Return the same question after other events."""
        return replace(self, events=tuple(events))

    @property
    def game(self) -> tuple[Event, ...]:
        """All events up to the question."""
        last = () if self.last is None else (self.last,)
        return (*(happened.event for happened in self.events), *last)

    @property
    def size(self) -> Size:
        """How large it is: rounds, players, events, rulings that it names, letters of it all."""
        events = self.game
        rounds = sum(isinstance(event, PrepareRound) for event in events)
        letters = len(msgspec.json.encode((events, self.asked)))
        rulings = len(deviations(self.setting.rulings))
        return rounds, self.setting.players, len(events), rulings, letters


def scene(
    setting: Setting, events: Iterable[Event], asked: FinalQuestion | None = None
) -> ComparedScene:
    """Return the scene of a question after legal events."""
    every = list(events)
    last = every.pop() if isinstance(asked, AskTable) and every else None
    table = initial(setting)
    happened = []
    for event in every:
        happened.append(TimedEvent(event, DueMoment.of(table)))
        table = step(table, event)
    at = DueMoment.of(table, anybody=isinstance(asked, AskScore | None))
    return ComparedScene(setting, tuple(happened), at, asked, last)


def scene_of(difference: Difference, components: ComponentSet) -> ComparedScene:
    """Return the scene of a difference in a game with these components."""
    asked = difference.asked if isinstance(difference.asked, FinalQuestion) else None
    return scene(setting_of(difference.game, components), difference.game.events, asked)


class LegalReplay(Struct):
    """A legal game, as far as it has come."""

    table: State
    cards: list[CardId]
    books: list[BookId]
    """The order in which chance gave them out; it does so again."""
    goal: DueMoment
    """When the question is asked: whoever is due then must still be in the round."""
    happened: list[TimedEvent] = []

    @property
    def events(self) -> tuple[Event, ...]:
        """The events so far."""
        return tuple(happened.event for happened in self.happened)

    def take(self, event: Event) -> bool:
        """Let an event happen if it is legal, and return whether it was."""
        at = DueMoment.of(self.table)
        try:
            self.table = step(self.table, event)
        except (IllegalEventError, UnreadableEventError):
            return False
        self.happened.append(TimedEvent(event, at))
        return True


def replayed(of: ComparedScene) -> LegalReplay | None:
    """Return a legal game up to the moment of the question, or None if none comes of this.

    Events that are not legal any more are left out; so is what would come too late. What is due
    and missing is filled with the least.
    """
    if any(check_setting(of.setting)):
        return None
    replay = LegalReplay(initial(of.setting), *_order(of.events), of.at)
    for happened in of.events:
        # Books are refilled when a turn took some, and at no other moment.
        if isinstance(happened.event, RefillBooks) or _reach(replay, happened.at):
            _take_what_fits(replay, happened.event)
    return replay if _reach(replay, of.at) else None


def settled(of: ComparedScene) -> tuple[ComparedScene, State] | None:
    """Return a scene as it can be played, and the table of its question; None if it cannot."""
    replay = replayed(of)
    if replay is None:
        return None
    played = of.keeping(replay.happened)
    if of.last is not None and not replay.take(of.last):
        return None
    return played, replay.table


def _order(events: Iterable[TimedEvent]) -> tuple[list[CardId], list[BookId]]:
    cards: list[CardId] = []
    books: list[BookId] = []
    for happened in events:
        match happened.event:
            case DealCards() | PrepareRound():
                cards += happened.event.cards
            case DealBooks() | RefillBooks():
                books += (drawn.book for drawn in happened.event.books)
            case _:
                pass
    return cards, books


def _take_what_fits(replay: LegalReplay, event: Event) -> None:
    if not replay.take(event) and isinstance(event, Plan):
        hand = replay.table.players[event.seat].hand
        open_slots = available_slots(replay.table, event.seat)
        fitting = tuple(
            card if slot in open_slots and card in hand else None
            for slot, card in zip(SLOTS, event.slots, strict=True)
        )
        replay.take(structs.replace(event, slots=fitting))


def _reach(replay: LegalReplay, moment: DueMoment) -> bool:
    """Fill in what is due until `moment` comes; False if it cannot come any more."""
    while not moment.is_at(replay.table):
        if moment.is_past(replay.table):
            return False
        filler = next(_due(replay), None)
        if filler is None or not replay.take(filler):
            return False
    return True


def _due(replay: LegalReplay) -> Iterator[Event]:
    """Yield the smallest event that is due now, if one can be made up."""
    table = replay.table
    if DueMoment.of(table).refill:
        yield refill(table, replay.books)
        return
    match table.phase:
        case "planning":
            yield Plan(seat=Seat(table.plans.index(None)), slots=(None,) * len(SLOTS))
        case "actions" if table.to_move is not None and not _is_needed(replay, table.to_move):
            resting = table.players[table.to_move].resting
            decks = (slot for slot, deck in zip(SLOTS, resting, strict=True) if deck)
            yield EndPhase(seat=table.to_move, deck=next(decks, None))
        case "preparation":
            yield prepare(table, replay.cards)
        case _:
            return


def _is_needed(replay: LegalReplay, seat: Seat) -> bool:
    """Return whether a player must not drop out, because the question is about his turn."""
    goal = replay.goal
    return goal.phase == "actions" and (goal.round, goal.to_move) == (replay.table.round, seat)
