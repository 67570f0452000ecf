"""What has to be said next in a game: by whom, which kinds of statement, what is missing."""

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from referee.api.judged_entries import lines_of
from referee.api.possible_actions import possible_actions
from referee.api.progress_answers import DueStatement
from referee.api.tables import Table
from referee.engine import step
from referee.engine.actions import refill_due as has_gap
from referee.game.events import Event
from referee.game.ids import Seat
from referee.game.state import SETUP_PHASES, State
from referee.game.turns import EndPhase
from referee.notation.record import RoundMark, SaidEvent, Statement
from referee.transcript.completed_turn import Missing
from referee.transcript.unwritten import Unwritten

_SETUP_KINDS: Mapping[str, str] = {
    "starting-tiles": "starting-tile",
    "resting": "rest",
    "preparation": "prepare",
}
"""By phase the statement that it waits for, where its word is another one."""


class GoneWithoutSaying(Struct, frozen=True):
    """The table after all that can only happen in one way, and what has to be said then."""

    table: Table
    happened: tuple[Event, ...]
    missing: Missing | None


def go_without_saying(table: Table) -> GoneWithoutSaying:
    """Return the table at which something has to be said."""
    state = table.state
    happened: list[Event] = []
    while True:
        due = Unwritten((Statement(said=_next_said(state)),), table.colours).before(state, 0)
        if due is None or isinstance(due, Missing):
            events = (*table.events, *happened)
            return GoneWithoutSaying(
                replace(table, state=state, events=events), tuple(happened), due
            )
        happened.append(due)
        state = step(state, due)


def due_at(
    table: Table, last: SaidEvent | None, mend: int | None, open_at: Missing | None
) -> DueStatement:
    """Return what has to be said at a table behind a statement, or what has to be mended first."""
    gone = go_without_saying(table)
    state, colours = gone.table.state, table.colours
    missing = gone.missing if mend is None else open_at
    return DueStatement(
        phase=state.phase,
        round=state.round,
        turn=state.turn if state.phase == "actions" else None,
        players=tuple(colours[seat] for seat in _due_seats(state)),
        kinds=_kinds(gone.table, last),
        filled_in=lines_of(gone.happened, colours, state.setting.rulings),
        missing=() if missing is None else missing.called,
        write=() if missing is None else missing.write,
        mend=mend,
        finished=state.phase == "over" and not _refill_due(state),
    )


def _kinds(table: Table, last: SaidEvent | None) -> tuple[str, ...]:
    """Return the statements that fit behind another one, by their words in JSON."""
    state = table.state
    if _refill_due(state):
        return ("refill-books",)
    match state.phase:
        case "actions":
            return possible_actions(table)
        case "planning":
            begins = not any(state.plans) and not isinstance(last, RoundMark)
            return ("round", "plan") if begins else ("plan",)
        case "over":
            return ()
        case _:
            return (_SETUP_KINDS.get(state.phase, state.phase),)


def _next_said(state: State) -> EndPhase | RoundMark:
    """Return a statement that could only come after all that is due now."""
    if state.phase in SETUP_PHASES or state.phase == "preparation":
        return RoundMark(number=1)
    return EndPhase(seat=Seat(0))


def _refill_due(state: State) -> bool:
    return state.phase not in {*SETUP_PHASES, "planning"} and has_gap(state)


def _due_seats(state: State) -> tuple[int, ...]:
    """Return the seats of those who are to act."""
    if _refill_due(state):
        return ()
    match state.phase:
        case "starting-tiles":
            waiting = [player.starting_tile is None for player in state.players]
        case "resting":
            waiting = [not any(player.resting) for player in state.players]
        case "planning":
            waiting = [plan is None for plan in state.plans]
        case "starting-bonus" | "actions":
            waiting = [seat == state.to_move for seat in range(len(state.players))]
        case _:
            return ()
    return tuple(seat for seat, waits in enumerate(waiting) if waits)
