"""Playing a game again from which events are missing: whatever is due is filled with the least."""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from referee.compare.scene import Moment, Scene
from referee.compare.supply import Supply
from referee.engine import IllegalEventError, UnreadableEventError, check_setting, initial, step
from referee.game.events import Event, Plan, RefillBooks
from referee.game.ids import SLOTS, Seat
from referee.game.state import PHASES, State
from referee.game.turns import EndPhase


class Replay(Struct):
    """A legal game, as far as it has come."""

    table: State
    supply: Supply
    goal: Moment
    """When the question is asked: whoever is due then must still be in the round."""
    events: list[Event] = []

    def take(self, event: Event) -> bool:
        """Let an event happen if it is legal, and return whether it was."""
        try:
            self.table = step(self.table, event)
        except (IllegalEventError, UnreadableEventError):
            return False
        self.events.append(event)
        return True


def replayed(scene: Scene[Any]) -> Replay | None:
    """Return a legal game up to the moment of the question, or None if none comes of this.

    Events that are not legal any more are left out; so is what would come too late.
    """
    if any(check_setting(scene.setting)):
        return None
    supply = Supply(happened.event for happened in scene.events)
    replay = Replay(initial(scene.setting), supply, scene.at)
    for happened in scene.events:
        # Books are refilled when a turn took some, and at no other moment.
        if isinstance(happened.event, RefillBooks) or _reach(replay, happened.at):
            _take_what_fits(replay, happened.event)
    return replay if _reach(replay, scene.at) else None


def _take_what_fits(replay: Replay, event: Event) -> None:
    if not replay.take(event) and isinstance(event, Plan):
        hand = replay.table.players[event.seat].hand
        replay.take(replace(event, slots=tuple(c if c in hand else None for c in event.slots)))


def _reach(replay: Replay, moment: Moment) -> bool:
    """Fill in what is due until `moment` comes; False if it cannot come any more."""
    while not _is_at(replay.table, moment):
        if _is_past(replay.table, moment):
            return False
        filler = next(_due(replay), None)
        if filler is None or not replay.take(filler):
            return False
    return True


def _is_at(table: State, moment: Moment) -> bool:
    return Moment.of(table) == moment


def _is_past(table: State, moment: Moment) -> bool:
    now = (table.round, PHASES.index(table.phase))
    then = (moment.round, PHASES.index(moment.phase))
    if now != then:
        return now > then
    due = moment.to_move
    if due == table.to_move:
        # Only a turn makes books due; filling in another event does not.
        return moment.refill and not Moment.of(table).refill
    return moment.phase == "actions" and (due is None or table.players[due].done)


def _due(replay: Replay) -> Iterator[Event]:
    """Yield the smallest event that is due now, if one can be made up."""
    table = replay.table
    if Moment.of(table).refill:
        yield replay.supply.refill(table)
        return
    match table.phase:
        case "planning":
            yield Plan(seat=Seat(table.plans.index(None)), slots=(None,) * len(SLOTS))
        case "actions" if table.to_move is not None and not _is_needed(replay, table.to_move):
            resting = table.players[table.to_move].resting
            decks = (slot for slot, deck in zip(SLOTS, resting, strict=True) if deck)
            yield EndPhase(seat=table.to_move, deck=next(decks, None))
        case "preparation":
            yield replay.supply.prepare(table)
        case _:
            return


def _is_needed(replay: Replay, seat: Seat) -> bool:
    """Return whether a player must not drop out, because the question is about his turn."""
    goal = replay.goal
    return goal.phase == "actions" and (goal.round, goal.to_move) == (replay.table.round, seat)
