"""Turn order, and ending one's action phase."""

from collections.abc import Sequence

from model.legality import writes
from model.legality.after import After
from model.legality.due import refill_is_due
from model.legality.table import SeatView
from model.legality.tracks import working_levels
from model.relation import Relation
from model.terms import Whole
from referee.game.ids import Seat
from referee.game.rulebook import round_end as rules
from referee.game.state import State


def demand_turn_order(relation: Relation, table: SeatView) -> None:
    """State that a turn is due, and that it is this seat's."""
    state = table.state
    relation.demand(rules.TURN_WHEN_DUE, state.phase == "actions" and not refill_is_due(state))
    relation.demand(rules.TURN_ORDER, state.phase != "actions" or state.to_move == table.seat)


def next_mover(state: State, seat: Seat, *, drops_out: bool = False) -> Seat | None:
    """Return who is due after a turn of `seat`, if anybody is."""
    players = len(state.players)
    clockwise = [Seat((seat + k) % players) for k in range(1, players)]
    left = [other for other in clockwise if not state.players[other].done]
    if left:
        return left[0]
    return None if drops_out else seat


def next_turn(
    after: After, table: SeatView, spaces: Sequence[Whole], *, drops_out: bool = False
) -> None:
    """State whose turn comes next, and which bonuses work from then on."""
    state = table.state
    after.number(rules.TURN_ORDER, state.turn + 1, writes.turn)
    following = next_mover(state, table.seat, drops_out=drops_out)
    after.number(rules.TURN_ORDER, -1 if following is None else following, writes.to_move)
    if following is not None:
        own = following == table.seat
        working_levels(after, table, following, spaces if own else state.players[following].tracks)
