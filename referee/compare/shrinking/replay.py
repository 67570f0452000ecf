"""Plays a script: what no longer fits is mended or left out, and chance follows its old order."""

from collections import deque
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from referee.compare.shrinking.script import RoundScript, Script
from referee.engine import check, initial, step
from referee.engine.actions import refill_due
from referee.engine.ordered_draws import prepare, refill
from referee.engine.planning import available_slots
from referee.game.events import Event, Plan
from referee.game.ids import SLOTS, Seat
from referee.game.limits import ROUNDS
from referee.game.state import SETUP_PHASES, State
from referee.game.turns import EndPhase, Turn


class NotPlayableError(Exception):
    """A script that does not come to the moment of its question."""


def replay(script: Script) -> tuple[State, tuple[Event, ...]]:
    """Return the table at which the question of a script is asked, and the events before it."""
    table = _Table(script)
    table.play()
    return table.state, tuple(table.events)


class _Table:
    """A script being played."""

    def __init__(self, script: Script) -> None:
        self.script = script
        self.state = initial(script.setting)
        self.events: list[Event] = []

    def play(self) -> None:
        script = self.script
        for event in (script.deal_cards, script.deal_books, *script.setup):
            if event is not None:
                self._do(event)
        if script.stops_in in SETUP_PHASES:
            return
        if self.state.phase != "planning":
            raise NotPlayableError
        *whole, last = script.rounds[:ROUNDS]
        for each in whole:
            self._plan(each.plans, all_players=True)
            self._act(each, to_the_end=True)
            self._prepare()
        self._plan(last.plans, all_players=script.stops_in != "planning")
        if script.stops_in == "planning":
            return
        self._act(last, to_the_end=script.stops_in != "actions")

    def _do(self, event: Event) -> None:
        if check(self.state, event):
            raise NotPlayableError
        self.state = step(self.state, event)
        self.events.append(event)

    def _plan(self, plans: Sequence[Plan], *, all_players: bool) -> None:
        said = {plan.seat: plan for plan in plans}
        for plan in plans:
            self._do(_fitting(self.state, plan))
        if all_players:
            for seat in range(len(self.state.players)):
                if Seat(seat) not in said:
                    self._do(Plan(seat=Seat(seat), slots=(None,) * len(SLOTS)))

    def _act(self, script: RoundScript, *, to_the_end: bool) -> None:
        """Let everybody take what turns are left of his; who has none drops out."""
        due: dict[Seat, deque[Turn]] = {}
        for turn in script.turns:
            due.setdefault(turn.seat, deque()).append(turn)
        while self.state.phase == "actions" and self.state.to_move is not None:
            mine = due.get(self.state.to_move, deque())
            if not to_the_end and not any(due.values()) and self._is_asked():
                return
            turn = self._next(mine)
            self._do(turn)
            self._refill(last=not any(due.values()))
            if self.script.refill_due and refill_due(self.state):
                return
        if not to_the_end:
            raise NotPlayableError

    def _is_asked(self) -> bool:
        return self.script.asks is None or self.script.asks == self.state.to_move

    def _next(self, mine: deque[Turn]) -> Turn:
        while mine:
            turn = mine.popleft()
            if not check(self.state, turn):
                return turn
            if isinstance(turn, EndPhase):
                break
        return next(turn for turn in _endings(self.state) if not check(self.state, turn))

    def _refill(self, *, last: bool) -> None:
        if refill_due(self.state) and not (last and self.script.refill_due):
            self._do(refill(self.state, self.script.books_drawn))

    def _prepare(self) -> None:
        if self.state.phase != "preparation":
            raise NotPlayableError
        self._do(prepare(self.state, self.script.cards_drawn))


def _fitting(state: State, plan: Plan) -> Plan:
    """Return a plan without what cannot be planned now."""
    hand = set(state.players[plan.seat].hand)
    open_slots = available_slots(state, plan.seat)
    slots = []
    for slot, card in zip(SLOTS, plan.slots, strict=False):
        fits = slot in open_slots and card in hand
        slots.append(card if fits else None)
        hand.discard(card or "")
    return replace(plan, slots=tuple(slots))


def _endings(state: State) -> Iterator[EndPhase]:
    seat = state.to_move or Seat(0)
    for deck in (*SLOTS, None):
        yield EndPhase(seat=seat, deck=deck)
