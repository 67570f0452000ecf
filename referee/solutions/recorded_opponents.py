"""The others as a record has them: their plans of a round, and their turns between one's own."""

from collections import deque
from collections.abc import Mapping

from msgspec.structs import replace

from referee.engine import IllegalEventError, step
from referee.engine.round_end import next_seat, with_turn_of
from referee.game.events import Event, Plan
from referee.game.ids import BookId, Seat
from referee.game.state import State
from referee.game.turns import Turn
from referee.notation.record import Record
from referee.transcript.judge import walk

Queues = Mapping[Seat, tuple[Turn, ...]]
"""The turns that each player still takes in a round, in order."""


def events_from(record: Record, state: State) -> list[Event]:
    """Return what a record has from a table on to the end of its round, as far as it is legal."""
    found: list[Event] = []
    begun = False
    for judged in walk(record, state.setting):
        begun = begun or judged.before == state
        if not begun:
            continue
        if judged.before.round > state.round or judged.missing is not None:
            break
        if judged.counts and judged.event is not None and not judged.illegal:
            found.append(judged.event)
    return found


def recorded_plans(events: list[Event]) -> dict[Seat, Plan]:
    """Return the plans among events."""
    return {event.seat: event for event in events if isinstance(event, Plan)}


def recorded_turns(events: list[Event], players: int) -> dict[Seat, tuple[Turn, ...]]:
    """Return the turns among events by player."""
    turns = [event for event in events if isinstance(event, Turn)]
    return {
        Seat(seat): tuple(turn for turn in turns if turn.seat == seat) for seat in range(players)
    }


class RecordedOpponents:
    """The others at the table, each with the turns that he took according to the record.

    A turn that is not legal any more is left out, and nobody takes another in its place.
    """

    def __init__(self, seat: Seat, queues: Queues) -> None:
        self._seat, self._queues = seat, queues

    def start(self, state: State) -> tuple[State, tuple[int, ...]]:
        """Return the table at which the player is due, and how many turns the others took."""
        nothing: frozenset[BookId] = frozenset()
        state = replace(state, unseen_books=(nothing,) * len(state.unseen_books))
        return self.until_due(state, (0,) * len(state.players))

    def until_due(self, state: State, taken: tuple[int, ...]) -> tuple[State, tuple[int, ...]]:
        """Let the others move until the player is due, or the round is over."""
        waiting = {seat: deque(turns[taken[seat] :]) for seat, turns in self._queues.items()}
        counts = list(taken)
        while state.phase == "actions" and state.to_move not in (None, self._seat):
            seat = state.to_move or Seat(0)
            state = self._moved(state, seat, waiting[seat], counts)
        return state, tuple(counts)

    def _moved(self, state: State, seat: Seat, waiting: deque[Turn], counts: list[int]) -> State:
        if waiting:
            counts[seat] += 1
            try:
                return step(state, waiting.popleft())
            except IllegalEventError:
                pass
        else:
            # His record is over: he takes part no more.
            player = replace(state.players[seat], done=True)
            state = state.with_player(seat, player)
        following = next_seat(state.players, seat)
        if following is None:
            return replace(state, phase="preparation", to_move=None)
        return with_turn_of(state, following)
